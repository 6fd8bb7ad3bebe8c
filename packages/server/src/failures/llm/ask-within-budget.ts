import { formatCount } from "@plumb/contract/figures.ts";
import type { Context } from "#core/context.ts";
import { reserveTokens, settleTokens, type TokenBudget, usageDay } from "#store/failures/analysis/llm-usage.ts";
import type { ModelAccess } from "./complete-chat.ts";
import { askModel, type ModelReply, maxTokensOut, type Prompt, promptTokens } from "./ask-model.ts";
import { ModelError, type TokenUsage } from "./model-error.ts";

interface BudgetedModel {
  readonly access: ModelAccess;
  readonly budget: TokenBudget;
  /** `null` for a test of the settings. */
  readonly projectId: number | null;
}

const usedUpReasons = {
  budget: () => "The language model's token budget for today is used up. It resets at midnight UTC.",
  share: ({ perDay, projectPercent }: TokenBudget) =>
    `This project's share of the language model's budget for today is used up (${projectPercent}% of ${formatCount(perDay)} tokens). It resets at midnight UTC.`,
} as const;

/**
 * Sends a prompt to a model if today's budget allows its maximum usage, and counts the actual usage.
 *
 * @throws ModelError with a message; the reason of `signal` if that aborts.
 */
export async function askWithinBudget(
  { db, clock, outgoing }: Pick<Context, "clock" | "db" | "outgoing">,
  { access, budget, projectId }: BudgetedModel,
  prompt: Prompt,
  options: { readonly signal?: AbortSignal | undefined; readonly retries: number },
): Promise<{ readonly answer: ModelReply; readonly usage: TokenUsage }> {
  const day = usageDay(clock());
  const sent: TokenUsage = { tokensIn: promptTokens(prompt), tokensOut: 0 };
  const reservation = { day, tokens: sent.tokensIn + maxTokensOut, projectId };
  const reserved = await reserveTokens(db, reservation, budget);
  if (reserved !== "reserved") throw new ModelError("service", usedUpReasons[reserved](budget));
  // The usage of an aborted request is unknown, so at least the prompt is counted.
  let took = sent;
  try {
    const response = await askModel(outgoing, access, prompt, options);
    took = response.usage;
    return response;
  } catch (error) {
    if (error instanceof ModelError) took = error.usage;
    throw error;
  } finally {
    await settleTokens(db, reservation, took);
  }
}
