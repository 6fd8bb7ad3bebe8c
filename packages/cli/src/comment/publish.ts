import { createHash } from "node:crypto";
import type { CodeHost, OwnComment } from "./code-host.ts";
import { HostError } from "./host-api.ts";

export interface NewComment {
  /** Equal for all comments about the same thing. */
  readonly key: string;
  readonly text: string;
  /** Time of the content, in milliseconds since 1970. Older content never replaces newer. */
  readonly readAt: number;
  /** If false, an existing comment is changed, but none is created. */
  readonly mayCreate: boolean;
}

export type Published = "created" | "updated" | "older" | "none";

const prefix = "plumb-comment";

/** Returns the marker of a comment, which contains no text of a user. */
export function commentKey(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 24);
}

/** Reserves space for the hidden line. */
export const markerLength = 100;

/**
 * Creates the comment, or edits the one that an earlier job created. Several jobs can do so at the same time: the oldest comment stays, and each job
 * deletes the others.
 */
export async function publishComment(host: CodeHost, comment: NewComment): Promise<Published> {
  const text = `${host.hiddenLine(`${prefix} ${comment.key} ${comment.readAt}`)}\n${comment.text}`;
  const existing = await matching(host, comment.key);
  if (existing.length > 0) return change(host, existing, comment, text);
  if (!comment.mayCreate) return "none";
  await host.create(text);
  // Another job may have created one in the meantime.
  const all = await matching(host, comment.key);
  if (all.length > 1) await change(host, all, comment, text);
  return "created";
}

async function matching(host: CodeHost, key: string): Promise<readonly OwnComment[]> {
  const found = await host.ownComments();
  return found.filter(({ text }) => readAtOf(host, text, key) !== null).toSorted((a, b) => a.order - b.order);
}

/** Returns the time of a comment with this key; `null` for other comments, even if they quote the marker. */
function readAtOf(host: CodeHost, text: string, key: string): number | null {
  const [line = ""] = text.split("\n", 1);
  const [, found, readAt] = /plumb-comment ([0-9a-f]{24}) (\d{1,15})/.exec(line) ?? [];
  if (found !== key || line.trimEnd() !== host.hiddenLine(`${prefix} ${key} ${readAt}`)) return null;
  return Number(readAt);
}

async function change(
  host: CodeHost,
  [oldest, ...others]: readonly OwnComment[],
  { key, readAt }: NewComment,
  text: string,
): Promise<Published> {
  if (oldest === undefined) return "none";
  const timeOf = (each: OwnComment) => readAtOf(host, each.text, key) ?? 0;
  const newest = [oldest, ...others].reduce((found, each) => (timeOf(each) > timeOf(found) ? each : found));
  const isOlder = timeOf(newest) > readAt;
  if (!isOlder) await host.update(oldest.id, text);
  else if (newest !== oldest) await host.update(oldest.id, newest.text);
  for (const { id } of others)
    await host.remove(id).catch((error: unknown) => {
      // Another job deleted it.
      if (!(error instanceof HostError && error.status === 404)) throw error;
    });
  return isOlder ? "older" : "updated";
}
