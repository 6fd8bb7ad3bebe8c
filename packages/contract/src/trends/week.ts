import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { FailureClass } from "#failures/verdict.ts";
import { AnnotationPriority, AnnotationStatus } from "#items/annotations.ts";
import { TestState } from "#tests/tests.ts";
import { TrendFilter } from "./trend-filter.ts";
import { TrendMetrics } from "./trends.ts";

const count = z.number().int().nonnegative();
const day = z.iso.date();

/** Maximum number of lines per list. `total` counts all lines. */
export const maxWeekLines = 10;
/** Open items are due if their due date is within this many days, including today. */
export const weekDueDays = 7;

/** Selects a week and the tests to include. */
export const WeekFilter = TrendFilter.pick({ projectId: true, timeZone: true, suite: true, owner: true }).extend({
  /** Example: `2026-W47`. Defaults to the current week, and on Mondays to the previous week. Weeks start on Monday. */
  week: z
    .string()
    .max(20)
    .regex(/^[1-9]\d{3}-W\d{2}$/, "Write a week as 2026-W47")
    .optional(),
});
export type WeekFilter = z.output<typeof WeekFilter>;

/** A test in a list of the week. */
const WeekTest = z.object({
  id: Id,
  titlePath: z.array(z.string()),
  variant: z.string(),
  owner: z.string().nullable(),
  /** Suite of its last run. */
  suite: z.string(),
  state: TestState,
});

/**
 * How the state of a test changed. `broken`, `flaky`: the new state; `failing`: started to fail on a main branch; `fixed`: was broken;
 * `eased`: was broken and is now flaky; `stable`: was flaky; `released`: released from quarantine.
 */
export const WeekTestChange = z.enum(["broken", "flaky", "failing", "fixed", "eased", "stable", "released"]);
export type WeekTestChange = z.infer<typeof WeekTestChange>;

export const ChangedTest = WeekTest.extend({ became: WeekTestChange, at: Timestamp });
export type ChangedTest = z.infer<typeof ChangedTest>;

const NamedCommit = z.object({ runId: Id, number: count, commit: z.string().nullable(), at: Timestamp });

/** A cause that appeared for the first time, came back or was resolved. */
export const ChangedCause = z.object({
  groupId: Id,
  /** Test and error, as in messages about the cause: `“checkout” fails: applyVoucher is not defined`. */
  title: z.string(),
  message: z.string(),
  primaryClass: FailureClass.nullable(),
  became: z.enum(["new", "returned", "resolved"]),
  /** Number of affected tests in this week; for a resolved cause, in this week and the week before. */
  tests: count,
  /** Run in which the cause first appeared, came back or was fixed. */
  since: NamedCommit.nullable(),
});
export type ChangedCause = z.infer<typeof ChangedCause>;

const ScoredTest = WeekTest.extend({
  /** Flaky executions in percent, and milliseconds of failed attempts before an attempt passed, in the period of the rule. */
  score: z.number().min(0).max(100),
  lostTime: z.number().min(0),
});

const TimedTest = WeekTest.extend({
  /** Mean duration in milliseconds over the 14 full days before today, and over the 14 days before. */
  duration: z.number().min(0),
  before: z.number().min(0).nullable(),
});

const UnownedTest = WeekTest.extend({ since: Timestamp.nullable() });

export const DueItem = z.object({
  id: Id,
  title: z.string(),
  priority: AnnotationPriority,
  status: AnnotationStatus,
  dueDate: day,
  overdue: z.boolean(),
  assignedTo: z.string().nullable(),
});
export type DueItem = z.infer<typeof DueItem>;

const EndedQuarantine = WeekTest.extend({
  kind: z.enum(["quarantine", "mute"]),
  reason: z.string(),
  endsAt: Timestamp,
  /** False if the quarantine will end within a minute. */
  released: z.boolean(),
});

/** Returns the schema of a list with its most important lines first. */
function listOf<Line extends z.ZodType>(line: Line) {
  return z.object({ rows: z.array(line), total: count });
}

/** Maximum number of suites that got worse or better. */
export const maxWeekMovers = 3;

/** A suite whose pass rate changed by a tenth of a point or more. */
export const WeekMover = z.object({
  suite: z.string(),
  /** Percent. */
  passRate: z.number(),
  before: z.number(),
});
export type WeekMover = z.infer<typeof WeekMover>;

export const WeekSummary = z.object({
  projectName: z.string(),
  /** Filters of the week; empty for all suites and owners. */
  suites: z.array(z.string()),
  owners: z.array(z.string()),
  /** Example: `2026-W47`. `nextWeek` is `null` if that week has not begun. */
  week: z.string(),
  previousWeek: z.string(),
  nextWeek: z.string().nullable(),
  /** Monday and Sunday of the week. */
  from: day,
  to: day,
  timeZone: z.string(),
  /** True if the week is not over. All numbers then cover the time until now and are compared with the same period of the previous week. */
  soFar: z.boolean(),
  now: Timestamp,
  /** Current day in the reader's time zone. */
  today: day,
  figures: TrendMetrics,
  previous: TrendMetrics,
  /** Metrics of the three weeks before and of this one, oldest first. The last are `figures`. */
  history: z.array(TrendMetrics).length(4),
  /** Suites whose pass rate changed most compared with the previous week, at most `maxWeekMovers` of each. */
  movers: z.object({ worse: z.array(WeekMover), better: z.array(WeekMover) }),
  /** Number of runs that were ever counted in the project. */
  countedRuns: count,
  worse: z.object({
    tests: listOf(ChangedTest).extend({ broken: count, flaky: count, failing: count }),
    causes: listOf(ChangedCause).extend({ new: count, returned: count }),
  }),
  better: z.object({
    tests: listOf(ChangedTest).extend({ fixed: count, eased: count, stable: count, released: count }),
    causes: listOf(ChangedCause),
  }),
  /** Quarantines whose end date is in the week. */
  quarantine: listOf(EndedQuarantine),
  /** Current state, independent of the selected week. For tests, a `total` of 1,001 means more than 1,000. */
  standing: z.object({
    flakiest: listOf(ScoredTest),
    /** Here, `total` is only the number of lines, because tests with a duration are not counted. */
    slowest: listOf(TimedTest),
    slowing: listOf(TimedTest),
    unowned: listOf(UnownedTest),
    items: listOf(DueItem).extend({ overdue: count, due: count }),
  }),
});
export type WeekSummary = z.infer<typeof WeekSummary>;

export const readWeek = endpoint({
  method: "GET",
  path: "/api/trends/week",
  summary: `Read the quality of a week: metrics, what got worse and better, and flaky, slow, ownerless and due tests and items (${maxWeekLines} of each)`,
  allow: "project:read",
  query: WeekFilter,
  response: success(WeekSummary),
});

export const WeekExportQuery = WeekFilter.extend({ format: z.enum(["pdf"]).default("pdf") });

export const exportWeek = endpoint({
  method: "GET",
  path: "/api/trends/week/export",
  summary: "Export a week as PDF",
  allow: "project:read",
  query: WeekExportQuery,
  response: z.unknown().meta({ contentTypes: ["application/pdf"] }),
});

export const linkWeek = endpoint({
  method: "GET",
  path: "/api/trends/week/export/link",
  summary: "Create a signed link to the same document, valid for an hour",
  allow: "project:read",
  query: WeekExportQuery,
  response: success(z.object({ url: z.string() })),
});

export const readLinkedWeek = endpoint({
  method: "GET",
  path: "/api/exports/week",
  summary: "Download a week as PDF by a signed link",
  allow: "signed",
  query: z.object({ link: z.string().max(20_000) }),
  response: z.unknown().meta({ contentTypes: ["application/pdf"] }),
});
