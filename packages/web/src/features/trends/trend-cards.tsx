import { trendFormulas } from "@plumb/analysis/trends/formulas.ts";
import type { TrendSummary } from "@plumb/contract/trends/trends.ts";
import { Link } from "@tanstack/react-router";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { TrendSearch } from "#lib/address/trend-search.ts";
import { formatCount, formatRate } from "#lib/format/format.ts";
import { FormulaNote } from "#ui/text/formula-note.tsx";
import panel from "#ui/layout/panel.module.css";
import { changeOf, type Direction } from "./change.ts";
import styles from "./trend-cards.module.css";
import { reportsOf } from "./trend-points.ts";
import { formatMinutes, leftOutText } from "./trend-texts.ts";

interface TrendCardsProps {
  readonly summary: TrendSummary;
  readonly search: TrendSearch;
}

const noMetrics = { total_runs: null, pass_rate: null, avg_duration_minutes: null, failed_runs: null };

/** Metrics of the range, each compared with the previous period. */
export function TrendCards({ summary, search }: TrendCardsProps) {
  const { previous: then } = summary;
  // Without runs there is no value, which is not the same as 0.
  const previous = then.total_runs === 0 ? noMetrics : then;
  const reports = reportsOf(summary, search);
  const linked = summary.total_runs > summary.deleted_runs;
  const leftOut = leftOutText(summary);
  return (
    <ul className={styles["cards"]} aria-label="Metrics of these runs">
      <Card
        formulas={[trendFormulas.totalRuns]}
        value={
          linked ? (
            <Link to="/reports" search={reports}>
              {formatCount(summary.total_runs)}
            </Link>
          ) : (
            formatCount(summary.total_runs)
          )
        }
        change={{ now: summary.total_runs, before: previous.total_runs, format: formatCount, good: undefined }}
      >
        {summary.deleted_runs > 0 && ` · ${formatCount(summary.deleted_runs)} from deleted reports`}
      </Card>
      <Card
        formulas={[trendFormulas.passRate, trendFormulas.firstAttemptPassRate, trendFormulas.greenRate]}
        value={formatRate(summary.pass_rate)}
        change={{ now: summary.pass_rate, before: previous.pass_rate, format: formatRate, good: "up", points: true }}
      >
        <br />
        {`First attempt ${formatRate(summary.first_attempt_pass_rate)}`}
        {leftOut !== "" && `, both ${leftOut}`}
        {` · ${formatRate(summary.green_rate)} of runs green`}
      </Card>
      <Card
        formulas={[trendFormulas.avgDuration, trendFormulas.percentiles]}
        value={formatMinutes(summary.avg_duration_minutes)}
        change={{
          now: summary.avg_duration_minutes,
          before: previous.avg_duration_minutes,
          format: formatMinutes,
          good: "down",
        }}
      >
        <br />
        {`p50 ${formatMinutes(summary.p50_duration_minutes)} · p95 ${formatMinutes(summary.p95_duration_minutes)}`}
      </Card>
      <Card
        formulas={[trendFormulas.failedRuns]}
        value={
          linked && summary.failed_runs > 0 ? (
            <Link to="/reports" search={{ ...reports, status: ["failed", "interrupted"] }}>
              {formatCount(summary.failed_runs)}
            </Link>
          ) : (
            formatCount(summary.failed_runs)
          )
        }
        change={{ now: summary.failed_runs, before: previous.failed_runs, format: formatCount, good: "down" }}
      >
        {summary.interrupted_runs > 0 && ` · ${formatCount(summary.interrupted_runs)} interrupted`}
      </Card>
    </ul>
  );
}

interface ChangeProps {
  readonly now: number | null;
  readonly before: number | null;
  readonly format: (value: number) => string;
  /** Direction that is an improvement; `undefined` if neither is. */
  readonly good: Direction | undefined;
  /** Whether the change is in percentage points. */
  readonly points?: boolean;
}

interface CardProps {
  readonly formulas: readonly [{ name: string; text: string }, ...{ name: string; text: string }[]];
  readonly value: ReactNode;
  readonly change: ChangeProps;
  readonly children?: ReactNode;
}

function Card({ formulas, value, change, children }: CardProps) {
  return (
    <li className={`${panel["panel"]} ${styles["card"]}`}>
      <span className={styles["label"]}>
        {formulas[0].name}
        <FormulaNote formulas={formulas} />
      </span>
      <span className={styles["value"]}>{value}</span>
      <span className={styles["under"]}>
        <Change {...change} />
        {children}
      </span>
    </li>
  );
}

/** `▲ 4.2% from 118`. Changes below 1 % have no arrow. */
function Change({ now, before, format, good, points = false }: ChangeProps) {
  if (before === null) return <>No previous period</>;
  const { direction, text } = changeOf(now, before, points);
  const tone = direction === undefined || good === undefined ? "same" : direction === good ? "better" : "worse";
  const Arrow = direction === "up" ? IconArrowUp : IconArrowDown;
  return (
    <>
      <b className={styles[tone]}>
        {direction !== undefined && <Arrow size={13} stroke={2.5} aria-hidden data-direction={direction} />}
        {text}
      </b>
      {` from ${format(before)}`}
    </>
  );
}
