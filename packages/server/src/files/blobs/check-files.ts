import { hourMs } from "@plumb/contract/durations.ts";
import type { StoredBlob } from "#core/blob-store.ts";
import type { Context } from "#core/context.ts";
import { blobsAreHeld } from "#store/backup/blob-hold.ts";
import { inTransaction } from "#store/in-transaction.ts";
import {
  type CheckPosition,
  checkPosition,
  projectsWithBlobs,
  type RecordedBlob,
  recordedBlobs,
  setCheckPosition,
  unknownBlobs,
} from "#store/projects/stored-blobs.ts";
import { referredBlobs } from "#store/runs/run-removal.ts";

type Needs = Pick<Context, "blobs" | "clock" | "db" | "log">;

/** Younger files and rows may belong to an upload that is still running. */
const settledMs = 48 * hourMs;
const pageSize = 1000;
/** Limits the cost of a run, which continues where the previous one stopped. */
const maxPages = 100;
/** Files that are deleted in one transaction, which uploads to the project wait for. */
const removedAtOnce = 100;
/** Files without a row are few. If more of a page than this and than half of it have none, the database is not the one these files belong to. */
const maxUnknown = 10;
const maxExamples = 5;

interface Result {
  removed: number;
  /** Hashes of files that the database needs. */
  readonly missing: string[];
  readonly damaged: string[];
}

/**
 * Compares the stored files with the database: deletes files that it does not know, and logs those that are missing or have another size. Reads a
 * limited number of pages.
 */
export async function checkFiles(needs: Needs, stopped: () => boolean = () => false): Promise<void> {
  const { blobs, clock, db, log } = needs;
  const before = new Date(clock().getTime() - settledMs);
  const unfinished = await blobs.removeUnfinished(before);
  let position = await checkPosition(db);
  const projects = await projectsAfter(needs, position);
  let pages = 0;
  const reports = new Map<number, Result>();
  for (const projectId of projects) {
    let after: string | null = position?.projectId === projectId ? position.after : "";
    while (after !== null && pages < maxPages && !stopped()) {
      const result = reports.get(projectId) ?? { removed: 0, missing: [], damaged: [] };
      reports.set(projectId, result);
      after = await checkPage(needs, { projectId, after }, before, result);
      pages += 1;
    }
    if (after !== null) {
      position = { projectId, after };
      break;
    }
    position = null;
  }
  await setCheckPosition(db, position);
  for (const [projectId, result] of reports) report(needs, projectId, result);
  if (unfinished > 0) log.info({ unfinished }, "removed what interrupted uploads left in PLUMB_BLOBS");
}

async function projectsAfter({ blobs, db }: Needs, position: CheckPosition | null): Promise<number[]> {
  const { storing, deleting } = await projectsWithBlobs(db);
  const all = new Set([...storing, ...(await blobs.projects())]);
  for (const id of deleting) all.delete(id);
  return [...all].filter((id) => position === null || id >= position.projectId).toSorted((a, b) => a - b);
}

/** Returns the position after the page; `null` if it was the last one of the project. */
async function checkPage(
  needs: Needs,
  { projectId, after }: CheckPosition,
  before: Date,
  result: Result,
): Promise<string | null> {
  const { blobs, db } = needs;
  // Files first: a file that is stored or deleted later has a row that is too young, or no longer referenced.
  const page = await blobs.list(projectId, after, pageSize);
  const range = { projectId, after, upTo: page.next };
  const rows = await recordedBlobs(db, range, { settledBefore: before, limit: pageSize });
  const last = rows.length === pageSize ? (rows.at(-1)?.hash ?? null) : page.next;
  const listed = page.blobs.filter(({ hash }) => last === null || hash <= last);
  await removeUnknown(needs, projectId, { listed, rows, before }, result);
  await findMissing(needs, projectId, { listed, rows }, result);
  return last;
}

interface Page {
  readonly listed: readonly StoredBlob[];
  readonly rows: readonly RecordedBlob[];
}

async function removeUnknown(
  { blobs, db, log }: Needs,
  projectId: number,
  { listed, rows, before }: Page & { readonly before: Date },
  result: Result,
): Promise<void> {
  const recorded = new Set(rows.map(({ hash }) => hash));
  const old = listed.filter(({ hash, storedAt }) => storedAt < before && !recorded.has(hash)).map(({ hash }) => hash);
  if (old.length === 0) return;
  if (old.length > Math.max(maxUnknown, listed.length / 2)) {
    log.error(
      { projectId, files: old.length },
      "most files of a project in PLUMB_BLOBS are unknown to this database, so none is deleted; does another server use the same bucket?",
    );
    return;
  }
  for (let index = 0; index < old.length; index += removedAtOnce) {
    const hashes = old.slice(index, index + removedAtOnce);
    result.removed += await inTransaction(db, async (transaction) => {
      const unknown = await unknownBlobs(transaction, projectId, hashes);
      if (await blobsAreHeld(transaction)) return 0;
      for (const hash of unknown) await blobs.remove(projectId, hash);
      return unknown.length;
    });
  }
}

async function findMissing({ db }: Needs, projectId: number, { listed, rows }: Page, result: Result): Promise<void> {
  const sizes = new Map(listed.map(({ hash, bytes }) => [hash, bytes]));
  // Some rows of earlier versions have no size.
  const suspects = rows.filter(({ hash, bytes }) => !sizes.has(hash) || (bytes > 0 && sizes.get(hash) !== bytes));
  if (suspects.length === 0) return;
  const referred = await referredBlobs(
    db,
    projectId,
    suspects.map(({ hash }) => hash),
  );
  for (const { hash } of suspects)
    if (referred.has(hash)) (sizes.has(hash) ? result.damaged : result.missing).push(hash);
}

function report({ log }: Needs, projectId: number, { removed, missing, damaged }: Result): void {
  if (removed > 0) log.info({ projectId, removed }, "deleted files without an entry in the database");
  if (missing.length > 0)
    log.error(
      { projectId, files: missing.length, examples: missing.slice(0, maxExamples) },
      "files of reports are missing in PLUMB_BLOBS; restore them from a backup",
    );
  if (damaged.length > 0)
    log.error(
      { projectId, files: damaged.length, examples: damaged.slice(0, maxExamples) },
      "files in PLUMB_BLOBS do not have the size that was stored; restore them from a backup",
    );
}
