import type { ReactNode } from "react";
import type { Formula } from "@plumb/analysis/trends/formulas.ts";
import type { ChartColor } from "#ui/charts/chart-item.ts";
import { FormulaNote } from "#ui/text/formula-note.tsx";
import panel from "#ui/layout/panel.module.css";
import styles from "./trend-charts.module.css";

export interface LegendEntry {
  readonly name: string;
  readonly color: ChartColor;
  readonly line?: "solid" | "dashed";
}

interface ChartPanelProps {
  readonly title: string;
  readonly formulas: readonly Formula[];
  readonly legend: readonly LegendEntry[];
  /** Notes, such as the subject of the chart and the start of its axis if it is not 0. */
  readonly notes?: readonly (string | undefined)[];
  /** Buttons for the chart. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Chart with its title, legend and the formulas of its metrics. */
export function ChartPanel({ title, formulas, legend, notes = [], tools, children }: ChartPanelProps) {
  const visibleNotes = notes.filter((note) => note !== undefined && note !== "");
  return (
    <section className={`${panel["panel"]} ${styles["panel"]}`} aria-label={title}>
      <header className={styles["head"]}>
        <h2>{title}</h2>
        <FormulaNote formulas={formulas} />
        <div className={styles["tools"]}>{tools}</div>
      </header>
      {children}
      <footer className={styles["foot"]}>
        <ul className={styles["legend"]} aria-label={`Legend of ${title}`}>
          {legend.map(({ name, color, line }) => (
            <li key={name}>
              <i data-line={line} style={{ color: `var(--${color})` }} aria-hidden />
              {name}
            </li>
          ))}
        </ul>
        {visibleNotes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </footer>
    </section>
  );
}
