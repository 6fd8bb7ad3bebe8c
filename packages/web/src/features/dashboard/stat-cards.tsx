import { Link } from "@tanstack/react-router";
import { SparkLine } from "#ui/charts/spark-line.tsx";
import panel from "#ui/layout/panel.module.css";
import styles from "./stat-cards.module.css";
import { type Stat, type StatsInput, statsOf } from "./stats.ts";

/** The project's metrics. Each links to its reports and shows its formula as a tooltip. */
export function StatCards(dashboard: StatsInput) {
  return (
    <ul className={styles["cards"]} aria-label="Metrics of all reports">
      {statsOf(dashboard).map((stat) => (
        <Card key={stat.label} stat={stat} />
      ))}
    </ul>
  );
}

function Card({ stat: { label, value, formula, link, recent, change, note, spark } }: { readonly stat: Stat }) {
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
    </li>
  );
}
