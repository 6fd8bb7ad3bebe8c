import { UnstyledButton } from "@mantine/core";
import type { Dashboard, DashboardCause, SuiteState } from "@plumb/contract/projects/dashboard.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { FailureTriage } from "#lib/keys/triaged-failure.ts";
import type { RecentMetric } from "#lib/format/recent-metrics.ts";
import { formatCount } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import { RunningStrip } from "./running-strip.tsx";
import { StatePanel } from "./state-panel.tsx";
import styles from "./dashboard-view.module.css";
import { PassRateTrends } from "./pass-rate-trends.tsx";
import { ResultsDistribution } from "./results-distribution.tsx";
import { StatCards } from "./stat-cards.tsx";

/** Parts from other features. */
export interface DashboardSlots {
  /** Counts of the changes, as links. */
  readonly changes: (state: SuiteState) => ReactNode;
  /** How a cause began, as a sentence, and the button that assigns it. */
  readonly story: (cause: DashboardCause) => ReactNode;
  readonly assign: (cause: DashboardCause) => ReactNode;
  /** Triage of the causes by keyboard; `undefined` for viewers. */
  readonly triage?: FailureTriage | undefined;
  readonly incidents: (incidents: Dashboard["incidents"]) => ReactNode;
  readonly recent: (reports: readonly Report[]) => ReactNode;
  /** Menu that pins a card to a board. */
  readonly pin?: (metric: RecentMetric) => ReactNode;
  /** Shown if there are no reports, with a command to copy. */
  readonly empty: ReactNode;
}

interface DashboardViewProps extends DashboardSlots {
  readonly dashboard: Dashboard;
  /** Set if the shown data could not be reloaded. */
  readonly onRetry?: (() => void) | undefined;
}

/** Dashboard with the current state and changes first, then the metrics and the latest reports. */
export function DashboardView({ dashboard, incidents, recent, empty, onRetry, pin, ...slots }: DashboardViewProps) {
  const { totals } = dashboard;
  const none = totals.totalReports === 0;
  return (
    <>
      {onRetry !== undefined && (
        <output className={styles["old"]}>
          These numbers could not be refreshed.{" "}
          <UnstyledButton className={styles["retry"] ?? ""} onClick={onRetry}>
            Try again
          </UnstyledButton>
        </output>
      )}
      <RunningStrip running={dashboard.running} />
      {none ? <div className={styles["none"]}>{empty}</div> : <StatePanel dashboard={dashboard} {...slots} />}
      {incidents(dashboard.incidents)}
      <StatCards {...dashboard} pin={pin} />
      <div className={styles["charts"]}>
        <section className={`${panel["panel"]} ${styles["chart"]}`} aria-labelledby="distribution">
          <div className={panel["head"]}>
            <h2 id="distribution">Test Results Distribution</h2>
          </div>
          <ResultsDistribution totals={totals} />
        </section>
        <section className={`${panel["panel"]} ${styles["chart"]}`} aria-labelledby="trends">
          <div className={panel["head"]}>
            <h2 id="trends">Pass Rate Trends</h2>
            {!none && <p className={styles["hint"]}>7 most recent reports · click a point to open its report</p>}
          </div>
          <PassRateTrends recent={dashboard.recent} />
        </section>
      </div>
      {!none && (
        <section aria-labelledby="recent">
          <div className={styles["head"]}>
            <h2 id="recent">Recent Reports</h2>
            <Link to="/reports">{`View all ${formatCount(totals.totalReports)}`}</Link>
          </div>
          {recent(dashboard.recent)}
        </section>
      )}
    </>
  );
}
