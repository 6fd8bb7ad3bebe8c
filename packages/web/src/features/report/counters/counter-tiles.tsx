import type { ReportSummary } from "@plumb/contract/runs/reports.ts";
import { Link } from "@tanstack/react-router";
import { formatCount } from "#lib/format/format.ts";
import type { ReportSearch } from "#lib/address/report-search.ts";
import styles from "./counter-tiles.module.css";
import { outcomeTiles } from "./outcome-tiles.ts";

interface CounterTilesProps {
  readonly reportId: number;
  readonly summary: ReportSummary;
  /** Filters in the page's URL. A tile changes the outcome and keeps the other filters. */
  readonly search: ReportSearch;
}

/** Counts of the run by outcome. Each one filters the list of tests. */
export function CounterTiles({ reportId, summary, search }: CounterTilesProps) {
  const { tab, status: selected, q, browser, file, failure, group } = search;
  const visible = Object.fromEntries(
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
            search={{ ...visible, ...(status !== undefined && { status }) }}
            resetScroll={false}
            // Without `exact`, "All" would always be active, because its parameters are part of all URLs here.
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
