import type { Figure } from "./figure.ts";

export interface BenchOptions {
  /** Smallest sizes and fewest repeats: a look, not a measurement. */
  readonly quick: boolean;
  /** How often each thing is measured; medians are reported. */
  readonly runs: number;
  /** Says what is going on, for a person who waits. */
  readonly say: (text: string) => void;
}

/** One program of the bench. */
export interface Program {
  readonly name: string;
  readonly summary: string;
  run(options: BenchOptions): Promise<Figure[]>;
}
