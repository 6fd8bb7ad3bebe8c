import type { CodeHost, HostStatus } from "./code-host.ts";
import { isRefusal } from "./host-client.ts";
import { type NewComment, type Published, publishComment } from "./publish-comment.ts";

interface PullRequestTexts {
  readonly commit: string;
  readonly comment: NewComment;
  /** `null` to set none. */
  readonly status: Omit<HostStatus, "commit" | "key"> | null;
}

interface Written {
  /** `outdated`: the tested commit is not the head, so the comment was not changed. `null` if there is an error. */
  readonly comment: Published | "outdated" | null;
  readonly commentError: unknown;
  readonly statusError: unknown;
  readonly head: string;
}

/** Writes the comment and the status of a pull request. If one of them is refused, the other is written nevertheless. */
export async function writeToPullRequest(
  host: CodeHost,
  { commit, comment, status }: PullRequestTexts,
): Promise<Written> {
  const { head, setStatus } = await host.open();
  const isHead = head !== "" && (head.startsWith(commit) || commit.startsWith(head));
  let published: Written["comment"] = null;
  let [commentError, statusError]: unknown[] = [null, null];
  try {
    published = isHead ? await publishComment(host, comment) : "outdated";
  } catch (error) {
    commentError = error;
  }
  // If the code host is unavailable, the whole attempt is repeated.
  if (status !== null && (commentError === null || isRefusal(commentError)))
    try {
      // GitHub rejects abbreviated hashes.
      const full = isHead && head.length > commit.length ? head : commit;
      await setStatus({ ...status, commit: full, key: `plumb-${comment.key.key}` }, isHead);
    } catch (error) {
      statusError = error;
    }
  return { comment: published, commentError, statusError, head };
}
