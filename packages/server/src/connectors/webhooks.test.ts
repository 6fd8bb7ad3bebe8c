import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { connectors } from "./bindings/registry.ts";

const secret = "a secret with ü";
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
  expect(webhook?.ticketIds({ headers, body: Buffer.from(body), secret })).toEqual(ids);
  expect(webhook?.hint).not.toBe("");
});

test.for(requests)(
  "%s: refuses a request like %j with a wrong, a missing or an empty secret",
  ([id, event, headersOf]) => {
    const webhook = connectors[id].tracker?.webhook;
    const text = JSON.stringify(event);
    const body = Buffer.from(text);
    const headers: Record<string, string> = headersOf(text);
    expect(webhook?.ticketIds({ headers, body, secret: "another" })).toBeNull();
    expect(webhook?.ticketIds({ headers: {}, body, secret })).toBeNull();
    expect(webhook?.ticketIds({ headers, body, secret: "" })).toBeNull();
    const twice = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value, value]]));
    expect(webhook?.ticketIds({ headers: twice, body, secret })).toBeNull();
  },
);

test.for(["github", "jira", "linear"] as const)("%s: refuses a body that was changed", (id) => {
  const [, event, headersOf] = requests.find(([other]) => other === id) ?? requests[0];
  const body = JSON.stringify(event);
  const webhook = connectors[id].tracker?.webhook;
  expect(webhook?.ticketIds({ headers: headersOf(body), body: Buffer.from(`${body} `), secret })).toBeNull();
});

test.for(requests)("%s: other events and broken bodies are about no ticket", ([id, , headersOf]) => {
  const webhook = connectors[id].tracker?.webhook;
  const nested = `{"issue":${'{"a":'.repeat(80_000)}1${"}".repeat(80_001)}`;
  const wide = `{"issue":[${"{},".repeat(200_000)}{}]}`;
  for (const body of ["", "{", "null", "[]", '{"zen":"Keep it simple"}', '{"issue":{"id":{}}}', nested, wide])
    expect(webhook?.ticketIds({ headers: headersOf(body), body: Buffer.from(body), secret })).toEqual([]);
});

test("reads an event of GitHub in a form, and ignores pull requests", () => {
  const webhook = connectors.github.tracker?.webhook;
  const event = { issue: { number: 12 }, repository: { full_name: "octo/shop" } };
  const send = (body: string, type: string) =>
    webhook?.ticketIds({
      headers: { "x-hub-signature-256": signed(body, "sha256="), "content-type": type },
      body: Buffer.from(body),
      secret,
    });
  const form = new URLSearchParams({ payload: JSON.stringify(event) }).toString();
  expect(send(form, "application/x-www-form-urlencoded")).toEqual(["octo/shop#12"]);
  const pull = JSON.stringify({ ...event, issue: { number: 12, pull_request: {} } });
  expect(send(pull, "application/json")).toEqual([]);
});
