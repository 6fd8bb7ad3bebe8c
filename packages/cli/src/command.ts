import type { Surroundings } from "#surroundings.ts";

/** How a command ended: its exit code, and what `--json` prints. */
export interface Outcome {
  readonly code: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/** What was given: trimmed, and never empty. */
export interface Given {
  readonly words: readonly string[];
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly flags: ReadonlySet<string>;
}

export interface CommandPlan {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  readonly description: string;
  /** As commander writes it, with what it is. */
  readonly argument?: readonly [name: string, description: string];
  /** Options that take a value, in the order of the help. */
  readonly options: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** Below the options: exit codes and examples. */
  readonly help: string;
  /** Writes to `stdout` what a person or a script reads; with `--json` that is the standard error. */
  readonly run: (given: Given, around: Surroundings) => Promise<Outcome>;
}
