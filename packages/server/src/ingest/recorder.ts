import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { ArtifactEvent, ProblemEvent, ResultEvent, RunEvent } from "@plumb/contract/result-event.ts";
import { decodeText } from "@plumb/formats/decode.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import type { BlobStore } from "#blobs/blob-store.ts";
import { type AssembledTest, createAssembler } from "#ingest/assemble.ts";
import { type ArtifactFiles, artifactKind } from "#ingest/artifact-files.ts";
import { limits } from "#ingest/limits.ts";
import type { SpooledFile } from "#ingest/spool.ts";
import { cut, storable } from "#ingest/text.ts";
import { type NewArtifact, recordArtifacts } from "#store/artifacts.ts";
import type { Db } from "#store/db.ts";
import { type BatchTarget, type BatchTests, identifyTests, recordBatch } from "#store/recording.ts";

/** A batch is one short transaction: 500 slim rows, or fewer with heavy details. */
const batchTests = 500;
const batchWeight = 512 * 1024;
/** Between two pieces of the file the database's answers are heard: larger ones would keep it waiting. */
const readBytes = 64 * 1024;

export interface RecordedReport {
  readonly tests: number;
  readonly problems: readonly ReportProblem[];
  /** What the report says about the run, later statements over earlier ones. */
  readonly run: Omit<RunEvent, "kind">;
}

export interface ReportProblem {
  readonly severity: ProblemEvent["severity"];
  readonly file: string;
  readonly line: number | null;
  readonly reason: string;
}

export interface RecorderOptions {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly target: BatchTarget;
  readonly file: SpooledFile;
  readonly format: ReportFormat;
  readonly artifacts: ArtifactFiles;
  /** Told after each batch that was written; it must return at once. */
  readonly onBatch: () => void;
}

/** The text of a spooled file, decoded; repairs are reported once each. */
export function reportSource(file: SpooledFile, onRepair: (reason: string) => void = () => undefined) {
  return {
    name: file.name,
    text: () => decodeText(createReadStream(file.path, { highWaterMark: readBytes }), onRepair),
  };
}

/**
 * Turns one report into rows, batch by batch. While the database writes a batch, the tests of the next one are looked up
 * and the one after that is read, so memory holds three batches whatever the size of the file.
 */
export async function recordReport(options: RecorderOptions): Promise<RecordedReport> {
  const { file } = options;
  const problems: ReportProblem[] = [];
  let problemCount = 0;
  const note = (severity: ProblemEvent["severity"], reason: string, line: number | null = null) => {
    problemCount += 1;
    if (problems.length < limits.problems || severity === "incomplete") {
      problems.push({ severity, file: file.name, line, reason: cut(storable(reason), 2000) });
    }
  };
  const assembler = createAssembler((reason) => note("warning", reason));
  let run: RecordedReport["run"] = {};
  let tests = 0;
  let batch: AssembledTest[] = [];
  let weight = 0;
  /** The last batch and the one before it. */
  let writing: Promise<void> = Promise.resolve();
  let writingBefore = writing;
  const flush = async () => {
    const full = batch;
    batch = [];
    weight = 0;
    const results = full.map(({ result }) => result);
    const identified = identifyTests(options.db, options.target, results);
    const room = writingBefore;
    writingBefore = writing;
    writing = writing.then(async () => writeBatch(options, full, await identified));
    // Errors are thrown where a later batch waits for this one.
    identified.catch(() => undefined);
    writing.catch(() => undefined);
    await room;
  };
  const take = (event: ResultEvent): boolean => {
    if (event.kind === "run") run = { ...run, ...event };
    else if (event.kind === "problem") note(event.severity, event.reason, event.line ?? null);
    else {
      const decided = assembler.add(event);
      if (decided === null) return false;
      batch.push(decided);
      tests += 1;
      weight += decided.weight;
      return batch.length >= batchTests || weight >= batchWeight;
    }
    return false;
  };
  for await (const events of options.format.read(reportSource(file, (reason) => note("warning", reason)))) {
    for (const event of events) if (take(event)) await flush();
  }
  await flush();
  await writing;
  if (problemCount > problems.length)
    note("warning", `${problemCount - problems.length} more problems of this file are not listed.`);
  return { tests, problems, run };
}

async function writeBatch(options: RecorderOptions, batch: readonly AssembledTest[], tests: BatchTests): Promise<void> {
  if (batch.length === 0) return;
  const ids = await recordBatch(
    options.db,
    options.target,
    batch.map(({ result }) => result),
    tests,
  );
  const artifacts: NewArtifact[] = [];
  for (const [index, test] of batch.entries()) {
    for (const event of test.artifacts)
      artifacts.push({ resultId: ids[index] ?? null, ...(await keepArtifact(options, event)) });
  }
  await recordArtifacts(options.db, options.target, artifacts);
  options.onBatch();
}

/** Keeps the content, if it came, before any row speaks of it. */
async function keepArtifact(options: RecorderOptions, event: ArtifactEvent): Promise<Omit<NewArtifact, "resultId">> {
  const described = {
    attempt: event.attempt ?? null,
    kind: artifactKind(event),
    name: storable(cut(event.name, 300)),
    contentType: storable(cut(event.contentType, 200)),
    path: event.path === undefined ? null : storable(cut(event.path, 1000)),
  };
  const { projectId } = options.target;
  if (event.body !== undefined) {
    const bytes = Buffer.from(event.body, "base64");
    const hash = createHash("sha256").update(bytes).digest("hex");
    await options.blobs.keepBytes(projectId, hash, bytes);
    return { ...described, size: bytes.length, blobHash: hash };
  }
  const file = event.path === undefined ? null : options.artifacts.match(options.file.name, event.path);
  if (file === null) return { ...described, size: null, blobHash: null };
  await options.blobs.keepFile(projectId, file.hash, file.path);
  return { ...described, size: file.bytes, blobHash: file.hash };
}
