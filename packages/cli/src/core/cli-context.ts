import type { Readable, Writable } from "node:stream";
import type { BuildContext, Variables } from "@plumb/reporter-core/ci-environment.ts";

/** Parts of the process that a command uses. */
export interface CliContext {
  readonly env: Variables;
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Output for other programs: verdicts, then links; with `--json` only the JSON document. */
  readonly stdout: Writable;
  /** Output for people: progress, retries and errors. */
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly detected: () => Promise<BuildContext>;
  /** Returns early when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Handles SIGINT, SIGTERM and SIGHUP, which no longer end the process, until the returned function is called. */
  readonly onSignal: (listener: (signal: NodeJS.Signals) => void) => () => void;
}
