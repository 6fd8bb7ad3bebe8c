import { z } from "zod";
import { endpoint, Id, Timestamp, optionalFlag, success } from "#endpoint.ts";
import { FailureState } from "#failures/failing-state.ts";
import { FailureClass, FailureVerdict } from "#failures/verdict.ts";
import { TestError, TestStatus } from "#result-event.ts";
import { QuarantineKind } from "#tests/quarantine.ts";

const reportParams = z.object({ reportId: Id });

/** `flaky` (passed after a failed attempt) and `firstPassed` together make up `passed`. The other values are final statuses. */
export const ResultFilter = z.enum(["failed", "error", "flaky", "skipped", "passed", "firstPassed", "running"]);
export type ResultFilter = z.infer<typeof ResultFilter>;

/** A test in a run, as a row of the list. */
export const ResultRow = z.object({
  id: Id,
  testId: Id,
  file: z.string().nullable(),
  /** Suites from the outermost to the innermost, then the title. */
  titlePath: z.array(z.string()),
  /** Playwright project, browser or parameters; empty if there are none. */
  variant: z.string(),
  /** Position among several results of the same test in the run, from 1. */
  occurrence: z.number().int().positive(),
  status: TestStatus,
  flaky: z.boolean(),
  retries: z.number().int(),
  /** Milliseconds of all attempts; `null` if the report has no duration. */
  duration: z.number().nullable(),
  browser: z.string().nullable(),
  author: z.string().nullable(),
  /**
   * Reason of a skipped test, if the report has one; otherwise the first line of the last failed attempt's error, without ANSI codes. If that line is
   * too general, the subject is appended after ` · `, for example: `Error: expect(locator).toHaveText(expected) failed · expected "Paid" · received
   * "500"`.
   */
  errorLine: z.string().nullable(),
  /** Equal for similar failures; `null` if the test did not fail. */
  failureSignature: z.string().nullable(),
  /** True if the tool reports that the last attempt failed because of a timeout. */
  timedOut: z.boolean().optional(),
});
export type ResultRow = z.infer<typeof ResultRow>;

/** Project-wide information about a test, in addition to its result. */
export const KnownTest = z.object({
  /** Set by a user, by the latest report, or by the owner rules of the project; `null` without an owner. */
  owner: z.string().nullable(),
  /** True if the project classifies the test as flaky, based on its runs of the last weeks. */
  flaky: z.boolean(),
  /** `inForce`: true if the quarantine was active when the run started, so it applies to the run's failures; false if it was added later. */
  quarantine: z.object({ kind: QuarantineKind, inForce: z.boolean() }).nullable(),
});
export type KnownTest = z.infer<typeof KnownTest>;

/** A test in a list of results, with fields that are only present in lists. */
export const ListedResult = z.object({
  ...ResultRow.shape,
  known: KnownTest,
  /** State of a failure compared with the base; `null` without a base and for other results. */
  state: FailureState.nullable(),
  /** Trace of the last attempt that has one; `null` if none was uploaded. */
  trace: Id.nullable(),
});
export type ListedResult = z.infer<typeof ListedResult>;

/** How the tests of a run can be grouped. `failure` groups by failure signature. */
export const GroupBy = z.enum(["failure", "file", "browser"]);
export type GroupBy = z.infer<typeof GroupBy>;

/** Key of tests without a failure, file or browser. */
export const withoutKey = "~";

const groupKey = z.string().max(1000).optional();

/** Maximum length of an annotation that filters compare. */
const annotationKeyLength = 200;

/** Returns the filter values that match an annotation, such as `issue` and, if it has a description, `issue=SHOP-17`. */
export function annotationKeys(type: string, description: string): string[] {
  const keys = [type, ...(description.trim() === "" ? [] : [`${type}=${description.trim()}`])];
  return keys.map((key) => key.slice(0, annotationKeyLength));
}

/** Added to the annotation keys of tests whose last attempt timed out. */
export const timedOutKey = "plumb:timed-out";

const resultFilter = {
  status: ResultFilter.optional(),
  /** `true`: only failures whose last attempt timed out. `false`: without them. */
  timedOut: optionalFlag,
  /** Every word must occur in the file, the titles, the variant, a tag, the owner or the error line, case-insensitive. */
  search: z.string().max(200).optional(),
  /** A tag of the test. */
  tag: groupKey,
  /** Author or owner of the test. */
  author: groupKey,
  /** An annotation of the test: its type, or `type=description` (see `annotationKeys`). */
  annotation: groupKey,
  /** Same values as `key` of a group; `~` for tests without one. */
  browser: groupKey,
  file: groupKey,
  failure: groupKey,
};

/** Maximum number of ids in a request. */
export const maxIds = 100;

/** Up to 100 ids of results, separated by commas. */
const resultIds = z.string().regex(new RegExp(`^\\d{1,15}(,\\d{1,15}){0,${maxIds - 1}}$`));

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
  /** `total`: number of tests that match the filter, on all pages. */
  response: success(z.array(ListedResult), { total: z.number().int() }),
});

export const listResultsById = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/rows",
  summary: "Read the current state of some tests of a running report",
  allow: "project:read",
  params: reportParams,
  query: z.object({ ids: resultIds }),
  /** In the order of the ids. Unknown ids are omitted. */
  response: success(z.array(ListedResult)),
});

export const ResultGroup = z.object({
  /** Signature of the failure (the smallest one for a cause with several), file or browser; `~` for tests without one. */
  key: z.string(),
  total: z.number().int(),
  /** Includes flaky tests. */
  passed: z.number().int(),
  failed: z.number().int(),
  errored: z.number().int(),
  skipped: z.number().int(),
  flaky: z.number().int(),
  /** Number of tests with the `state` `new`, `back` and `known`. Only for groups by failure, and if there is a base. */
  newFailures: z.number().int(),
  backAgain: z.number().int(),
  knownFailures: z.number().int(),
  /** Number of tests that were in quarantine when the run started. Only for groups by failure. */
  quarantined: z.number().int(),
  /** Owners of the tests with a failure, at most 4. For large groups, only the first tests are considered. */
  owners: z.array(z.string()),
  /** First line of an error. Only for groups by failure. */
  errorLine: z.string().nullable(),
  /** Cause with its class; `null` until the failures are collected. Only for groups by failure. */
  cause: z
    .object({
      groupId: Id,
      primaryClass: FailureClass.nullable(),
      subClass: z.object({ code: z.string(), name: z.string() }).nullable(),
    })
    .nullable(),
});
export type ResultGroup = z.infer<typeof ResultGroup>;

/** Default number of groups in a response. Users are expected to filter rather than read more. */
export const groupsAtFirst = 500;
export const maxGroups = 20_000;

export const listResultGroups = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/groups",
  summary: "List groups of tests with counts: new failures first, then by size; tests without a group last",
  allow: "project:read",
  params: reportParams,
  query: z.object({
    by: GroupBy,
    /** Maximum number of groups. The group of tests without a key is always included. */
    limit: z.coerce.number().int().min(1).max(maxGroups).default(groupsAtFirst),
    ...resultFilter,
  }),
  /** `total`: number of all groups. `tests`: number of tests in all groups. */
  response: success(z.array(ResultGroup), { total: z.number().int(), tests: z.number().int() }),
});

export const listOutcomes = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/results/outcomes",
  summary: "Read the last outcomes of some tests in the suite, environment and branch of the report",
  allow: "project:read",
  params: reportParams,
  query: z.object({ ids: resultIds }),
  /** Up to 15 outcomes per test, oldest first. */
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
  /** Location in the test code, relative to its root. */
  file: z.string().optional(),
  line: z.number().int().optional(),
  /** Alias of `title`. */
  name: z.string().optional(),
});
export type Step = z.infer<typeof Step>;

export const Artifact = z.object({
  id: Id,
  attempt: z.number().int().nullable(),
  /** Index (from 0) of the attempt's step that attached the file, if the report contains it. */
  step: z.number().int().optional(),
  name: z.string(),
  /** Aliases of `name` and `kind`. */
  filename: z.string().optional(),
  type: z.string().optional(),
  kind: z.enum(["screenshot", "video", "trace", "text", "other"]),
  contentType: z.string(),
  /** Bytes; `null` if the file was not uploaded. */
  size: z.number().int().nullable(),
  /** A signed link that is valid for an hour and needs no authorization header; `null` if the file was not uploaded. */
  url: z.string().nullable(),
  /**
   * Address on a separate origin for HTML, SVG and PDF files; for a trace, address of the trace viewer. `null` for other files or if no such origin
   * is configured; the file can then only be downloaded.
   */
  viewUrl: z.string().nullable(),
});
export type Artifact = z.infer<typeof Artifact>;

export const Attempt = z.object({
  index: z.number().int(),
  status: TestStatus,
  startTime: Timestamp.nullable(),
  duration: z.number().nullable(),
  worker: z.number().int().nullable(),
  errors: z.array(TestError),
  /** True if the attempt failed because of a timeout; missing if the tool does not report it. */
  timedOut: z.boolean().optional(),
  /** Verdict of the failed attempt; `null` if it has none. Only present if a single test is requested. */
  verdict: FailureVerdict.nullable().optional(),
  steps: z.array(Step),
  stdout: z.string(),
  stderr: z.string(),
});
export type Attempt = z.infer<typeof Attempt>;

const optionalText = z.string().nullable();

/** Aliases of fields for other clients. */
const namesOfRow = {
  name: z.string(),
  title: z.string(),
  error: optionalText,
  errorMessage: optionalText,
  platform: optionalText,
  viewport: optionalText,
  config: z.object({
    browser: optionalText,
    browserName: optionalText,
    platform: optionalText,
    viewport: optionalText,
  }),
  metadata: z.object({
    author: optionalText,
    browser: optionalText,
    browserName: optionalText,
    platform: optionalText,
    os: optionalText,
    viewport: optionalText,
    userAgent: optionalText,
  }),
};

/** Like `namesOfRow`, with additional fields of the details. */
const otherNames = {
  ...namesOfRow,
  stackTrace: optionalText,
  startTime: Timestamp.nullable(),
  endTime: Timestamp.nullable(),
  steps: z.array(Step),
};

/** A test in the optional list of a report. */
export const NamedTest = z.object({
  ...namesOfRow,
  id: Id,
  status: TestStatus,
  duration: z.number().nullable(),
  author: optionalText,
  browser: optionalText,
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

/** Outcome of a test in one of its runs. */
export const PastResult = z.object({
  reportId: Id,
  resultId: Id,
  /** Number of the report. */
  number: z.number().int().positive(),
  environment: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  /** Start of the run. */
  startTime: Timestamp,
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
    /** `same`: runs with the report's suite, environment and branch; `all`: all runs of the project. */
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
   * Offset as in `listResults`. If groups are requested, the offset within the result's group and the group's key. `null` if the result does not
   * match the filter.
   */
  response: success(z.object({ offset: z.number().int().nonnegative().nullable(), group: z.string().nullable() })),
});
