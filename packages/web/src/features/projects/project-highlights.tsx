import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut } from "#lib/format/format.ts";
import { OwnerNames } from "#ui/badges/owner-names.tsx";
import { StateBadge } from "#ui/badges/state-badge.tsx";
import { StatusBadge } from "#ui/badges/status-badge.tsx";
import { runOutcome } from "#ui/outcome/run-outcome.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./project-highlights.module.css";

interface ProjectHighlightsProps {
  readonly project: ProjectState;
  /** Called when a link into the project is followed. */
  readonly onEnter: () => void;
}

/** New causes, main branch, flaky tests and the owner of most failures. Renders nothing without any of these. */
export function ProjectHighlights({ project, onEnter }: ProjectHighlightsProps) {
  const { main, newCause, flakyTests, topOwner } = project;
  if (main === null && newCause === null && flakyTests === 0 && topOwner === null) return null;
  return (
    <div className={styles["highlights"]}>
      {newCause !== null && <NewCause project={project} cause={newCause} onEnter={onEnter} />}
      <span className={styles["others"]}>
        {main !== null && (
          <span className={styles["main"]}>
            Main branch
            <Link
              to="/reports/$reportId"
              params={{ reportId: String(main.id) }}
              onClick={onEnter}
              title={cut(main.testSuite, 300)}
            >{`#${main.number}`}</Link>
            <StatusBadge outcome={runOutcome(main)} />
            <TimeAgo timestamp={main.startTime} />
          </span>
        )}
        {flakyTests > 0 && (
          <Link to="/tests" onClick={onEnter}>
            {counted(flakyTests, "flaky test")}
          </Link>
        )}
        {topOwner !== null && (
          <span title="Owner of most tests that fail in the latest reports">
            <OwnerNames owners={[topOwner.owner]} className={styles["owner"]} label="Owner: " />
            {`: ${counted(topOwner.failures, "failure")}`}
          </span>
        )}
      </span>
    </div>
  );
}

interface NewCauseProps extends ProjectHighlightsProps {
  readonly cause: NonNullable<ProjectState["newCause"]>;
}

function NewCause({ project: { newCauses }, cause, onEnter }: NewCauseProps) {
  const { groupId, error, firstRun, firstSeen } = cause;
  return (
    <span className={styles["cause"]}>
      <StateBadge state="new" />
      <Link
        to="/defects"
        search={{ group: groupId }}
        onClick={onEnter}
        className={styles["error"] ?? ""}
        title={cut(error, 1000)}
      >
        <bdi dir="auto">{cut(error, 300)}</bdi>
      </Link>
      <span className={styles["since"]}>
        {`First seen in #${firstRun.number}, `}
        <TimeAgo timestamp={firstSeen} />
      </span>
      {newCauses > 1 && (
        <Link to="/defects" search={{ state: "new" }} onClick={onEnter} className={styles["since"] ?? ""}>
          {counted(newCauses - 1, "more new cause")}
        </Link>
      )}
    </span>
  );
}
