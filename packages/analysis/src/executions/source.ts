/** A report of a run with the information that is needed to detect repeated results. Times are Unix milliseconds. */
export interface Source {
  readonly id: number;
  /** Path as sent, such as `orders/target/surefire-reports/TEST-SmokeIT.xml`. */
  readonly path: string;
  readonly format: string;
  /** Id of the upload request; `null` if it is unknown. Each live source counts as a separate request. */
  readonly request: number | null;
  readonly receivedAt: number;
  readonly startedAt: number | null;
  /** Start by a clock without a time zone, interpreted as UTC. */
  readonly localStartedAt: number | null;
  readonly durationMs: number | null;
  readonly shard: number | null;
  /** CI job of the source, and the number of its attempt. */
  readonly job: string | null;
  readonly jobAttempt: number | null;
  /** Where the tests ran according to the report: a target framework, a bot, a module. */
  readonly place: string | null;
  /** Base folder of the tests on the machine that ran them. */
  readonly root: string | null;
  /** True if the report is incomplete or something failed outside its tests. */
  readonly broken: boolean;
  /** Number of tests that ran. */
  readonly ranTests: number;
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
