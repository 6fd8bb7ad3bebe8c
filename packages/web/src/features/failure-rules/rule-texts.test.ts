import { expect, test } from "vitest";
import { fittingText, moved, previewSentences, scopeText } from "./rule-texts.ts";
import { samplePreview, sampleRules } from "./sample-rules.ts";

test("a pattern made from a cause omits parts that vary between runs", () => {
  const error = "order 4711: POST https://pay.example/orders/4711 answered Service Unavailable after 31s";
  const cause = {
    normalizedText: "order <n>: post https://pay.example/orders/<n> answered service unavailable after <time>",
    representativeError: error,
    evidence: [error],
  };
  expect(fittingText(cause)).toBe("answered Service Unavailable after");
  expect(fittingText({ ...cause, evidence: [] })).toBe("answered Service Unavailable after");
  expect(fittingText({ ...cause, normalizedText: "<n>" })).toBe(error);
  expect(fittingText({ normalizedText: "", representativeError: "", evidence: [] })).toBe("");
});

test("a rule moves one position, but not beyond the ends", () => {
  const rules = sampleRules();
  expect(moved(rules, 2, -1)).toEqual([2, 1, 3]);
  expect(moved(rules, 2, 1)).toEqual([1, 3, 2]);
  expect(moved(rules, 1, -1)).toBeNull();
  expect(moved(rules, 3, 1)).toBeNull();
});

test("a scope is shown as text", () => {
  const scope = { suite: null, environment: null, branch: null, test: null };
  expect(scopeText(scope)).toBeNull();
  expect(scopeText({ ...scope, suite: "shop", branch: "main" })).toBe("suite shop, branch main");
});

test("a preview shows matches first, then exceptions", () => {
  expect(previewSentences({ ...samplePreview(), followers: 1, keptByRules: 2 })).toEqual([
    "It matches 23 failures of the last 90 days, in 7 tests and 2 causes.",
    "1 failure of them does not match, but shares a cause with one that does.",
    "4 failures keep the class that users chose.",
    "2 failures keep the class of an earlier rule.",
  ]);
  expect(previewSentences({ ...samplePreview(), failures: 0, complete: false })).toEqual([
    "No matches among 1,204 errors; checking all of them would take too long.",
  ]);
});
