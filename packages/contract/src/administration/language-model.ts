import { z } from "zod";
import { endpoint, Moment, success } from "#endpoint.ts";

/** How the language model is set up that analyses of failures may ask. */
export const LanguageModel = z.object({
  enabled: z.boolean(),
  /** Base URL of an OpenAI-compatible API, without `/chat/completions`; empty until it is set. */
  baseUrl: z.string(),
  /** As the service names it. */
  model: z.string(),
  /** The key itself is never given out. */
  apiKeySet: z.boolean(),
  /** Input and output together, of a day in UTC; 0: nothing is sent. */
  tokensPerDay: z.number().int().nonnegative(),
  /** How much of a day's tokens one project may take, in percent; a server with one project gives it all. */
  projectPercent: z.number().int().positive(),
  /** US dollars per million tokens; `null` if unknown. */
  inputPrice: z.number().nonnegative().nullable(),
  outputPrice: z.number().nonnegative().nullable(),
  /** How long one request may take. */
  timeoutSeconds: z.number().int().positive(),
  usedToday: z.object({
    tokensIn: z.number().int(),
    tokensOut: z.number().int(),
    requests: z.number().int(),
    /** US dollars at today's prices; null if no price is set. */
    cost: z.number().nullable(),
    /** True once the next request might take more than is left. */
    usedUp: z.boolean(),
    /** Names of the first 20 projects whose share was too small for a request. */
    projectsUsedUp: z.array(z.string()),
  }),
  /** The last test of these settings; null if there was none. */
  lastTest: z.object({ at: Moment, passed: z.boolean(), message: z.string() }).nullable(),
  /** What keeps the stored settings from being used; null if nothing does. */
  problem: z.string().nullable(),
});
export type LanguageModel = z.infer<typeof LanguageModel>;

const Price = z.number().min(0).max(10_000).nullable().optional();

export const LanguageModelChange = z.object({
  enabled: z.boolean().optional(),
  baseUrl: z.string().trim().max(2000).optional(),
  model: z.string().trim().max(200).optional(),
  /** Absent or empty: it stays, unless the base URL changes. No key is ever sent to another place than it was entered for. */
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
  summary: "Test the language model with a made-up failure",
  allow: "admin",
  response: success(LanguageModel),
});
