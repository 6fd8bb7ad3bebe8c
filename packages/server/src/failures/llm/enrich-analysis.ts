import { readError } from "@plumb/analysis/errors/read-error.ts";
import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import type { Context } from "#core/context.ts";
import { SealError } from "#core/sealer.ts";
import { tellingFailure } from "#failures/telling-failure.ts";
import { verdictOf } from "#failures/verdict.ts";
import { languageModelRow, type LanguageModelRow } from "#store/administration/language-model.ts";
import { failureOfResult } from "#store/failures/failure-of-result.ts";
import { keepAnswer, type KeptAnswer, keptAnswers } from "#store/failures/llm-answers.ts";
import { type FoundCluster, noteModelShare, type ReportRef, waitingAnalysis } from "#store/failures/report-analysis.ts";
import { reportById } from "#store/runs/runs.ts";
import type { ModelAccess, Prompt } from "./ask-model.ts";
import { askWithinBudget } from "./ask-within-budget.ts";
import { askedClusters, enriched } from "./enrichment.ts";
import { accessOf, costOf, isOn } from "./language-model.ts";
import { ModelError, noTokens, type TokenUsage } from "./model-error.ts";
import { promptOf } from "./prompt.ts";

type Tools = Pick<Context, "clock" | "db" | "outgoing" | "sealer">;

/** For a service that is busy or broken. */
const retries = 2;

/**
 * Asks the language model about the causes of an analysis that it has not described yet, the largest first. Whatever goes wrong
 * with the model leaves causes as the engine described them, and a sentence that says why.
 */
export async function enrichAnalysis(tools: Tools, ref: ReportRef, signal: AbortSignal): Promise<void> {
  const { db } = tools;
  const waiting = await waitingAnalysis(db, ref);
  const report = waiting === null ? null : await reportById(db, ref.projectId, ref.runId);
  if (waiting === null || report === null) return;
  const row = await languageModelRow(db);
  const asked = askedClusters(waiting.clusters);
  const left = asked.filter(({ found }) => !found.llmEnhanced);
  const { changedAt } = waiting;
  let llm: ModelShare = { ...waiting.llm, model: isOn(row) ? row.model : waiting.llm.model, pending: left.length };
  let missed = 0;
  let reason: string | null = null;
  for (const { index, found } of left) {
    signal.throwIfAborted();
    const said = await describe(tools, row, { ref, framework: report.framework, cluster: found }, signal).catch(
      (error: unknown) => {
        if (!(error instanceof ModelError)) throw error;
        return error;
      },
    );
    const failed = said instanceof ModelError;
    const used = said.usage;
    const cost = costOf(row, used);
    llm = {
      ...llm,
      pending: llm.pending - 1,
      kept: llm.kept + (failed || !said.kept ? 0 : 1),
      tokensIn: llm.tokensIn + used.tokensIn,
      tokensOut: llm.tokensOut + used.tokensOut,
      cost: cost === null ? llm.cost : (llm.cost ?? 0) + cost,
    };
    if (failed) {
      missed += 1;
      reason = said.message;
    }
    const cluster = failed ? undefined : { index, found: enriched(found, said.answer) };
    if (!(await noteModelShare(db, ref, { changedAt, llm, cluster }))) return;
    if (failed && said.kind === "service") {
      missed += llm.pending;
      break;
    }
  }
  const note = reason === null ? null : `${reason} ${missedWords(missed, asked.length)}`;
  await noteModelShare(db, ref, { changedAt, llm: { ...llm, pending: 0, note } });
}

/** Notes that nobody asks any more. @param reason A sentence, or what was thrown. */
export async function giveUpEnrichment({ db }: Pick<Context, "db">, ref: ReportRef): Promise<void> {
  const waiting = await waitingAnalysis(db, ref);
  if (waiting === null) return;
  const { llm, changedAt, clusters } = waiting;
  const note = `Asking the language model failed on this server. ${missedWords(llm.pending, askedClusters(clusters).length)}`;
  await noteModelShare(db, ref, { changedAt, llm: { ...llm, pending: 0, note } });
}

function missedWords(missed: number, of: number): string {
  const which = missed < of ? `${missed} of ${of} causes` : of === 1 ? "The cause" : `All ${of} causes`;
  return `${which} ${missed === 1 ? "is" : "are"} described by the engine alone.`;
}

interface Described {
  readonly answer: KeptAnswer;
  readonly usage: TokenUsage;
  /** It was asked before. */
  readonly kept: boolean;
}

/** @throws ModelError in words. */
async function describe(
  tools: Tools,
  row: LanguageModelRow,
  { ref, framework, cluster }: { ref: ReportRef; framework: string; cluster: FoundCluster },
  signal: AbortSignal,
): Promise<Described> {
  const { db, clock } = tools;
  if (!isOn(row)) throw new ModelError("service", "The language model was switched off.");
  const signature = cluster.signature ?? "";
  const about = { projectId: ref.projectId, model: row.model };
  // Another analysis may have asked since.
  const known = (await keptAnswers(db, about, [signature])).get(signature);
  if (known !== undefined) return { answer: known, usage: noTokens, kept: true };
  const prompt = await promptAbout(tools, ref, framework, cluster);
  const model = { access: openedAccess(tools, row), tokensPerDay: row.tokensPerDay };
  const { answer, usage } = await askWithinBudget(tools, model, prompt, { signal, retries });
  await keepAnswer(db, about, { signature, answer, ...usage, now: clock() });
  return { answer, usage, kept: false };
}

function openedAccess({ sealer }: Pick<Context, "sealer">, row: LanguageModelRow): ModelAccess {
  try {
    return accessOf(row, sealer);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new ModelError(
      "service",
      "The API key of the language model cannot be read. An administrator must enter it again.",
    );
  }
}

/** About the failure that the cluster was found by: its first. */
async function promptAbout(
  { db }: Pick<Context, "db">,
  { projectId }: ReportRef,
  framework: string,
  { tests }: FoundCluster,
): Promise<Prompt> {
  const [first] = tests;
  const failure = first === undefined ? null : await failureOfResult(db, projectId, first.resultId);
  const telling = failure === null ? undefined : tellingFailure(failure.errors);
  if (failure === null || telling === undefined) throw new ModelError("answer", "The error of a cause is gone.");
  const test = { framework, title: failure.titlePath.at(-1) ?? "" };
  return promptOf({
    ...test,
    error: readError({ ...telling, framework }),
    stack: telling.stack,
    verdict: verdictOf(failure.errors, test),
  });
}
