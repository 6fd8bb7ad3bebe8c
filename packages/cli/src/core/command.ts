import type { CliContext } from "./cli-context.ts";

/** Exit code of a command, and what it prints with `--json`. */
export interface Outcome {
  readonly code: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Arguments and options of a command: trimmed, and never empty. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Readonly<Partial<Record<string, string>>>;
  /** Values of repeatable options; absent if there are none. */
  readonly lists: Readonly<Partial<Record<string, readonly string[]>>>;
  readonly flags: ReadonlySet<string>;
}

export interface CommandSpec {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly description: string;
  /** Name in commander's notation, and description. */
  readonly argument?: readonly [name: string, description: string];
  /** Options that take a value, sorted as in the help. */
  readonly options: Readonly<Record<string, string>>;
  /** Options that take a value and can be repeated. */
  readonly lists?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** True if the command uses standard output for a protocol. It then has no `--json`. */
  readonly ownsStdout?: true;
  /** Shown below the options: exit codes and examples. */
  readonly help: string;
  /** Runs the command. Its results go to `stdout`, which is the standard error if `--json` is set. */
  readonly run: (input: CommandInput, context: CliContext) => Promise<Outcome>;
}
