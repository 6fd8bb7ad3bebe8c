import type { ReportSummary } from "@plumb/contract/runs/reports.ts";
import { Link } from "@tanstack/react-router";
import { formatCount } from "#lib/format/format.ts";
import type { ReportSearch } from "#lib/address/report-search.ts";
import styles from "./counter-tiles.module.css";
import { outcomeTiles } from "./outcome-tiles.ts";

interface CounterTilesProps {
  readonly reportId: number;
  readonly summary: ReportSummary;
  /** The filters in the page's address: a counter changes the outcome and keeps the other filters. */
  readonly search: ReportSearch;
}

/** The run's counters; each narrows the list of tests to what it counts. */
export function CounterTiles({ reportId, summary, search }: CounterTilesProps) {
  const { tab, status: selected, q, browser, file, failure, group } = search;
  const kept = Object.fromEntries(
    Object.entries({ q, browser, file, failure, group }).filter(([, value]) => value !== undefined),
  );
  return (
    <nav className={styles["tiles"]} aria-label="Filter by outcome">
      {outcomeTiles(summary).map(({ word, status, count, color }) => {
        const on = tab === undefined && selected === status;
        return (
          <Link
            key={word}
            to="/reports/$reportId"
            params={{ reportId: String(reportId) }}
            search={{ ...kept, ...(status !== undefined && { status }) }}
            resetScroll={false}
            // Else "All" counts as active too: its address is part of every other one.
            activeOptions={{ exact: true, includeSearch: true }}
            className={`${styles["tile"]} ${on ? styles["on"] : ""}`}
            {...(on && { "aria-current": "page" })}
          >
            <span>{word}</span>
            <b style={{ color: count(summary) === 0 ? "var(--ink-3)" : `var(--${color})` }}>
              {formatCount(count(summary))}
            </b>
          </Link>
        );
      })}
    </nav>
  );
}
