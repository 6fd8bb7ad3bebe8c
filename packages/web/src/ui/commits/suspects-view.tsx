import type { CommitRange, FixedBefore, SuspectedCommit, Suspects } from "@plumb/contract/failures/suspects.ts";
import { statusLabels } from "@plumb/contract/items/item-labels.ts";
import { Link } from "@tanstack/react-router";
import { cut, shortCommit } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { CommitLine } from "./commit-line.tsx";
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
          {suspects.length > 0 && <RankedCommits commits={suspects} />}
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

/** The commits with a reason; the others of the range are folded. */
function RankedCommits({ commits }: { readonly commits: readonly SuspectedCommit[] }) {
  const suspected = commits.filter((commit) => !isUnrelated(commit));
  const others = commits.filter(isUnrelated);
  if (suspected.length === 0 || others.length === 0) return <Commits label="Suspected commits" commits={commits} />;
  const [noun, verb] = others.length === 1 ? ["commit", "changes"] : ["commits", "change"];
  return (
    <>
      <Commits label="Suspected commits" commits={suspected} />
      <details className={styles["others"]}>
        <summary>{`${others.length} other ${noun} ${verb} none of the files in the error`}</summary>
        <Commits label="Other commits" commits={others} />
      </details>
    </>
  );
}

/** True if its changed files are known, and none of them is a reason. */
function isUnrelated({ fileCount, files }: SuspectedCommit): boolean {
  return fileCount !== null && files.length === 0;
}

function Commits({ label, commits }: { readonly label: string; readonly commits: readonly SuspectedCommit[] }) {
  return (
    <ol className={styles["commits"]} aria-label={label}>
      {commits.map((commit) => (
        <li key={commit.hash}>
          <CommitLine commit={commit} />
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
