import type { ReportSummary } from "@plumb/contract/runs/reports.ts";
import type { ResultFilter } from "@plumb/contract/runs/results.ts";
import styles from "#features/report/counters/counter-tiles.module.css";
import { outcomeTiles } from "#features/report/counters/outcome-tiles.ts";
import { formatCount } from "#lib/format/format.ts";
import own from "./export-page.module.css";

interface OutcomeFilterProps {
  readonly summary: ReportSummary;
  readonly selected: ResultFilter | undefined;
  readonly onSelect: (status: ResultFilter | undefined) => void;
}

/** Counts of the report by outcome. Each one filters the list. */
export function OutcomeFilter({ summary, selected, onSelect }: OutcomeFilterProps) {
  return (
    <nav className={styles["tiles"]} aria-label="Filter by outcome">
      {outcomeTiles(summary).map(({ word, status, count, color }) => (
        <button
          key={word}
          type="button"
          className={`${styles["tile"]} ${own["tile"]} ${selected === status ? styles["on"] : ""}`}
          aria-pressed={selected === status}
          onClick={() => onSelect(status)}
        >
          <span>{word}</span>
          <b style={{ color: count(summary) === 0 ? "var(--ink-3)" : `var(--${color})` }}>
            {formatCount(count(summary))}
          </b>
        </button>
      ))}
    </nav>
  );
}
