import type { ReportSummary } from "@plumb/contract/reports.ts";
import type { ResultFilter } from "@plumb/contract/results.ts";
import { Link } from "@tanstack/react-router";
import { formatCount } from "#lib/format.ts";
import styles from "./counter-tiles.module.css";

interface CounterTilesProps {
  readonly reportId: number;
  readonly summary: ReportSummary;
  readonly selected: ResultFilter | undefined;
  /** The words searched for, which a filter keeps. */
  readonly q: string | undefined;
}

const tiles = [
  { word: "All", status: undefined, field: "total", color: "ink" },
  { word: "Failed", status: "failed", field: "failed", color: "failed-ink" },
  { word: "Errored", status: "error", field: "errored", color: "errored-ink" },
  { word: "Flaky", status: "flaky", field: "flaky", color: "flaky-ink" },
  { word: "Skipped", status: "skipped", field: "skipped", color: "skipped-ink" },
  { word: "Passed", status: "passed", field: "passed", color: "passed-ink" },
] as const;

/** The run's counters; each narrows the list of tests to what it counts. */
export function CounterTiles({ reportId, summary, selected, q }: CounterTilesProps) {
  return (
    <nav className={styles["tiles"]} aria-label="Filter by outcome">
      {tiles.map(({ word, status, field, color }) => (
        <Link
          key={word}
          to="/reports/$reportId"
          params={{ reportId: String(reportId) }}
          search={{ ...(q !== undefined && { q }), ...(status !== undefined && { status }) }}
          resetScroll={false}
          // Else "All" counts as active too: its address is part of every other one.
          activeOptions={{ exact: true, includeSearch: true }}
          className={`${styles["tile"]} ${selected === status ? styles["on"] : ""}`}
          {...(selected === status && { "aria-current": "page" })}
        >
          <span>{word}</span>
          <b style={{ color: summary[field] === 0 ? "var(--ink-3)" : `var(--${color})` }}>
            {formatCount(summary[field])}
          </b>
        </Link>
      ))}
    </nav>
  );
}
