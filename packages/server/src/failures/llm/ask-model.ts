import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { z } from "zod";
import { createRecent } from "#core/recent.ts";
import { boundedList } from "#outgoing/bounded-list.ts";
import type { Outgoing } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { type ChatReply, completeChat, type ModelAccess } from "./complete-chat.ts";
import { ModelError, type TokenUsage } from "./model-error.ts";
import { serviceRefusal } from "./service-refusal.ts";

export interface Prompt {
  readonly instructions: string;
  readonly data: string;
}

/** Answer as plain sentences with limited length. */
export interface ModelReply {
  readonly rootCause: string;
  readonly technicalAnalysis: string;
  /** At most three. */
  readonly recommendations: readonly string[];
  /** Suggested class of the failure; `null` if there is none. */
  readonly primaryClass: FailureClass | null;
}

/** The schema contains no limits, because strict services reject them; limits are applied to the answer instead. */
const Requested = z.object({
  rootCause: z.string(),
  technicalAnalysis: z.string(),
  recommendations: z.array(z.string()),
  primaryClass: z.enum(failureClasses),
});

/** The class is optional, because an answer is useful without it. */
const Input = Requested.extend({
  recommendations: boundedList(z.string()),
  primaryClass: Requested.shape.primaryClass.nullable().catch(null),
});

export const responseLengths = { rootCause: 300, technicalAnalysis: 2000, recommendation: 500, recommendations: 3 };

/** Maximum tokens of an answer, including reasoning. */
export const maxTokensOut = 2000;
const byteTokens = 3;

/** Parameters that some services reject. */
const limited = {
  max_tokens: maxTokensOut,
  response_format: {
    type: "json_schema",
    json_schema: { name: "failure", strict: true, schema: z.toJSONSchema(Requested, { target: "draft-7" }) },
  },
};

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
 * Sends a prompt to a model. If the service is busy or broken, retries up to `retries` times, after the requested delay or a short pause. The
 * model has no tools; its text is checked against the schema and never executed.
 *
 * @throws ModelError with a message, or the reason of `signal` if that aborts.
 */
export async function askModel(
  outgoing: Outgoing,
  access: ModelAccess,
  prompt: Prompt,
  { signal, retries }: { readonly signal?: AbortSignal | undefined; readonly retries: number },
): Promise<{ readonly answer: ModelReply; readonly usage: TokenUsage }> {
  const service = `${access.baseUrl} ${access.model}`;
  const messages = [
    { role: "system", content: prompt.instructions },
    { role: "user", content: prompt.data },
  ];
  const send = (more: object) => completeChat(outgoing, access, { messages, ...more }, { signal, retries });
  const isPlain = plainServices.has(service);
  try {
    let sent = await send(isPlain ? {} : limited);
    if (!isPlain && "refused" in sent && [400, 422].includes(sent.refused.status)) {
      sent = await send({});
      if ("reply" in sent) plainServices.add(service);
    }
    if ("reply" in sent) return await readReply(outgoing, prompt, sent.reply);
    const { status, body, headers } = sent.refused;
    const location = [headers["location"]].flat()[0];
    throw serviceRefusal({ status, body, location, model: access.model, hasKey: access.apiKey !== null });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof OutgoingError)) throw error;
    // The service may have processed the prompt before the error, so it is counted.
    const usage = { tokensIn: promptTokens(prompt), tokensOut: 0 };
    throw new ModelError("service", error.message, { cause: error, usage });
  }
}

/** @throws ModelError if the text is incomplete or has another shape. */
async function readReply(outgoing: Outgoing, prompt: Prompt, { text, finishReason, usage: reported }: ChatReply) {
  const usage = reported ?? { tokensIn: promptTokens(prompt), tokensOut: tokensOf(text) };
  // Models without schema support often put their answer into a code fence.
  const json = text.replace(/^\s*```(?:json)?/, "").replace(/```\s*$/, "");
  const { data } = Input.safeParse(await outgoing.readJson(json));
  const response = data === undefined ? null : bounded(data);
  // Some services report no reason. The text is complete if it can be read.
  if (
    !["stop", ""].includes(finishReason) ||
    response === null ||
    response.rootCause === "" ||
    response.technicalAnalysis === ""
  )
    throw new ModelError("answer", unusable(finishReason), { usage });
  return { answer: response, usage };
}

function unusable(finishReason: string): string {
  if (finishReason === "length") return `The model's answer was longer than ${maxTokensOut} tokens.`;
  if (finishReason === "content_filter") return "The model declined to answer.";
  return "The model's answer did not have the requested format.";
}

function bounded({ rootCause, technicalAnalysis, recommendations, primaryClass }: z.infer<typeof Input>): ModelReply {
  return {
    primaryClass,
    rootCause: plain(rootCause.slice(0, maxTokensOut).replaceAll(/\s+/g, " "), responseLengths.rootCause),
    technicalAnalysis: plain(technicalAnalysis, responseLengths.technicalAnalysis),
    recommendations: recommendations
      .slice(0, responseLengths.recommendations)
      .map((text) => plain(text, responseLengths.recommendation))
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
