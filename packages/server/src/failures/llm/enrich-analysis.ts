import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import type { Context } from "#core/context.ts";
import { primaryTestError } from "#failures/primary-test-error.ts";
import type { Db } from "#store/db.ts";
import { languageModelRow } from "#store/administration/language-model.ts";
import { failureOfResult } from "#store/failures/failures.ts";
import {
  type FoundCluster,
  recordModelShare,
  type ReportRef,
  waitingAnalysis,
} from "#store/failures/analysis/report-analysis.ts";
import { reportById } from "#store/runs/runs.ts";
import { askAboutCause, type ModelTools, missedText, promptAbout } from "./ask-about-causes.ts";
import type { Prompt } from "./ask-model.ts";
import { clustersToExplain, enriched } from "./enrichment.ts";
import { isOn } from "./language-model.ts";
import { ModelError } from "./model-error.ts";

/**
 * Sends causes without an explanation to the language model, largest first. After an error, causes keep the engine's explanation, with a note.
 */
export async function enrichAnalysis(tools: ModelTools, ref: ReportRef, signal: AbortSignal): Promise<void> {
  const { db } = tools;
  const { projectId } = ref;
  const waiting = await waitingAnalysis(db, ref);
  const report = waiting === null ? null : await reportById(db, projectId, ref.runId);
  if (waiting === null || report === null) return;
  const row = await languageModelRow(db);
  const requested = clustersToExplain(waiting.clusters);
  const left = requested.filter(({ found }) => !found.llmEnhanced);
  const { changedAt } = waiting;
  let llm: ModelShare = { ...waiting.llm, model: isOn(row) ? row.model : waiting.llm.model, pending: left.length };
  let missed = 0;
  let reason: string | null = null;
  for (const { index, found } of left) {
    const prompt = () => promptOfCluster(db, projectId, report.framework, found);
    const answered = await askAboutCause(
      tools,
      { row, projectId, share: llm },
      () => Promise.resolve({ signature: found.signature ?? "", prompt }),
      signal,
    );
    llm = answered.share;
    if (answered.error !== null) {
      missed += 1;
      reason = answered.error.message;
    }
    const cluster = answered.answer === null ? undefined : { index, found: enriched(found, answered.answer) };
    if (!(await recordModelShare(db, ref, { changedAt, llm, cluster }))) return;
    if (answered.error?.kind === "service") {
      missed += llm.pending;
      break;
    }
  }
  const note = reason === null ? null : `${reason} ${missedText(missed, requested.length)}`;
  await recordModelShare(db, ref, { changedAt, llm: { ...llm, pending: 0, note } });
}

/** Marks the analysis as stopped. */
export async function failEnrichment({ db }: Pick<Context, "db">, ref: ReportRef): Promise<void> {
  const waiting = await waitingAnalysis(db, ref);
  if (waiting === null) return;
  const { llm, changedAt, clusters } = waiting;
  const note = `The request to the language model failed on this server. ${missedText(llm.pending, clustersToExplain(clusters).length)}`;
  await recordModelShare(db, ref, { changedAt, llm: { ...llm, pending: 0, note } });
}

/** Returns the prompt about the first failure of the cluster. */
async function promptOfCluster(db: Db, projectId: number, framework: string, { tests }: FoundCluster): Promise<Prompt> {
  const [first] = tests;
  const failure = first === undefined ? null : await failureOfResult(db, projectId)(first.resultId);
  const primary = failure === null ? undefined : primaryTestError(failure.errors);
  if (failure === null || primary === undefined) throw new ModelError("answer", "The error of a cause was deleted.");
  return promptAbout(primary, { framework, title: failure.titlePath.at(-1) ?? "" });
}
