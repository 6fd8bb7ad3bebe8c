import { expect, test } from "vitest";
import { sampleWebhook } from "./sample-webhook.ts";
import { dueIn, stateOf } from "./webhook-labels.ts";

const timestamp = "2026-03-04T10:00:00.000Z";

test.for([
  [{ enabled: false, failingSince: timestamp }, "disabled"],
  [{ lastAttempt: null }, "untried"],
  [{ lastAttempt: null, problem: "The secret was stored under another PLUMB_SECRET." }, "failing"],
  [{ lastAttempt: { at: timestamp, passed: false }, failingSince: timestamp }, "failing"],
  [{ lastAttempt: { at: timestamp, passed: false }, failingSince: null }, "failing"],
  [{ lastAttempt: { at: timestamp, passed: true } }, "delivering"],
] as const)("a webhook with %j is %s", ([change, state]) => {
  expect(stateOf(sampleWebhook(change))).toBe(state);
});

test.for([
  [0, "now"],
  [-60, "now"],
  [40, "in 40 s"],
  [119, "in 2 min"],
  [2400, "in 40 min"],
] as const)("a delivery due in %d seconds is due %s", ([seconds, text]) => {
  const nowMs = Date.parse(timestamp);
  expect(dueIn(new Date(nowMs + 1000 * seconds).toISOString(), nowMs)).toBe(text);
});
