import type { Context } from "#core/context.ts";
import type { Report } from "#ingest/bundle/inspect.ts";
import type { Reading } from "#ingest/record/readers.ts";
import { type RefusedContents, storedPath } from "#ingest/record/recorder.ts";
import type { ArtifactFiles } from "#ingest/spool/artifact-files.ts";
import type { SpooledFile } from "#ingest/spool/spool.ts";
import type { RunResult } from "./upload-request.ts";
import { storeContents } from "#runs/store-contents.ts";
import { attachBlob, type MissingArtifact, missingArtifacts } from "#store/results/artifacts.ts";

type Attaching = Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log"> & Reading;

/**
 * Attaches files that arrive after their report: the same report that is sent again with its artifacts only adds missing files. Returns the files of
 * the run that exceed the storage limit.
 */
export async function attachLateArtifacts(
  context: Attaching,
  projectId: number,
  { run, results, notStored }: RunResult,
  artifacts: ArtifactFiles,
): Promise<RefusedContents> {
  const reports = results.filter(({ kind }) => kind === "duplicate").map(({ report }) => report);
  if (run === null || reports.length === 0 || artifacts.isEmpty) return notStored;
  const missing = await missingArtifacts(context.db, projectId, run.id);
  if (missing.length === 0) return notStored;
  const hashes = await exportedHashes(context, reports);
  const found: { readonly id: number; readonly file: SpooledFile }[] = [];
  for (const one of missing) {
    // Exported reports identify artifacts by a hash, others by a path.
    const hash = hashes.get(keyOf(one));
    const file = hash === undefined ? fileAt(one, reports, artifacts) : artifacts.withHash(hash);
    if (file !== null) found.push({ id: one.id, file });
  }
  const contents = found.map(({ file: { hash, bytes, path } }) => ({ hash, bytes, from: path }));
  const { refused, why } = await storeContents(context, projectId, contents);
  for (const { id, file } of found)
    if (!refused.has(file.hash)) await attachBlob(context.db, projectId, id, { hash: file.hash, size: file.bytes });
  const refusedFiles = found.filter(({ file }) => refused.has(file.hash));
  return new Map([...notStored, ...refusedFiles.map(({ file: { hash, name } }) => [hash, { name, why }] as const)]);
}

function fileAt({ path }: MissingArtifact, reports: readonly Report[], artifacts: ArtifactFiles): SpooledFile | null {
  if (path === null) return null;
  for (const { bundle } of reports) {
    const file = artifacts.match(bundle.files[0] as SpooledFile, path);
    if (file !== null) return file;
  }
  return null;
}

/** Returns the content hashes that exported reports list, by name and path. Ambiguous entries are excluded. */
async function exportedHashes({ readers }: Attaching, reports: readonly Report[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { bundle, format, run } of reports) {
    if (run.exported === undefined) continue;
    for await (const { artifacts } of readers.read(bundle, format)) {
      for (const { name, reportedPath, hash } of artifacts) {
        const key = keyOf({ name, path: storedPath(reportedPath) });
        if (hash === null) continue;
        if ((hashes.get(key) ?? hash) !== hash) ambiguous.add(key);
        hashes.set(key, hash);
      }
    }
  }
  for (const key of ambiguous) hashes.delete(key);
  return hashes;
}

function keyOf({ name, path }: Pick<MissingArtifact, "name" | "path">): string {
  return JSON.stringify([name, path]);
}
