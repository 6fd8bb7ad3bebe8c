import { z } from "zod";
import { endpoint, Id, Moment, optionalFlag, success } from "#endpoint.ts";
import { FailureState } from "#failures/failing-state.ts";
import { FailureClass, FailureVerdict } from "#failures/verdict.ts";
import { TestError, TestStatus } from "#result-event.ts";
import { QuarantineKind } from "#tests/quarantine.ts";

const reportParams = z.object({ reportId: Id });

/** `flaky` (passed after a failed attempt) and `firstPassed` (the others) are the two parts of `passed`; the rest are final statuses. */
export const ResultFilter = z.enum(["failed", "error", "flaky", "skipped", "passed", "firstPassed", "running"]);
export type ResultFilter = z.infer<typeof ResultFilter>;

/** One test in one run, as a row of the list. */
export const ResultRow = z.object({
  id: Id,
  testId: Id,
  file: z.string().nullable(),
  /** Suites from the outside in, then the title. */
  titlePath: z.array(z.string()),
  /** Playwright project, browser or parameters; empty if there are none. */
  variant: z.string(),
  /** 1, or higher when the same test appears several times in the run. */
  occurrence: z.number().int().positive(),
  status: TestStatus,
  flaky: z.boolean(),
  retries: z.number().int(),
  /** Milliseconds, all attempts together; null if the report does not say. */
  duration: z.number().nullable(),
  browser: z.string().nullable(),
  author: z.string().nullable(),
  /**
   * Reason of a skipped test, if the report has one; otherwise the first line of the last failed attempt's error,
   * without ANSI codes. If that line fits any test, the subject follows after ` · `: `Error:
   * expect(locator).toHaveText(expected) failed · expected "Paid" · received "500"`.
   */
  errorLine: z.string().nullable(),
  /** Equal for failures of one kind; null if nothing failed. */
  failureSignature: z.string().nullable(),
  /** It failed because its last attempt took longer than it may, by the tool's own word. */
  timedOut: z.boolean().optional(),
});
export type ResultRow = z.infer<typeof ResultRow>;

/** Facts of the project about a test, besides those of the run. */
export const KnownTest = z.object({
  /** Set by hand, by the latest report, or by the rules of the project; `null` without an owner. */
  owner: z.string().nullable(),
  /** The project takes the test for flaky, by its runs of the last weeks. */
  flaky: z.boolean(),
  /** `inForce`: it held when the run started, so it applies to the run's failures; false: it was set afterwards. */
  quarantine: z.object({ kind: QuarantineKind, inForce: z.boolean() }).nullable(),
});
export type KnownTest = z.infer<typeof KnownTest>;

/** A row of the list, with fields that only lists have. */
export const ListedResult = z.object({
  ...ResultRow.shape,
  known: KnownTest,
  /** State of a failure compared with the base; `null` without a base and for other results. */
  state: FailureState.nullable(),
  /** The artifact that is the trace of its last attempt with one; null if none was uploaded. */
  trace: Id.nullable(),
});
export type ListedResult = z.infer<typeof ListedResult>;

/** The groupings of a run's tests; a failure is one kind of error, identified by its signature. */
export const GroupBy = z.enum(["failure", "file", "browser"]);
export type GroupBy = z.infer<typeof GroupBy>;

/** Stands for the tests that have no failure, file or browser. */
export const withoutKey = "~";

const groupKey = z.string().max(1000).optional();

/** The most that a filter compares of an annotation. */
const annotationKeyLength = 200;

/** What the list finds a test by of one annotation: `issue`, and `issue=SHOP-17` where it is described. */
export function annotationKeys(type: string, description: string): string[] {
  const keys = [type, ...(description.trim() === "" ? [] : [`${type}=${description.trim()}`])];
  return keys.map((key) => key.slice(0, annotationKeyLength));
}

/** Stands among the annotation keys of a test whose last attempt timed out. */
export const timedOutKey = "plumb:timed-out";

const resultFilter = {
  status: ResultFilter.optional(),
  /** Only failures whose last attempt timed out, or without them. */
  timedOut: optionalFlag,
  /** Case-insensitive; every word must occur in the file, the titles, the variant, a tag, the owner or the error's line. */
  search: z.string().max(200).optional(),
  /** One of the tags. */
  tag: groupKey,
  /** Author or owner. */
  author: groupKey,
  /** One of the test's annotations: its type, or `type=description` (`annotationKeys`). */
  annotation: groupKey,
  /** As `key` of a group; `~` for the tests that have none. */
  browser: groupKey,
  file: groupKey,
  failure: groupKey,
};

/** Ids that one call names at most. */
export const mostIds = 100;

/** Up to 100 ids of results, with commas between them. */
const resultIds = z.string().regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${mostIds - 1}}$`));

export const listResults = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results",
  summary: "List tests of a report: failed, errored, flaky, skipped, then passed, each in the order of the report",
  allow: "project:read",
  params: reportParams,
  query: z.object({
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    ...resultFilter,
  }),
  /** `total` counts what matches the filter, not the window. */
  response: success(z.array(ListedResult), { total: z.number().int() }),
});

export const listResultsById = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/rows",
  summary: "Read the current state of some tests of a running report",
  allow: "project:read",
  params: reportParams,
  query: z.object({ ids: resultIds }),
  /** In the order of the ids; without those that the report does not have. */
  response: success(z.array(ListedResult)),
});

export const ResultGroup = z.object({
  /** The failure's signature (of a cause with several, the smallest one), the file or the browser; `~`: the tests that have none. */
  key: z.string(),
  total: z.number().int(),
  /** Includes flaky. */
  passed: z.number().int(),
  failed: z.number().int(),
  errored: z.number().int(),
  skipped: z.number().int(),
  flaky: z.number().int(),
  /** Of a failure: how many of its tests are new, and how many are back, according to `state` of a row. */
  newFailures: z.number().int(),
  backAgain: z.number().int(),
  /** Of a failure: how many of its tests were in quarantine when the run started. */
  quarantined: z.number().int(),
  /** Owners of the tests with a failure, at most 4. For large groups, those of the first tests. */
  owners: z.array(z.string()),
  /** Of a failure: the first line of one of its errors. */
  errorLine: z.string().nullable(),
  /** Of a failure: its cause in the project, and the cause's class; null until it is collected. */
  cause: z
    .object({
      groupId: Id,
      primaryClass: FailureClass.nullable(),
      subClass: z.object({ code: z.string(), name: z.string() }).nullable(),
    })
    .nullable(),
});
export type ResultGroup = z.infer<typeof ResultGroup>;

/** Default number of groups in a response; users filter the list before they read more. */
export const groupsAtFirst = 500;
export const mostGroups = 20_000;

export const listResultGroups = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/groups",
  summary: "List groups of tests with counts: new failures first, then by size; tests without a group last",
  allow: "project:read",
  params: reportParams,
  query: z.object({
    by: GroupBy,
    /** Groups beyond it are left out, but for the tests without a key. */
    limit: z.coerce.number().int().min(1).max(mostGroups).default(groupsAtFirst),
    ...resultFilter,
  }),
  /** `total` counts the groups that there are, `tests` the tests in all of them. */
  response: success(z.array(ResultGroup), { total: z.number().int(), tests: z.number().int() }),
});

export const listOutcomes = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/outcomes",
  summary: "Read the last outcomes of some tests in the suite, environment and branch of the report",
  allow: "project:read",
  params: reportParams,
  query: z.object({ ids: resultIds }),
  /** Oldest first, up to 15 each. */
  response: success(
    z.array(z.object({ resultId: Id, outcomes: z.array(z.object({ status: TestStatus, flaky: z.boolean() })) })),
  ),
});

export const Step = z.object({
  title: z.string(),
  depth: z.number().int(),
  status: z.enum(["passed", "failed", "skipped"]),
  duration: z.number().nullable(),
  category: z.string().optional(),
  error: z.string().optional(),
  /** Location in the code of the tests, relative to their root. */
  file: z.string().optional(),
  line: z.number().int().optional(),
  /** Another name of `title`. */
  name: z.string().optional(),
});
export type Step = z.infer<typeof Step>;

export const Artifact = z.object({
  id: Id,
  attempt: z.number().int().nullable(),
  /** Step of the attempt in which it was attached, from 0, if the report has it. */
  step: z.number().int().optional(),
  name: z.string(),
  /** Other names of `name` and `kind`. */
  filename: z.string().optional(),
  type: z.string().optional(),
  kind: z.enum(["screenshot", "video", "trace", "text", "other"]),
  contentType: z.string(),
  /** Bytes; null when the file was named in the report but not uploaded. */
  size: z.number().int().nullable(),
  /** A signed link that works for an hour without a header; null when the file was not uploaded. */
  url: z.string().nullable(),
  /**
   * Address on a separate origin: of HTML, SVG and PDF, and of the trace viewer for a trace. `null` for others, and
   * without such an origin: then it can only be downloaded.
   */
  viewUrl: z.string().nullable(),
});
export type Artifact = z.infer<typeof Artifact>;

export const Attempt = z.object({
  index: z.number().int(),
  status: TestStatus,
  startTime: Moment.nullable(),
  duration: z.number().nullable(),
  worker: z.number().int().nullable(),
  errors: z.array(TestError),
  /** Failed by a timeout; missing if the tool does not report it. */
  timedOut: z.boolean().optional(),
  /** The subject of its failure; null if its errors do not contain one. Only if a single test is requested. */
  verdict: FailureVerdict.nullable().optional(),
  steps: z.array(Step),
  stdout: z.string(),
  stderr: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

const told = z.string().nullable();

/** Aliases of fields for other clients. */
const namesOfRow = {
  name: z.string(),
  title: z.string(),
  error: told,
  errorMessage: told,
  platform: told,
  viewport: told,
  config: z.object({ browser: told, browserName: told, platform: told, viewport: told }),
  metadata: z.object({
    author: told,
    browser: told,
    browserName: told,
    platform: told,
    os: told,
    viewport: told,
    userAgent: told,
  }),
};

/** The same with what only its details know. */
const otherNames = {
  ...namesOfRow,
  stackTrace: told,
  startTime: Moment.nullable(),
  endTime: Moment.nullable(),
  steps: z.array(Step),
};

/** A test in the list that a report carries where it is asked for. */
export const NamedTest = z.object({
  ...namesOfRow,
  id: Id,
  status: TestStatus,
  duration: z.number().nullable(),
  author: told,
  browser: told,
  retries: z.number().int(),
});
export type NamedTest = z.infer<typeof NamedTest>;

export const ResultDetail = z.object({
  ...ResultRow.shape,
  /** Absent in exports. */
  known: KnownTest.optional(),
  ...z.object(otherNames).partial().shape,
  line: z.number().int().nullable(),
  tags: z.array(z.string()),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
  skipReason: z.string().nullable(),
  attempts: z.array(Attempt),
  artifacts: z.array(Artifact),
});
export type ResultDetail = z.infer<typeof ResultDetail>;

export const readResult = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/:resultId",
  summary: "Read all details of a result",
  allow: "project:read",
  params: z.object({ reportId: Id, resultId: Id }),
  response: success(ResultDetail),
});

/** One outcome of a test, in one of the runs that it was part of. */
export const PastResult = z.object({
  reportId: Id,
  resultId: Id,
  /** Of the report. */
  number: z.number().int().positive(),
  environment: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  /** When the run started. */
  startTime: Moment,
  status: TestStatus,
  flaky: z.boolean(),
  duration: z.number().nullable(),
});
export type PastResult = z.infer<typeof PastResult>;

export const readResultHistory = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/:resultId/history",
  summary: "List the last 30 outcomes of a test up to this report, oldest first",
  allow: "project:read",
  params: z.object({ reportId: Id, resultId: Id }),
  query: z.object({
    /** `same`: in runs of the report's suite, environment and branch; `all`: in all runs of the project. */
    scope: z.enum(["same", "all"]).default("same"),
  }),
  response: success(z.array(PastResult)),
});

export const locateResult = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/:resultId/position",
  summary: "Find the position of a result in the list",
  allow: "project:read",
  params: z.object({ reportId: Id, resultId: Id }),
  query: z.object({ ...resultFilter, group: GroupBy.optional() }),
  /**
   * Offset as `listResults` counts it, or within the result's group where groups are asked for, with the group's key. Null
   * if the filter leaves the result out.
   */
  response: success(z.object({ offset: z.number().int().nonnegative().nullable(), group: z.string().nullable() })),
});
