import type { FailureEvidence } from "@plumb/contract/failures/decisions.ts";
import type { ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { cut } from "#lib/format/format.ts";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./evidence.module.css";

interface EvidenceViewProps {
  readonly evidence: FailureEvidence;
  /** Commits that may have broken the test. */
  readonly suspects?: ReactNode;
}

/** Reasons for the class of a failure, suspected commits, and other failures of the same cause. */
export function EvidenceView({ evidence, suspects }: EvidenceViewProps) {
  const { reason, parts, similar, groupId } = evidence;
  return (
    <div className={styles["evidence"]}>
      <p>{reason}</p>
      {parts.length > 0 && (
        <dl aria-label="Parts of the error">
          {parts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{cut(value, 500)}</dd>
            </div>
          ))}
        </dl>
      )}
      {suspects}
      {similar.length > 0 && (
        <>
          <h4>Failures of the same cause</h4>
          <ul aria-label="Failures of the same cause">
            {similar.map((failure) => (
              <li key={failure.resultId}>
                <Link
                  to="/reports/$reportId"
                  params={{ reportId: String(failure.runId) }}
                  search={{ result: failure.resultId }}
                >
                  {cut(failure.testName, 200)}
                </Link>
                {` in #${failure.runNumber}, `}
                <TimeAgo timestamp={failure.at} />
                {failure.primaryClass !== null && (
                  <>
                    {" · "}
                    <ClassBadge of={failure.primaryClass} />
                  </>
                )}
                {failure.passedSince ? " · passed since on that branch" : " · has not passed since"}
              </li>
            ))}
          </ul>
        </>
      )}
      {groupId !== null && (
        <p>
          <Link to="/defects" search={{ group: groupId }}>
            Open its cause in Failure Analysis
          </Link>
          {" · "}
          <Link to="/tests/grid" search={{ cause: groupId, color: "cause" }}>
            Grid of its tests and runs
          </Link>
        </p>
      )}
    </div>
  );
}
