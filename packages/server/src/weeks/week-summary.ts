import type { Tally } from "@plumb/analysis/trends/run-tally.ts";
import { dayText } from "@plumb/analysis/trends/calendar.ts";
import { causeTitle } from "@plumb/analysis/failures/cause-title.ts";
import {
  type ChangedCause,
  type ChangedTest,
  maxWeekLines,
  maxWeekMovers,
  weekDueDays,
  type WeekFilter,
  type WeekSummary,
  type WeekTestChange,
} from "@plumb/contract/trends/week.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { errorDisplay } from "#core/error-shown.ts";
import type { Db } from "#store/db.ts";
import { causeDetails } from "#store/notification-rules/cause-details.ts";
import { groupRows } from "#store/failures/failure-rows.ts";
import { projectById } from "#store/projects/projects.ts";
import { type SelectedRuns, selectRuns, talliesByName, talliesOf } from "#read-models/runs/selected-runs.ts";
import { type CauseChange, weekFailures } from "#read-models/runs/week-failures.ts";
import {
  dueItems,
  flakiestTests,
  type ScoredRow,
  slowestTests,
  slowingTests,
  type TimedRow,
  type UnownedRow,
  unownedTests,
} from "#store/trends/week-standing.ts";
import { countedRunsById } from "#store/trends/week-runs.ts";
import {
  changedTests,
  type ChangedRow,
  type EndedRow,
  endedQuarantines,
  notEvaluatedYet,
  type WeekSelection,
  weekTests,
  type WeekTestRow,
} from "#store/trends/week-tests.ts";
import { presentTally } from "./present-tally.ts";
import { presentWeek, type WeekWindow } from "./week-window.ts";

type Needs = Pick<Context, "db" | "failureIndex" | "runStats">;

export async function weekSummary(
  context: Needs,
  projectId: number,
  { window, filter, now }: { readonly window: WeekWindow; readonly filter: WeekFilter; readonly now: Date },
): Promise<WeekSummary> {
  const { db, runStats } = context;
  const selection = { projectId, suite: filter.suite, owner: filter.owner, limit: maxWeekLines };
  const project = await projectById(db, projectId);
  if (project === null) throw new ApiError("not_found", "This project has been deleted.");
  const selected = await selectRuns(runStats, projectId, filter);
  const metrics = metricsOf(selected, window);
  const changes = await changesOf(context, selection, window);
  const quarantine = await endedQuarantines(db, selection, windowTimes(window));
  const standing = await standingOf(db, selection, { today: dayText(window.today), now });
  const { flakiest, slowest, slowing, unowned } = standing;
  const named = [
    changes.worse,
    changes.better,
    quarantine.rows,
    flakiest.rows,
    slowest.rows,
    slowing.rows,
    unowned.rows,
  ];
  const tests = await weekTests(db, projectId, [...new Set(named.flatMap(idsOf))]);
  const causes = await causesOf(db, projectId, changes.causes);
  return {
    projectName: project.name,
    suites: [...(filter.suite ?? [])],
    owners: [...(filter.owner ?? [])],
    ...presentWeek(window),
    now: now.toISOString(),
    ...metrics,
    countedRuns: selected.project.ever.runs,
    worse: {
      tests: { rows: withTests(tests, changes.worse, presentChange), ...changes.worseCounts },
      causes: causes.worse,
    },
    better: {
      tests: { rows: withTests(tests, changes.better, presentChange), ...changes.betterCounts },
      causes: causes.better,
    },
    quarantine: { ...quarantine, rows: withTests(tests, quarantine.rows, presentEnded) },
    standing: presentStanding(tests, standing),
  };
}

/** Returns the metrics of the week, of the weeks before it, and the suites that changed most. */
function metricsOf(selected: SelectedRuns, { before, span, history }: WeekWindow) {
  // Time between the two spans is not counted.
  const [previous, current] = talliesOf(selected, [before, span]).map(presentTally);
  if (previous === undefined || current === undefined) throw new Error("Two spans have two tallies.");
  return {
    figures: current,
    previous,
    history: talliesOf(selected, history).map(presentTally),
    movers: moversOf(talliesByName(selected, "suite", [before, span])),
  };
}

/** Smallest change of the pass rate that is listed, in percentage points. */
const minChange = 0.1;

function moversOf(suites: ReadonlyMap<string, readonly Tally[]>): WeekSummary["movers"] {
  const changed = [...suites].flatMap(([suite, tallies]) => {
    const [before, passRate] = tallies.map((tally) => presentTally(tally).pass_rate);
    if (before == null || passRate == null) return [];
    const change = Math.round((passRate - before) * 10) / 10;
    return Math.abs(change) < minChange ? [] : [{ suite, passRate, before, change }];
  });
  const sorted = changed.toSorted((a, b) => a.change - b.change || (a.suite < b.suite ? -1 : 1));
  const present = (rows: typeof changed) =>
    rows.slice(0, maxWeekMovers).map(({ suite, passRate, before }) => ({ suite, passRate, before }));
  return {
    worse: present(sorted.filter(({ change }) => change < 0)),
    better: present(sorted.filter(({ change }) => change > 0).toReversed()),
  };
}

type Tests = ReadonlyMap<number, WeekTestRow>;

/** Adds the details of their tests to rows. */
function withTests<Row extends { readonly testId: number }, More>(
  tests: Tests,
  rows: readonly Row[],
  more: (row: Row) => More,
) {
  return rows.flatMap((row) => {
    const test = tests.get(row.testId);
    return test === undefined ? [] : [{ ...test, ...more(row) }];
  });
}

function presentEnded({ kind, reason, endsAt, released }: EndedRow) {
  return { kind, reason, endsAt: endsAt.toISOString(), released };
}

function presentTimed({ recentUs, beforeUs }: TimedRow) {
  return { duration: recentUs / 1000, before: beforeUs === null ? null : beforeUs / 1000 };
}

function presentScored({ score, costUs }: ScoredRow) {
  return { score, lostTime: costUs / 1000 };
}

function presentUnowned({ since }: UnownedRow) {
  return { since: since?.toISOString() ?? null };
}

function presentStanding(
  tests: Tests,
  { flakiest, slowest, slowing, unowned, items }: Awaited<ReturnType<typeof standingOf>>,
): WeekSummary["standing"] {
  return {
    flakiest: { ...flakiest, rows: withTests(tests, flakiest.rows, presentScored) },
    slowest: { ...slowest, rows: withTests(tests, slowest.rows, presentTimed) },
    slowing: { ...slowing, rows: withTests(tests, slowing.rows, presentTimed) },
    unowned: { ...unowned, rows: withTests(tests, unowned.rows, presentUnowned) },
    items: { ...items, rows: [...items.rows], due: items.total - items.overdue },
  };
}

function idsOf(rows: readonly { readonly testId: number }[]): number[] {
  return rows.map(({ testId }) => testId);
}

function windowTimes({ span }: WeekWindow) {
  return { from: new Date(span.from), until: new Date(span.until) };
}

interface Change extends ChangedRow {
  readonly became: WeekTestChange;
}

function presentChange({ became, at }: Change): Pick<ChangedTest, "at" | "became"> {
  return { became, at: at.toISOString() };
}

/** Returns the changes of the week: tests whose state changed, failing tests whose state is not known yet, and causes. */
async function changesOf({ db, failureIndex, runStats }: Needs, selection: WeekSelection, window: WeekWindow) {
  const times = windowTimes(window);
  const spans = { week: window.span, lookback: window.lookback };
  const { causes, failing, failingAtEnd } = await weekFailures(failureIndex, runStats, selection, spans);
  const stateChanges = await changedTests(db, selection, { ...times, failing: [...failingAtEnd] });
  const unevaluated = await notEvaluatedYet(db, selection, [...failing.keys()], times);
  const began = [...failing]
    .filter(([testId]) => unevaluated.has(testId))
    .map(([testId, at]): Change => ({ testId, at: new Date(at), became: "failing" }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime() || b.testId - a.testId);
  const total = (became: Exclude<WeekTestChange, "failing">) => stateChanges.get(became)?.total ?? 0;
  const rows = (...kinds: Exclude<WeekTestChange, "failing">[]) =>
    kinds.flatMap((became) => (stateChanges.get(became)?.rows ?? []).map((row): Change => ({ ...row, became })));
  const worse = { broken: total("broken"), flaky: total("flaky"), failing: began.length };
  const better = { fixed: total("fixed"), eased: total("eased"), stable: total("stable"), released: total("released") };
  return {
    causes,
    // Sorted by kind, and by time within each kind.
    worse: [...rows("broken"), ...began, ...rows("flaky")].slice(0, selection.limit),
    worseCounts: { ...worse, total: sum(worse) },
    better: rows("fixed", "stable", "eased", "released").slice(0, selection.limit),
    betterCounts: { ...better, total: sum(better) },
  };
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((all, each) => all + each, 0);
}

async function causesOf(db: Db, projectId: number, changes: readonly CauseChange[]) {
  const of = (...requested: CauseChange["became"][]) => changes.filter(({ became }) => requested.includes(became));
  const [worse, better] = [of("new", "returned"), of("resolved")];
  const visible = [...worse.slice(0, maxWeekLines), ...better.slice(0, maxWeekLines)];
  const groups = await groupRows(
    db,
    projectId,
    visible.map(({ groupId }) => groupId),
  );
  const details = await causeDetails(db, projectId, [...groups.keys()]);
  const runs = await countedRunsById(
    db,
    projectId,
    visible.map(({ runId }) => runId),
  );
  const present = (causes: readonly CauseChange[]): ChangedCause[] =>
    causes.slice(0, maxWeekLines).flatMap(({ groupId, became, tests, runId }) => {
      const group = groups.get(groupId);
      if (group === undefined) return [];
      const run = runs.get(runId);
      const since = run === undefined ? null : { ...run, at: run.at.toISOString() };
      const test = details.get(groupId)?.test ?? null;
      const cause = { message: group.message, test: test && { ...test, line: null }, tests };
      // The tests of a resolved cause can still fail for other causes.
      const title = causeTitle(cause, { change: became === "returned" ? "returned" : "failing" });
      const message = errorDisplay(group.message);
      return [{ groupId, title, message, primaryClass: group.class, became, tests, since }];
    });
  return {
    worse: { rows: present(worse), total: worse.length, new: of("new").length, returned: of("returned").length },
    better: { rows: present(better), total: better.length },
  };
}

/** Returns the current state, which does not depend on the selected week. */
async function standingOf(db: Db, selection: WeekSelection, { today, now }: { today: string; now: Date }) {
  return {
    flakiest: await flakiestTests(db, selection),
    slowest: await slowestTests(db, selection, now),
    slowing: await slowingTests(db, selection, now),
    unowned: await unownedTests(db, selection),
    items: await dueItems(db, selection, { today, days: weekDueDays }),
  };
}
