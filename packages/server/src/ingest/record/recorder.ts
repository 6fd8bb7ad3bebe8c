import { posix } from "node:path";
import { cut } from "@plumb/contract/text/cut.ts";
import type { BlobStore } from "#core/blob-store.ts";
import { noSummary, type ReportBatch, type ReportSummary } from "./batch-builder.ts";
import { storable } from "#core/text.ts";
import type { ReportedContent } from "./reported-artifact.ts";
import type { ContentToStore, StoredContents } from "#runs/store-contents.ts";
import type { Db } from "#store/db.ts";
import { recordRunFiles } from "#store/runs/run-output.ts";
import type { NewArtifact } from "#store/results/artifacts.ts";
import type { BatchArtifact, BatchTarget } from "#store/ingest/batch.ts";
import { type BatchTests, createRecording, type Recording, type RunRecording } from "#store/ingest/recording.ts";

/** Content that is stored on disk. */
interface Content {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

/** Contents that were uploaded with a source. */
export interface Contents {
  at(path: string): Content | null;
  withHash(hash: string): Content | null;
}

/** Contents refused by the storage limit, by hash: the name of the file, and the reason without a full stop. */
export type RefusedContents = ReadonlyMap<string, { readonly name: string; readonly why: string }>;

export interface RecordedContent {
  readonly content: ReportSummary;
  readonly notStored: RefusedContents;
}

export interface RecorderOptions extends StoreOptions {
  readonly db: Db;
  readonly target: BatchTarget;
  /** Shared by the reports of one run. */
  readonly run: RunRecording;
  /** Called after each batch that was written. Must return immediately. */
  readonly onBatch: () => void;
}

/**
 * Writes the batches of one report. While the database writes a batch, the next one is prepared and the one after that is read, so only a few batches
 * are in memory for a file of any size.
 */
export async function recordReport(
  options: RecorderOptions,
  batches: AsyncGenerator<ReportBatch, ReportSummary>,
): Promise<RecordedContent> {
  const recording = createRecording(options.db, options.target, options.run);
  const refused: RefusedContents[] = [];
  /** The last batch and the previous one. */
  let writing: Promise<void> = Promise.resolve();
  let writingBefore = writing;
  try {
    for (;;) {
      const next = await batches.next();
      if (next.done === true) {
        await writing;
        return { content: next.value, notStored: new Map(refused.flatMap((names) => [...names])) };
      }
      const batch = next.value;
      const identified = batch.rows.keys.length === 0 ? noTests : recording.identify(batch.rows);
      const prepared = Promise.resolve(identified).then((tests) => prepare(options, recording, batch, tests));
      const room = writingBefore;
      writingBefore = writing;
      writing = writing.then(async () => {
        const { write, notStored } = await prepared;
        if (notStored.size > 0) refused.push(notStored);
        await write();
        options.onBatch();
      });
      // The error is thrown when the next batch waits for this one.
      prepared.catch(() => undefined);
      writing.catch(() => undefined);
      await room;
    }
  } finally {
    await batches.return(noSummary);
  }
}

/** For a batch that only contains files of the run. */
const noTests: BatchTests = { ids: new Map(), repeated: false };

async function prepare(
  options: RecorderOptions,
  recording: Recording,
  batch: ReportBatch,
  tests: BatchTests,
): Promise<{ readonly write: () => Promise<void>; readonly notStored: RefusedContents }> {
  const { db, target } = options;
  const { artifacts: stored, notStored } = await storeReported(options, [...batch.artifacts, ...batch.runFiles]);
  const artifacts = batch.artifacts.map(({ index }, n): BatchArtifact => ({ ...(stored[n] as NewArtifact), index }));
  const runFiles = stored.slice(batch.artifacts.length);
  const writeRows = batch.rows.keys.length === 0 ? null : recording.prepare({ ...batch, artifacts }, tests);
  const write = async () => {
    await writeRows?.();
    if (runFiles.length > 0) await recordRunFiles(db, target, runFiles);
  };
  return { write, notStored };
}

/** Finds and stores the contents of reported artifacts. */
export interface StoreOptions {
  readonly blobs: Pick<BlobStore, "size">;
  readonly contents: Contents;
  readonly target: Pick<BatchTarget, "projectId">;
  readonly store: (contents: readonly ContentToStore[]) => Promise<StoredContents>;
}

/** Stores uploaded contents before any row refers to them. Contents above the storage limit become artifacts that were not uploaded. */
export async function storeReported(
  options: StoreOptions,
  reported: readonly ReportedContent[],
): Promise<{ readonly artifacts: NewArtifact[]; readonly notStored: RefusedContents }> {
  const found: Found[] = [];
  for (const one of reported) found.push(await findContent(options, one));
  const { refused, why } = await options.store(found.flatMap(({ content }) => content ?? []));
  const notStored = new Map<string, { readonly name: string; readonly why: string }>();
  const artifacts = found.map(({ artifact, content }) => {
    if (content === null || !refused.has(content.hash)) return artifact;
    const name = artifact.path === null ? artifact.name : posix.basename(artifact.path);
    notStored.set(content.hash, { name, why });
    return { ...artifact, size: null, blobHash: null };
  });
  return { artifacts, notStored };
}

interface Found {
  readonly artifact: NewArtifact;
  /** `null` if the content was not uploaded or is already stored. */
  readonly content: ContentToStore | null;
}

async function findContent(
  { blobs, contents, target }: StoreOptions,
  { attempt, step, kind, name, contentType, reportedPath, copyPath, hash, content }: ReportedContent,
): Promise<Found> {
  const described = { attempt, step, kind, name, contentType, path: storedPath(reportedPath) };
  if (content !== null) {
    const { length } = content.bytes;
    return {
      artifact: { ...described, size: length, blobHash: content.hash },
      content: { hash: content.hash, bytes: length, from: content.bytes },
    };
  }
  if (hash !== null && contents.withHash(hash) === null) {
    // Content that the project already has need not be sent again. Content of other projects is never used.
    const size = await blobs.size(target.projectId, hash);
    return { artifact: { ...described, size, blobHash: size === null ? null : hash }, content: null };
  }
  const file =
    hash === null ? (contentAt(contents, reportedPath) ?? contentAt(contents, copyPath)) : contents.withHash(hash);
  // If two artifacts conflict, the later one is more likely the copy, because it is listed with other results.
  if (file === null)
    return {
      artifact: { ...described, path: storedPath(copyPath ?? reportedPath), size: null, blobHash: null },
      content: null,
    };
  return {
    artifact: { ...described, size: file.bytes, blobHash: file.hash },
    content: { hash: file.hash, bytes: file.bytes, from: file.path },
  };
}

/** Returns the path of an artifact in its stored form. */
export function storedPath(path: string | null): string | null {
  return path === null ? null : storable(cut(path, 1000));
}

function contentAt(contents: Contents, reportedPath: string | null): Content | null {
  return reportedPath === null ? null : contents.at(reportedPath);
}
