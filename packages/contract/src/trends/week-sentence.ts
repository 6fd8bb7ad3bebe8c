import { minuteMs } from "#durations.ts";
import { formatDuration, formatRate } from "#figures.ts";
import { counted } from "#text/counted.ts";
import type { WeekTone } from "./week-model.ts";
import type { WeekSummary } from "./week.ts";

/** The week in one sentence. */
export interface WeekSentence {
  /** Comparison of the pass rates; `null` without tests in one of the weeks. */
  readonly verdict: string | null;
  readonly tone: WeekTone;
  /** Starts with a capital letter and ends with a full stop. */
  readonly text: string;
}

type Counted = Pick<WeekSummary, "better" | "figures" | "previous" | "soFar" | "worse"> & {
  readonly standing: { readonly items: Pick<WeekSummary["standing"]["items"], "overdue"> };
};

/** Points of the pass rate from which a week is better or worse instead of slightly so. */
const clearPoints = 1;

/** Returns `96.9% passed (+0.9 points), but retries cost 7m 14s (5m 47s more). 1 new cause, 3 items overdue.` */
export function weekSentence(week: Counted): WeekSentence {
  const { figures: now, previous, worse, better, standing } = week;
  if (now.pass_rate === null)
    return {
      verdict: null,
      tone: "plain",
      text: week.soFar ? "No tests have run this week so far." : "No tests ran this week.",
    };
  const points = previous.pass_rate === null ? null : Math.round((now.pass_rate - previous.pass_rate) * 10) / 10;
  const { retries, lostMs } = retriesText(now, previous);
  const rate = `${formatRate(now.pass_rate)} passed${points === null || points === 0 ? "" : ` (${signed(points)})`}`;
  const isOpposite = points !== null && points * lostMs > 0;
  const counts = [
    countOf(worse.causes.new, "new cause"),
    countOf(worse.causes.returned, "cause came back", "causes came back"),
    countOf(better.causes.total, "cause resolved", "causes resolved"),
    countOf(worse.tests.total, "test worse", "tests worse"),
    countOf(better.tests.total, "test better", "tests better"),
    countOf(standing.items.overdue, "item overdue", "items overdue"),
  ].filter((part) => part !== "");
  return {
    ...verdictOf(points),
    text: `${rate}${retries === "" ? "" : `, ${isOpposite ? "but" : "and"} ${retries}`}.${counts.length === 0 ? "" : ` ${counts.join(", ")}.`}`,
  };
}

function verdictOf(points: number | null): Pick<WeekSentence, "tone" | "verdict"> {
  if (points === null) return { verdict: null, tone: "plain" };
  if (points === 0) return { verdict: "Unchanged", tone: "plain" };
  const tone = points > 0 ? "good" : "bad";
  const word = points > 0 ? "better" : "worse";
  return {
    verdict: Math.abs(points) < clearPoints ? `Slightly ${word}` : `${word[0]?.toUpperCase()}${word.slice(1)}`,
    tone,
  };
}

/** Returns the time that failed attempts of flaky tests took, and by how much it grew. */
function retriesText(
  now: Counted["previous"],
  previous: Counted["previous"],
): { readonly retries: string; readonly lostMs: number } {
  const spent = now.flaky_minutes * minuteMs;
  const grown = previous.total_runs === 0 ? 0 : Math.round(spent - previous.flaky_minutes * minuteMs);
  if (spent === 0 && grown === 0) return { retries: "", lostMs: 0 };
  const change = grown === 0 ? "" : ` (${formatDuration(Math.abs(grown))} ${grown > 0 ? "more" : "less"})`;
  return {
    retries: `${spent === 0 ? "no time lost to retries" : `retries cost ${formatDuration(spent)}`}${change}`,
    lostMs: grown,
  };
}

function signed(points: number): string {
  const size = Math.abs(points).toFixed(1);
  return `${points > 0 ? "+" : "−"}${size} ${size === "1.0" ? "point" : "points"}`;
}

function countOf(count: number, one: string, several = `${one}s`): string {
  return count === 0 ? "" : counted(count, one, several);
}
