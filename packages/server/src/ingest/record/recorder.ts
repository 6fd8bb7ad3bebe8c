import { cut } from "@plumb/contract/text/cut.ts";
import type { BlobStore } from "#blobs/blob-store.ts";
import { noFacts, type ReportBatch, type ReportFacts } from "#ingest/record/gather.ts";
import { storable } from "#core/text.ts";
import type { ReportedContent } from "#ingest/record/reported-artifact.ts";
import type { Db } from "#store/db.ts";
import { recordRunFiles } from "#store/runs/run-output.ts";
import type { NewArtifact } from "#store/results/artifacts.ts";
import type { BatchArtifact, BatchTarget } from "#store/ingest/batch.ts";
import { type BatchTests, createRecording, type Recording } from "#store/ingest/recording.ts";

/** A content on our disk. */
interface Content {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

/** The contents that came with a source. */
export interface Contents {
  at(path: string): Content | null;
  withHash(hash: string): Content | null;
}

export interface RecorderOptions {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly target: BatchTarget;
  readonly contents: Contents;
  /** Told after each batch that was written; it must return at once. */
  readonly onBatch: () => void;
}

/**
 * Turns the batches of one report into rows. While the database writes a batch, the next one is made ready, its tests looked up
 * before, and the one after that is read, so memory holds a few batches whatever the size of the file.
 */
export async function recordReport(
  options: RecorderOptions,
  batches: AsyncGenerator<ReportBatch, ReportFacts>,
): Promise<ReportFacts> {
  const recording = createRecording(options.db, options.target);
  /** The last batch and the one before it. */
  let writing: Promise<void> = Promise.resolve();
  let writingBefore = writing;
  try {
    for (;;) {
      const next = await batches.next();
      if (next.done === true) {
        await writing;
        return next.value;
      }
      const batch = next.value;
      const identified = batch.rows.keys.length === 0 ? noTests : recording.identify(batch.rows);
      const prepared = Promise.resolve(identified).then((tests) => prepare(options, recording, batch, tests));
      const room = writingBefore;
      writingBefore = writing;
      writing = writing.then(async () => {
        const write = await prepared;
        await write();
        options.onBatch();
      });
      // Errors are thrown where a later batch waits for this one.
      prepared.catch(() => undefined);
      writing.catch(() => undefined);
      await room;
    }
  } finally {
    await batches.return(noFacts);
  }
}

/** Of a batch that only brings files of the run. */
const noTests: BatchTests = { ids: new Map(), repeated: false };

async function prepare(
  options: RecorderOptions,
  recording: Recording,
  batch: ReportBatch,
  tests: BatchTests,
): Promise<() => Promise<void>> {
  const { db, target } = options;
  const artifacts: BatchArtifact[] = [];
  for (const artifact of batch.artifacts) {
    artifacts.push({ ...(await keepContent(options, artifact)), index: artifact.index });
  }
  const runFiles: NewArtifact[] = [];
  for (const file of batch.runFiles) runFiles.push(await keepContent(options, file));
  const write = batch.rows.keys.length === 0 ? null : recording.prepare({ ...batch, artifacts }, tests);
  return async () => {
    await write?.();
    if (runFiles.length > 0) await recordRunFiles(db, target, runFiles);
  };
}

/** Keeps the content, if it came, before any row speaks of it. */
export async function keepContent(
  options: Pick<RecorderOptions, "blobs" | "contents" | "target">,
  { attempt, step, kind, name, contentType, reportedPath, copyPath, hash, content }: ReportedContent,
): Promise<NewArtifact> {
  const described = { attempt, step, kind, name, contentType, path: storedPath(reportedPath) };
  const { projectId } = options.target;
  if (content !== null) {
    await options.blobs.keepBytes(projectId, content.hash, content.bytes);
    return { ...described, size: content.bytes.length, blobHash: content.hash };
  }
  if (hash !== null && options.contents.withHash(hash) === null) {
    // What the project keeps already need not be sent again. Another project's content is out of reach.
    const size = await options.blobs.size(projectId, hash);
    return { ...described, size, blobHash: size === null ? null : hash };
  }
  const file =
    hash === null
      ? (contentAt(options.contents, reportedPath) ?? contentAt(options.contents, copyPath))
      : options.contents.withHash(hash);
  // What comes later is likelier the copy: it lies among the other results.
  if (file === null) return { ...described, path: storedPath(copyPath ?? reportedPath), size: null, blobHash: null };
  await options.blobs.keepFile(projectId, file.hash, file.path);
  return { ...described, size: file.bytes, blobHash: file.hash };
}

/** As the store keeps the path of an artifact. */
export function storedPath(path: string | null): string | null {
  return path === null ? null : storable(cut(path, 1000));
}

function contentAt(contents: Contents, reportedPath: string | null): Content | null {
  return reportedPath === null ? null : contents.at(reportedPath);
}
