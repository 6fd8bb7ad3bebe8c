import type { QuarantineRow } from "@plumb/contract/tests/quarantine.ts";
import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import type { TrendEvent } from "@plumb/contract/trends/events.ts";
import { cut } from "#lib/format/format.ts";
import { testStateStyles } from "#ui/badges/test-state.tsx";
import type { ChartColor } from "#ui/charts/chart-item.ts";
import { eventStyles } from "#ui/charts/event-styles.ts";

/** Change of a test, or an event that may have changed its results. */
export interface TestEvent {
  readonly key: string;
  readonly at: string;
  readonly text: string;
  readonly color: ChartColor;
  /** False for events of the project, such as deployments. */
  readonly isOfTest: boolean;
}

/** Returns state changes and quarantines of a test, latest first. */
export function testEvents({ changes, quarantines }: Pick<TestDetails, "changes" | "quarantines">): TestEvent[] {
  return [
    ...changes.map(({ from, to, at }): TestEvent => {
      const text =
        to === "healthy"
          ? `Recovered: it was ${testStateStyles[from].word.toLowerCase()}`
          : `Became ${testStateStyles[to].word.toLowerCase()}`;
      const color = to === "broken" ? "failed" : to === "flaky" ? "flaky" : to === "healthy" ? "passed" : "ink-3";
      return { key: `${from} ${to} ${at}`, at, text, color, isOfTest: true };
    }),
    ...quarantines.flatMap(quarantineEvents),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

const releases = {
  person: "ended by",
  clean_runs: "ended after clean runs",
  expired: "ended on its end date",
};

function quarantineEvents(row: QuarantineRow): TestEvent[] {
  const { id, kind, by, reason, startsAt, releasedAt, releasedBy, releasedWhy } = row;
  const began: TestEvent = {
    key: `quarantine ${id}`,
    at: startsAt,
    text: `${kind === "mute" ? "Muted" : "Put in quarantine"} by ${by ?? "a former member"}: ${reason}`,
    color: "skipped",
    isOfTest: true,
  };
  if (releasedAt === null || releasedWhy === null) return [began];
  const who = releasedWhy === "person" ? ` ${releasedBy ?? "a former member"}` : "";
  const what = kind === "mute" ? "Muting" : "Quarantine";
  return [
    began,
    {
      key: `release ${id}`,
      at: releasedAt,
      text: `${what} ${releases[releasedWhy]}${who}`,
      color: "skipped",
      isOfTest: true,
    },
  ];
}

/** Maximum number of flags in the chart, latest first. */
const maxFlags = 60;
const maxTitle = 80;

/**
 * Returns the flags of the chart, earliest first: deployments and outages, renames, quarantines, state changes, and the first bad run of the current
 * state.
 */
export function timelineEvents(
  test: Pick<TestDetails, "bracket" | "changes" | "formerly" | "quarantines">,
  events: readonly TrendEvent[],
): TestEvent[] {
  const { bracket, formerly } = test;
  const all = [
    ...testEvents(test),
    ...formerly.map(({ id, lastDay, titlePath }): TestEvent => {
      const text = `Renamed from ${cut(titlePath.at(-1) ?? "", maxTitle)}`;
      return { key: `former ${id}`, at: `${lastDay}T23:59:59.999Z`, text, color: "ink-3", isOfTest: true };
    }),
    ...events.map(({ id, at, kind, title }): TestEvent => {
      const { word, color } = eventStyles[kind];
      return { key: `event ${id}`, at, text: `${word}: ${cut(title, maxTitle)}`, color, isOfTest: false };
    }),
    ...(bracket === null ? [] : [firstBadEvent(bracket.firstBad)]),
  ];
  const latest = all.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, maxFlags);
  return latest.toReversed();
}

function firstBadEvent({ number, startTime }: { readonly number: number; readonly startTime: string }): TestEvent {
  return { key: "first bad run", at: startTime, text: `First bad run #${number}`, color: "failed", isOfTest: true };
}
