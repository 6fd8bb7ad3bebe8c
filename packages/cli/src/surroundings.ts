import type { Readable, Writable } from "node:stream";
import type { BuildContext, Variables } from "@plumb/reporter-core/ci-environment.ts";

/** All that a command takes from the process it runs in. */
export interface Surroundings {
  readonly env: Variables;
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** What other programs may read: verdicts, and the links last; with `--json` the one document. */
  readonly stdout: Writable;
  /** What only a person reads: progress, retries, failures. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly detected: () => Promise<BuildContext>;
  /** Returns early when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Hears SIGINT, SIGTERM and SIGHUP instead of being ended by them, until the answer is called. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
}
