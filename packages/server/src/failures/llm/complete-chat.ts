import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { boundedList } from "#outgoing/bounded-list.ts";
import { isOversized } from "#outgoing/bounded-json.ts";
import type { Outgoing, OutgoingReply } from "#outgoing/outgoing.ts";
import { tooLargeToRead } from "#outgoing/outgoing-error.ts";
import { retryAfterMs } from "#outgoing/response-status.ts";

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

/** Text, or parts of which only the text counts, because reasoning models of Mistral send their thoughts as parts, too. */
const Content = z
  .union([
    z.string(),
    boundedList(z.object({ type: z.string(), text: z.string().optional().catch(undefined) })).transform((parts) =>
      parts.map(({ type, text = "" }) => (type === "text" ? text : "")).join(""),
    ),
  ])
  .nullish();

/** The part of a chat completion that is read. Source: https://platform.openai.com/docs/api-reference/chat/object */
const Completion = z.object({
  choices: boundedList(
    z.object({
      message: z.object({
        content: Content,
        /** Where some services put all text of reasoning models. */
        reasoning_content: z.string().nullish().catch(null),
        reasoning: z.string().nullish().catch(null),
        refusal: z.string().nullish().catch(null),
      }),
      finish_reason: z.string().nullish(),
    }),
  ),
  usage: z
    .object({ prompt_tokens: z.number().int().nonnegative(), completion_tokens: z.number().int().nonnegative() })
    .nullish()
    .catch(null),
});

/** Text of a model. */
export interface ChatReply {
  readonly text: string;
  /** `stop` if the text is complete; empty if the service does not report it. */
  readonly finishReason: string;
  /** `null` if the service does not report it. */
  readonly usage: { readonly tokensIn: number; readonly tokensOut: number } | null;
}

/** Successful responses; error bodies are shorter. */
const maxResponseBytes = 1024 * 1024;

/** Pause before the first retry, if the service does not say when. It doubles with each retry. */
const firstPauseMs = 2000;
/** Longer pauses that a service requests are ignored, because a job waits for the response. */
const maxPauseMs = 60_000;

/**
 * Sends a request to the chat API of an OpenAI-compatible service. If the service is busy or broken, retries up to `retries` times.
 *
 * @returns The reply, or the last response if it has none.
 * @throws OutgoingError if the service does not respond, or the reason of `signal` if it aborts.
 */
export async function completeChat(
  outgoing: Outgoing,
  { baseUrl, apiKey, model, timeoutMs }: ModelAccess,
  body: object,
  { signal, retries }: { readonly signal?: AbortSignal | undefined; readonly retries: number },
): Promise<{ readonly reply: ChatReply } | { readonly refused: OutgoingReply }> {
  const request = {
    method: "POST",
    url: `${baseUrl}/chat/completions`,
    headers: { "content-type": "application/json", ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model, ...body }),
    timeoutMs,
    signal,
    maxResponseBytes,
  } as const;
  let response = await outgoing.request(request);
  for (let retry = 0; retry < retries && mayPass(response); retry += 1) {
    await sleep(requestedPauseMs(response) ?? firstPauseMs * 2 ** retry, undefined, { signal });
    response = await outgoing.request(request);
  }
  if (isOversized(response.body)) throw tooLargeToRead(new URL(baseUrl).host);
  if (response.status < 200 || response.status >= 300) return { refused: response };
  const { data } = Completion.safeParse(await outgoing.readJson(response.body));
  const [choice] = data?.choices ?? [];
  if (data === undefined || choice === undefined) return { refused: response };
  const { message, finish_reason: reason } = choice;
  const { usage } = data;
  return {
    reply: {
      text: withoutThoughts(message.content || message.reasoning_content || message.reasoning || ""),
      finishReason: message.refusal ? "content_filter" : (reason ?? ""),
      usage: usage ? { tokensIn: usage.prompt_tokens, tokensOut: usage.completion_tokens } : null,
    },
  };
}

/** Removes the block of thoughts with which the text of some reasoning models begins. */
function withoutThoughts(text: string): string {
  const end = text.trimStart().startsWith("<think>") ? text.indexOf("</think>") : -1;
  return end === -1 ? text : text.slice(end + "</think>".length);
}

function mayPass({ status }: OutgoingReply): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Returns the pause that the service requests (RFC 9110, or OpenAI's header in milliseconds); `null` without one, or if it is too long. */
function requestedPauseMs({ headers }: OutgoingReply): number | null {
  const exactMs = Number.parseFloat(String(headers["retry-after-ms"]));
  if (headers["retry-after"] === "0") return 0;
  const pauseMs = Number.isNaN(exactMs) ? retryAfterMs(headers, new Date()) : exactMs;
  return pauseMs !== null && pauseMs >= 0 && pauseMs < maxPauseMs ? pauseMs : null;
}
