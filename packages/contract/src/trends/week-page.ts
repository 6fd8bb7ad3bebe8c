import { nameOfTest } from "#tests/test-name.ts";
import { formatCount, formatDuration, formatRate } from "#figures.ts";
import { calendar, causeLine, changeLine, dayText, facts, itemLine, ownerOf, timed } from "./week-lines.ts";
import { maxWeekCounted, type WeekList, type WeekPart } from "./week-model.ts";
import type { WeekSummary } from "./week.ts";

/** Returns a title such as `Week 47, 16 to 22 November 2026`. */
export function weekTitle({ week, from, to }: Pick<WeekSummary, "from" | "to" | "week">): string {
  const first: Intl.DateTimeFormatOptions = {
    day: "numeric",
    ...(from.slice(0, 7) !== to.slice(0, 7) && { month: "long" }),
    ...(from.slice(0, 4) !== to.slice(0, 4) && { year: "numeric" }),
  };
  return `Week ${Number(week.slice(6))}, ${calendar(from, first)} to ${calendar(to, { day: "numeric", month: "long", year: "numeric" })}`;
}

/** Returns the comparison and the filters as text. */
export function comparedText({
  soFar,
  timeZone,
  suites,
  owners,
}: Pick<WeekSummary, "owners" | "soFar" | "suites" | "timeZone">): string {
  const narrowed = [
    ...(suites.length === 0 ? [] : [`of the ${suites.length === 1 ? "suite" : "suites"} ${suites.join(", ")}`]),
    ...(owners.length === 0 ? [] : [`of the ${owners.length === 1 ? "owner" : "owners"} ${owners.join(", ")}`]),
  ];
  return [
    soFar
      ? "The week so far, compared with the same period last week."
      : "The whole week, compared with the previous week.",
    `Days are those of ${timeZone}.`,
    ...(narrowed.length === 0 ? [] : [`Only tests ${narrowed.join(", ")}.`]),
  ].join(" ");
}

/** Returns all parts of the page in order. */
export function weekParts(week: WeekSummary): WeekPart[] {
  return [
    { title: "What got worse", note: "", lists: [worseTests(week), worseCauses(week)] },
    { title: "What got better", note: "", lists: [betterTests(week), betterCauses(week)] },
    { title: "Quarantine", note: "", lists: [quarantine(week)] },
    {
      title: "Current state",
      note: `As of today, ${dayText(week.now, week)}, regardless of the selected week.`,
      lists: [unowned(week), dueItems(week), flakiest(week), slowest(week), slowing(week)],
    },
  ];
}

function worseTests(week: WeekSummary): WeekList {
  const { rows, total, broken, failing, flaky } = week.worse.tests;
  return {
    title: "Tests",
    formula: "weekWorseTests",
    summary: joined([
      [broken, "became broken"],
      [failing, "started failing"],
      [flaky, "became flaky"],
    ]),
    lines: rows.map((row) => changeLine(row, week)),
    empty: "No tests got worse this week.",
    more: moreOf(total, rows.length, [
      { text: "broken tests", list: { kind: "tests", view: "broken", bySince: true } },
      { text: "flaky tests", list: { kind: "tests", view: "flaky", bySince: true } },
    ]),
  };
}

function betterTests(week: WeekSummary): WeekList {
  const { rows, total, fixed, stable, eased, released } = week.better.tests;
  return {
    title: "Tests",
    formula: "weekBetterTests",
    summary: joined([
      [fixed, "fixed"],
      [stable, "stable again"],
      [eased, "no longer broken, but flaky"],
      [released, "out of quarantine"],
    ]),
    lines: rows.map((row) => changeLine(row, week)),
    empty: "No tests got better this week.",
    more: moreOf(total, rows.length, [{ text: "all tests", list: { kind: "tests", view: "all", bySince: true } }]),
  };
}

function worseCauses(week: WeekSummary): WeekList {
  const { rows, total, new: fresh, returned } = week.worse.causes;
  return {
    title: "Causes of failures",
    formula: "weekWorseCauses",
    summary: joined([
      [fresh, "new"],
      [returned, "came back"],
    ]),
    lines: rows.map((row) => causeLine(row, week)),
    empty: "No new or returning causes this week.",
    more: moreOf(total, rows.length, [{ text: "causes of the week", list: { kind: "causes", resolved: false } }]),
  };
}

function betterCauses(week: WeekSummary): WeekList {
  const { rows, total } = week.better.causes;
  return {
    title: "Causes of failures",
    formula: "weekBetterCauses",
    summary: joined([[total, "gone"]]),
    lines: rows.map((row) => causeLine(row, week)),
    empty: "No causes were resolved this week.",
    more: moreOf(total, rows.length, [{ text: "resolved causes", list: { kind: "causes", resolved: true } }]),
  };
}

function quarantine(week: WeekSummary): WeekList {
  const { rows, total } = week.quarantine;
  return {
    title: "Expired",
    formula: "weekQuarantine",
    summary: joined([[total, total === 1 ? "test no longer in quarantine" : "tests no longer in quarantine"]]),
    lines: rows.map(({ kind, reason, endsAt, released, ...test }) => ({
      key: `quarantine ${test.id}`,
      tag:
        test.state === "broken"
          ? { text: "Still broken", tone: "bad" }
          : test.state === "flaky"
            ? { text: "Still flaky", tone: "flaky" }
            : null,
      title: nameOfTest(test),
      detail: facts(
        `${kind === "mute" ? "Mute" : "Quarantine"} ${released ? "ended" : "ends"} on ${dayText(endsAt, week)}`,
        reason,
        ownerOf(test),
      ),
      target: { kind: "test", id: test.id },
    })),
    empty: "No quarantine expired this week.",
    more: moreOf(total, rows.length, []),
  };
}

function flakiest(week: WeekSummary): WeekList {
  const { rows, total } = week.standing.flakiest;
  return {
    title: "Flakiest",
    formula: "weekFlakiest",
    summary: amount(total, "flaky test", "flaky tests"),
    lines: rows.map(({ score, lostTime, ...test }) => ({
      key: `flaky ${test.id}`,
      tag: null,
      title: nameOfTest(test),
      detail: facts(
        `${formatRate(score)} of its executions flaky`,
        `${formatDuration(lostTime)} lost`,
        ownerOf(test),
        test.suite,
      ),
      target: { kind: "test", id: test.id },
    })),
    empty: "No tests are flaky.",
    more: someMore(total, rows.length, [
      { text: "flaky tests", list: { kind: "tests", view: "flaky", bySince: false } },
    ]),
  };
}

function slowest({ standing: { slowest: list } }: WeekSummary): WeekList {
  return {
    title: "Slowest",
    formula: "weekSlowest",
    summary: "",
    lines: timed("slow", list.rows),
    empty: "No durations in the last 14 days.",
    more:
      list.rows.length < 10
        ? null
        : {
            text: "",
            lists: [{ text: "All tests by duration", list: { kind: "tests", view: "slow", bySince: false } }],
          },
  };
}

function slowing({ standing: { slowing: list } }: WeekSummary): WeekList {
  return {
    title: "Slowing",
    formula: "weekSlowing",
    summary: amount(list.total, "test got slower", "tests got slower"),
    lines: timed("slowing", list.rows),
    empty: "No tests have become slower.",
    more: someMore(list.total, list.rows.length, [
      { text: "slowing tests", list: { kind: "tests", view: "slowing", bySince: false } },
    ]),
  };
}

function unowned(week: WeekSummary): WeekList {
  const { rows, total } = week.standing.unowned;
  return {
    title: "Broken and unowned",
    formula: "weekUnowned",
    summary: amount(total, "broken test without an owner", "broken tests without an owner"),
    lines: rows.map(({ since, ...test }) => ({
      key: `unowned ${test.id}`,
      tag: null,
      title: nameOfTest(test),
      detail: facts(since === null ? "" : `since ${dayText(since, week)}`, test.suite),
      target: { kind: "test", id: test.id },
    })),
    empty: "All broken tests have owners.",
    more: someMore(total, rows.length, [
      { text: "broken tests", list: { kind: "tests", view: "broken", bySince: false } },
    ]),
  };
}

function dueItems({ standing: { items } }: WeekSummary): WeekList {
  const { rows, total, overdue, due } = items;
  return {
    title: "Overdue and upcoming items",
    formula: "weekItems",
    summary: joined([
      [overdue, "overdue"],
      [due, "due within 7 days"],
    ]),
    lines: rows.map(itemLine),
    empty: "No items are overdue or due within 7 days.",
    more: moreOf(total, rows.length, [
      overdue > rows.length
        ? { text: "overdue items", list: { kind: "items", overdue: true } }
        : { text: "open items", list: { kind: "items", overdue: false } },
    ]),
  };
}

/** Returns a text such as `3 became broken, 1 became flaky`, without counts of 0. */
function joined(parts: readonly (readonly [count: number, words: string])[]): string {
  return parts
    .filter(([count]) => count > 0)
    .map(([count, label]) => `${formatCount(count)} ${label}`)
    .join(", ");
}

/** Returns a text such as `16 slowing tests` or `more than 1,000 slowing tests`. */
function amount(total: number, one: string, many: string): string {
  return total > maxWeekCounted
    ? `more than ${formatCount(maxWeekCounted)} ${many}`
    : joined([[total, total === 1 ? one : many]]);
}

function moreOf(total: number, visible: number, lists: NonNullable<WeekList["more"]>["lists"]): WeekList["more"] {
  return total <= visible ? null : { text: `and ${formatCount(total - visible)} more`, lists };
}

/** Like `moreOf`, for a list that is only counted up to `maxWeekCounted`. */
function someMore(total: number, visible: number, lists: NonNullable<WeekList["more"]>["lists"]): WeekList["more"] {
  return total > maxWeekCounted
    ? { text: `and more than ${formatCount(maxWeekCounted - visible)} more`, lists }
    : moreOf(total, visible, lists);
}
