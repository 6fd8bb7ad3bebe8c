import { readError } from "@plumb/analysis/errors/read-error.ts";
import type { ModelShare } from "@plumb/contract/runs/insights.ts";
import type { Context } from "#core/context.ts";
import { SealError } from "#core/secret-box.ts";
import { verdictOf } from "#failures/verdict.ts";
import type { LanguageModelRow } from "#store/administration/language-model.ts";
import { storeReply, type StoredReply, storedResponses } from "#store/failures/analysis/llm-replies.ts";
import type { Prompt } from "./ask-model.ts";
import type { ModelAccess } from "./complete-chat.ts";
import { askWithinBudget } from "./ask-within-budget.ts";
import { accessOf, budgetOf, costOf, isOn } from "./language-model.ts";
import { ModelError, noTokens, type TokenUsage } from "./model-error.ts";
import { promptOf } from "./prompt.ts";

export type ModelTools = Pick<Context, "clock" | "db" | "outgoing" | "secretBox">;

/** Number of retries if the service is busy or broken. */
const retries = 2;

/** A cause to send to the model. */
export interface CauseRequest {
  /** Includes the version of the signature algorithm. */
  readonly signature: string;
  /** @throws ModelError if the error no longer exists. */
  readonly prompt: () => Promise<Prompt>;
}

/** Result of a model request for one cause. */
export interface CauseReply {
  /** Usage of the project's share, including this request. */
  readonly share: ModelShare;
  /** `null` if the request failed. */
  readonly answer: StoredReply | null;
  /** Why the request failed, and whether other requests would fail as well. */
  readonly error: ModelError | null;
}

/** Sends a cause to the language model unless there is a cached answer, and counts the tokens. Returns model errors instead of throwing them. */
export async function askAboutCause(
  tools: ModelTools,
  { row, projectId, share }: { row: LanguageModelRow; projectId: number; share: ModelShare },
  cause: () => Promise<CauseRequest>,
  signal: AbortSignal,
): Promise<CauseReply> {
  signal.throwIfAborted();
  const result = await cause()
    .then((request) => describe(tools, { row, projectId }, request, signal))
    .catch((error: unknown) => {
      if (!(error instanceof ModelError)) throw error;
      return error;
    });
  const failed = result instanceof ModelError;
  const { tokensIn, tokensOut } = result.usage;
  const cost = costOf(row, result.usage);
  return {
    share: {
      ...share,
      pending: share.pending - 1,
      kept: share.kept + (failed || !result.kept ? 0 : 1),
      tokensIn: share.tokensIn + tokensIn,
      tokensOut: share.tokensOut + tokensOut,
      cost: cost === null ? share.cost : (share.cost ?? 0) + cost,
    },
    answer: failed ? null : result.answer,
    error: failed ? result : null,
  };
}

/** Returns a message with the number of causes without an explanation by the model. */
export function missedText(missed: number, of: number): string {
  const which = missed < of ? `${missed} of ${of} causes` : of === 1 ? "The cause" : `All ${of} causes`;
  return `${which} ${missed === 1 ? "is" : "are"} described by the engine only.`;
}

interface Described {
  readonly answer: StoredReply;
  readonly usage: TokenUsage;
  /** Whether the answer is from an earlier request. */
  readonly kept: boolean;
}

/** @throws ModelError with a message. */
async function describe(
  tools: ModelTools,
  { row, projectId }: { row: LanguageModelRow; projectId: number },
  { signature, prompt }: CauseRequest,
  signal: AbortSignal,
): Promise<Described> {
  const { db, clock } = tools;
  if (!isOn(row)) throw new ModelError("service", "The language model was switched off.");
  const about = { projectId, model: row.model };
  // Another analysis may have stored an answer in the meantime.
  const known = (await storedResponses(db, about, [signature])).get(signature);
  if (known !== undefined) return { answer: known, usage: noTokens, kept: true };
  const model = { access: openedAccess(tools, row), budget: budgetOf(row), projectId };
  const { answer, usage } = await askWithinBudget(tools, model, await prompt(), { signal, retries });
  await storeReply(db, about, { signature, answer, ...usage, now: clock() });
  return { answer, usage, kept: false };
}

function openedAccess({ secretBox }: Pick<Context, "secretBox">, row: LanguageModelRow): ModelAccess {
  try {
    return accessOf(row, secretBox);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new ModelError(
      "service",
      "The API key of the language model cannot be read. An administrator must enter it again.",
    );
  }
}

/** Returns the prompt about a test's error. */
export function promptAbout(
  error: { readonly message: string; readonly stack: string | null },
  test: { readonly framework: string; readonly title: string },
): Prompt {
  const { message, stack } = error;
  return promptOf({
    ...test,
    error: readError({ message, stack, framework: test.framework }),
    stack,
    verdict: verdictOf([{ message, ...(stack !== null && { stack }) }], test),
  });
}
