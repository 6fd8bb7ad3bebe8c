import { z } from "zod";

/**
 * The only event stream. Every source (a report file, a live reporter, another tool's protocol) yields these events,
 * and one recorder turns them into rows.
 *
 * Order: the events of a test (`attempt`, `step`, `artifact`, `stdout`) come before the `test` event that finishes
 * it, and refer to it by `test`, an id that is only valid within the stream. A `test` with status `announced` will
 * run, one with `running` has started; both are visible until the finished one replaces them. All other events may
 * come at any time.
 *
 * All text is untrusted: nothing in it may be rendered as markup. Times are Unix milliseconds, durations
 * milliseconds (null: unknown, never NaN and never negative).
 */
export const resultEventVersion = 1;

/** `announced`: it is still to run. */
export const TestStatus = z.enum(["passed", "failed", "skipped", "announced", "running", "error"]);
export type TestStatus = z.infer<typeof TestStatus>;

const DurationMs = z.number().nonnegative().nullable();
const UnixMs = z.number().nullable();

/** Facts of an exported report about its run, besides those of any report. Values of the uploader win. */
export const ExportedRun = z.object({
  /**
   * The key of the run it was exported from, 64 hex digits: a project that has a run with this key has the report already.
   * Null for a part of a report.
   */
  key: z.string().nullable(),
  environment: z.string().optional(),
  branch: z.string().optional(),
  commit: z.string().optional(),
  commitAuthor: z.string().optional(),
  pullRequest: z.string().optional(),
  build: z.string().optional(),
  ciUrl: z.string().optional(),
  /** Later than start plus duration if the run paused. */
  endedAt: UnixMs,
  tags: z.array(z.string()),
  /** The run never came to its end, though the file is whole. */
  interrupted: z.boolean(),
  /** Why it broke off, in a sentence. */
  interruption: z.string().optional(),
  /** Why only part of its suite ran; absent for a whole run. */
  partial: z.string().optional(),
});
export type ExportedRun = z.infer<typeof ExportedRun>;

export const RunEvent = z.object({
  kind: z.literal("run"),
  /** The author of the report: `playwright`, `cypress`, `selenium`, `pytest`, … */
  framework: z.string().optional(),
  frameworkVersion: z.string().optional(),
  /** A name for the suite that stays the same from run to run; used when the uploader gives none. */
  suite: z.string().optional(),
  startedAt: UnixMs.optional(),
  /** Wall clock of the run as the report declares it. */
  durationMs: DurationMs.optional(),
  shard: z.object({ current: z.number().int().positive(), total: z.number().int().positive() }).optional(),
  workers: z.number().int().positive().optional(),
  /** Distinguishes these tests from others with the same names: a target framework, a bot, a module. */
  place: z.string().optional(),
  /** The folder that the tests belong to, on the machine that ran them. */
  root: z.string().optional(),
  /** Facts worth showing (operating system, browser versions, CI). Only from an allow-list: reports carry secrets. */
  metadata: z.record(z.string(), z.string()).optional(),
  exported: ExportedRun.optional(),
});

export type RunEvent = z.infer<typeof RunEvent>;

export const TestEvent = z.object({
  kind: z.literal("test"),
  id: z.string(),
  /** Path relative to the project, posix separators; null if the format names none. */
  file: z.string().nullable(),
  /** Suites from the outside in, then the test's own title. Never a joined string that was split again. */
  titlePath: z.array(z.string()).min(1),
  /**
   * Further distinctions between executions with the same title: Playwright project, browser, parameters. Empty:
   * none.
   */
  variant: z.string(),
  status: TestStatus,
  /** Passed in the end, after at least one attempt that did not. */
  flaky: z.boolean(),
  line: z.number().int().optional(),
  /** Position among several tests with one name in the run, in exported reports; if missing, the next one. */
  occurrence: z.number().int().positive().optional(),
  browser: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** Author or owner of the test, if the report has one. */
  author: z.string().optional(),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).optional(),
  /** Why it was skipped or did not run, in the report's words. */
  skipReason: z.string().optional(),
});
export type TestEvent = z.infer<typeof TestEvent>;

export const TestError = z.object({
  message: z.string(),
  stack: z.string().optional(),
  /** Source lines around the failure, as the tool rendered them (may carry ANSI colours). */
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
  /** As judged against what the test expects: an expected failure that fails is `passed`. */
  status: TestStatus,
  startedAt: UnixMs,
  durationMs: DurationMs,
  errors: z.array(TestError),
  /** It failed because it took longer than it may, by the tool's own word. */
  timedOut: z.boolean().optional(),
  worker: z.number().int().optional(),
});
export type AttemptEvent = z.infer<typeof AttemptEvent>;

export const StepEvent = z.object({
  kind: z.literal("step"),
  test: z.string(),
  attempt: z.number().int().nonnegative(),
  title: z.string(),
  /** 0 for an outermost step. Steps come in document order, so depth alone gives the tree. */
  depth: z.number().int().nonnegative(),
  status: z.enum(["passed", "failed", "skipped"]),
  durationMs: DurationMs,
  category: z.string().optional(),
  error: z.string().optional(),
  /** Location in the code of the tests, relative to their root. */
  file: z.string().optional(),
  line: z.number().int().positive().optional(),
});
export type StepEvent = z.infer<typeof StepEvent>;

export const ArtifactEvent = z.object({
  kind: z.literal("artifact"),
  /** Absent: it belongs to the run. */
  test: z.string().optional(),
  attempt: z.number().int().nonnegative().optional(),
  /** The step of that attempt in which it was attached, from 0 in the order of the steps. */
  step: z.number().int().nonnegative().optional(),
  name: z.string(),
  contentType: z.string(),
  /** The path in the report, often absolute on the machine that ran; matched with the uploaded files by its end. */
  path: z.string().optional(),
  /** The path of a copy of the same content, made by the tool; used if `path` leads to nothing. */
  copyPath: z.string().optional(),
  /** The content itself, base64, where the report carries it. */
  body: z.string().optional(),
  /**
   * SHA-256 of the content, 64 hex digits, if the report contains it: then only a file with this hash is the
   * artifact.
   */
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
 * `warning`: something was repaired, capped or left out. `error`: the run itself reports a failure outside any test, so
 * it cannot be green. `incomplete`: the source broke off here; what came before was kept.
 */
export const ProblemSeverity = z.enum(["warning", "error", "incomplete"]);
export type ProblemSeverity = z.infer<typeof ProblemSeverity>;

export const ProblemEvent = z.object({
  kind: z.literal("problem"),
  severity: ProblemSeverity,
  /** Explanation without terms of the parser. */
  reason: z.string(),
  /** Where an exported report repeats what was once found in another file, or in none; absent: it is of this file. */
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
