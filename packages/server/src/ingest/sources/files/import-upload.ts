import type { FileVerdict, UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { unlimitedSlot, type Slot } from "#core/semaphore.ts";
import type { Reading } from "#ingest/record/readers.ts";
import { endOfUpload } from "./end-of-upload.ts";
import { finishUpload, uploadedRuns } from "./finish-upload.ts";
import { attachLateArtifacts } from "./late-artifacts.ts";
import { planUpload } from "./plan-upload.ts";
import { recordRun } from "./record-run.ts";
import type { RunResult, Upload, UploadPlan } from "./upload-in-progress.ts";
import { verdictsOf } from "./verdicts.ts";
import { withdrawAll } from "./withdraw-sources.ts";
import type { ArrivalEnd, ArrivalUnderWay } from "#store/arrivals/arrivals.ts";

/** What importing an upload did. */
export type Outcome =
  | {
      readonly kind: "imported";
      readonly arrival: ArrivalUnderWay;
      readonly runs: readonly UploadedRun[];
      readonly files: readonly FileVerdict[];
      /** Set for an upload that changed nothing and has no row; `null` if its end was recorded with its reports. */
      readonly end: ArrivalEnd | null;
    }
  /** Nothing was stored. */
  | { readonly kind: "failed"; readonly arrival: ArrivalUnderWay; readonly error: unknown };

type Importing = Pick<Context, "blobs" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl" | "writer"> & Reading;

/**
 * Processes one upload. Stores all its readable reports, or none after a system error.
 *
 * @param options `mayStill` throws if the sender may no longer upload. Nothing is then kept.
 * @throws If the files cannot be unpacked or inspected. Later errors are an outcome: `unreadable_report` if nothing could be read,
 * `upload_in_progress` if another request is sending the same file.
 */
export async function importUpload(
  context: Importing,
  upload: Upload,
  { slot = unlimitedSlot, mayStill = granted }: { readonly slot?: Slot; readonly mayStill?: () => Promise<void> } = {},
): Promise<Outcome> {
  const plan = await planUpload(context, upload, slot);
  const runs = await recordRuns(context, upload, plan, slot);
  const last = runs.at(-1)?.results.at(-1);
  const arrival = last?.arrival ?? upload.arrival;
  try {
    if (last?.kind === "failed") throw last.error;
    // The key may have been revoked during processing.
    await mayStill();
    return { kind: "imported", arrival, ...(await completeUpload(context, { ...upload, arrival }, plan, runs)) };
  } catch (error) {
    await withdrawAll(context, upload.projectId, runs);
    return { kind: "failed", arrival, error };
  }
}

const granted = () => Promise.resolve();

/** Records the runs of an upload, up to the first that fails. */
async function recordRuns(context: Importing, upload: Upload, plan: UploadPlan, slot: Slot): Promise<RunResult[]> {
  const runs: RunResult[] = [];
  for (const planned of plan.runs) {
    const last = runs.at(-1)?.results.at(-1);
    if (last?.kind === "failed") break;
    const arrival = last?.arrival ?? upload.arrival;
    runs.push(await recordRun(context, { ...upload, arrival }, planned, { artifacts: plan.artifacts, slot }));
  }
  return runs;
}

/** Marks the reports as received, and attaches files to those that existed already. */
async function completeUpload(
  context: Importing,
  upload: Upload,
  plan: UploadPlan,
  runs: readonly RunResult[],
): Promise<{ runs: UploadedRun[]; files: FileVerdict[]; end: ArrivalEnd | null }> {
  const endOf = (db: Context["db"], files: readonly FileVerdict[]) =>
    endOfUpload(db, upload, runs, { verdicts: files, sizes: plan.sizes });
  const problems = await finishUpload(context, upload, runs, (transaction) =>
    endOf(transaction, verdictsOf(context, plan, runs)),
  );
  const late: RunResult[] = [];
  for (const run of runs)
    late.push({ ...run, notStored: await attachLateArtifacts(context, upload.projectId, run, plan.artifacts) });
  const files = verdictsOf(context, plan, late);
  if (runs.every(({ run }) => run === null)) {
    const reasons = files.slice(0, 3).map(({ name, reason }) => `${name}: ${reason ?? "not a report"}`);
    const message = `No report could be read, so nothing was stored. ${reasons.join(" ")}`;
    throw new ApiError("unreadable_report", message, { files });
  }
  const end = upload.arrival.id === null ? await endOf(context.db, files) : null;
  return { runs: await uploadedRuns(context, upload.projectId, runs, problems), files, end };
}
