import type { FailureGroupDetails } from "@plumb/contract/failures/failures.ts";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCount, shortCommit } from "#lib/format/format.ts";
import { CopyButton } from "#ui/code/copy-button.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./group-details.module.css";

/** First and last occurrence of a cause, and where it occurred. */
export function GroupFacts({ group }: { readonly group: FailureGroupDetails }) {
  return (
    <>
      <h2>Occurrences</h2>
      <dl className={styles["facts"]}>
        <dt>First seen</dt>
        <Seen at={group.firstSeen} run={group.firstRun} />
        <dt>Last seen</dt>
        <Seen at={group.lastSeen} run={group.lastRun} />
        <dt>Failures</dt>
        <dd>{`${formatCount(group.occurrenceCount)} in ${counted(group.runCount, "run")}`}</dd>
        <dt>Suites</dt>
        <dd>
          {group.suites.map(({ suiteName, occurrences }) => (
            <div key={suiteName}>
              <bdi dir="auto">{cut(suiteName, 200)}</bdi>
              {` ${formatCount(occurrences)}`}
            </div>
          ))}
        </dd>
        <dt>Signature</dt>
        <dd>
          <code title={group.signatureHash}>{group.signatureHash.slice(0, 12)}</code>{" "}
          <CopyButton value={group.signatureHash} what="the signature" />
        </dd>
      </dl>
    </>
  );
}

interface SeenProps {
  readonly at: string;
  readonly run: FailureGroupDetails["firstRun"];
}

function Seen({ at, run }: SeenProps) {
  return (
    <dd>
      <TimeAgo timestamp={at} />
      {run !== null && (
        <>
          {" in "}
          <Link to="/reports/$reportId" params={{ reportId: String(run.id) }}>{`#${run.number}`}</Link>
          {run.commit !== null && (
            <>
              {" at "}
              <code title={cut(run.commit, 100)}>{cut(shortCommit(run.commit), 20)}</code>
            </>
          )}
        </>
      )}
    </dd>
  );
}
