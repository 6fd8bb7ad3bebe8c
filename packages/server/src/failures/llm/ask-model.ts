import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import type * as Sdk from "ai";
import { z } from "zod";
import { createRecent } from "#core/recent.ts";
import { boundedList } from "#outgoing/bounded-list.ts";
import { fetchThrough } from "#outgoing/fetch-through.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { ModelError, type TokenUsage } from "./model-error.ts";
import { serviceRefusal } from "./service-refusal.ts";

/** Address and settings of a model. */
export interface ModelAccess {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** `null` if the service requires no key. */
  readonly apiKey: string | null;
  readonly model: string;
  /** Timeout of a single attempt. */
  readonly timeoutMs: number;
}

export interface Prompt {
  readonly instructions: string;
  readonly data: string;
}

/** Answer as plain sentences with limited length. */
export interface ModelAnswer {
  readonly rootCause: string;
  readonly technicalAnalysis: string;
  /** At most three. */
  readonly recommendations: readonly string[];
  /** Suggested class of the failure; `null` if there is none. */
  readonly primaryClass: FailureClass | null;
}

/** The schema contains no limits, because strict services reject them; limits are applied to the answer instead. */
const Wanted = z.object({
  rootCause: z.string(),
  technicalAnalysis: z.string(),
  recommendations: z.array(z.string()),
  primaryClass: z.enum(failureClasses),
});

/** The class is optional, because an answer is useful without it. */
const Given = Wanted.extend({
  recommendations: boundedList(z.string()),
  primaryClass: Wanted.shape.primaryClass.nullable().catch(null),
});

export const answerLengths = { rootCause: 300, technicalAnalysis: 2000, recommendation: 500, recommendations: 3 };

/** Maximum tokens of an answer, including reasoning. */
export const maxTokensOut = 2000;
const maxAnswerBytes = 1024 * 1024;
const byteTokens = 3;

/** Services, by address and model, that rejected a schema or a limit. They get the prompt without either. */
const plainServices = createRecent(100);

/** Estimates the maximum tokens of a prompt in common languages. */
export function promptTokens({ instructions, data }: Prompt): number {
  return tokensOf(instructions + data);
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / byteTokens);
}

/**
 * Sends a prompt to a model. If the service is busy or broken, retries up to `retries` times, when the service says or soon after. It only returns
 * text of the requested shape: there are no tools, and nothing in it is executed.
 *
 * @throws ModelError with a message; the reason of `signal` if that aborts.
 */
export async function askModel(
  outgoing: Outgoing,
  access: ModelAccess,
  prompt: Prompt,
  { signal, retries }: { readonly signal?: AbortSignal | undefined; readonly retries: number },
): Promise<{ readonly answer: ModelAnswer; readonly usage: TokenUsage }> {
  // Loaded on demand, because it takes 30 MB that a server without a model does not need.
  const sdk = await import("ai");
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const service = `${access.baseUrl} ${access.model}`;
  let bare = plainServices.has(service);
  const provider = createOpenAICompatible({
    name: "model",
    baseURL: access.baseUrl,
    ...(access.apiKey !== null && { apiKey: access.apiKey }),
    supportsStructuredOutputs: true,
    transformRequestBody: ({ response_format: format, max_tokens: limit, ...plain }) =>
      bare ? plain : { ...plain, response_format: format as unknown, max_tokens: limit as unknown },
    fetch: fetchThrough(outgoing, { timeoutMs: access.timeoutMs, maxAnswerBytes }),
  });
  const schema = sdk.jsonSchema<z.infer<typeof Given>>(z.toJSONSchema(Wanted, { target: "draft-7" }), {
    validate: (value) => {
      const { success, data, error } = Given.safeParse(value);
      return success ? { success, value: data } : { success, error };
    },
  });
  const ask = () =>
    sdk.generateText({
      // Models without schema support often put their answer into a code fence.
      model: sdk.wrapLanguageModel({ model: provider(access.model), middleware: sdk.extractJsonMiddleware() }),
      instructions: prompt.instructions,
      prompt: prompt.data,
      output: sdk.Output.object({ schema, name: "failure" }),
      maxOutputTokens: maxTokensOut,
      maxRetries: retries,
      ...(signal !== undefined && { abortSignal: signal }),
    });
  try {
    const result = await ask().catch(async (error: unknown) => {
      if (bare || !sdk.APICallError.isInstance(error) || ![400, 422].includes(error.statusCode ?? 0)) throw error;
      bare = true;
      const plainly = await ask();
      plainServices.add(service);
      return plainly;
    });
    const usage = usageOf(prompt, result.usage, result.text);
    // The answer is incomplete.
    if (result.finishReason !== "stop") throw new ModelError("answer", unusable(result.finishReason), { usage });
    const answer = bounded(result.output);
    if (answer.rootCause === "" || answer.technicalAnalysis === "")
      throw new ModelError("answer", unusable("stop"), { usage });
    return { answer, usage };
  } catch (error) {
    signal?.throwIfAborted();
    throw modelError(sdk, error, prompt, access);
  }
}

/** Returns the usage, estimated if the service does not report it. */
function usageOf(
  prompt: Prompt,
  given: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined },
  text: string,
): TokenUsage {
  return {
    tokensIn: given.inputTokens ?? promptTokens(prompt),
    tokensOut: given.outputTokens ?? tokensOf(text),
  };
}

/** Turns errors of the model and its service into a `ModelError`. Returns other errors unchanged. */
function modelError(sdk: typeof Sdk, thrown: unknown, prompt: Prompt, access: ModelAccess): unknown {
  const error = sdk.RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  if (error instanceof ModelError) return error;
  for (let found = error; found instanceof Error; found = found.cause)
    if (found instanceof OutgoingError)
      // The service may have processed the prompt before the error, so it is counted.
      return new ModelError("service", found.message, {
        cause: error,
        usage: { tokensIn: promptTokens(prompt), tokensOut: 0 },
      });
  if (sdk.NoObjectGeneratedError.isInstance(error))
    return new ModelError("answer", unusable(error.finishReason ?? "stop"), {
      cause: error,
      ...(error.usage !== undefined && { usage: usageOf(prompt, error.usage, error.text ?? "") }),
    });
  if (sdk.APICallError.isInstance(error))
    return serviceRefusal({
      status: error.statusCode,
      body: error.responseBody ?? "",
      location: error.responseHeaders?.["location"],
      model: access.model,
      hasKey: access.apiKey !== null,
    });
  return error;
}

function unusable(finishReason: string): string {
  if (finishReason === "length") return `The model's answer was longer than ${maxTokensOut} tokens.`;
  if (finishReason === "content-filter") return "The model declined to answer.";
  return "The model's answer did not have the requested format.";
}

function bounded({ rootCause, technicalAnalysis, recommendations, primaryClass }: z.infer<typeof Given>): ModelAnswer {
  return {
    primaryClass,
    rootCause: plain(rootCause.slice(0, maxTokensOut).replaceAll(/\s+/g, " "), answerLengths.rootCause),
    technicalAnalysis: plain(technicalAnalysis, answerLengths.technicalAnalysis),
    recommendations: recommendations
      .slice(0, answerLengths.recommendations)
      .map((text) => plain(text, answerLengths.recommendation))
      .filter((text) => text !== ""),
  };
}

/** Removes invisible characters: control characters, and characters that change the direction of text. */
function plain(text: string, length: number): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  const unseen = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
  return cut(
    stripAnsi(text.slice(0, length * 2))
      .replaceAll(unseen, "")
      .trim(),
    length,
  ).toWellFormed();
}
