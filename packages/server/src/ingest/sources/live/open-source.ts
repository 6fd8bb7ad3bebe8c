import { limits } from "@plumb/formats/limits.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import type { NewUpload, Sender, SenderDetails } from "#store/uploads/uploads.ts";
import type { NewLiveSource } from "#store/ingest/live-sources.ts";
import { openLiveSource, type OpenedLiveSource } from "#runs/sources/open-live-source.ts";
import type { BatchTarget } from "#store/ingest/batch.ts";
import type { NewRun } from "#store/ingest/sources.ts";

type Opening = Pick<Context, "bus" | "clock" | "db" | "writer">;

interface Opener {
  readonly way: NewUpload["way"];
  readonly sender: Sender;
  readonly facts: SenderDetails;
  /** End of the message for a run with too many sources, after their number. */
  readonly full: string;
}

/**
 * Opens a live source with its entry in the upload list, or returns the one that the client opened before.
 *
 * @throws ApiError if the project was deleted, or the run has the maximum number of sources.
 */
export async function openSource(
  context: Opening,
  run: NewRun,
  source: Omit<NewLiveSource, "maxSources" | "upload">,
  { way, sender, facts, full }: Opener,
): Promise<Extract<OpenedLiveSource, { kind: "open" | "ended" }>> {
  const now = context.clock();
  const { projectId } = run;
  const maxSources = limits.liveSourcesPerRun;
  const upload = { projectId, receivedAt: now, way, sender, facts, name: source.name, fileCount: 0, bytes: 0 };
  const opened = await openLiveSource(context.db, context.writer, run, { ...source, maxSources, upload }, now);
  if (opened.kind === "no_project") throw new ApiError("not_found", "The project was deleted. Nothing was saved.");
  if (opened.kind === "full")
    throw new ApiError("conflict", `Run #${opened.run.number} has ${maxSources.toLocaleString("en")} ${full}`);
  return opened;
}

/** Publishes that a source is open. Call it after the run is described. */
export function publishOpened(
  { bus }: Pick<Context, "bus">,
  { projectId, runId }: Pick<BatchTarget, "projectId" | "runId">,
  /** Ids of changed results; undefined if unknown. */
  tests?: readonly number[],
): void {
  bus.publish({ about: "run", change: "started", projectId, reportId: runId, ...(tests !== undefined && { tests }) });
  bus.publish({ about: "uploads", projectId });
}
