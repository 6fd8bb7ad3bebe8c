import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { projectTypes } from "./project-draft.ts";
import styles from "./project-state-row.module.css";
import { selectProject } from "./selected-project.ts";
import { StatusTag } from "./status-tag.tsx";
import { cut, formatCount } from "#lib/format/format.ts";
import { projectCondition } from "#lib/format/project-condition.ts";
import { projectRoleLabels } from "#lib/session/role-labels.ts";
import { OutcomeBar } from "#ui/outcome/outcome-bar.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { recentMetric } from "#lib/format/recent-metrics.ts";
import { SparkLine } from "#ui/charts/spark-line.tsx";
import { ProjectHighlights } from "./project-highlights.tsx";

interface ProjectStateRowProps {
  readonly project: ProjectState;
  /** Menu that pins the project to a board. */
  readonly pin?: ReactNode;
}

/** Row of a project with its state, the outcome of its newest run, its pass rate, and what is new. The name is a link. */
export function ProjectStateRow({ project, pin }: ProjectStateRowProps) {
  const { id, name, description, type, status, role, latest, failing } = project;
  // A failed run explains the state better than the latest one.
  const visible = failing ?? latest;
  const enter = () => selectProject(id);
  return (
    <li className={styles["row"]}>
      <State project={project} />
      <span className={styles["name"]}>
        <Link to="/" onClick={enter} title={name}>
          {cut(name, 200)}
        </Link>
        <span className={styles["description"]} title={description}>
          {description}
        </span>
      </span>
      <span className={styles["tags"]}>
        <span>{projectTypes.find(({ value }) => value === type)?.label}</span>
        {status === "inactive" && <StatusTag status={status} />}
        {role !== null && role !== "USER" && <span>{projectRoleLabels[role]}</span>}
      </span>
      {visible === null ? (
        <span className={styles["never"]}>No reports yet</span>
      ) : (
        <>
          <span className={styles["latest"]}>
            <Link
              to="/reports/$reportId"
              params={{ reportId: String(visible.id) }}
              onClick={enter}
              title={visible.testSuite}
            >{`#${visible.number} ${cut(visible.testSuite, 100)}`}</Link>
            <OutcomeBar {...visible} />
          </span>
          <span className={styles["counts"]}>
            <span>{`${formatCount(visible.passed)} of ${formatCount(visible.total)} passed`}</span>
            {visible.failed + visible.errored > 0 && (
              <Link
                to="/reports/$reportId"
                params={{ reportId: String(visible.id) }}
                search={{ status: visible.failed > 0 ? "failed" : "error" }}
                onClick={enter}
              >
                {visible.failed > 0
                  ? `${formatCount(visible.failed)} failed`
                  : `${formatCount(visible.errored)} errored`}
              </Link>
            )}
          </span>
          <PassRate project={project} />
          <TimeAgo timestamp={visible.startTime} className={styles["time"]} />
        </>
      )}
      <span className={styles["more"]}>
        <Link to="/projects/$projectId" params={{ projectId: String(id) }} aria-label={`Details of ${name}`}>
          Details
        </Link>
        {pin}
      </span>
      <ProjectHighlights project={project} onEnter={enter} />
    </li>
  );
}

/** Pass rate of the last 30 days with its course, as on the dashboard. */
function PassRate({ project }: { readonly project: ProjectState }) {
  const { label, recent, spark } = recentMetric("passRate", project);
  return (
    <span className={styles["rate"]} title="Passed tests in percent of all tests, as on the dashboard">
      <span className={styles["percent"]}>{recent ?? "–"}</span>
      {spark.values.length > 1 ? <SparkLine values={spark.values} label={spark.label} color="ink-2" /> : <span />}
      <span className={styles["period"]}>{`${label}, 30 days`}</span>
    </span>
  );
}

const looks = {
  failing: ["failed-ink", IconAlertTriangle],
  passing: ["passed-ink", IconCircleCheck],
  running: ["ink-2", IconCircleDashed],
  empty: ["ink-2", IconCircleDashed],
} as const;

function State({ project }: { readonly project: ProjectState }) {
  const { condition, words } = projectCondition(project);
  const [color, Icon] = looks[condition];
  return (
    <span
      className={styles["state"]}
      style={{ color: `var(--${color})` }}
      title="Suites whose last finished run failed"
    >
      <Icon size={15} aria-hidden />
      {words}
    </span>
  );
}
