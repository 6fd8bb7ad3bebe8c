import type { NamedCommit } from "@plumb/contract/failures/suspects.ts";
import { cut, shortCommit } from "#lib/format/format.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import styles from "./commit-line.module.css";

/** Hash, subject, author and time of a commit. The hash links to its page. */
export function CommitLine({ commit }: { readonly commit: NamedCommit }) {
  return (
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
