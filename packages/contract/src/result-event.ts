import { z } from "zod";

/**
 * The event stream of test results. Every source (a report file, a live reporter, the protocol of another tool) produces these events, and a single
 * recorder stores them in the database.
 *
 * Order: the events of a test (`attempt`, `step`, `artifact`, `stdout`) come before the `test` event that finishes
 * it and refer to it by `test`, an id that is only valid within the stream. A `test` with status `announced` will
 * run, and one with `running` has started; both are visible until the finished test replaces them. All other events may
 * occur anywhere.
 *
 * All text is untrusted and must never be rendered as markup. Times are Unix milliseconds. Durations are milliseconds, `null` if unknown, and never
 * NaN or negative.
 */
export const resultEventVersion = 1;

/** `announced`: the test has not run yet. */
export const TestStatus = z.enum(["passed", "failed", "skipped", "announced", "running", "error"]);
export type TestStatus = z.infer<typeof TestStatus>;

const DurationMs = z.number().nonnegative().nullable();
const UnixMs = z.number().nullable();

/** Run data in an exported report that other reports do not have. Values from the uploader take precedence. */
export const ExportedRun = z.object({
  /**
   * Key of the run that was exported (64 hex digits). A project that has a run with this key already has the report. `null` if only a part of a
   * report was exported.
   */
  key: z.string().nullable(),
  environment: z.string().optional(),
  branch: z.string().optional(),
  commit: z.string().optional(),
  commitAuthor: z.string().optional(),
  pullRequest: z.string().optional(),
  build: z.string().optional(),
  ciUrl: z.string().optional(),
  /** Later than start plus duration if the run was paused. */
  endedAt: UnixMs,
  tags: z.array(z.string()),
  /** `key=value`; absent in documents of earlier versions. */
  facts: z.array(z.string()).optional(),
  /** True if the run did not finish, although the file is complete. */
  interrupted: z.boolean(),
  /** Reason for the interruption, as a sentence. */
  interruption: z.string().optional(),
  /** Reason why only part of the suite ran; absent for a complete run. */
  partial: z.string().optional(),
});
export type ExportedRun = z.infer<typeof ExportedRun>;

export const RunEvent = z.object({
  kind: z.literal("run"),
  /** Framework of the report, such as `playwright`, `cypress`, `selenium` or `pytest`. */
  framework: z.string().optional(),
  frameworkVersion: z.string().optional(),
  /** Name of the suite that is the same in all runs; used if the uploader gives none. */
  suite: z.string().optional(),
  startedAt: UnixMs.optional(),
  /** Wall-clock duration of the run according to the report. */
  durationMs: DurationMs.optional(),
  shard: z.object({ current: z.number().int().positive(), total: z.number().int().positive() }).optional(),
  workers: z.number().int().positive().optional(),
  /** Number of failures that a summary declares without listing tests. The run fails if other reports list fewer. */
  declaredFailures: z.number().int().positive().max(1_000_000_000).optional(),
  /** Distinguishes tests with the same names, such as a target framework, a bot or a module. */
  place: z.string().optional(),
  /**
   * Information to display, such as operating system, browser versions and CI. Only keys of an allow-list are used, because reports can contain
   * secrets.
   */
  metadata: z.record(z.string(), z.string()).optional(),
  exported: ExportedRun.optional(),
});

export type RunEvent = z.infer<typeof RunEvent>;

export const TestEvent = z.object({
  kind: z.literal("test"),
  id: z.string(),
  /** Path relative to the project, with posix separators; `null` if the format has no file names. */
  file: z.string().nullable(),
  /** Suites from the outermost to the innermost, then the title of the test. Must come from separate fields, not from splitting a joined name. */
  titlePath: z.array(z.string()).min(1),
  /** Distinguishes executions with the same title: Playwright project, browser, parameters. Empty if there is no distinction. */
  variant: z.string(),
  status: TestStatus,
  /** True if the test passed after at least one attempt that did not. */
  flaky: z.boolean(),
  line: z.number().int().optional(),
  /** Position among tests with the same name in the run, for exported reports; the next position if missing. */
  occurrence: z.number().int().positive().optional(),
  browser: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** Author or owner of the test, if the report contains one. */
  author: z.string().optional(),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).optional(),
  /** Number of times that a failed test is repeated at most, if the report contains it. */
  maxRetries: z.number().int().nonnegative().optional(),
  /** Time limit of an attempt in milliseconds, if the report contains it; 0 for no limit. */
  timeoutMs: z.number().nonnegative().optional(),
  /** Number of lines with an assertion that the last attempt reached, if the report contains them. */
  assertions: z.number().int().nonnegative().optional(),
  /** Reason why the test was skipped or did not run, as given by the report. */
  skipReason: z.string().optional(),
  /** Of a running test: start of its current attempt, and the worker that runs it. */
  startedAt: UnixMs.optional(),
  worker: z.number().int().optional(),
});
export type TestEvent = z.infer<typeof TestEvent>;

export const TestError = z.object({
  message: z.string(),
  stack: z.string().optional(),
  /** Source lines around the failure in the tool's formatting, possibly with ANSI colours. */
  snippet: z.string().optional(),
  type: z.string().optional(),
  file: z.string().optional(),
  line: z.number().int().optional(),
  column: z.number().int().optional(),
});
export type TestError = z.infer<typeof TestError>;

export const AttemptEvent = z.object({
  kind: z.literal("attempt"),
  test: z.string(),
  /** 0 for the first execution, 1 for the first retry. */
  index: z.number().int().nonnegative(),
  /** Status compared with what the test expects: an expected failure is `passed`. */
  status: TestStatus,
  startedAt: UnixMs,
  durationMs: DurationMs,
  errors: z.array(TestError),
  /** True if the tool reports that the attempt failed because of a timeout. */
  timedOut: z.boolean().optional(),
  worker: z.number().int().optional(),
});
export type AttemptEvent = z.infer<typeof AttemptEvent>;

export const StepEvent = z.object({
  kind: z.literal("step"),
  test: z.string(),
  attempt: z.number().int().nonnegative(),
  title: z.string(),
  /** 0 for an outermost step. Steps come in document order, so the depth is sufficient to build the tree. */
  depth: z.number().int().nonnegative(),
  status: z.enum(["passed", "failed", "skipped"]),
  durationMs: DurationMs,
  category: z.string().optional(),
  error: z.string().optional(),
  /** Location in the test code, relative to its root. */
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
});
export type StepEvent = z.infer<typeof StepEvent>;

export const ArtifactEvent = z.object({
  kind: z.literal("artifact"),
  /** Test of the artifact; absent if it belongs to the run. */
  test: z.string().optional(),
  attempt: z.number().int().nonnegative().optional(),
  /** Index (from 0) of the attempt's step that attached the file. */
  step: z.number().int().nonnegative().optional(),
  name: z.string(),
  contentType: z.string(),
  /** Path in the report, often an absolute path on the machine that ran the tests. Uploaded files are matched by the end of the path. */
  path: z.string().optional(),
  /** Path of a copy that the tool made; used if `path` matches no uploaded file. */
  copyPath: z.string().optional(),
  /** Content in base64, if the report contains it. */
  body: z.string().optional(),
  /** SHA-256 of the content (64 hex digits), if the report contains it. Only a file with this hash is then accepted as the artifact. */
  sha256: z.string().optional(),
});
export type ArtifactEvent = z.infer<typeof ArtifactEvent>;

export const StdoutEvent = z.object({
  kind: z.literal("stdout"),
  test: z.string().optional(),
  attempt: z.number().int().nonnegative().optional(),
  stream: z.enum(["stdout", "stderr"]),
  text: z.string(),
});
export type StdoutEvent = z.infer<typeof StdoutEvent>;

/**
 * `warning`: something was repaired, capped or left out. `error`: the run reports a failure outside any test, so it cannot pass. `incomplete`: the
 * source ends here prematurely; everything before was kept.
 */
export const ProblemSeverity = z.enum(["warning", "error", "incomplete"]);
export type ProblemSeverity = z.infer<typeof ProblemSeverity>;

export const ProblemEvent = z.object({
  kind: z.literal("problem"),
  severity: ProblemSeverity,
  /** Explanation for users, without parser terms. */
  reason: z.string(),
  /** Original file of a problem that an exported report contains, `null` if it had none. Absent if the problem concerns the current file. */
  file: z.string().nullable().optional(),
  /** 1-based. */
  line: z.number().int().positive().optional(),
  column: z.number().int().positive().optional(),
});
export type ProblemEvent = z.infer<typeof ProblemEvent>;

export const ResultEvent = z.discriminatedUnion("kind", [
  RunEvent,
  TestEvent,
  AttemptEvent,
  StepEvent,
  ArtifactEvent,
  StdoutEvent,
  ProblemEvent,
]);
export type ResultEvent = z.infer<typeof ResultEvent>;
