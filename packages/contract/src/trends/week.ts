import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { FailureClass } from "#failures/verdict.ts";
import { AnnotationPriority, AnnotationStatus } from "#items/annotations.ts";
import { TestState } from "#tests/tests.ts";
import { TrendFilter } from "./trend-filter.ts";
import { TrendFigures } from "./trends.ts";

const count = z.number().int().nonnegative();
const day = z.iso.date();

/** Maximum lines per list; `total` has their number. */
export const mostWeekLines = 10;
/** Open items whose date is within this many days, today included, are due. */
export const weekDueDays = 7;

/** Which week, and which of its tests. */
export const WeekFilter = TrendFilter.pick({ projectId: true, timeZone: true, suite: true, owner: true }).extend({
  /** `2026-W47`; by default the current week, on its Monday the previous one. Weeks start on Monday. */
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
  /** Where it ran last. */
  suite: z.string(),
  /** Current state. */
  state: TestState,
});

/**
 * What became of a test: `broken` and `flaky` as judged, `failing`: it began to fail on a main branch; `fixed`: broken before,
 * `eased`: broken before, flaky now; `stable`: flaky before; `released`: from quarantine.
 */
export const WeekTestChange = z.enum(["broken", "flaky", "failing", "fixed", "eased", "stable", "released"]);
export type WeekTestChange = z.infer<typeof WeekTestChange>;

export const ChangedTest = WeekTest.extend({ became: WeekTestChange, at: Moment });
export type ChangedTest = z.infer<typeof ChangedTest>;

const NamedCommit = z.object({ runId: Id, number: count, commit: z.string().nullable(), at: Moment });

/** A cause that was seen for the first time, came back, or did not fail any more. */
export const ChangedCause = z.object({
  groupId: Id,
  message: z.string(),
  primaryClass: FailureClass.nullable(),
  became: z.enum(["new", "returned", "resolved"]),
  /** Tests that failed by it: in the week, or, resolved, in this week and the one before. */
  tests: count,
  /** The run that had it first, in which it came back, or in which it was gone. */
  since: NamedCommit.nullable(),
});
export type ChangedCause = z.infer<typeof ChangedCause>;

const ScoredTest = WeekTest.extend({
  /** Flaky executions in percent, in the window of the rule, and milliseconds of attempts that failed before one passed. */
  score: z.number().min(0).max(100),
  lostTime: z.number().min(0),
});

const TimedTest = WeekTest.extend({
  /** Mean of the 14 full days before today, and of the 14 before; milliseconds. */
  duration: z.number().min(0),
  before: z.number().min(0).nullable(),
});

const UnownedTest = WeekTest.extend({ since: Moment.nullable() });

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
  endsAt: Moment,
  /** False: it ends within the minute. */
  released: z.boolean(),
});

/** Lines of a list, the weightiest first. */
function listOf<Line extends z.ZodType>(line: Line) {
  return z.object({ rows: z.array(line), total: count });
}

export const WeekSummary = z.object({
  projectName: z.string(),
  /** What it was narrowed to; empty for all. */
  suites: z.array(z.string()),
  owners: z.array(z.string()),
  /** `2026-W47`, with the weeks next to it; null if the next one has not begun. */
  week: z.string(),
  previousWeek: z.string(),
  nextWeek: z.string().nullable(),
  /** Its Monday and Sunday. */
  from: day,
  to: day,
  timeZone: z.string(),
  /** It is not over: numbers cover the time until now, and are compared with the same time of the previous week. */
  soFar: z.boolean(),
  now: Moment,
  /** The reader's day. */
  today: day,
  figures: TrendFigures,
  previous: TrendFigures,
  /** Runs of the project that were ever counted. */
  countedRuns: count,
  worse: z.object({
    tests: listOf(ChangedTest).extend({ broken: count, flaky: count, failing: count }),
    causes: listOf(ChangedCause).extend({ new: count, returned: count }),
  }),
  better: z.object({
    tests: listOf(ChangedTest).extend({ fixed: count, eased: count, stable: count, released: count }),
    causes: listOf(ChangedCause),
  }),
  /** Quarantines that their date ended in the week. */
  quarantine: listOf(EndedQuarantine),
  /** Current situation, for any selected week. For tests, a `total` of 1,001 means more than a thousand. */
  standing: z.object({
    flakiest: listOf(ScoredTest),
    /** How many have a duration is not counted: `total` is that of the lines. */
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
  summary: `Read the quality of a week: metrics, what got worse and better, and flaky, slow, ownerless and due tests and items (${mostWeekLines} of each)`,
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
