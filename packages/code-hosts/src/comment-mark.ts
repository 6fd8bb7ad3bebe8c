import { createHash } from "node:crypto";
import type { CodeHost, HostComment } from "./code-host.ts";

/** Identifies the comment about a project on a pull request. */
export interface CommentKey {
  readonly key: string;
  /** Marks that older versions wrote for the same comment: keys of `plumb comment`, and the text of the server. */
  readonly earlierKeys: readonly string[];
  readonly earlierMark: string | null;
}

interface CommentSubject {
  /** Public address of the Plumb server. */
  readonly publicUrl: string;
  /** Address that `plumb comment` was called with, which may be an internal one. */
  readonly calledUrl?: string;
  readonly projectId: number;
  /** Distinguishes several comments of a project. */
  readonly name?: string;
}

export function commentKey({ publicUrl, calledUrl = publicUrl, projectId, name = "" }: CommentSubject): CommentKey {
  const keyOf = (url: string) =>
    createHash("sha256")
      .update(JSON.stringify([url, String(projectId), name]))
      .digest("hex")
      .slice(0, 24);
  const mark = `plumb:pull-request:${new URL(publicUrl).host}:${projectId}`.replace(/[^\w:.-]/g, "");
  return { key: keyOf(publicUrl), earlierKeys: [keyOf(calledUrl)], earlierMark: name === "" ? mark : null };
}

/** Space for the hidden line. */
export const maxMarkLength = 200;

/** Returns the first line of a comment. Its account shows that a comment is not a copy that another user made. */
export function markLine(host: CodeHost, { key }: CommentKey, readAt: number, account: string | null): string {
  return host.hiddenLine(`plumb-comment ${key} ${readAt}${account === null ? "" : ` ${account}`}`);
}

/** A comment that the mark identifies. */
export interface MarkedComment extends HostComment {
  readonly mark: string;
  /** Time of the content, in milliseconds since 1970; 0 if it is unknown. */
  readonly readAt: number;
  /** Text below the mark. */
  readonly content: string;
}

/** Returns the comment with its mark; `null` if another comment, or a copy, begins like this. */
export function markedComment(host: CodeHost, comment: HostComment, key: CommentKey): MarkedComment | null {
  const [first = "", ...lines] = comment.text.split(/\r?\n/);
  const mark = first.trimEnd();
  const content = lines.join("\n");
  if (comment.isOwn && key.earlierMark !== null && mark === host.hiddenLine(key.earlierMark))
    return { ...comment, mark, content, readAt: 0 };
  const [, found = "", readAt = "", account] =
    /plumb-comment ([0-9a-f]{24}) (\d{1,15})(?: (\w[\w.-]{0,79}))?/.exec(mark) ?? [];
  const isEarlier = comment.isOwn && key.earlierKeys.includes(found);
  if (found !== key.key && !isEarlier) return null;
  if (mark !== markLine(host, { ...key, key: found }, Number(readAt), account ?? null)) return null;
  return comment.isOwn || account === comment.author ? { ...comment, mark, content, readAt: Number(readAt) } : null;
}
