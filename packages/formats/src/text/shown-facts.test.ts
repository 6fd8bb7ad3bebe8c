import { expect, test } from "vitest";
import { addFact, isVisible } from "./shown-facts.ts";

test.for([
  ["product", "ShopDemo", true],
  ["author", "Ada", true],
  ["keyboard", "de", true],
  ["AWS_SECRET", "x", false],
  ["githubToken", "x", false],
  ["api-key", "x", false],
  ["authorization", "Basic x", false],
  ["DB_PASSWORD", "x", false],
  ["database", "postgres://ada:pw@db/shop", false],
  ["note", "uses ghp_abcdefghijkl", false],
  ["note", "eyJhbGciOiJIUzI1NiJ9.e30.x", false],
  ["note", "", false],
  ["", "x", false],
  ["note", "x".repeat(501), false],
] as const)("%s = %s is shown: %s", ([name, value, visible]) => {
  expect(isVisible(name, value)).toBe(visible);
});

test("the first value of a name stays, and the number of facts is limited", () => {
  const facts: Record<string, string> = {};
  addFact(facts, "a", "1");
  addFact(facts, "a", "2");
  for (let index = 0; index < 100; index += 1) addFact(facts, `n${index}`, "x");
  expect(facts["a"]).toBe("1");
  expect(Object.keys(facts)).toHaveLength(30);
});
