import { expect, test } from "vitest";
import { requestIdOf } from "./request-id.ts";

test("ids of proxies are kept", () => {
  for (const id of [
    "a",
    "7b0f7f6c-3f7c-4d0e-8f43-7c2a4d0f1a2b",
    "4bf92f3577b34da6a3ce929d0e0e4736",
    "web-1:2/3",
    "Zm9v+A==",
  ])
    expect(requestIdOf(id)).toBe(id);
});

test("other texts are replaced with a new id", () => {
  const unusable = [undefined, "", " ", "a b", "a,b", "ä", "a\n", 'a"', "<b>", "{}", "a".repeat(129), ["a", "b"]];
  const ids = unusable.map(requestIdOf);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(unusable.length);
});
