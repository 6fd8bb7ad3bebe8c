import { expect, test } from "vitest";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { goodResponse, type LlmServer, type Reply, startLlmServer } from "#testing/llm-server.ts";
import { askModel } from "./ask-model.ts";
import type { ModelAccess } from "./complete-chat.ts";
import { ModelError } from "./model-error.ts";

const outgoing = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });
const prompt = { instructions: "Explain.", data: "Error: boom" };

function ask({ baseUrl }: Pick<LlmServer, "baseUrl">, access: Partial<ModelAccess> = {}, retries = 2) {
  const full = { baseUrl, apiKey: "sk-1", model: "tiny", timeoutMs: 2000, ...access };
  return askModel(outgoing, full, prompt, { retries });
}

const refusal = (asking: Promise<unknown>): Promise<ModelError> =>
  asking.then(
    () => Promise.reject(new Error("no refusal")),
    (error: unknown) => (error instanceof ModelError ? error : Promise.reject(error)),
  );

test("sends key, schema and limit, and returns the response and its usage", async () => {
  await using llm = await startLlmServer();
  expect(await ask(llm)).toEqual({ answer: goodResponse, usage: { tokensIn: 900, tokensOut: 100 } });
  expect(llm.received).toMatchObject([
    { method: "POST", url: "/v1/chat/completions", headers: { authorization: "Bearer sk-1" } },
  ]);
  expect(llm.requests()[0]).toMatchObject({
    model: "tiny",
    instructions: "Explain.",
    data: "Error: boom",
    body: { max_tokens: 2000, response_format: { type: "json_schema", json_schema: { strict: true } } },
  });
  await ask(llm, { apiKey: null });
  expect(llm.received[1]?.headers.authorization).toBeUndefined();
});

test("a service that rejects schema and limit gets plain requests afterwards", async () => {
  await using llm = await startLlmServer(({ body }) =>
    "response_format" in body
      ? { status: 400, body: { error: { message: "Unsupported parameter: 'max_tokens'" } } }
      : { says: `\`\`\`json\n${JSON.stringify(goodResponse)}\n\`\`\`` },
  );
  expect((await ask(llm)).answer).toEqual(goodResponse);
  expect((await ask(llm)).answer).toEqual(goodResponse);
  expect(llm.requests().map(({ body }) => "max_tokens" in body)).toEqual([true, false, false]);
});

test("a service that rejects the plain request too gets the usual one next time", async () => {
  await using llm = await startLlmServer((_asked, before) => (before < 2 ? { status: 400 } : { says: goodResponse }));
  expect((await refusal(ask(llm))).message).toBe("The service refused the request (HTTP 400).");
  await ask(llm);
  expect(llm.requests().map(({ body }) => "response_format" in body)).toEqual([true, false, true]);
});

test("cuts the response to its limits, and accepts only text", async () => {
  await using llm = await startLlmServer(() => ({
    says: {
      rootCause: `a\u0000\u202Eb\n\n<img src=x> ${"c".repeat(5000)}`,
      technicalAnalysis: "\u001B[31mred\u001B[0m\nline".concat("d".repeat(100_000)),
      recommendations: ["one", " ", "two", "e".repeat(5000), "four"],
      primaryClass: "<b>Mine</b>",
      class: "Application Defect",
    },
  }));
  const { answer } = await ask(llm);
  expect(answer.rootCause).toMatch(/^ab <img src=x> c+…$/);
  expect(answer.rootCause).toHaveLength(301);
  expect(answer.technicalAnalysis).toMatch(/^red\nlined+…$/);
  expect(answer.technicalAnalysis).toHaveLength(2001);
  expect(answer.recommendations).toEqual(["one", "two"]);
  expect(Object.keys(answer)).toEqual(["primaryClass", "rootCause", "technicalAnalysis", "recommendations"]);
  expect(answer.primaryClass).toBeNull();
});

const goodText = JSON.stringify(goodResponse);

test.for<[string, object]>([
  ["no finish reason", { message: { content: goodText }, finish_reason: null }],
  ["an empty finish reason", { message: { content: goodText }, finish_reason: "" }],
  [
    "parts with thoughts",
    {
      message: {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
          { type: "text", text: goodText },
        ],
      },
      finish_reason: "stop",
    },
  ],
  ["thoughts before the text", { message: { content: `<think>{}</think>\n${goodText}` }, finish_reason: "stop" }],
  ["only a reasoning text", { message: { content: null, reasoning_content: goodText }, finish_reason: "stop" }],
])("reads a response with %s", async ([, choice]) => {
  await using llm = await startLlmServer(() => ({ status: 200, body: { choices: [choice] } }));
  expect((await ask(llm)).answer).toEqual(goodResponse);
});

test("a model that refuses has declined to answer", async () => {
  const choice = { message: { content: null, refusal: "I cannot help with that." }, finish_reason: "stop" };
  await using llm = await startLlmServer(() => ({ status: 200, body: { choices: [choice] } }));
  expect((await refusal(ask(llm))).message).toBe("The model declined to answer.");
});

test("busy and broken services are retried at the requested time", async () => {
  const replies: Reply[] = [
    { status: 429, headers: { "retry-after": "0" } },
    { status: 500, headers: { "retry-after-ms": "1" } },
    { says: goodResponse },
  ];
  await using llm = await startLlmServer((_asked, before) => replies[before] ?? null);
  expect((await ask(llm)).answer).toEqual(goodResponse);
  expect(llm.received).toHaveLength(3);
});

const shapeless = "The model's answer did not have the requested format.";
const soon = { "retry-after-ms": "1" };

test.for<[what: string, Reply, kind: string, message: string, requests: number]>([
  ["no JSON", { says: "Sure! The cause is" }, "answer", shapeless, 1],
  ["a list", { says: "[]" }, "answer", shapeless, 1],
  ["another shape", { says: { rootCause: 1, technicalAnalysis: {}, recommendations: "x" } }, "answer", shapeless, 1],
  ["nothing in it", { says: { ...goodResponse, rootCause: " " } }, "answer", shapeless, 1],
  ["too long", { says: "{", finish: "length" }, "answer", "The model's answer was longer than 2000 tokens.", 1],
  ["no words", { says: "", finish: "stop" }, "answer", shapeless, 1],
  ["declined", { says: "I cannot", finish: "content_filter" }, "answer", "The model declined to answer.", 1],
  [
    "a page",
    { status: 200, body: "<html>" },
    "service",
    "The address did not respond like an OpenAI-compatible API. Check the base URL.",
    1,
  ],
  [
    "a redirection",
    { status: 302, headers: { location: "https://b.test/x" } },
    "service",
    "The service redirects to https://b.test (HTTP 302). Enter the address it redirects to.",
    1,
  ],
  [
    "a wrong key",
    { status: 401, body: { error: { message: "Incorrect API key provided" } } },
    "service",
    "The service refused the API key (HTTP 401).",
    1,
  ],
  ["no right", { status: 403 }, "service", "The service does not allow this with the API key (HTTP 403).", 1],
  [
    "no credit",
    { status: 429, headers: soon, body: { error: { message: "x", code: "insufficient_quota" } } },
    "service",
    "The account has no credit left at the service (HTTP 429).",
    3,
  ],
  [
    "an unknown model",
    { status: 404, body: { error: { message: "The model `tiny` does not exist" } } },
    "service",
    "The service has no model tiny (HTTP 404).",
    1,
  ],
  [
    "an unknown model, as Ollama says it",
    { status: 404, body: { error: { message: 'model "tiny" not found, try pulling it first' } } },
    "service",
    "The service has no model tiny (HTTP 404).",
    1,
  ],
  [
    "no such path",
    { status: 404, body: "Not found" },
    "service",
    "There is no chat API at this address (HTTP 404). The base URL often ends with /v1.",
    1,
  ],
  [
    "too many requests",
    { status: 429, headers: soon },
    "service",
    "The service received too many requests (HTTP 429). Try again later.",
    3,
  ],
  [
    "a broken service",
    { status: 503, headers: soon },
    "service",
    "The service has a problem (HTTP 503). Try again later.",
    3,
  ],
  [
    "a refused request, asked plainly too",
    { status: 422 },
    "service",
    "The service refused the request (HTTP 422).",
    2,
  ],
])("%s", async ([, reply, kind, message, requests]) => {
  await using llm = await startLlmServer(() => reply);
  expect(await refusal(ask(llm))).toMatchObject({ kind, message });
  expect(llm.received).toHaveLength(requests);
});

test("a hanging service times out, an unreachable or rejecting one is reported, and calls end with the server", async () => {
  await using llm = await startLlmServer(() => null);
  expect((await refusal(ask(llm, { timeoutMs: 500 }))).message).toMatch(
    /^127\.0\.0\.1:\d+ did not respond within 0\.5 seconds\.$/,
  );
  expect(llm.received).toHaveLength(1);
  expect((await refusal(ask({ baseUrl: "http://127.0.0.1:1/v1" }, {}, 0))).message).toBe(
    "127.0.0.1:1 refused the connection: nothing is listening there.",
  );
  expect((await refusal(ask({ baseUrl: "http://10.0.0.9/v1" }))).message).toMatch(
    /^10\.0\.0\.9 is a private address\. .*PLUMB_ALLOW_PRIVATE_HOSTS=10\.0\.0\.9$/,
  );
  const end = new AbortController();
  const access = { baseUrl: llm.baseUrl, apiKey: null, model: "tiny", timeoutMs: 60_000 };
  const asking = askModel(outgoing, access, prompt, { retries: 2, signal: end.signal });
  setTimeout(() => end.abort(new Error("stopping")), 50);
  await expect(asking).rejects.toThrow("stopping");
});

test("usage is estimated if the service does not report it", async () => {
  await using llm = await startLlmServer(() => ({ says: goodResponse, usage: null }));
  expect((await ask(llm)).usage).toEqual({
    tokensIn: 7,
    tokensOut: Math.ceil(JSON.stringify(goodResponse).length / 3),
  });
});
