import type { Dashboard, DashboardCause, SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { counted, cut } from "#lib/format/format.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import bands from "#ui/layout/bands.module.css";
import panel from "#ui/layout/panel.module.css";
import { CauseRow } from "./cause-row.tsx";
import { RedSuites } from "./red-suites.tsx";
import styles from "./state-panel.module.css";

interface StatePanelProps {
  readonly dashboard: Pick<Dashboard, "causeCount" | "causes" | "green" | "red" | "redSuites" | "suites">;
  readonly changes: (state: SuiteState) => ReactNode;
  readonly story: (cause: DashboardCause) => ReactNode;
  readonly assign: (cause: DashboardCause) => ReactNode;
}

/** Whether the project has failures, and why: red suites on the left, the causes of their failures on the right. */
export function StatePanel({ dashboard, changes, story, assign }: StatePanelProps) {
  const { red, suites, green, causes, causeCount } = dashboard;
  if (suites === 0) return null;
  if (red.length === 0) return <AllGreen green={green} changes={changes} />;
  const hidden = causeCount - causes.length;
  return (
    <section className={`${panel["panel"]} ${styles["panel"]}`} aria-label="Current state">
      <RedSuites {...dashboard} changes={changes} />
      <div className={styles["causes"]}>
        {causes.length === 0 ? (
          <p className={styles["none"]}>{noCausesText(red)}</p>
        ) : (
          <ol className={styles["list"]} aria-label="Causes">
            {causes.map((cause) => (
              <CauseRow key={cause.groupId} cause={cause} red={red} story={story(cause)} assign={assign(cause)} />
            ))}
          </ol>
        )}
        {hidden > 0 && (
          <p className={styles["more"]}>
            <Link to="/defects" search={{ runs: red.map(({ latest }) => latest.id) }}>
              {counted(hidden, "more cause")}
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}

function noCausesText(red: readonly SuiteState[]): string {
  return red.every(({ grouped }) => grouped)
    ? "No failed test has an error."
    : "No causes yet. Failures are grouped shortly after a report is imported.";
}

function AllGreen({ green, changes }: Pick<StatePanelProps, "changes"> & Pick<Dashboard, "green">) {
  return (
    <div className={`${bands["band"]} ${styles["green"]}`}>
      <StatusBadge outcome="passed" variant="chip" />
      <span className={bands["what"]}>
        <strong>All green.</strong> The latest report of every suite has no failures.
      </span>
      {green?.changes !== null && green !== null && (
        <span className={bands["side"]}>
          <Link
            className={bands["open"]}
            to="/reports/$reportId"
            params={{ reportId: String(green.latest.id) }}
          >{`${cut(green.latest.testSuite, 60)} #${green.latest.number}`}</Link>
          {changes(green)}
        </span>
      )}
    </div>
  );
}
