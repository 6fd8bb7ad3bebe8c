import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RecentMetric } from "#lib/format/recent-metrics.ts";
import { SparkLine } from "#ui/charts/spark-line.tsx";
import panel from "#ui/layout/panel.module.css";
import styles from "./stat-cards.module.css";
import { type Stat, type StatsInput, statsOf } from "./stats.ts";

interface StatCardsProps extends StatsInput {
  /** Menu that pins a card to a board. */
  readonly pin?: ((metric: RecentMetric) => ReactNode) | undefined;
}

/** The project's metrics. Each links to its reports and shows its formula as a tooltip. */
export function StatCards({ pin, ...dashboard }: StatCardsProps) {
  return (
    <ul className={styles["cards"]} aria-label="Metrics of all reports">
      {statsOf(dashboard).map((stat) => (
        <Card key={stat.label} stat={stat} pin={pin?.(stat.metric)} />
      ))}
    </ul>
  );
}

function Card({ stat, pin }: { readonly stat: Stat; readonly pin: ReactNode }) {
  const { label, value, formula, link, recent, change, note, spark } = stat;
  return (
    <li className={`${panel["panel"]} ${styles["card"]}`}>
      <span className={styles["label"]}>{label}</span>
      <Link {...link} className={styles["value"] ?? ""} title={formula}>
        {value}
      </Link>
      {spark.values.length > 1 && (
        <span className={styles["spark"]}>
          <SparkLine values={spark.values} label={spark.label} color="ink-2" />
        </span>
      )}
      <span className={styles["under"]}>
        {recent !== null && (
          <span title={recent.formula}>
            {recent.text}
            {change !== null && <b className={styles[change.good]}>{` (${change.text})`}</b>}
          </span>
        )}
        {note !== null && <span>{note}</span>}
      </span>
      {pin !== undefined && <span className={styles["pin"]}>{pin}</span>}
    </li>
  );
}
