import type { ReportSummary } from "@plumb/contract/runs/reports.ts";
import type { ResultFilter } from "@plumb/contract/runs/results.ts";
import { formatCount } from "#lib/format/format.ts";
import styles from "./counter-tiles.module.css";
import { outcomeTiles } from "./outcome-tiles.ts";

interface OutcomeFilterProps {
  readonly summary: ReportSummary;
  readonly selected: ResultFilter | undefined;
  readonly onSelect: (status: ResultFilter | undefined) => void;
}

/** Counts of a report by outcome, for pages outside the app. Each one filters the list. */
export function OutcomeFilter({ summary, selected, onSelect }: OutcomeFilterProps) {
  return (
    <nav className={styles["tiles"]} aria-label="Filter by outcome">
      {outcomeTiles(summary).map(({ word, status, count, color }) => (
        <button
          key={word}
          type="button"
          className={`${styles["tile"]} ${styles["button"]} ${selected === status ? styles["on"] : ""}`}
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
