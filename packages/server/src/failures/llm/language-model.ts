import type { LanguageModel } from "@plumb/contract/administration/language-model.ts";
import { SealError, type SecretBox } from "#core/secret-box.ts";
import type { LanguageModelRow } from "#store/administration/language-model.ts";
import type { TokenBudget, UsedTokens } from "#store/failures/analysis/llm-usage.ts";
import { maxTokensOut } from "./ask-model.ts";
import type { ModelAccess } from "./complete-chat.ts";
import type { TokenUsage } from "./model-error.ts";

/** Purpose of the encrypted key, which cannot be decrypted for another purpose. */
export const keyPurpose = "language-model:api-key";

/** Returns true if the model is configured and enabled. */
export function isOn({ enabled, baseUrl, model }: LanguageModelRow): boolean {
  return enabled && baseUrl !== "" && model !== "";
}

/** @throws SealError if the key cannot be decrypted. */
export function accessOf(
  { baseUrl, apiKey, model, timeoutSeconds }: LanguageModelRow,
  secretBox: SecretBox,
): ModelAccess {
  return {
    baseUrl,
    model,
    apiKey: apiKey === null ? null : secretBox.open(apiKey, keyPurpose),
    timeoutMs: timeoutSeconds * 1000,
  };
}

export function budgetOf({ tokensPerDay, projectPercent }: LanguageModelRow): TokenBudget {
  return { perDay: tokensPerDay, projectPercent };
}

type Prices = Pick<LanguageModelRow, "inputPrice" | "outputPrice">;

/** Returns the cost in US dollars; `null` without prices. A missing single price counts as free. */
export function costOf({ inputPrice, outputPrice }: Prices, { tokensIn, tokensOut }: TokenUsage): number | null {
  if (inputPrice === null && outputPrice === null) return null;
  return (tokensIn * (inputPrice ?? 0) + tokensOut * (outputPrice ?? 0)) / 1_000_000;
}

/** Returns the settings for administrators. For the key, they only contain whether it is set. */
export function presentLanguageModel(
  row: LanguageModelRow,
  used: UsedTokens & { readonly projectsUsedUp: string[] },
  secretBox: SecretBox,
): LanguageModel {
  const { apiKey, version: _version, ...shown } = row;
  const { tokensIn, tokensOut, requests, reserved, projectsUsedUp } = used;
  return {
    ...shown,
    apiKeySet: apiKey !== null,
    usedToday: {
      tokensIn,
      tokensOut,
      requests,
      cost: costOf(row, used),
      projectsUsedUp,
      usedUp: tokensIn + tokensOut + reserved + maxTokensOut > row.tokensPerDay,
    },
    problem: problemOf(row, secretBox),
  };
}

function problemOf(row: LanguageModelRow, secretBox: SecretBox): string | null {
  try {
    accessOf(row, secretBox);
    return null;
  } catch (error) {
    if (error instanceof SealError) return error.message;
    throw error;
  }
}
