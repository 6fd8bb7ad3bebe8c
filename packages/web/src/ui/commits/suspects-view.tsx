import type {
  CommitRange,
  FixedBefore,
  NamedCommit,
  SuspectedCommit,
  Suspects,
} from "@plumb/contract/failures/suspects.ts";
import { statusLabels } from "@plumb/contract/items/item-labels.ts";
import { Link } from "@tanstack/react-router";
import { cut, shortCommit } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { fixText, rangeText } from "./range-text.ts";
import styles from "./suspects-view.module.css";

interface SuspectsViewProps {
  readonly suspects: Suspects;
  /** Level of the headings. */
  readonly level: 2 | 3 | 4;
}

/** The commits that may have started a failure, and those that ended it before. Renders nothing without any. */
export function SuspectsView({ suspects: { range, suspects, fixedBefore }, level }: SuspectsViewProps) {
  const Heading = `h${level}` as const;
  if (range === null && fixedBefore.length === 0) return null;
  return (
    <div className={styles["suspects"]}>
      {range !== null && (
        <>
          <Heading>Suspected commits</Heading>
          <p>
            <Runs range={range} />
          </p>
          <p className={styles["quiet"]}>{rangeText(range, suspects.length)}</p>
          {suspects.length > 0 && <Commits label="Suspected commits" commits={suspects} />}
        </>
      )}
      {fixedBefore.length > 0 && (
        <>
          <Heading>Fixed before</Heading>
          <ul aria-label="Fixed before">
            {fixedBefore.map((fix) => (
              <Fix key={`${fix.groupId} ${fix.range.until.id}`} fix={fix} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Runs({ range: { after, until, branch, environment } }: { readonly range: CommitRange }) {
  return (
    <>
      {"Between the last pass in "}
      <Run run={after} />
      {" and the first failure in "}
      <Run run={until} />
      {branch !== null && (
        <>
          {" on "}
          <bdi dir="auto">{cut(branch, 100)}</bdi>
        </>
      )}
      {environment !== "default" && (
        <>
          {", "}
          <bdi dir="auto">{cut(environment, 100)}</bdi>
        </>
      )}
      {", "}
      <TimeAgo timestamp={until.at} />
    </>
  );
}

function Run({ run }: { readonly run: CommitRange["after"] }) {
  return (
    <>
      <Link to="/reports/$reportId" params={{ reportId: String(run.id) }}>{`#${run.number}`}</Link>
      {" ("}
      <code title={cut(run.commit, 100)}>{cut(shortCommit(run.commit), 20)}</code>
      {")"}
    </>
  );
}

function Commits({ label, commits }: { readonly label: string; readonly commits: readonly SuspectedCommit[] }) {
  return (
    <ol className={styles["commits"]} aria-label={label}>
      {commits.map((commit) => (
        <li key={commit.hash}>
          <div className={styles["commit"]}>
            <Hash commit={commit} />
            <bdi dir="auto" className={styles["subject"]}>
              {commit.subject === "" ? "(no message)" : cut(commit.subject, 200)}
            </bdi>
            <span className={styles["quiet"]}>
              <bdi dir="auto">{cut(commit.author, 100)}</bdi>
              {", "}
              <TimeAgo timestamp={commit.committedAt} />
              {commit.fromPullRequest && ", from a pull request"}
            </span>
          </div>
          <ul className={styles["reasons"]} aria-label={`Reasons for ${shortCommit(commit.hash)}`}>
            {commit.reasons.map((reason) => (
              <li key={reason}>
                <bdi dir="auto">{reason}</bdi>
              </li>
            ))}
          </ul>
          {commit.files.length > 0 && (
            <ul className={styles["files"]} aria-label={`Files of ${shortCommit(commit.hash)}`}>
              {commit.files.map((file) => (
                <li key={file}>
                  <bdi dir="auto">{file}</bdi>
                </li>
              ))}
              {commit.fileCount !== null && commit.fileCount > commit.files.length && (
                <li className={styles["more"]}>{`of ${commit.fileCount} changed files`}</li>
              )}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function Hash({ commit: { hash, url } }: { readonly commit: Pick<NamedCommit, "hash" | "url"> }) {
  const short = <code title={hash}>{shortCommit(hash)}</code>;
  return url === null ? (
    short
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      {short}
    </a>
  );
}

function Fix({ fix }: { readonly fix: FixedBefore }) {
  const { range, commits, items, groupId, same, error } = fix;
  return (
    <li className={styles["fix"]}>
      {same ? (
        "This cause"
      ) : (
        <>
          {"Similar cause: "}
          <Link to="/defects" search={{ group: groupId }}>
            <bdi dir="auto">{cut(error, 200)}</bdi>
          </Link>
        </>
      )}
      {", last seen in "}
      <Run run={range.after} />
      {" and gone in "}
      <Run run={range.until} />
      {", "}
      <TimeAgo timestamp={range.until.at} />
      <p className={styles["quiet"]}>{fixText(range, commits.length)}</p>
      {commits.length > 0 && <Commits label={`Commits before #${range.until.number}`} commits={commits} />}
      {items.map(({ id, title, status }) => (
        <p key={id}>
          {"Analysis item: "}
          <Link to="/analysis" search={{ annotation: id }}>
            <bdi dir="auto">{cut(title, 200)}</bdi>
          </Link>
          {` (${statusLabels[status]})`}
        </p>
      ))}
    </li>
  );
}
