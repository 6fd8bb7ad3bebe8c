import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { unpackAllowance } from "#ingest/archive-guard.ts";
import { type ArtifactFiles, artifactFiles } from "#ingest/artifact-files.ts";
import { finishUpload, uploadedRuns, withdrawAll } from "#ingest/finish-upload.ts";
import { type Inspected, inspect } from "#ingest/inspect.ts";
import { attachLateArtifacts } from "#ingest/late-artifacts.ts";
import { planRuns, type Report } from "#ingest/plan.ts";
import { recordRun } from "#ingest/record-run.ts";
import type { RunInProgress, Upload } from "#ingest/upload-in-progress.ts";
import type { SpooledFile } from "#ingest/spool.ts";
import { unpack } from "#ingest/unpack.ts";
import { rejected } from "#ingest/verdicts.ts";

/**
 * Carries out one upload: all of its readable reports become rows, or, if the machine fails on the way, none.
 *
 * @throws Failure `unreadable_report` when nothing could be read, `upload_in_progress` when another request brings the
 * same file right now.
 */
export async function importUpload(
  context: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "readers" | "writer">,
  upload: Upload,
): Promise<{ runs: UploadedRun[]; files: FileVerdict[] }> {
  const { projectId, query } = upload;
  const verdicts: FileVerdict[] = upload.rejected.map(({ name, reason }) => rejected(name, reason));
  const inspected: Inspected[] = [];
  for (const file of await unpackAll(context, upload, verdicts)) inspected.push(await inspect(file, query.format));
  const reports = withoutCopies(
    inspected.filter((one) => one.kind === "report"),
    verdicts,
  );
  const others = inspected.filter((one) => one.kind === "other");
  const artifacts = artifactFiles(others.map(({ file }) => file));
  const runs = planRuns(reports, query).map((planned): RunInProgress => ({
    planned,
    run: null,
    recorded: [],
    duplicates: [],
  }));
  try {
    for (const run of runs) await recordRun(context, upload, run, artifacts, verdicts);
    await finishUpload(context, upload, runs);
  } catch (error) {
    await withdrawAll(context, projectId, runs);
    throw error;
  }
  for (const { run, duplicates } of runs) {
    const names = duplicates.map(({ file }) => file.name);
    if (run !== null) await attachLateArtifacts(context, { projectId, runId: run.id }, names, artifacts);
  }
  verdicts.push(...others.map((other) => verdictOf(other, artifacts, reports.length > 0)));
  if (runs.every(({ run }) => run === null)) {
    const reasons = verdicts.slice(0, 3).map(({ name, reason }) => `${name}: ${reason ?? "not a report"}`);
    const message = `No report could be read, nothing was kept. ${reasons.join(" ")}`;
    throw new Failure("unreadable_report", message, { files: verdicts });
  }
  return { runs: await uploadedRuns(context, projectId, runs), files: verdicts };
}

async function unpackAll(
  context: Pick<Context, "config" | "db">,
  upload: Upload,
  verdicts: FileVerdict[],
): Promise<SpooledFile[]> {
  const files: SpooledFile[] = [];
  const allowance = unpackAllowance(context.config.maxUploadBytes);
  for (const file of upload.files) {
    const unpacked = await unpack(file, { folder: upload.folder, allowance });
    for (const one of unpacked.files) files.push(one);
    verdicts.push(...unpacked.rejected.map(({ name, reason }) => rejected(name, reason)));
  }
  return files;
}

/** A report that an upload holds twice counts once. */
function withoutCopies(reports: readonly Report[], verdicts: FileVerdict[]): Report[] {
  const firsts = new Map<string, Report>();
  for (const report of reports) {
    const { file, format } = report;
    const first = firsts.get(file.hash);
    if (first === undefined) firsts.set(file.hash, report);
    else {
      const reason = `It has the same content as ${first.file.name}.`;
      verdicts.push({ ...rejected(file.name, reason), verdict: "duplicate", format: format.id });
    }
  }
  return [...firsts.values()];
}

/** What became of a file that is no report. */
function verdictOf(
  other: { file: SpooledFile; reason: string },
  artifacts: ArtifactFiles,
  besideReports: boolean,
): FileVerdict {
  const refused = rejected(other.file.name, other.reason);
  if (artifacts.used.has(other.file)) return { ...refused, verdict: "artifact", reason: null };
  if (!besideReports) return refused;
  return { ...refused, verdict: "unused", reason: `No report in this upload refers to it. ${other.reason}` };
}
