/** A report of a run, as far as it decides which of its results repeat those of another one. Times are Unix milliseconds. */
export interface Source {
  readonly id: number;
  /** Path as sent: `orders/target/surefire-reports/TEST-SmokeIT.xml`. */
  readonly path: string;
  readonly format: string;
  /** The request that brought it; `null` if it is unknown. Live sources are requests of their own. */
  readonly request: number | null;
  readonly receivedAt: number;
  readonly startedAt: number | null;
  /** When it began by a clock without a time zone, as if that were UTC. */
  readonly localStartedAt: number | null;
  readonly durationMs: number | null;
  readonly shard: number | null;
  /** The CI job that ran it, and which attempt of that job. */
  readonly job: string | null;
  readonly jobAttempt: number | null;
  /** Where it ran, according to the report: a target framework, a bot, a module. */
  readonly place: string | null;
  /** The folder that its tests belong to, on the machine that ran them. */
  readonly root: string | null;
  /** It broke off, or something failed outside its tests. */
  readonly broken: boolean;
  /** How many of its tests ran. */
  readonly ranTests: number;
}

/** An execution of a test, as one source reports it. */
export interface Execution {
  readonly status: "passed" | "failed" | "skipped" | "error";
  readonly startedAt: number | null;
  readonly durationMs: number | null;
}

/** The tests that ran in both of two sources, counted. */
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
