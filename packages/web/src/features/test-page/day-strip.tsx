import { dayMs } from "@plumb/contract/durations.ts";
import type { TestDay } from "@plumb/contract/tests/test-page.ts";
import { counted, formatCalendarDay, formatCount, formatDuration } from "#lib/format/format.ts";
import styles from "./day-strip.module.css";

interface DayStripProps {
  /** Days with executions, oldest first. */
  readonly days: readonly TestDay[];
  /** Last displayed day, such as `2030-01-31`; `length` is the number of days. */
  readonly until: string;
  readonly length: number;
}

/**
 * Outcomes of a test by day. Each day is a column with passed outcomes below, and flaky and failed ones above. Days remain when
 * reports are deleted.
 */
export function DayStrip({ days, until, length }: DayStripProps) {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const last = Date.parse(until);
  const all = Array.from({ length }, (_, index) =>
    new Date(last - (length - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  const max = Math.max(1, ...days.map(({ passed, failed }) => passed + failed));
  return (
    <figure className={styles["days"]} aria-label={`Outcomes in ${length} days`}>
      <ol className={styles["strip"]}>
        {all.map((day) => (
          <DayColumn key={day} day={day} counts={byDay.get(day)} max={max} />
        ))}
      </ol>
      <figcaption className={styles["ends"]}>
        <span>{formatCalendarDay(all[0] ?? until)}</span>
        <span>{formatCalendarDay(until)}</span>
      </figcaption>
    </figure>
  );
}

function DayColumn({ day, counts, max }: { day: string; counts: TestDay | undefined; max: number }) {
  if (counts === undefined) {
    return <li className={styles["none"]} aria-label={`${formatCalendarDay(day)}: did not run`} />;
  }
  const { passed, failed, flaky } = counts;
  const part = (count: number) => `${(100 * count) / max}%`;
  return (
    <li title={labelOf(counts)} aria-label={labelOf(counts)}>
      <i style={{ height: part(failed), background: "var(--failed)" }} />
      <i style={{ height: part(flaky), background: "var(--flaky)" }} />
      <i style={{ height: part(passed - flaky), background: "var(--passed)" }} />
    </li>
  );
}

/** Returns `3 Mar 2026: 4 passed, 1 of them flaky, 2 failed, mean 4.2 s`. */
function labelOf({ day, passed, failed, skipped, flaky, duration }: TestDay): string {
  const parts = [
    `${formatCount(passed)} passed`,
    ...(flaky > 0 ? [`${formatCount(flaky)} of them flaky`] : []),
    ...(failed > 0 ? [counted(failed, "failure")] : []),
    ...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []),
    ...(duration === null ? [] : [`mean ${formatDuration(duration)}`]),
  ];
  return `${formatCalendarDay(day)}: ${parts.join(", ")}`;
}
