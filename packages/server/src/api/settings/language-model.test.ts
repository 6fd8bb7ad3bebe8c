import type { LanguageModel } from "@plumb/contract/administration/language-model.ts";
import { expect, test } from "vitest";
import { createSecretBox } from "#core/secret-box.ts";
import { keyPurpose } from "#failures/llm/language-model.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { rowsOf, runStatement } from "#testing/database.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { goodResponse, type Reply, startLlmServer } from "#testing/llm-server.ts";

const path = "/api/settings/language-model";

interface Result {
  readonly data: LanguageModel;
  readonly error?: string;
  readonly fields?: object;
}

async function server() {
  const plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  return {
    plumb,
    token,
    read: async () => (await call<Result>(plumb, "GET", path, { token })).body.data,
    save: (body: object) => call<Result>(plumb, "PUT", path, { token, body }),
    test: () => call<Result>(plumb, "POST", `${path}/test`, { token }),
    [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose](),
  };
}

async function auditOf(plumb: TestApp, token: string) {
  const { body } = await call<{ data: { action: string; detail: object }[] }>(plumb, "GET", "/api/audit", { token });
  return body.data.filter(({ action }) => action.startsWith("language_model."));
}

test("initially no model is set up, and there is nothing to test", async () => {
  await using own = await server();
  expect(await own.read()).toEqual({
    enabled: false,
    baseUrl: "",
    model: "",
    apiKeySet: false,
    tokensPerDay: 200_000,
    projectPercent: 50,
    inputPrice: null,
    outputPrice: null,
    timeoutSeconds: 60,
    usedToday: { tokensIn: 0, tokensOut: 0, requests: 0, cost: null, usedUp: false, projectsUsedUp: [] },
    lastTest: null,
    problem: null,
  });
  expect(await own.test()).toMatchObject({
    status: 409,
    body: { error: "No language model is configured. Enter its base URL and its name first." },
  });
});

test("the test of a saved model sends the same request as an analysis; the key is encrypted and never returned", async () => {
  await using own = await server();
  await using llm = await startLlmServer();
  const setUp = { enabled: true, baseUrl: `${llm.baseUrl}/`, model: "tiny", apiKey: "sk-secret-1" };
  const saved = await own.save({ ...setUp, inputPrice: 2, outputPrice: 10 });
  expect(saved.body.data).toMatchObject({ enabled: true, baseUrl: llm.baseUrl, apiKeySet: true, lastTest: null });
  const tested = await own.test();
  expect(tested.body.data).toMatchObject({
    lastTest: {
      at: own.plumb.time.now.toISOString(),
      passed: true,
      message: expect.stringMatching(/^tiny responded correctly in [\d,]+ ms and used 1,000 tokens\.$/) as string,
    },
    usedToday: { tokensIn: 900, tokensOut: 100, requests: 1, cost: 0.0028 },
  });
  expect(llm.received[0]?.headers.authorization).toBe("Bearer sk-secret-1");
  expect(await own.read()).toEqual(tested.body.data);
  const audit = await auditOf(own.plumb, own.token);
  expect(audit).toMatchObject([
    { action: "language_model.tested", detail: { passed: true } },
    { action: "language_model.changed", detail: { model: "tiny", apiKey: "replaced" } },
  ]);
  const stored = await rowsOf(own.plumb.context.db, "setting");
  expect(JSON.stringify([saved.body, tested.body, audit, stored])).not.toContain("sk-secret-1");
});

test("an empty key keeps the stored one, which is not sent to a new URL", async () => {
  await using own = await server();
  await using llm = await startLlmServer();
  await using elsewhere = await startLlmServer();
  await own.save({ enabled: true, baseUrl: llm.baseUrl, model: "tiny", apiKey: "sk-1" });
  expect((await own.save({ model: "small", apiKey: "" })).body.data).toMatchObject({ model: "small", apiKeySet: true });
  expect((await own.save({ baseUrl: elsewhere.baseUrl })).body.data.apiKeySet).toBe(false);
  await own.test();
  expect(elsewhere.received[0]?.headers.authorization).toBeUndefined();
  expect((await auditOf(own.plumb, own.token))[1]?.detail).toEqual({ baseUrl: elsewhere.baseUrl, apiKey: "removed" });
});

test("a change removes the last test result and ignores a test that was running", async () => {
  await using own = await server();
  await using llm = await startLlmServer();
  await own.save({ enabled: true, baseUrl: llm.baseUrl, model: "tiny" });
  await own.test();
  expect((await own.save({ timeoutSeconds: 30 })).body.data.lastTest).toBeNull();
});

test.for<[what: string, Reply, message: string]>([
  [
    "a refused key",
    { status: 401, body: { error: { message: "Incorrect API key: sk-abcdefghijklmnopqrstuvwx" } } },
    "The service refused the API key (HTTP 401). Response: Incorrect API key: [redacted]",
  ],
  [
    "an unknown model",
    { status: 404, body: { error: { message: "The model does not exist" } } },
    "The service has no model tiny (HTTP 404). Response: The model does not exist",
  ],
  ["a service that is busy", { status: 429 }, "The service received too many requests (HTTP 429). Try again later."],
  ["another shape", { says: { cause: "?" } }, "The model's answer did not have the requested format."],
  ["no JSON", { says: "Hello!" }, "The model's answer did not have the requested format."],
])("the test explains: %s", async ([, reply, message]) => {
  await using own = await server();
  await using llm = await startLlmServer(() => reply);
  await own.save({ enabled: true, baseUrl: llm.baseUrl, model: "tiny", apiKey: "sk-1" });
  expect((await own.test()).body.data.lastTest).toMatchObject({ passed: false, message });
  expect(llm.received).toHaveLength(1);
});

test("reports an unreachable and a hanging service", async () => {
  await using own = await server();
  const removed = await startFakeService();
  await removed[Symbol.asyncDispose]();
  await own.save({ enabled: true, baseUrl: `${removed.url}/v1`, model: "tiny" });
  expect((await own.test()).body.data.lastTest).toMatchObject({
    passed: false,
    message: `127.0.0.1:${removed.port} refused the connection: nothing is listening there.`,
  });
  await using llm = await startLlmServer(() => null);
  await own.save({ baseUrl: llm.baseUrl });
  // The minimum timeout would be too long for a test.
  const timeout = (seconds: number) =>
    runStatement(
      own.plumb.context.db,
      `update setting set value = jsonb_set(value, '{timeoutSeconds}', '${seconds}') where key = 'language-model'`,
    );
  await timeout(0.1);
  await own.test();
  await timeout(5);
  expect((await own.read()).lastTest?.message).toMatch(/^127\.0\.0\.1:\d+ did not respond within 0\.1 seconds\.$/);
});

test("an exhausted budget sends nothing", async () => {
  await using own = await server();
  await using llm = await startLlmServer(() => ({ says: goodResponse }));
  await own.save({ enabled: true, baseUrl: llm.baseUrl, model: "tiny", tokensPerDay: 0 });
  expect((await own.test()).body.data).toMatchObject({
    lastTest: {
      passed: false,
      message: "The language model's token budget for today is used up. It resets at midnight UTC.",
    },
    usedToday: { requests: 0, usedUp: true },
  });
  expect(llm.received).toEqual([]);
});

test("reports that the stored key cannot be read after the server secret changed", async () => {
  await using own = await server();
  await own.save({ enabled: true, baseUrl: "https://llm.example/v1", model: "tiny", apiKey: "sk-1" });
  const encrypted = createSecretBox("an earlier secret").seal("sk-1", keyPurpose);
  await runStatement(
    own.plumb.context.db,
    `update setting set value = jsonb_set(value, '{apiKey}', '"${encrypted}"') where key = 'language-model'`,
  );
  expect((await own.read()).problem).toContain("PLUMB_SECRET");
  expect((await own.test()).body.data.lastTest).toMatchObject({ passed: false });
});

test.for([
  [{ enabled: true }, { baseUrl: "Base URL is required", model: "Model is required" }],
  [{ baseUrl: "llm.example" }, { baseUrl: "Base URL must begin with https:// or http://" }],
  [{ baseUrl: "https://a:b@llm.example" }, { baseUrl: "Base URL must not contain a user name or password" }],
  [
    { baseUrl: "http://llm.example/v1" },
    { baseUrl: "Base URL must begin with https://, unless PLUMB_ALLOW_PRIVATE_HOSTS names its host" },
  ],
  [
    { baseUrl: "http://10.0.0.9:11434/v1" },
    {
      baseUrl:
        "10.0.0.9 is a private address. The operator of this server can allow it: PLUMB_ALLOW_PRIVATE_HOSTS=10.0.0.9",
    },
  ],
  [{ timeoutSeconds: 1 }, { timeoutSeconds: expect.any(String) as string }],
  [{ tokensPerDay: -1 }, { tokensPerDay: expect.any(String) as string }],
  [{ inputPrice: -1 }, { inputPrice: expect.any(String) as string }],
] as const)("%j is rejected", async ([body, fields]) => {
  await using own = await server();
  expect(await own.save(body)).toMatchObject({ status: 400, body: { fields } });
  expect((await own.read()).baseUrl).toBe("");
});
