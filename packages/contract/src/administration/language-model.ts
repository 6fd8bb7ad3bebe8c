import { z } from "zod";
import { endpoint, Timestamp, success } from "#endpoint.ts";

/** Settings of the language model for failure analysis. */
export const LanguageModel = z.object({
  enabled: z.boolean(),
  /** Base URL of an OpenAI-compatible API, without `/chat/completions`; empty if not configured. */
  baseUrl: z.string(),
  /** Model name used by the service. */
  model: z.string(),
  /** Whether a key is stored. The key itself is never returned. */
  apiKeySet: z.boolean(),
  /** Daily limit (UTC) for input and output tokens together. With 0, no requests are sent. */
  tokensPerDay: z.number().int().nonnegative(),
  /** Maximum share of the daily tokens per project, in percent. On a server with one project, that project can use all of them. */
  projectPercent: z.number().int().positive(),
  /** US dollars per million tokens; `null` if unknown. */
  inputPrice: z.number().nonnegative().nullable(),
  outputPrice: z.number().nonnegative().nullable(),
  /** Timeout of a request. */
  timeoutSeconds: z.number().int().positive(),
  usedToday: z.object({
    tokensIn: z.number().int(),
    tokensOut: z.number().int(),
    requests: z.number().int(),
    /** US dollars at current prices; `null` if no price is set. */
    cost: z.number().nullable(),
    /** True if the remaining tokens might not be enough for another request. */
    usedUp: z.boolean(),
    /** Names of the first 20 projects whose remaining share was too small for a request. */
    projectsUsedUp: z.array(z.string()),
  }),
  /** Last test of these settings; `null` if they were not tested. */
  lastTest: z.object({ at: Timestamp, passed: z.boolean(), message: z.string() }).nullable(),
  /** Reason why the stored settings cannot be used; `null` if they can. */
  problem: z.string().nullable(),
});
export type LanguageModel = z.infer<typeof LanguageModel>;

const Price = z.number().min(0).max(10_000).nullable().optional();

export const LanguageModelChange = z.object({
  enabled: z.boolean().optional(),
  baseUrl: z.string().trim().max(2000).optional(),
  model: z.string().trim().max(200).optional(),
  /** If absent or empty, the stored key is kept, unless the base URL changes: a key is only sent to the address it was entered for. */
  apiKey: z.string().trim().max(4000).optional(),
  tokensPerDay: z.number().int().min(0).max(1_000_000_000).optional(),
  projectPercent: z.number().int().min(1).max(100).optional(),
  inputPrice: Price,
  outputPrice: Price,
  timeoutSeconds: z.number().int().min(5).max(300).optional(),
});
export type LanguageModelChange = z.infer<typeof LanguageModelChange>;

export const readLanguageModel = endpoint({
  method: "GET",
  path: "/api/settings/language-model",
  summary: "Read the language model settings and its usage today; the key is never returned",
  allow: "admin",
  response: success(LanguageModel),
});

export const updateLanguageModel = endpoint({
  method: "PUT",
  path: "/api/settings/language-model",
  summary: "Change the language model settings; missing fields are not changed",
  allow: "admin",
  body: LanguageModelChange,
  response: success(LanguageModel),
});

export const testLanguageModel = endpoint({
  method: "POST",
  path: "/api/settings/language-model/test",
  summary: "Test the language model with a sample failure",
  allow: "admin",
  response: success(LanguageModel),
});
