/** A report of a run with the information that is needed to detect repeated results. Times are Unix milliseconds. */
export interface Source {
  readonly id: number;
  /**
   * Path as sent, such as `orders/target/surefire-reports/TEST-SmokeIT.xml`, without the folders that are named differently in each run of the
   * project.
   */
  readonly path: string;
  readonly format: string;
  /** Id of the upload request; `null` if it is unknown. Each live source counts as a separate request. */
  readonly request: number | null;
  readonly startedAt: number | null;
  /** Start by a clock without a time zone, interpreted as UTC. */
  readonly localStartedAt: number | null;
  readonly durationMs: number | null;
  readonly shard: number | null;
  /** CI job of the source, and the number of its attempt. */
  readonly job: string | null;
  readonly jobAttempt: number | null;
  /** True if the sender declared that this upload repeats tests of the run. */
  readonly rerun: boolean;
  /** Where the tests ran according to the report: a target framework, a bot, a module. */
  readonly place: string | null;
  /** Name of the machine that ran the tests, according to the report. */
  readonly host: string | null;
  /** Name of the machine that sent the upload. */
  readonly senderHost: string | null;
  /** Properties of the report and facts of the sender, by lower-case name: `device`, `browser`, `os`. */
  readonly traits: ReadonlyMap<string, string>;
  /** True if the report is incomplete or something failed outside its tests. */
  readonly broken: boolean;
  /** True if something failed outside its tests. */
  readonly hasRunError: boolean;
  /** Number of tests that ran, and of those that passed. */
  readonly ranTests: number;
  readonly passedTests: number;
}

/** An execution of a test, as reported by a source. */
export interface Execution {
  readonly status: "passed" | "failed" | "skipped" | "error";
  readonly startedAt: number | null;
  readonly durationMs: number | null;
}

/** Counts of the tests that ran in both of two sources. */
export interface SharedTests {
  both: number;
  /** Number that failed in the first and in the second source. */
  readonly failed: [number, number];
  /** Number with the same outcome, start and duration in both sources. */
  agreeing: number;
}

export function ran({ status }: Pick<Execution, "status">): boolean {
  return status !== "skipped";
}

export function hasFailed({ status }: Pick<Execution, "status">): boolean {
  return status === "failed" || status === "error";
}

/**
 * Returns true if the second of two results of a test is the first one, written again by a tool that skips tests that passed before, such as
 * `node --test-rerun-failures`. Durations in whole milliseconds are too coarse to tell.
 */
export function isCarriedOver(
  first: Pick<Execution, "status" | "durationMs">,
  second: Pick<Execution, "status" | "durationMs">,
): boolean {
  if (first.status !== "passed" || second.status !== "passed" || first.durationMs === null) return false;
  return first.durationMs === second.durationMs && !Number.isInteger(first.durationMs);
}
