import { expect, test } from "vitest";
import { gitlabApi } from "#connectors/gitlab/api.ts";
import { textsIn } from "./reasons.ts";
import { reasonsOf } from "./service-api.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";

const outgoing = createOutgoing({ allowPrivateHosts: [] });
const api = gitlabApi({ credentials: { url: "https://gitlab.example", token: "secret" }, outgoing, now: new Date(0) });

test.for([
  [
    ["one", "two"],
    ["one", "two"],
  ],
  [[["one"], null, 7, undefined, {}], ["one"]],
  [[{ title: ["is too long", "is taken"], size: 7 }], ["title is too long", "title is taken", "size 7"]],
  [[{ a: { b: { c: "three" } } }], ["a b c three"]],
  [[{ a: { b: { c: { d: "four" } } } }], []],
  [[{ toString: 1, valueOf: 1 }], ["toString 1", "valueOf 1"]],
] as const)("of %j, the texts are %j", ([parts, texts]) => {
  expect([...textsIn(parts)]).toEqual(texts);
});

test("visits the first values only, one by one", () => {
  let input = 0;
  const endless = function* () {
    for (;;) {
      input += 1;
      yield null;
    }
  };
  expect([...textsIn(endless())]).toEqual([]);
  expect(input).toBeLessThanOrEqual(101);
});

test("a list within objects is not copied for each of them", () => {
  let message: unknown = Array.from({ length: 100_000 }, () => "x");
  for (let depth = 0; depth < 150; depth += 1) message = { a: message };
  expect(reasonsOf(api, { message })).toEqual([]);
});

test("a message has at most ten reasons of 200 characters, without secrets", () => {
  const reasons = reasonsOf(api, {
    message: Array.from({ length: 50 }, (_, at) => `${at} secret ${"x".repeat(5000)}`),
  });
  expect(reasons).toHaveLength(10);
  for (const reason of reasons) {
    expect(reason).toMatch(/^\d+ \[removed\] x/);
    expect(reason.length).toBeLessThanOrEqual(201);
  }
});
