import type { Context } from "#core/context.ts";
import { reserveTokens, settleTokens, usageDay } from "#store/failures/llm-usage.ts";
import { askModel, type ModelAccess, type ModelAnswer, mostTokensOut, type Prompt, promptTokens } from "./ask-model.ts";
import { ModelError, type TokenUsage } from "./model-error.ts";

/**
 * Asks a model if what it may take at most is left of today's budget, and counts what it took.
 *
 * @throws ModelError in words; the reason of `signal` if that aborts.
 */
export async function askWithinBudget(
  { db, clock, outgoing }: Pick<Context, "clock" | "db" | "outgoing">,
  { access, tokensPerDay }: { readonly access: ModelAccess; readonly tokensPerDay: number },
  prompt: Prompt,
  options: { readonly signal?: AbortSignal | undefined; readonly retries: number },
): Promise<{ readonly answer: ModelAnswer; readonly usage: TokenUsage }> {
  const day = usageDay(clock());
  const sent: TokenUsage = { tokensIn: promptTokens(prompt), tokensOut: 0 };
  const most = sent.tokensIn + mostTokensOut;
  if (!(await reserveTokens(db, day, most, tokensPerDay)))
    throw new ModelError(
      "service",
      "The language model's token budget for today is used up. It resets at midnight UTC.",
    );
  // Of a request that was broken off nobody knows what it took.
  let took = sent;
  try {
    const asked = await askModel(outgoing, access, prompt, options);
    took = asked.usage;
    return asked;
  } catch (error) {
    if (error instanceof ModelError) took = error.usage;
    throw error;
  } finally {
    await settleTokens(db, day, most, took);
  }
}
