import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { connectors } from "./bindings/registry.ts";

const secret = "a secret with ü";
const now = new Date("2026-03-04T10:00:00.000Z");
const signed = (body: string, prefix = "") =>
  `${prefix}${createHmac("sha256", secret).update(Buffer.from(body)).digest("hex")}`;
const basic = (password: string) => `Basic ${Buffer.from(`plumb:${password}`).toString("base64")}`;

/** A request of each tracker, and the ids it is about. */
const requests = [
  [
    "github",
    { action: "closed", issue: { number: 12 }, repository: { full_name: "octo/shop" } },
    (body: string) => ({ "x-hub-signature-256": signed(body, "sha256="), "content-type": "application/json" }),
    ["octo/shop#12"],
  ],
  [
    "gitlab",
    { object_kind: "issue", project: { id: 42 }, object_attributes: { iid: 12, action: "close" } },
    () => ({ "x-gitlab-token": secret }),
    ["42#12"],
  ],
  [
    "gitlab",
    { object_kind: "note", project: { id: 42 }, object_attributes: { id: 1 }, issue: { iid: 12 } },
    () => ({ "x-gitlab-token": secret }),
    ["42#12"],
  ],
  [
    "jira",
    { webhookEvent: "jira:issue_updated", issue: { id: "10012", key: "SHOP-12" } },
    (body: string) => ({ "x-hub-signature": signed(body, "sha256=") }),
    ["10012"],
  ],
  [
    "azure-boards",
    { eventType: "workitem.updated", resource: { id: 3, workItemId: 12 } },
    () => ({ authorization: basic(secret) }),
    ["12"],
  ],
  [
    "azure-boards",
    { eventType: "workitem.deleted", resource: { id: 12 } },
    () => ({ authorization: basic(secret) }),
    ["12"],
  ],
  [
    "linear",
    { action: "update", type: "Issue", data: { id: "5d0a" }, webhookTimestamp: 1 },
    (body: string) => ({ "linear-signature": signed(body) }),
    ["5d0a"],
  ],
  [
    "linear",
    { action: "create", type: "Comment", data: { id: "c1", issueId: "5d0a" } },
    (body: string) => ({ "linear-signature": signed(body) }),
    ["5d0a"],
  ],
] as const;

test.for(requests)("%s: reads the tickets of %j", ([id, event, headersOf, ids]) => {
  const webhook = connectors[id].tracker?.webhook;
  const body = JSON.stringify(event);
  const headers: Record<string, string> = headersOf(body);
  expect(webhook?.ticketIds({ headers, body: Buffer.from(body), secret, now })).toEqual(ids);
  expect(webhook?.hint).not.toBe("");
});

test.for(requests)(
  "%s: refuses a request like %j with a wrong, a missing or an empty secret",
  ([id, event, headersOf]) => {
    const webhook = connectors[id].tracker?.webhook;
    const text = JSON.stringify(event);
    const body = Buffer.from(text);
    const headers: Record<string, string> = headersOf(text);
    expect(webhook?.ticketIds({ headers, body, secret: "another", now })).toBeNull();
    expect(webhook?.ticketIds({ headers: {}, body, secret, now })).toBeNull();
    expect(webhook?.ticketIds({ headers, body, secret: "", now })).toBeNull();
    const twice = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value, value]]));
    expect(webhook?.ticketIds({ headers: twice, body, secret, now })).toBeNull();
  },
);

test.for(["github", "jira", "linear"] as const)("%s: refuses a body that was changed", (id) => {
  const [, event, headersOf] = requests.find(([other]) => other === id) ?? requests[0];
  const body = JSON.stringify(event);
  const webhook = connectors[id].tracker?.webhook;
  expect(webhook?.ticketIds({ headers: headersOf(body), body: Buffer.from(`${body} `), secret, now })).toBeNull();
});

test.for(requests)("%s: other events and broken bodies are about no ticket", ([id, , headersOf]) => {
  const webhook = connectors[id].tracker?.webhook;
  const nested = `{"issue":${'{"a":'.repeat(80_000)}1${"}".repeat(80_001)}`;
  const wide = `{"issue":[${"{},".repeat(200_000)}{}]}`;
  for (const body of ["", "{", "null", "[]", '{"zen":"Keep it simple"}', '{"issue":{"id":{}}}', nested, wide])
    expect(webhook?.ticketIds({ headers: headersOf(body), body: Buffer.from(body), secret, now })).toEqual([]);
});

test("reads an event of GitHub in a form, and ignores pull requests", () => {
  const webhook = connectors.github.tracker?.webhook;
  const event = { issue: { number: 12 }, repository: { full_name: "octo/shop" } };
  const send = (body: string, type: string) =>
    webhook?.ticketIds({
      headers: { "x-hub-signature-256": signed(body, "sha256="), "content-type": type },
      body: Buffer.from(body),
      secret,
      now,
    });
  const form = new URLSearchParams({ payload: JSON.stringify(event) }).toString();
  expect(send(form, "application/x-www-form-urlencoded")).toEqual(["octo/shop#12"]);
  const pull = JSON.stringify({ ...event, issue: { number: 12, pull_request: {} } });
  expect(send(pull, "application/json")).toEqual([]);
});

const key = Buffer.from("a key of GitLab with 32 bytes...").toString("base64");
const gitlabEvent = JSON.stringify({
  object_kind: "issue",
  project: { id: 42 },
  object_attributes: { iid: 12, action: "close" },
});
/** Signs as GitLab with a signing token does. */
function standard(change: { id?: string; at?: number; body?: string } = {}) {
  const { id = "msg_1", at = now.getTime() / 1000, body = gitlabEvent } = change;
  const signature = createHmac("sha256", Buffer.from(key, "base64")).update(`${id}.${at}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": `v1,${signature}` };
}
const receive = (headers: Record<string, string>, token = `whsec_${key}`) =>
  connectors.gitlab.tracker?.webhook?.ticketIds({ headers, body: Buffer.from(gitlabEvent), secret: token, now });

test.for([
  ["a signature", standard()],
  [
    "a signature after another one",
    { ...standard(), "webhook-signature": `v1,b3RoZXI= ${standard()["webhook-signature"]}` },
  ],
  ["a clock that is 299 seconds late", standard({ at: now.getTime() / 1000 - 299 })],
  ["a signature and a secret token", { ...standard(), "x-gitlab-token": "another" }],
] as const)("GitLab: accepts a signing token, with %s", ([, headers]) => {
  expect(receive(headers)).toEqual(["42#12"]);
});

test.for([
  ["of another body", standard({ body: "{}" })],
  ["of another id", { ...standard(), "webhook-id": "msg_2" }],
  ["of another time", { ...standard(), "webhook-timestamp": String(now.getTime() / 1000 - 1) }],
  ["that is too old", standard({ at: now.getTime() / 1000 - 301 })],
  ["of the future", standard({ at: now.getTime() / 1000 + 301 })],
  ["without a time", { ...standard(), "webhook-timestamp": "" }],
  ["of another version", { ...standard(), "webhook-signature": standard()["webhook-signature"].replace("v1", "v2") }],
] as const)("GitLab: refuses a signature %s", ([, headers]) => {
  expect(receive(headers)).toBeNull();
});

test("GitLab: a webhook with both tokens is accepted by either of them", () => {
  const headers = { ...standard(), "x-gitlab-token": "a secret without a key" };
  expect(receive(headers)).toEqual(["42#12"]);
  expect(receive(headers, "a secret without a key")).toEqual(["42#12"]);
});

test("GitLab: refuses a signature for another secret", () => {
  expect(receive(standard(), "a secret without a key")).toBeNull();
  expect(receive(standard(), `whsec_${Buffer.from("another key").toString("base64")}`)).toBeNull();
});
