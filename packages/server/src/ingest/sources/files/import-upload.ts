import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { locationOf } from "#ingest/bundle/bundles.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { unlimitedSlot, type Slot } from "#core/semaphore.ts";
import { unpackAllowance } from "#ingest/bundle/archive-guard.ts";
import { type ArtifactFiles, artifactFiles } from "#ingest/spool/artifact-files.ts";
import { endOfUpload } from "./end-of-upload.ts";
import { finishUpload, uploadedRuns } from "./finish-upload.ts";
import { withdrawAll } from "./withdraw-uploads.ts";
import { attachLateArtifacts } from "./late-artifacts.ts";
import { planRuns } from "#ingest/bundle/plan.ts";
import type { Reading } from "#ingest/record/readers.ts";
import { recordRun } from "./record-run.ts";
import type { RunInProgress, Upload } from "./upload-in-progress.ts";
import type { SpooledFile } from "#ingest/spool/spool.ts";
import { storageAdvice } from "#runs/store-contents.ts";
import type { ArrivalEnd } from "#store/arrivals/arrivals.ts";
import { unpack } from "#ingest/bundle/unpack.ts";
import { rejected } from "./verdicts.ts";
import { type Inspected, inspectAll, type OtherFile, type Report } from "#ingest/bundle/inspect.ts";

/**
 * Processes one upload. Stores all its readable reports, or none after a system error.
 *
 * @param options `mayStill` throws if the sender may no longer upload. Nothing is then kept.
 * @throws ApiError `unreadable_report` if nothing could be read, `upload_in_progress` if another request is sending the same file.
 * @returns `end` is the outcome to record for an upload that changed nothing; `null` if it was recorded with its reports.
 */
export async function importUpload(
  context: Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "writer"> & Reading,
  upload: Upload,
  { slot = unlimitedSlot, mayStill = granted }: { readonly slot?: Slot; readonly mayStill?: () => Promise<void> } = {},
): Promise<{ runs: UploadedRun[]; files: FileVerdict[]; end: ArrivalEnd | null }> {
  const { projectId, query } = upload;
  const verdicts: FileVerdict[] = upload.rejected.map(({ name, reason }) => rejected(name, reason));
  const inspected = await inspectAll(await unpackAll(context, upload, slot, verdicts), query, slot);
  const reports = withoutCopies(inspected.reports, verdicts);
  const artifacts = artifactFiles(inspected.others.map(({ file }) => file));
  verdicts.push(...inspected.remains.map(({ name, reason }) => rejected(name, reason)));
  const runs = planRuns(reports, query).map((planned): RunInProgress => ({
    planned,
    run: null,
    recorded: [],
    duplicates: [],
    notStored: new Map(),
    noted: [],
  }));
  // One message for all remaining files of a report replaces the messages of each file.
  const explained = new Set(inspected.remains.flatMap(({ files }) => files));
  const verdictsOfOthers = () =>
    inspected.others
      .filter(({ file }) => artifacts.isUsed(file) || !explained.has(file))
      .map((other) => verdictOf(other, artifacts, { besideReports: reports.length > 0, runs }));
  const sizes = sizesOf(upload, inspected);
  const endOf = (db: Context["db"]) =>
    endOfUpload(db, upload, runs, { verdicts: [...verdicts, ...verdictsOfOthers()], sizes });
  try {
    for (const run of runs) verdicts.push(...(await recordRun(context, upload, run, { artifacts, slot })));
    // The key may have been revoked during processing.
    await mayStill();
    await finishUpload(context, upload, runs, endOf);
  } catch (error) {
    await withdrawAll(context, projectId, runs);
    throw error;
  }
  for (const run of runs) await attachLateArtifacts(context, projectId, run, artifacts);
  verdicts.push(...verdictsOfOthers());
  if (runs.every(({ run }) => run === null)) {
    const reasons = verdicts.slice(0, 3).map(({ name, reason }) => `${name}: ${reason ?? "not a report"}`);
    const message = `No report could be read, so nothing was stored. ${reasons.join(" ")}`;
    throw new ApiError("unreadable_report", message, { files: verdicts });
  }
  const end = upload.arrival.id === null ? await endOfUpload(context.db, upload, runs, { verdicts, sizes }) : null;
  return { runs: await uploadedRuns(context, projectId, runs), files: verdicts, end };
}

const granted = () => Promise.resolve();

function sizesOf({ files }: Upload, { reports, others }: Inspected): Map<string, number> {
  const bundles = reports.map(({ bundle }) => bundle);
  return new Map([...files, ...others.map(({ file }) => file), ...bundles].map(({ name, bytes }) => [name, bytes]));
}

async function unpackAll(
  context: Pick<Context, "config" | "db">,
  upload: Upload,
  slot: Slot,
  verdicts: FileVerdict[],
): Promise<SpooledFile[]> {
  const files: SpooledFile[] = [];
  const allowance = unpackAllowance(context.config.maxUploadBytes);
  for (const file of upload.files) {
    const unpacked = await unpack(file, { spool: upload.spool, allowance, slot });
    for (const one of unpacked.files) files.push(one);
    verdicts.push(...unpacked.rejected.map(({ name, reason }) => rejected(name, reason)));
  }
  return files;
}

/** Keeps only the first of several reports with the same content and place. */
function withoutCopies(reports: readonly Report[], verdicts: FileVerdict[]): Report[] {
  const firsts = new Map<string, Report>();
  for (const report of reports) {
    const { bundle, format } = report;
    const key = `${bundle.hash} ${locationOf(bundle)}`;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, report);
    else {
      const reason = `It has the same content as ${first.bundle.name}.`;
      verdicts.push({ ...rejected(bundle.name, reason), verdict: "duplicate", format: format.id });
    }
  }
  return [...firsts.values()];
}

/** Returns the outcome of a file that is not a report. */
function verdictOf(
  other: OtherFile,
  artifacts: ArtifactFiles,
  { besideReports, runs }: { readonly besideReports: boolean; readonly runs: readonly RunInProgress[] },
): FileVerdict {
  const refused = rejected(other.file.name, other.reason);
  const noRoom = runs.map(({ notStored }) => notStored.get(other.file.hash)).find((one) => one !== undefined);
  if (noRoom !== undefined)
    return {
      ...refused,
      verdict: "artifact",
      reason: `Not kept, because ${noRoom.why}. The test results were recorded. ${storageAdvice}`,
    };
  if (artifacts.isUsed(other.file)) return { ...refused, verdict: "artifact", reason: null };
  if (!besideReports) return refused;
  return { ...refused, verdict: "unused", reason: `No report in this upload refers to it. ${other.reason}` };
}
