import { expect, test } from "vitest";
import { fieldSentence } from "#field-errors.ts";
import { createWebhook, webhookErrors } from "./webhooks.ts";

const full = { url: "https://hooks.example.org/", events: ["run.failed"] as const };
const address = "Enter a web address that begins with https:// or http://";

test.for([
  [{}, {}],
  [{ url: " http://10.0.0.1:8080 " }, {}],
  [{ url: "hooks.example.org" }, { url: address }],
  [{ url: "ftp://example.org" }, { url: address }],
  [{ url: "https://me:pass@example.org" }, { url: "The address must not contain a user name or password" }],
  [{ events: [] }, { events: "Choose at least one event" }],
  [{ secret: "short" }, { secret: "Secret must be at least 16 characters long" }],
  [{ secret: "long enough to sign" }, {}],
] as const)("a webhook with %j has the errors %j, for the form and for the server", ([change, errors]) => {
  const input = { ...full, ...change };
  expect(webhookErrors(input)).toEqual(errors);
  const { error } = createWebhook.body.safeParse(input, { error: fieldSentence });
  expect(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]))).toEqual(
    errors,
  );
});
