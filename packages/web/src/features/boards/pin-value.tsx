import type { PinKind } from "@plumb/contract/projects/boards.ts";
import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import { Link } from "@tanstack/react-router";
import { cut, formatCount } from "#lib/format/format.ts";
import { projectCondition } from "#lib/format/project-condition.ts";
import { recentMetric } from "#lib/format/recent-metrics.ts";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { SparkLine } from "#ui/charts/spark-line.tsx";
import { runOutcome } from "#ui/outcome/run-outcome.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./board-view.module.css";

interface PinValueProps {
  readonly project: ProjectState;
  /** Called when a link into the project is followed. */
  readonly onEnter: () => void;
}

/** Value of a pin. Each links to the page that explains it. */
export function PinValue({ kind, ...pin }: PinValueProps & { readonly kind: PinKind }) {
  if (kind === "state") return <StateValue {...pin} />;
  if (kind === "newCauses") return <NewCausesValue {...pin} />;
  if (kind === "flakyTests")
    return (
      <Link to="/tests" onClick={pin.onEnter} className={styles["value"] ?? ""}>
        {formatCount(pin.project.flakyTests)}
      </Link>
    );
  const { recent, spark } = recentMetric(kind, pin.project);
  return (
    <>
      <span className={styles["value"]}>{recent ?? "–"}</span>
      <span className={styles["below"]}>
        {recent === null ? noValue(pin.project) : "in 30 days"}
        {spark.values.length > 1 && <SparkLine values={spark.values} label={spark.label} color="ink-2" />}
      </span>
    </>
  );
}

function noValue({ current }: ProjectState): string {
  return current.totalReports === 0 ? "No reports in 30 days" : "Unknown for the reports of 30 days";
}

const colors = { failing: "failed-ink", passing: "passed-ink", running: "ink", empty: "ink" } as const;

function StateValue({ project, onEnter }: PinValueProps) {
  const { failing, latest } = project;
  const visible = failing ?? latest;
  if (visible === null) return <span className={styles["below"]}>No reports yet</span>;
  const { condition, words } = projectCondition(project);
  return (
    <>
      <span className={styles["state"]} style={{ color: `var(--${colors[condition]})` }}>
        {words}
      </span>
      <span className={styles["below"]}>
        <Link
          to="/reports/$reportId"
          params={{ reportId: String(visible.id) }}
          onClick={onEnter}
          title={visible.testSuite}
        >
          {`#${visible.number} ${cut(visible.testSuite, 40)}`}
        </Link>
        <StatusBadge outcome={runOutcome(visible)} />
        <TimeAgo timestamp={visible.startTime} />
      </span>
    </>
  );
}

function NewCausesValue({ project: { newCauses, newCause }, onEnter }: PinValueProps) {
  return (
    <>
      <Link to="/defects" search={{ state: "new" }} onClick={onEnter} className={styles["value"] ?? ""}>
        {formatCount(newCauses)}
      </Link>
      {newCause !== null && (
        <Link
          to="/defects"
          search={{ group: newCause.groupId }}
          onClick={onEnter}
          className={styles["error"] ?? ""}
          title={cut(newCause.error, 1000)}
        >
          <bdi dir="auto">{cut(newCause.error, 300)}</bdi>
        </Link>
      )}
    </>
  );
}
