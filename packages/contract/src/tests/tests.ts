import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { FailureClass } from "#failures/verdict.ts";
import { excludable, testQueries } from "#query/query-languages.ts";
import { excluded, Query, withQuery } from "#query/query-schema.ts";
import { OpenQuarantine } from "./quarantine.ts";

const Count = z.number().int().min(0);

/**
 * State of a test. `flaky`: passes and fails without code changes; `broken`: failed in its last runs on a main branch;
 * `unknown`: not enough recent runs.
 */
export const TestState = z.enum(["unknown", "healthy", "flaky", "broken"]);
export type TestState = z.infer<typeof TestState>;

/** Kinds of evidence for flakiness; see `FlakyEvidence` in the analysis package. */
export const EvidenceKind = z.enum(["retry", "same_commit", "flip"]);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** A run. `id` can be used for links if the run exists. */
export const NamedRun = z.object({
  id: Id,
  number: Count,
  startTime: Timestamp,
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  /** False if the report was deleted. */
  exists: z.boolean(),
});
export type NamedRun = z.infer<typeof NamedRun>;

/** A cause of the test's failures. */
export const TestCause = z.object({
  groupId: Id,
  message: z.string(),
  primaryClass: FailureClass.nullable(),
  /** Number of failures, including failed attempts before the test passed. */
  failures: Count,
  lastSeen: Timestamp,
});
export type TestCause = z.infer<typeof TestCause>;

/** A test of a project with its current state and statistics. */
export const TestSummary = z.object({
  id: Id,
  file: z.string().nullable(),
  /** Suites from the outermost to the innermost, then the title. */
  titlePath: z.array(z.string()),
  variant: z.string(),
  tags: z.array(z.string()),
  owner: z.string().nullable(),
  state: TestState,
  /** Start of the run since which the test has this state. */
  since: Timestamp.nullable(),
  /** Flaky executions in percent of all executions in the period of the rule. */
  score: z.number().min(0).max(100),
  /**
   * Number of executions in the period, and of excluded ones (incidents and mostly red runs). For a healthy test without evidence,
   * lists have the numbers of the last evaluation; its page recounts them.
   */
  executions: Count,
  leftOut: Count,
  evidence: z.object({ retry: Count, same_commit: Count, flip: Count }),
  lastEvidence: Timestamp.nullable(),
  /** Milliseconds of failed attempts before an attempt passed, in the period. */
  lostTime: z.number().min(0),
  /** Mean duration in milliseconds over the last 14 full days, and over the 14 days before. */
  recentDuration: z.number().nullable(),
  earlierDuration: z.number().nullable(),
  /** Suite and environment of its last run. */
  suite: z.string(),
  environment: z.string(),
  /** Days in UTC. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  lastRun: NamedRun.nullable(),
  /** Causes of its failures in the period, most frequent first; at most three. */
  causes: z.array(TestCause),
  quarantine: OpenQuarantine.nullable(),
});
export type TestSummary = z.infer<typeof TestSummary>;

/**
 * Selection of tests. `flaky`, `broken` and `unstable` (both): by state; `slow`: tests with a duration; `slowing`: at least 25 % and half a
 * second slower than before; `quarantined`; `unowned`: without an owner; `gone`: not run any more, although their suite has been run for at least a
 * week since.
 */
export const TestView = z.enum([
  "all",
  "flaky",
  "broken",
  "unstable",
  "slow",
  "slowing",
  "quarantined",
  "unowned",
  "gone",
]);
export type TestView = z.infer<typeof TestView>;

export const TestOrder = z.enum(["score", "lostTime", "since", "duration", "slowdown", "lastRun"]);
export type TestOrder = z.infer<typeof TestOrder>;

/** Can be repeated for several values. */
const values = z
  .union([
    z
      .string()
      .max(300)
      .transform((value) => [value]),
    z.array(z.string().max(300)).max(100),
  ])
  .optional();

/** Maximum number of tests in a paged list. Use filters to find others. */
export const maxListedTests = 1000;

export const TestFilter = z.object({
  view: TestView.default("all"),
  /** Every word must occur in the file, titles or variant, case-insensitive. */
  search: z.string().trim().max(200).optional(),
  testSuite: values,
  environment: values,
  branch: values,
  framework: values,
  /** Tests of runs with this tag, in the last 14 days up to the last run of the test. */
  tag: values,
  /** `key=value`, in the same way. A run must have one of the given values of each given key. */
  fact: values,
  owner: values,
  /** Excluded values as `filter:value`. A test without a value, such as a test without an owner, is not excluded. */
  not: excluded(excludable.tests),
  q: Query,
  sortBy: TestOrder.optional(),
  offset: z.coerce.number().int().min(0).max(maxListedTests).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type TestFilter = z.output<typeof TestFilter>;

const page = success(z.array(TestSummary), {
  /** Number of tests, at most `maxListedTests`. */
  total: Count,
  /** True if there are more tests than `total`. */
  more: z.boolean(),
});

export const listTests = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/tests",
  summary: "List tests of a project: flaky, broken, slow, in quarantine or without an owner, in pages",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  query: withQuery(TestFilter, testQueries, { view: "all" }),
  response: page,
});

export const listFlakyTests = endpoint({
  method: "GET",
  path: "/api/trends/flaky-tests",
  summary: "List flaky tests with evidence, flakiest first",
  allow: "project:read",
  query: withQuery(
    TestFilter.omit({ view: true }).extend({
      projectId: Id,
      /** `unstable` also includes broken tests. */
      view: TestView.default("flaky"),
    }),
    testQueries,
    { view: "flaky" },
  ),
  response: page,
});
