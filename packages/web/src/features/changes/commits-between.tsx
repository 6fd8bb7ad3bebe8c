import type { CommitsBetween } from "@plumb/contract/runs/commits-between.ts";
import { IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { counted } from "#lib/format/format.ts";
import { CommitLine } from "#ui/commits/commit-line.tsx";
import panel from "#ui/layout/panel.module.css";
import { WithoutLinks } from "#ui/text/page-link.tsx";
import { commitsBetweenQuery } from "./changes.queries.ts";
import styles from "./commits-between.module.css";

interface CommitsBetweenProps {
  readonly base: number;
  readonly head: number;
}

/** Loads the commits between two reports. Share links do not include them. */
export function CommitsBetweenPanel({ base, head }: CommitsBetweenProps) {
  const isShared = use(WithoutLinks);
  const { data, isError } = useQuery({ ...commitsBetweenQuery(base, head), enabled: !isShared });
  if (isShared) return null;
  return <CommitsBetweenView between={data} isError={isError} />;
}

interface CommitsBetweenViewProps {
  /** `null` if a report has no commit, `undefined` while loading. */
  readonly between: CommitsBetween | null | undefined;
  readonly isError: boolean;
}

export function CommitsBetweenView({ between, isError }: CommitsBetweenViewProps) {
  if (between === undefined || between === null || between.commits.length === 0)
    return <p className={`${panel["panel"]} ${styles["line"]}`}>{emptyText(between, isError)}</p>;
  const { range, commits, url } = between;
  return (
    <details className={`${panel["panel"]} ${styles["between"]}`}>
      <summary>
        {range.complete
          ? `${counted(range.known, "commit")} between`
          : `${counted(range.known, "known commit")} between`}
        <bdi dir="auto" className={styles["latest"]}>
          {commits[0]?.subject}
        </bdi>
      </summary>
      <p className={styles["notes"]}>
        {[
          range.complete ? "" : "There may be more commits that the server does not know.",
          range.diverged ? "The history was rewritten in between." : "",
          range.known > commits.length ? `The newest ${commits.length} of them:` : "",
        ]
          .filter(Boolean)
          .join(" ")}
        {url !== null && (
          <a href={url} target="_blank" rel="noreferrer">
            Compare on the code host <IconExternalLink size={13} aria-hidden />
          </a>
        )}
      </p>
      <ol className={styles["commits"]} aria-label="Commits between">
        {commits.map((commit) => (
          <li key={commit.hash}>
            <CommitLine commit={commit} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function emptyText(between: CommitsBetween | null | undefined, isError: boolean): string {
  if (isError) return "The commits between could not be loaded.";
  if (between === undefined) return "Commits between: loading";
  if (between === null) return "Commits between: unknown, because a report has no commit.";
  return between.range.complete
    ? "Both reports tested the same commit."
    : "Commits between: unknown. The CLI and the reporters send commits with a report.";
}
