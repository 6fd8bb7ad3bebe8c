import { createHash } from "node:crypto";
import { isWebAddress } from "@plumb/contract/text/web-address.ts";
import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import type { Slot } from "#core/semaphore.ts";
import type { ArtifactFiles } from "#ingest/spool/artifact-files.ts";
import type { PlannedRun } from "#ingest/bundle/plan.ts";
import type { Report } from "#ingest/bundle/inspect.ts";
import type { Reading } from "#ingest/record/readers.ts";
import { type Contents, type RecordedContent, recordReport } from "#ingest/record/recorder.ts";
import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import { storeContents } from "#runs/store-contents.ts";
import type { ReportResult, RunResult, UploadRequest } from "./upload-request.ts";
import { breakOf } from "./verdicts.ts";
import { locationOf, type SpooledBundle } from "#ingest/bundle/bundles.ts";
import { createRunRecording, type RunRecording } from "#store/ingest/recording.ts";
import { beginSource, type StartedSource } from "#runs/sources/begin-source.ts";
import type { NewRun, RunRef } from "#store/ingest/sources.ts";
import { withdrawSource } from "#runs/sources/withdraw-source.ts";
import { inSpan } from "#tracing/spans.ts";

type Recording = Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "writer"> & Reading;

/** The report to record, and what was recorded before it. */
interface ReportTarget {
  /** With the upload as the previous report left it. */
  readonly request: UploadRequest;
  readonly planned: PlannedRun;
  readonly report: Report;
  readonly artifacts: ArtifactFiles;
  readonly now: Date;
  /** Run of the previous report. */
  readonly last: RunRef | null;
  readonly recordingOf: (run: RunRef) => RunRecording;
}

/** Records the reports of one run, one at a time, up to the first that fails. */
export async function recordRun(
  context: Recording,
  request: UploadRequest,
  planned: PlannedRun,
  { artifacts, slot }: { readonly artifacts: ArtifactFiles; readonly slot: Slot },
): Promise<RunResult> {
  const shared = { planned, artifacts, now: context.clock(), recordingOf: createRecordings(context.db) };
  const results: ReportResult[] = [];
  for (const report of planned.reports) {
    // No locks are held between two reports.
    await slot.pass();
    const upload = results.at(-1)?.upload ?? request.upload;
    const last = results.findLast((result) => "content" in result)?.run ?? null;
    const target = { ...shared, report, last, request: { ...request, upload } };
    const attributes = { "plumb.format": report.format.id, "plumb.report.bytes": report.bundle.bytes };
    const result = await inSpan("upload: record", { attributes }, () => recordOne(context, target));
    results.push(result);
    if (result.kind === "failed") break;
  }
  return {
    planned,
    run: results.find((result) => result.kind === "recorded" || result.kind === "duplicate")?.run ?? null,
    results,
    recorded: results.filter((result) => result.kind === "recorded"),
    notStored: new Map(results.flatMap((result) => ("content" in result ? [...result.notStored] : []))),
  };
}

/** Returns a function that returns the recording of a run, which its reports share. */
function createRecordings(db: Context["db"]): ReportTarget["recordingOf"] {
  const recordings = new Map<number, RunRecording>();
  return ({ id }) => {
    const recording = recordings.get(id) ?? createRunRecording(db);
    recordings.set(id, recording);
    return recording;
  };
}

/** Records one report. If it is unreadable, nothing is kept of it. */
async function recordOne(context: Recording, target: ReportTarget): Promise<ReportResult> {
  const { report } = target;
  const { upload } = target.request;
  const started = await beginReport(context, target).catch((error: unknown) => ({ kind: "failed" as const, error }));
  if (started.kind === "failed") return { ...started, report, upload, sourceId: null };
  const { run } = started;
  if (started.kind === "duplicate") return { kind: "duplicate", report, upload, run };
  const { sourceId, uploadId } = started;
  const reading = uploadId === null ? upload : { ...upload, id: uploadId, state: "reading" as const };
  const source = { report, upload: reading, run, sourceId };
  try {
    const written = { ...source, ...(await writeReport(context, target, started)) };
    const { content } = written;
    // A file that may have another format is rejected unless it contains tests.
    if (content.tests > 0 || (report.looksLike === undefined && breakOf(report, content) === undefined))
      return { kind: "recorded", ...written };
    const statusChange = await withdrawSource(context.db, target.request.projectId, sourceId, context.clock());
    if (statusChange !== null) announceStatusChanges(context, [statusChange]);
    return { kind: "unreadable", ...written };
  } catch (error) {
    return { kind: "failed", ...source, error };
  }
}

type Started<Kind> = Extract<StartedSource, { readonly kind: Kind }>;

/** Begins the source of a report unless the run already has it. */
async function beginReport(
  context: Recording,
  { request, planned, report, now, last }: ReportTarget,
): Promise<Started<"begun" | "duplicate">> {
  const { bundle, format } = report;
  const started = await beginSource(
    context.db,
    context.writer,
    newRunOf(request, planned, now),
    {
      kind: bundle.kind,
      name: bundle.name,
      format: format.id,
      contentHash: Buffer.from(bundle.hash, "hex"),
      origin: originOf(bundle, request.query),
      bytes: bundle.bytes,
      shard: report.run.shard?.current ?? null,
      upload: request.upload,
    },
    { now, last },
  );
  if (started.kind === "in_progress") {
    throw new ApiError(
      "upload_in_progress",
      `${bundle.name} is being uploaded by another request right now. Try again in a few seconds.`,
    );
  }
  if (started.kind === "no_project") {
    throw new ApiError("not_found", "The project was deleted during this upload. Nothing was saved.");
  }
  return started;
}

/**
 * Returns what distinguishes reports of the same content: their folder, and what the sender declared. Two modules, two jobs or two attempts may fail in
 * the same way.
 */
function originOf(bundle: SpooledBundle, { job, jobAttempt, rerun, fact = [] }: UploadQuery): string {
  const parts = [locationOf(bundle), job ?? "", jobAttempt ?? "", rerun === true ? "rerun" : "", ...fact.toSorted()];
  if (parts.every((part) => part === "")) return "";
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Returns the run to create for the reports of a plan. Parameters of the upload take precedence over an exported report. */
function newRunOf({ projectId, query }: UploadRequest, planned: PlannedRun, now: Date): NewRun {
  const { exported } = planned;
  return {
    projectId,
    key: planned.key,
    build: query.build ?? exported?.build ?? null,
    suite: planned.suite,
    framework: planned.framework,
    environment: planned.environment,
    branch: query.branch ?? exported?.branch ?? null,
    commit: query.commit ?? exported?.commit ?? null,
    commitAuthor: query.commitAuthor ?? exported?.commitAuthor ?? null,
    targetBranch: query.targetBranch ?? null,
    pullRequest: query.pullRequest ?? exported?.pullRequest ?? null,
    ciUrl: query.ciUrl ?? webAddress(exported?.ciUrl),
    whole: planned.whole,
    startedAt: query.startedAt === undefined ? now : new Date(query.startedAt),
  };
}

/** Writes the tests of a report while it is read. */
async function writeReport(
  context: Recording,
  { request, report, artifacts, recordingOf }: ReportTarget,
  { run, sourceId }: Started<"begun">,
): Promise<RecordedContent> {
  const { upload, projectId } = request;
  const { bundle, format } = report;
  const target = { projectId, runId: run.id, sourceId, shard: report.run.shard?.current ?? null };
  const publishRun = (change: "started" | "updated") =>
    context.bus.publish({ about: "run", change, projectId, reportId: run.id });
  publishRun("started");
  if (upload.state !== "reading") context.bus.publish({ about: "uploads", projectId });
  const { db, blobs } = context;
  return await recordReport(
    {
      db,
      blobs,
      target,
      run: recordingOf(run),
      contents: contentsOf(bundle, artifacts),
      store: (contents) => storeContents(context, projectId, contents),
      onBatch: () => publishRun("updated"),
    },
    request.reader.read(bundle, format),
  );
}

/** Returns the files of the upload for this report. */
function contentsOf(bundle: SpooledBundle, artifacts: ArtifactFiles): Contents {
  const [report] = bundle.files;
  return {
    at: (path) => (report === undefined ? null : artifacts.match(report, path)),
    withHash: (hash) => artifacts.withHash(hash),
  };
}

/** Links of reports are shown to users, so only web addresses are accepted. */
function webAddress(text: string | undefined): string | null {
  return text !== undefined && isWebAddress(text) ? text : null;
}
