import type { CodeHost } from "./code-host.ts";
import { type CommentKey, markedComment, type MarkedComment, markLine } from "./comment-mark.ts";
import { isRefusal, statusOf } from "./host-client.ts";

export interface NewComment {
  readonly key: CommentKey;
  readonly text: string;
  /** Time of the content, in milliseconds since 1970. Older content never replaces newer. */
  readonly readAt: number;
  /** If false, an existing comment is changed, but none is created. */
  readonly mayCreate: boolean;
}

export type Published = "created" | "updated" | "older" | "none";

/** Writers that change the comment at the same time end the rounds sooner; this only prevents an endless loop. */
const maxRounds = 6;

/**
 * Creates the comment, or edits the one that another job or the server created. Code hosts have no locks, so the comments are read again after
 * each change, until nothing is left to do: the oldest comment stays with the newest content, and all others are deleted.
 */
export async function publishComment(host: CodeHost, comment: NewComment): Promise<Published> {
  const account = await host.account();
  /** Comments that were deleted since they were listed, and those of others that the account may not change. */
  const unusable = new Set<string>();
  let done: Published | null = null;
  for (let round = 0; round < maxRounds; round += 1) {
    const comments = (await matching(host, comment.key)).filter(({ id }) => !unusable.has(id));
    const [oldest] = comments;
    if (oldest === undefined) {
      // A list may lag behind, so nothing is created twice.
      if (done !== null || !comment.mayCreate) return done ?? "none";
      await host.create(`${markLine(host, comment.key, comment.readAt, account)}\n${comment.text}`);
      done = "created";
      continue;
    }
    const newest = comments.reduce((found, each) => (each.readAt > found.readAt ? each : found));
    const isOlder = newest.readAt > comment.readAt;
    const { readAt, content } = isOlder ? newest : { readAt: comment.readAt, content: comment.text };
    const mark = markLine(host, comment.key, readAt, oldest.isOwn ? account : oldest.author);
    const isCurrent = oldest.mark === mark && (isOlder || done !== null);
    if (!isCurrent && !(await isDone(unusable, oldest, () => host.update(oldest.id, `${mark}\n${content}`)))) continue;
    done ??= isOlder ? "older" : "updated";
    for (const each of comments.slice(1)) {
      await isDone(unusable, each, () => host.remove(each.id));
      unusable.add(each.id);
    }
    if (isCurrent && comments.length === 1) return done;
  }
  return done ?? "none";
}

async function matching(host: CodeHost, key: CommentKey): Promise<readonly MarkedComment[]> {
  const found: MarkedComment[] = [];
  for (const each of await host.comments()) {
    const marked = markedComment(host, each, key);
    if (marked !== null && (marked.isOwn || (await marked.canAuthorWrite()))) found.push(marked);
  }
  return found.toSorted((a, b) => a.order - b.order);
}

/** Runs a change, and returns false if the comment was deleted, or if it is another account's and may not be changed. */
async function isDone(
  unusable: Set<string>,
  { id, isOwn }: MarkedComment,
  change: () => Promise<void>,
): Promise<boolean> {
  try {
    await change();
    return true;
  } catch (error) {
    if (!isRefusal(error) || (isOwn && !isMissing(error))) throw error;
    unusable.add(id);
    return false;
  }
}

function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 || statusOf(error) === 410;
}
