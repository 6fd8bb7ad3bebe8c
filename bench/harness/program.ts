import type { Figure } from "./figure.ts";

export interface BenchOptions {
  /** Smallest sizes and fewest repeats: a look, not a measurement. */
  readonly quick: boolean;
  /** The largest size of programs that have one: it takes hours. */
  readonly large: boolean;
  /** How often each thing is measured; medians are reported. */
  readonly runs: number;
  /** Prints the progress. */
  readonly say: (text: string) => void;
}

/** Tests or reports where a look is enough: `npm test` runs every program with it, so that none breaks unseen. */
export const quickCount = 1000;

/** One program of the bench. */
export interface Program {
  readonly name: string;
  readonly summary: string;
  run(options: BenchOptions): Promise<Figure[]>;
}
