import { createHash } from "node:crypto";
import { isWebAddress } from "@plumb/contract/text/web-address.ts";
import type { FileVerdict, UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import type { Slot } from "#core/semaphore.ts";
import type { ArtifactFiles } from "#ingest/spool/artifact-files.ts";
import type { PlannedRun } from "#ingest/bundle/plan.ts";
import { type Report, withoutFormat } from "#ingest/bundle/inspect.ts";
import { noSummary, type ReportSummary } from "#ingest/record/batch-builder.ts";
import type { ReportProblem } from "#ingest/record/report-problems.ts";
import type { Reading } from "#ingest/record/readers.ts";
import { recordReport, type Contents } from "#ingest/record/recorder.ts";
import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import { storeContents } from "#runs/store-contents.ts";
import type { RecordedUpload, RunInProgress, Upload } from "./upload-in-progress.ts";
import { firstProblem, located, partialReason, rejected } from "./verdicts.ts";
import { locationOf, type SpooledBundle } from "#ingest/bundle/bundles.ts";
import { createRunRecording, type RunRecording } from "#store/ingest/recording.ts";
import { beginUpload, type StartedUpload } from "#runs/uploads/begin-upload.ts";
import type { NewRun, RunRef } from "#store/ingest/uploads.ts";
import { withdrawUpload } from "#runs/uploads/withdraw-upload.ts";

type Recording = Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "writer"> & Reading;

interface ReportTarget {
  readonly upload: Upload;
  readonly run: RunInProgress;
  readonly artifacts: ArtifactFiles;
  readonly now: Date;
  /** Run of the previous report. */
  last: { readonly ref: RunRef; readonly recording: RunRecording } | null;
}

/** Writes the reports of one run, one at a time. Returns the outcome of each. */
export async function recordRun(
  context: Recording,
  upload: Upload,
  run: RunInProgress,
  { artifacts, slot }: { readonly artifacts: ArtifactFiles; readonly slot: Slot },
): Promise<FileVerdict[]> {
  const target: ReportTarget = { upload, run, artifacts, now: context.clock(), last: null };
  const verdicts: FileVerdict[] = [];
  for (const report of run.planned.reports) {
    // No locks are held between two reports.
    await slot.pass();
    verdicts.push(await importReport(context, report, target));
  }
  return verdicts;
}

/** Writes one report. If it is unreadable, nothing is kept of it. */
async function importReport(context: Recording, report: Report, target: ReportTarget): Promise<FileVerdict> {
  const { upload, run } = target;
  const { projectId } = upload;
  const started = await beginReport(context, report, target);
  if (started.kind === "duplicate") {
    run.run ??= started.run;
    run.duplicates.push(report);
    return duplicateVerdict(context, run.planned, report, started.run);
  }
  // Registered before writing, so that a failure in the middle is rolled back.
  const recorded: RecordedUpload = { report, uploadId: started.uploadId, runId: started.run.id, content: noSummary };
  run.recorded.push(recorded);
  if (target.last?.ref.id !== started.run.id)
    target.last = { ref: started.run, recording: createRunRecording(context.db) };
  const content = await writeReport(context, recorded, target, target.last.recording);
  const broke = breakOf(report, content);
  // A file that may have another format is rejected unless it contains tests.
  if (content.tests === 0 && (broke !== undefined || report.looksLike !== undefined)) {
    const statusChange = await withdrawUpload(context.db, projectId, started.uploadId, context.clock());
    if (statusChange !== null) announceStatusChanges(context, [statusChange]);
    run.recorded.pop();
    return unreadableVerdict(report, broke);
  }
  run.run ??= started.run;
  recorded.content = content;
  return {
    name: report.bundle.name,
    verdict: broke === undefined ? "imported" : "partial",
    format: report.format.id,
    reportId: started.run.id,
    tests: content.tests,
    reason:
      broke === undefined ? (firstProblem(content) ?? namingAdvice(run.planned)) : partialReason(broke, content.tests),
  };
}

/** Begins the source of a report unless the run already has it. */
async function beginReport(
  context: Recording,
  report: Report,
  { upload, run, now, last }: ReportTarget,
): Promise<Extract<StartedUpload, { readonly kind: "begun" | "duplicate" }>> {
  const { bundle, format } = report;
  const started = await beginUpload(
    context.db,
    context.writer,
    newRunOf(upload, run.planned, now),
    {
      kind: bundle.kind,
      name: bundle.name,
      format: format.id,
      contentHash: Buffer.from(bundle.hash, "hex"),
      origin: originOf(bundle, upload.query),
      bytes: bundle.bytes,
      shard: report.run.shard?.current ?? null,
      arrival: upload.arrival,
    },
    { now, last: last?.ref ?? null },
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
  if (started.kind === "begun" && started.arrivalId !== null) {
    upload.arrival.id = started.arrivalId;
    upload.arrival.state = "reading";
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
function newRunOf({ projectId, query }: Upload, planned: PlannedRun, now: Date): NewRun {
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
  { report, uploadId, runId }: RecordedUpload,
  { upload, run, artifacts }: ReportTarget,
  recording: RunRecording,
): Promise<ReportSummary> {
  const { projectId } = upload;
  const { bundle, format } = report;
  const target = { projectId, runId, uploadId, shard: report.run.shard?.current ?? null };
  const publishRun = (change: "started" | "updated") =>
    context.bus.publish({ about: "run", change, projectId, reportId: runId });
  publishRun("started");
  if (run.recorded.length === 1) context.bus.publish({ about: "uploads", projectId });
  const { db, blobs } = context;
  const onBatch = () => publishRun("updated");
  return await recordReport(
    {
      db,
      blobs,
      target,
      run: recording,
      contents: contentsOf(bundle, artifacts),
      store: (contents) => storeContents(context, projectId, contents),
      onNotStored: ({ names, why }) => {
        for (const [hash, name] of names) run.notStored.set(hash, { name, why });
      },
      onBatch,
    },
    upload.reader.read(bundle, format),
  );
}

/** Returns the problem that left the report incomplete. Ignores problems that an exported report repeats, because they belong to other files. */
function breakOf({ bundle }: Report, { problems }: ReportSummary): ReportProblem | undefined {
  const names = new Set([bundle.name, ...bundle.files.map(({ name }) => name)]);
  return problems.find(({ severity, file }) => severity === "incomplete" && file !== null && names.has(file));
}

function duplicateVerdict(
  context: Pick<Context, "publicUrl">,
  { whole }: PlannedRun,
  { bundle, format }: Report,
  { id, number }: RunRef,
): FileVerdict {
  const reason = whole
    ? `This report already exists as #${number}: ${context.publicUrl()}/reports/${id}. Nothing changed.`
    : `Report #${number} already has this file; nothing changed.`;
  return { name: bundle.name, verdict: "duplicate", format: format.id, reportId: id, tests: 0, reason };
}

function unreadableVerdict({ bundle, format, looksLike }: Report, broke: ReportProblem | undefined): FileVerdict {
  const why = broke === undefined ? `It contains no ${format.label} tests` : located(broke);
  const reason = looksLike === undefined ? why : `${why.replace(/\.$/, "")}.${withoutFormat(looksLike)}`;
  return { ...rejected(bundle.name, reason), format: format.id };
}

/** Returns the files of the upload for this report. */
function contentsOf(bundle: SpooledBundle, artifacts: ArtifactFiles): Contents {
  const [report] = bundle.files;
  return {
    at: (path) => (report === undefined ? null : artifacts.match(report, path)),
    withHash: (hash) => artifacts.withHash(hash),
  };
}

/** Advises to name the suite, because unrelated reports of one suite would be compared with each other. */
function namingAdvice({ isNamed, suite }: PlannedRun): string | null {
  if (isNamed) return null;
  return `The report has no suite name, so its suite is ${suite}. Pass --suite to keep it separate from other suites.`;
}

/** Links of reports are shown to users, so only web addresses are accepted. */
function webAddress(text: string | undefined): string | null {
  return text !== undefined && isWebAddress(text) ? text : null;
}
