import { dayText, mondayOf, zoneDays } from "@plumb/analysis/trends/calendar.ts";
import { mondayOfWeek, weekOf } from "@plumb/analysis/trends/iso-week.ts";
import type { Span } from "@plumb/analysis/trends/run-tally.ts";
import type { WeekFilter } from "@plumb/contract/trends/week.ts";
import { refusedFields } from "#core/api-error.ts";

/** A calendar week in a time zone. */
export interface WeekWindow {
  readonly timeZone: string;
  readonly monday: number;
  /** Current day in that time zone. */
  readonly today: number;
  readonly soFar: boolean;
  readonly span: Span;
  /** The week before; for the current week, up to the same time. */
  readonly before: Span;
  /** The three full weeks before, and this one. */
  readonly history: readonly Span[];
  /** From the start of the previous week to the end of this one. */
  readonly lookback: Span;
}

/**
 * Returns the requested week. The default is the current week, but on Mondays the previous one, which has more data.
 *
 * @throws ApiError `invalid` for a week that does not exist or has not started.
 */
export function weekWindow(
  query: Pick<WeekFilter, "week">,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): WeekWindow {
  const { dayOf, startOf } = zoneDays(timeZone);
  const today = dayOf(now.getTime());
  const current = mondayOf(today);
  const usual = today === current ? current - 7 : current;
  const monday = query.week === undefined ? usual : mondayOfWeek(query.week);
  if (monday === null) throw refusedFields({ week: "This week does not exist. Use the form 2026-W47" });
  if (monday > current)
    throw refusedFields({ week: `This week has not started yet. The current week is ${weekOf(current)}` });
  const soFar = monday === current;
  const from = startOf(monday);
  const until = startOf(monday + 7);
  // Same local time a week ago, regardless of clock changes in between.
  const beforeUntil = soFar ? startOf(today - 7) + (now.getTime() - startOf(today)) : from;
  const beforeFrom = startOf(monday - 7);
  return {
    timeZone,
    monday,
    today,
    soFar,
    span: { from, until },
    before: { from: beforeFrom, until: beforeUntil },
    history: [21, 14, 7, 0].map((days) => ({ from: startOf(monday - days), until: startOf(monday - days + 7) })),
    lookback: { from: beforeFrom, until },
  };
}

/** Returns the window for the API. */
export function presentWeek({ timeZone, monday, today, soFar }: WeekWindow) {
  return {
    week: weekOf(monday),
    previousWeek: weekOf(monday - 7),
    nextWeek: soFar ? null : weekOf(monday + 7),
    from: dayText(monday),
    to: dayText(monday + 6),
    timeZone,
    soFar,
    today: dayText(today),
  };
}
