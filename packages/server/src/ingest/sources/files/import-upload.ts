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
import type { RunResult, UploadRequest, UploadPlan } from "./upload-request.ts";
import { verdictsOf } from "./verdicts.ts";
import { withdrawAll } from "./withdraw-sources.ts";
import type { UploadEnd, OpenUpload } from "#store/uploads/uploads.ts";
import { inSpan } from "#tracing/spans.ts";

/** Result of importing an upload. */
export type Outcome =
  | {
      readonly kind: "imported";
      readonly upload: OpenUpload;
      readonly runs: readonly UploadedRun[];
      readonly files: readonly FileVerdict[];
      /** Set for an upload that changed nothing and has no row; `null` if its end was recorded with its reports. */
      readonly end: UploadEnd | null;
    }
  /** Nothing was stored. */
  | { readonly kind: "failed"; readonly upload: OpenUpload; readonly error: unknown };

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
  request: UploadRequest,
  { slot = unlimitedSlot, mayStill = granted }: { readonly slot?: Slot; readonly mayStill?: () => Promise<void> } = {},
): Promise<Outcome> {
  const plan = await inSpan("upload: unpack", {}, () => planUpload(context, request, slot));
  const runs = await recordRuns(context, request, plan, slot);
  const last = runs.at(-1)?.results.at(-1);
  const upload = last?.upload ?? request.upload;
  try {
    if (last?.kind === "failed") throw last.error;
    // The key may have been revoked during processing.
    await mayStill();
    const completed = await inSpan("upload: complete", {}, () =>
      completeUpload(context, { ...request, upload }, plan, runs),
    );
    return { kind: "imported", upload, ...completed };
  } catch (error) {
    await withdrawAll(context, request.projectId, runs);
    return { kind: "failed", upload, error };
  }
}

const granted = () => Promise.resolve();

/** Records the runs of an upload, up to the first that fails. */
async function recordRuns(
  context: Importing,
  request: UploadRequest,
  plan: UploadPlan,
  slot: Slot,
): Promise<RunResult[]> {
  const runs: RunResult[] = [];
  for (const planned of plan.runs) {
    const last = runs.at(-1)?.results.at(-1);
    if (last?.kind === "failed") break;
    const upload = last?.upload ?? request.upload;
    runs.push(await recordRun(context, { ...request, upload }, planned, { artifacts: plan.artifacts, slot }));
  }
  return runs;
}

/** Marks the reports as received, and attaches files to those that existed already. */
async function completeUpload(
  context: Importing,
  request: UploadRequest,
  plan: UploadPlan,
  runs: readonly RunResult[],
): Promise<{ runs: UploadedRun[]; files: FileVerdict[]; end: UploadEnd | null }> {
  const endOf = (db: Context["db"], files: readonly FileVerdict[]) =>
    endOfUpload(db, request, runs, { verdicts: files, sizes: plan.sizes });
  const problems = await finishUpload(context, request, runs, (transaction) =>
    endOf(transaction, verdictsOf(context, plan, runs)),
  );
  const late: RunResult[] = [];
  for (const run of runs)
    late.push({ ...run, notStored: await attachLateArtifacts(context, request.projectId, run, plan.artifacts) });
  const files = verdictsOf(context, plan, late);
  if (runs.every(({ run }) => run === null)) {
    const reasons = files.slice(0, 3).map(({ name, reason }) => `${name}: ${reason ?? "not a report"}`);
    const message = `No report could be read, so nothing was stored. ${reasons.join(" ")}`;
    throw new ApiError("unreadable_report", message, { files });
  }
  const end = request.upload.id === null ? await endOf(context.db, files) : null;
  return { runs: await uploadedRuns(context, request.projectId, runs, problems), files, end };
}
