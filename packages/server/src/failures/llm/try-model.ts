import { readError } from "@plumb/analysis/errors/read-error.ts";
import { formatCount } from "@plumb/contract/figures.ts";
import type { Context } from "#core/context.ts";
import { verdictOf } from "#failures/verdict.ts";
import type { TokenBudget } from "#store/failures/analysis/llm-usage.ts";
import type { ModelAccess } from "./complete-chat.ts";
import { askWithinBudget } from "./ask-within-budget.ts";
import { promptOf } from "./prompt.ts";

const message = "Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/cart";
const test = { framework: "playwright", title: "opens the cart" };

/**
 * Sends a made-up failure in the same way as an analysis, and returns the result as a message.
 *
 * @throws ModelError with a message.
 */
export async function tryModel(
  context: Pick<Context, "clock" | "db" | "outgoing">,
  access: ModelAccess,
  budget: TokenBudget,
): Promise<string> {
  const error = readError({ message, framework: test.framework });
  const verdict = verdictOf([{ message }], test);
  const prompt = promptOf({ ...test, error, stack: null, verdict });
  const began = performance.now();
  // No retries, because the administrator is waiting for the result.
  const { usage } = await askWithinBudget(context, { access, budget, projectId: null }, prompt, { retries: 0 });
  const ms = formatCount(Math.round(performance.now() - began));
  return `${access.model} responded correctly in ${ms} ms and used ${formatCount(usage.tokensIn + usage.tokensOut)} tokens.`;
}
