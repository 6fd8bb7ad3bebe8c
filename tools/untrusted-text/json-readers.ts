import { createHmac } from "node:crypto";
import { commentKey } from "@plumb/code-hosts/comment-mark.ts";
import { publishComment } from "@plumb/code-hosts/publish-comment.ts";
import { writeToPullRequest } from "@plumb/code-hosts/write-to-pull-request.ts";
import { mailError } from "../../packages/server/src/connectors/mail/mail-error.ts";
import { connectors } from "../../packages/server/src/connectors/bindings/registry.ts";
import type { Connection } from "../../packages/server/src/connectors/offers.ts";
import { askModel } from "../../packages/server/src/failures/llm/ask-model.ts";
import { serviceRefusal } from "../../packages/server/src/failures/llm/service-refusal.ts";
import type { Message } from "../../packages/server/src/connectors/message.ts";
import { httpResult } from "../../packages/server/src/outbox/http-result.ts";
import { fetchThrough } from "../../packages/server/src/outgoing/fetch-through.ts";
import { createOutgoing, type Outgoing } from "../../packages/server/src/outgoing/outgoing.ts";

type Work = (text: string) => Promise<unknown>;

const now = new Date("2026-03-04T10:00:00.000Z");
const secret = "secret";
const site = "https://service.example";
/** Settings of all connectors and bindings. */
const settings = {
  url: site,
  apiUrl: site,
  siteUrl: site,
  organizationUrl: site,
  webhookUrl: `${site}/hook/1`,
  botToken: "xoxb-1",
  token: secret,
  apiToken: secret,
  apiKey: secret,
  email: "a@b.example",
  deployment: "cloud",
  repository: "octo/shop",
  project: "shop",
  projectKey: "SHOP",
  issueType: "Bug",
  teamKey: "SHOP",
  workItemType: "Bug",
  channel: "#qa",
};
const ids: Readonly<Record<string, string>> = {
  github: "octo/shop#1",
  gitlab: "1#1",
  linear: "00000000-0000-4000-8000-000000000000",
};
const commit = "0".repeat(40);
const tools = { brandName: "Plumb", publicUrl: "https://plumb.example", tester: "Ana" };
const message: Message = {
  title: "Failed",
  url: site,
  tone: "failure",
  facts: [],
  blocks: [],
  actions: [],
  footer: null,
};

/** Returns a client that gets the text as each response. */
function answering(status: number, body: string): Outgoing {
  const response = { status, headers: { "content-type": "application/json" }, body };
  return { ...createOutgoing({ allowPrivateHosts: [] }), request: () => Promise.resolve(response) };
}

/** Hostile responses are errors; only the time counts. */
const settled = (calls: readonly (() => Promise<unknown> | undefined)[]) =>
  calls.reduce<Promise<unknown>>((before, call) => before.then(call).catch(() => null), Promise.resolve());

function callsOf(id: keyof typeof connectors, connection: Connection) {
  const { tracker, channel, codeHost, test } = connectors[id];
  const { outgoing } = connection;
  const ticket = ids[id] ?? "1";
  const key = commentKey({ publicUrl: site, projectId: 1 });
  const comment = { key, text: "x", readAt: 1, mayCreate: true };
  const status = { state: "passed" as const, name: "Plumb", description: "x", url: site };
  return [
    () => test(settings, { ...tools, outgoing }),
    () => tracker?.describe(connection),
    () => tracker?.create(connection, { title: "x", description: [], fields: {}, mark: "plumb:1" }),
    () => tracker?.findCreated(connection, "plumb:1"),
    () => tracker?.find(connection, "x"),
    () => tracker?.readMany(connection, [ticket]),
    () => tracker?.hasComment(connection, ticket, site),
    () => tracker?.changeState(connection, ticket, "closed"),
    () => channel?.send(connection, message),
    () => codeHost && writeToPullRequest(codeHost.open(connection, "1"), { commit, comment, status }),
    () => codeHost && publishComment(codeHost.open(connection, "1"), comment),
  ];
}

/** Returns the headers of a request with the right secret, in the forms of all trackers. */
function signedHeaders(body: Buffer): Record<string, string> {
  const hex = createHmac("sha256", secret).update(body).digest("hex");
  return {
    "x-hub-signature-256": `sha256=${hex}`,
    "x-hub-signature": `sha256=${hex}`,
    "linear-signature": hex,
    "x-gitlab-token": secret,
    authorization: `Basic ${Buffer.from(`:${secret}`).toString("base64")}`,
  };
}

const model = { baseUrl: site, apiKey: null, model: "tiny", timeoutMs: 1000 };
const prompt = { instructions: "x", data: "x" };
const spoken = (content: string) => JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] });
const ask = (status: number, body: string) =>
  settled([() => askModel(answering(status, body), model, prompt, { retries: 0 })]);

/** Returns a call for each reader of what other servers send. */
export function jsonReaderWork(): Readonly<Record<string, Work>> {
  const work: Record<string, Work> = {
    "the language model, a response": (text) => ask(200, text),
    "the language model, an answer": (text) => ask(200, spoken(text)),
    "the language model, a refusal": async (text) =>
      serviceRefusal({ status: 400, body: text, location: undefined, model: "tiny", hasKey: true }),
    "a library": (text) =>
      settled([async () => (await fetchThrough(answering(200, text))(site)).json() as Promise<unknown>]),
    "a webhook's receiver": async (text) => httpResult({ status: 400, headers: {}, body: text }, now, [secret]),
    "a mail server": async (text) =>
      mailError(Object.assign(new Error(text), { response: text }), "a.example:25", null),
  };
  for (const id of Object.keys(connectors) as (keyof typeof connectors)[]) {
    for (const status of [200, 400, 403])
      work[`${id}, responses with status ${status}`] = (text) =>
        settled(callsOf(id, { credentials: settings, binding: settings, outgoing: answering(status, text), now }));
    const webhook = connectors[id].tracker?.webhook;
    if (webhook !== undefined)
      work[`${id}, its webhook`] = async (text) => {
        const body = Buffer.from(text);
        return webhook.ticketIds({ headers: signedHeaders(body), body, secret, now });
      };
  }
  return work;
}
