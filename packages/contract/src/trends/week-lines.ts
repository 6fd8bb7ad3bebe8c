import { nameOfTest } from "#tests/test-name.ts";
import { formatDuration } from "#figures.ts";
import { counted } from "#text/counted.ts";
import type { WeekLine } from "./week-model.ts";
import type { ChangedCause, ChangedTest, DueItem, WeekSummary } from "./week.ts";

const changeTags: Readonly<Record<ChangedTest["became"], NonNullable<WeekLine["tag"]>>> = {
  broken: { text: "Became broken", tone: "bad" },
  failing: { text: "Started failing", tone: "bad" },
  flaky: { text: "Became flaky", tone: "flaky" },
  fixed: { text: "Fixed", tone: "good" },
  eased: { text: "Now flaky (was broken)", tone: "flaky" },
  stable: { text: "Stable again", tone: "good" },
  released: { text: "Out of quarantine", tone: "good" },
};

const causeTags: Readonly<Record<ChangedCause["became"], NonNullable<WeekLine["tag"]>>> = {
  new: { text: "New", tone: "bad" },
  returned: { text: "Came back", tone: "bad" },
  resolved: { text: "Gone", tone: "good" },
};

export function timed(key: string, rows: WeekSummary["standing"]["slowest"]["rows"]): WeekLine[] {
  return rows.map(({ duration, before, ...test }) => ({
    key: `${key} ${test.id}`,
    tag: null,
    title: nameOfTest(test),
    detail: facts(
      before === null || before === duration
        ? formatDuration(duration)
        : `${formatDuration(duration)}, was ${formatDuration(before)}${growthOf(duration, before)}`,
      ownerOf(test),
      test.suite,
    ),
    target: { kind: "test", id: test.id },
  }));
}

function growthOf(duration: number, before: number): string {
  const percent = before === 0 ? 0 : Math.round((duration / before - 1) * 100);
  return percent === 0 ? "" : ` (${percent > 0 ? "+" : "−"}${Math.abs(percent)} %)`;
}

export function itemLine({ id, title, priority, dueDate, overdue, assignedTo }: DueItem): WeekLine {
  return {
    key: `item ${id}`,
    tag: overdue ? { text: "Overdue", tone: "bad" } : { text: "Due", tone: "plain" },
    title,
    detail: facts(
      calendar(dueDate, { day: "numeric", month: "short" }),
      `${priority} priority`,
      assignedTo === null ? "unassigned" : `assigned to ${assignedTo}`,
    ),
    target: { kind: "item", id },
  };
}

export function changeLine({ became, at, ...test }: ChangedTest, week: WeekSummary): WeekLine {
  return {
    key: `${became} ${test.id}`,
    tag: changeTags[became],
    title: nameOfTest(test),
    detail: facts(dayText(at, week), ownerOf(test), test.suite),
    target: { kind: "test", id: test.id },
  };
}

export function causeLine(
  { groupId, title, primaryClass, became, tests, since }: ChangedCause,
  week: WeekSummary,
): WeekLine {
  const run =
    since === null
      ? ""
      : `${became === "resolved" ? "run" : "since run"} #${since.number}${since.commit === null ? "" : `, commit ${shortened(since.commit)}`}, ${dayText(since.at, week)}`;
  return {
    key: `${became} ${groupId}`,
    tag: causeTags[became],
    title,
    detail: facts(
      counted(tests, "test"),
      became === "resolved" && run !== "" ? `gone in ${run}` : run,
      primaryClass ?? "",
    ),
    target: { kind: "cause", id: groupId },
  };
}

export function ownerOf({ owner }: Pick<ChangedTest, "owner">): string {
  return owner ?? "no owner";
}

export function facts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** Returns a day such as `18 Nov` in the time zone of the week. */
export function dayText(time: string, { timeZone }: Pick<WeekSummary, "timeZone">): string {
  return new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone });
}

export function calendar(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", { ...options, timeZone: "UTC" });
}

/** Returns the first seven characters of a commit hash. Other names are not shortened. */
function shortened(commit: string): string {
  return /^[\da-f]{12,}$/i.test(commit) ? commit.slice(0, 7) : commit;
}
