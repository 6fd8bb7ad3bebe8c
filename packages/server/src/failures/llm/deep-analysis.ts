import type { DeepAnalysis } from "@plumb/contract/failures/deep-analysis.ts";
import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { languageModelRow } from "#store/administration/language-model.ts";
import {
  beginDeepAnalysis,
  deepAnalysisOf,
  type DeepAnalysisRow,
  recordDeepAnalysis,
} from "#store/failures/analysis/deep-analysis.ts";
import { groupsWithResponses } from "#store/failures/analysis/llm-replies.ts";
import { mainSampleOfGroup } from "#store/failures/signatures.ts";
import {
  askAboutCause,
  type CauseRequest,
  type ModelTools,
  missedText,
  promptAbout,
  type CauseReply,
} from "./ask-about-causes.ts";
import { isOn } from "./language-model.ts";
import { ModelError } from "./model-error.ts";

/** Maximum number of causes per analysis, because users rarely read more. The rest is left for another analysis. */
const maxCauses = 100;
/** Number of causes between two checks for waiting reports. */
const causesAtATime = 10;
/** Minutes without progress after which the server is assumed to have died. */
const longestMinutes = 15;

/**
 * Queues a job that sends causes to the language model, largest first. If an analysis is already running, it continues instead.
 *
 * @throws ApiError `conflict` without a model.
 */
export async function beginDeep(
  { db, clock, bus }: Pick<Context, "bus" | "clock" | "db">,
  projectId: number,
  groupIds: readonly number[],
): Promise<DeepAnalysis> {
  const row = await languageModelRow(db);
  if (!isOn(row))
    throw new ApiError(
      "conflict",
      "No language model is set up. An administrator can set one up in Settings, Language model.",
    );
  const now = clock();
  const known = await groupsWithResponses(db, { projectId, model: row.model });
  const unrequested = groupIds.filter((id) => !known.has(id));
  const waiting = unrequested.slice(0, maxCauses);
  const retained = groupIds.length - unrequested.length;
  const llm: ModelShare = {
    model: row.model,
    pending: waiting.length,
    kept: retained,
    tokensIn: 0,
    tokensOut: 0,
    cost: row.inputPrice === null && row.outputPrice === null ? null : 0,
    note: null,
  };
  const started: DeepAnalysisRow = {
    status: waiting.length === 0 ? "completed" : "running",
    waiting,
    causes: groupIds.length,
    asked: waiting.length,
    described: retained,
    missed: 0,
    leftForLater: unrequested.length - waiting.length,
    llm,
    startedAt: now,
    changedAt: now,
  };
  await db.transaction().execute(async (transaction) => {
    if (!(await beginDeepAnalysis(transaction, projectId, started, staleBefore(now)))) return;
    if (waiting.length === 0) return;
    // Same target as for reports, so that a failure in both is sent once.
    const [target, key] = [String(projectId), `project ${projectId}`];
    await enqueue(transaction, { kind: "enrich-analysis", projectId, key, target, data: { runId: null }, now });
  });
  bus.publish({ about: "jobs" });
  bus.publish({ about: "failures", projectId });
  return presentDeep((await deepAnalysisOf(db, projectId)) ?? started, now);
}

/** Sends the next causes to the model. Returns true if there are more. */
export async function continueDeep(
  tools: ModelTools & Pick<Context, "bus">,
  projectId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, clock, bus } = tools;
  let deep = await deepAnalysisOf(db, projectId);
  if (deep?.status !== "running") return false;
  const row = await languageModelRow(db);
  for (const groupId of deep.waiting.slice(0, causesAtATime)) {
    const answered = await askAboutCause(
      tools,
      { row, projectId, share: deep.llm },
      () => causeOf(tools, projectId, groupId),
      signal,
    );
    deep = withReply(deep, answered, clock());
    const isRunning = await recordDeepAnalysis(db, projectId, deep);
    bus.publish({ about: "failures", projectId });
    if (!isRunning || deep.status === "completed") return false;
  }
  return true;
}

/** Advances by one cause, or to the end if no further request can succeed. */
function withReply(deep: DeepAnalysisRow, { share, answer, error }: CauseReply, now: Date): DeepAnalysisRow {
  const stops = error?.kind === "service";
  const waiting = stops ? [] : deep.waiting.slice(1);
  const missed = deep.missed + (stops ? deep.waiting.length : error === null ? 0 : 1);
  const reason = error?.message ?? deep.llm.note;
  const ended = waiting.length === 0;
  const note = ended && reason !== null ? `${reason} ${missedText(missed, deep.asked)}` : reason;
  return {
    ...deep,
    status: ended ? "completed" : "running",
    waiting,
    missed,
    described: deep.described + (answer === null ? 0 : 1),
    llm: { ...share, pending: waiting.length, note },
    changedAt: now,
  };
}

/** Marks the analysis as stopped. */
export async function failDeep(
  { db, clock, bus }: Pick<Context, "bus" | "clock" | "db">,
  projectId: number,
): Promise<void> {
  const deep = await deepAnalysisOf(db, projectId);
  if (deep?.status !== "running") return;
  const missed = deep.missed + deep.waiting.length;
  const note = `The request to the language model failed on this server. ${missedText(missed, deep.asked)}`;
  const llm = { ...deep.llm, pending: 0, note };
  await recordDeepAnalysis(db, projectId, {
    ...deep,
    status: "completed",
    waiting: [],
    missed,
    llm,
    changedAt: clock(),
  });
  bus.publish({ about: "failures", projectId });
}

/** Returns the analysis for the API. It counts as ended if its server has died. */
export function presentDeep(row: DeepAnalysisRow, now: Date): DeepAnalysis {
  const { llm, causes, described, leftForLater, startedAt, changedAt } = row;
  const isLost = row.status === "running" && changedAt < staleBefore(now);
  const status = isLost ? "completed" : row.status;
  return {
    ...llm,
    ...(isLost && { pending: 0, note: "Deep Analyze was interrupted. Start it again: the answers so far are kept." }),
    status,
    causes,
    described,
    leftForLater,
    startedAt: startedAt.toISOString(),
    endedAt: status === "running" ? null : changedAt.toISOString(),
  };
}

function staleBefore(now: Date): Date {
  return new Date(now.getTime() - longestMinutes * 60_000);
}

/** Returns the prompt about the most frequent error of a cause. */
async function causeOf({ db }: ModelTools, projectId: number, groupId: number): Promise<CauseRequest> {
  const sample = await mainSampleOfGroup(db, projectId, groupId);
  // The cause has been merged into another one.
  if (sample === null) throw new ModelError("answer", "The error of a cause was deleted.");
  const { signature, ...error } = sample;
  return { signature, prompt: () => Promise.resolve(promptAbout(error, error)) };
}
