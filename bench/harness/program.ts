import type { Metric } from "./metric.ts";

export interface BenchOptions {
  /** Uses the smallest sizes and fewest repetitions, to check that a program works. */
  readonly quick: boolean;
  /** Adds the largest size to programs that have one. This takes hours. */
  readonly large: boolean;
  /** Number of repetitions. The median is reported. */
  readonly runs: number;
  /** Prints progress. */
  readonly log: (text: string) => void;
}

/** Number of tests or reports in a quick run. `npm test` runs every program once in this way. */
export const quickCount = 1000;

export interface Program {
  readonly name: string;
  readonly summary: string;
  run(options: BenchOptions): Promise<Metric[]>;
}
