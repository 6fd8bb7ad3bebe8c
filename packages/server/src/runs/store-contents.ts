import { formatBytes } from "@plumb/contract/figures.ts";
import type { Context } from "#core/context.ts";
import { publish, writeNotifications } from "#inbox/notify.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { admitContents, type Admission, type NewContent } from "#store/projects/storage.ts";

/** Content to store: the path of a file, which is moved, or the bytes. */
export interface ContentToStore extends NewContent {
  readonly from: string | Uint8Array;
}

type Needs = Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log">;

/** Result of storing contents; `refused` lists those that the storage limit rejected. */
export interface StoredContents {
  readonly refused: ReadonlySet<string>;
  /** Reason without a full stop; empty if all contents were stored. */
  readonly why: string;
}

const allStored: StoredContents = { refused: new Set(), why: "" };

/** Stores contents of a project up to its limit. Call it before anything references them. */
export async function storeContents(
  needs: Needs,
  projectId: number,
  contents: readonly ContentToStore[],
): Promise<StoredContents> {
  if (contents.length === 0) return allStored;
  const { blobs, clock, config, db, log } = needs;
  const now = clock();
  const { admission, written } = await inTransaction(db, async (transaction) => {
    const admission = await admitContents(transaction, projectId, contents, {
      now,
      defaultLimit: config.maxProjectBytes,
    });
    return { admission, written: await warn(transaction, projectId, admission, now) };
  });
  publish(needs, written);
  const { crossed, limit, refused } = admission;
  if (crossed !== null)
    log.warn({ projectId, usedBytes: crossed.usedBytes, limit }, "a project's storage is filling up");
  for (const { hash, from } of contents) {
    if (refused.has(hash)) continue;
    if (typeof from === "string") await blobs.putFile(projectId, hash, from);
    else await blobs.putBytes(projectId, hash, from);
  }
  return refused.size === 0 ? allStored : { refused, why: storageFull(limit ?? 0) };
}

function storageFull(limit: number): string {
  return `the project's storage is full (limit ${formatBytes(limit)})`;
}

export const storageAdvice = "Shorten the retention or ask an administrator to raise the limit.";

/** Returns the warning for a report whose files were not stored. `names` may contain only the first of them. */
export function filesNotStored(names: readonly string[], count: number, why: string): string {
  const more = count - names.length;
  const list = `${names.join(", ")}${more > 0 ? ` and ${more.toLocaleString("en")} more` : ""}`;
  const were = count === 1 ? "1 file was" : `${count.toLocaleString("en")} files were`;
  return `${were} not kept, because ${why}: ${list}. All test results were recorded. ${storageAdvice}`;
}

/** Returns the warning for a live run. It has no count, so that it is recorded once. */
export function liveFilesNotStored(why: string): string {
  return `Some files of this run were not kept, because ${why}. They are listed as not uploaded. All test results were recorded. ${storageAdvice}`;
}

async function warn(
  transaction: Context["db"],
  projectId: number,
  { crossed, limit }: Admission,
  now: Date,
): ReturnType<typeof writeNotifications> {
  if (crossed === null || limit === null) return [];
  const { project, usedBytes, isFull } = crossed;
  const size = `${formatBytes(usedBytes)} of ${formatBytes(limit)}`;
  const notice = {
    topic: "other",
    projectId,
    title: isFull ? `Storage of ${project} is full` : `Storage of ${project} is almost full`,
    message: isFull
      ? `Files of this project take ${size}. New screenshots, traces, videos and attachments are not stored. Test results are still recorded. ${storageAdvice}`
      : `Files of this project take ${size}. At the limit, new screenshots, traces, videos and attachments are not stored; test results still are. ${storageAdvice}`,
    type: "warning",
    actionUrl: `/projects/${projectId}?tab=settings`,
    metadata: { projectName: project },
  } as const;
  return writeNotifications(transaction, { membersOf: projectId, roles: ["LEAD"], administrators: true }, notice, now);
}
