import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { FailureClass } from "#failures/verdict.ts";
import { OpenQuarantine } from "./quarantine.ts";

const Count = z.number().int().min(0);

/**
 * State of a test. `flaky`: passes and fails without a change; `broken`: failed in its last runs on a main branch;
 * `unknown`: not enough recent runs.
 */
export const TestState = z.enum(["unknown", "healthy", "flaky", "broken"]);
export type TestState = z.infer<typeof TestState>;

/** Signs of flakiness: see `FlakyEvidence` of the analysis. */
export const EvidenceKind = z.enum(["retry", "same_commit", "flip"]);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** A run; `id` links to it while it exists. */
export const NamedRun = z.object({
  id: Id,
  number: Count,
  startTime: Moment,
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  /** False: the report was deleted. */
  exists: z.boolean(),
});
export type NamedRun = z.infer<typeof NamedRun>;

/** A cause that a test's failures had. */
export const TestCause = z.object({
  groupId: Id,
  message: z.string(),
  primaryClass: FailureClass.nullable(),
  /** Failures of the test, and attempts that failed before it passed. */
  failures: Count,
  lastSeen: Moment,
});
export type TestCause = z.infer<typeof TestCause>;

/** A test of the project, with its facts. */
export const TestSummary = z.object({
  id: Id,
  file: z.string().nullable(),
  /** Suites from the outside in, then the title. */
  titlePath: z.array(z.string()),
  variant: z.string(),
  tags: z.array(z.string()),
  owner: z.string().nullable(),
  state: TestState,
  /** Since when it is so: start of the run that showed it. */
  since: Moment.nullable(),
  /** Flaky executions in percent of all in the window of the rule. */
  score: z.number().min(0).max(100),
  /**
   * Executions in the period, and excluded ones: outages and mostly red runs. For a healthy test without evidence,
   * lists have the numbers of the last evaluation; its page recounts them.
   */
  executions: Count,
  leftOut: Count,
  evidence: z.object({ retry: Count, same_commit: Count, flip: Count }),
  lastEvidence: Moment.nullable(),
  /** Milliseconds of attempts that failed before one passed, in the window. */
  lostTime: z.number().min(0),
  /** Mean duration of the last 14 full days, and of the 14 before; milliseconds. */
  recentDuration: z.number().nullable(),
  earlierDuration: z.number().nullable(),
  /** Where it ran last. */
  suite: z.string(),
  environment: z.string(),
  /** Days, in UTC. */
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
  lastRun: NamedRun.nullable(),
  /** Causes of its failures in the period, most frequent first; at most three. */
  causes: z.array(TestCause),
  quarantine: OpenQuarantine.nullable(),
});
export type TestSummary = z.infer<typeof TestSummary>;

/**
 * Which tests: `flaky`, `broken` and `unstable` (both) by state; `slow`: with a duration; `slowing`: at least a quarter and half a
 * second slower than before; `quarantined`; `unowned`: nobody's; `gone`: not run any more though their suite ran for at least a week since.
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

/** Repeated for several values. */
const values = z
  .union([
    z
      .string()
      .max(300)
      .transform((value) => [value]),
    z.array(z.string().max(300)).max(100),
  ])
  .optional();

/** Maximum tests to page through; filters find others. */
export const mostListedTests = 1000;

export const TestFilter = z.object({
  view: TestView.default("all"),
  /** In any case: every word must occur in file, titles or variant. */
  search: z.string().trim().max(200).optional(),
  testSuite: values,
  environment: values,
  branch: values,
  framework: values,
  owner: values,
  sortBy: TestOrder.optional(),
  offset: z.coerce.number().int().min(0).max(mostListedTests).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});
export type TestFilter = z.output<typeof TestFilter>;

const page = success(z.array(TestSummary), {
  /** `mostListedTests` at most. */
  total: Count,
  /** There are more than `total`; they were not counted. */
  more: z.boolean(),
});

export const listTests = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/tests",
  summary: "List tests of a project: flaky, broken, slow, in quarantine or without an owner, in pages",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  query: TestFilter,
  response: page,
});

export const listFlakyTests = endpoint({
  method: "GET",
  path: "/api/trends/flaky-tests",
  summary: "List flaky tests with evidence, flakiest first",
  allow: "project:read",
  query: TestFilter.omit({ view: true }).extend({
    projectId: Id,
    /** Broken tests as well. */
    view: TestView.default("flaky"),
  }),
  response: page,
});
