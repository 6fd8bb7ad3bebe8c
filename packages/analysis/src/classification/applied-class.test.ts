import { expect, test } from "vitest";
import { applyClass, type ClassSources, isByEngine, withAppliedClass } from "./applied-class.ts";
import type { Verdict } from "./classify.ts";

const user = { class: "Test Data Issue", subClass: "D1" } as const;
const rule = { class: "Environment Issue", subClass: "E1", name: "Shop is down", line: "503" } as const;
const engine = { class: "Application Defect", subClass: "A1", confidence: 0.9, decidedBy: "model" } as const;
const groupRule = { ...engine, confidence: 1, decidedBy: "rule", rule: { name: "Checkout", line: null } } as const;
const groupByUser = { ...engine, confidence: 1, decidedBy: "person" } as const;
const decision = { by: "Ada", at: new Date(0) };

const cases: readonly [name: string, ClassSources, Partial<ReturnType<typeof applyClass>>][] = [
  [
    "a user's decision about the failure wins over everything",
    { user, rule, group: groupByUser, decision },
    { ...user, confidence: null, decidedBy: "person", rule: null, alone: true, decision },
  ],
  [
    "a user's decision about the cause wins over a rule for the failure",
    { rule, group: groupByUser, decision },
    { class: "Application Defect", confidence: null, decidedBy: "person", rule: null, alone: false, decision },
  ],
  [
    "a rule for the failure wins over the engine",
    { rule, group: engine, decision },
    {
      class: "Environment Issue",
      subClass: "E1",
      confidence: 1,
      decidedBy: "rule",
      rule: { name: "Shop is down", line: "503" },
      alone: true,
      decision: null,
    },
  ],
  ["a rule for the failure wins over a rule for its cause", { rule, group: groupRule }, { class: "Environment Issue" }],
  ["a rule applies without a cause", { rule, group: null }, { class: "Environment Issue", alone: true }],
  ["a rule for the cause", { group: groupRule }, { confidence: 1, decidedBy: "rule", rule: groupRule.rule }],
  ["the engine", { group: engine, decision }, { ...engine, rule: null, alone: false, decision: null }],
];

test.each(cases)("%s", (_, sources, expected) => {
  expect(applyClass(sources)).toMatchObject(expected ?? {});
});

test("a failure without any source is unclassified", () => {
  expect(applyClass({ group: null })).toBeNull();
  expect(applyClass({ group: { class: null, subClass: null, confidence: null, decidedBy: null } })).toBeNull();
});

test("the engine decided unless a user or a rule of the project did", () => {
  const all = [engine, groupRule, groupByUser].map((group) => applyClass({ group }));
  expect(all.map((applied) => applied !== null && isByEngine(applied))).toEqual([true, false, false]);
});

test("a verdict with the applied class keeps the engine's class as an alternative, except after a decision", () => {
  const verdict: Verdict = {
    class: "Application Defect",
    subClass: "A1",
    confidence: 0.6,
    evidence: ["expected 1"],
    alternatives: [{ class: "Unknown", confidence: 0.3 }],
    by: { kind: "model", version: 1 },
  };
  const verdictBy = (sources: ClassSources) => {
    const applied = applyClass(sources);
    return applied && withAppliedClass(verdict, applied);
  };
  expect(verdictBy({ user, group: engine })).toMatchObject({
    ...user,
    evidence: ["expected 1"],
    alternatives: [],
    by: { kind: "person" },
  });
  expect(verdictBy({ rule, group: engine })).toMatchObject({
    class: "Environment Issue",
    confidence: 1,
    evidence: ["503"],
    alternatives: [{ class: "Application Defect", confidence: 0.6 }],
    by: { kind: "rule", rule: "Shop is down" },
  });
  expect(verdictBy({ group: { ...engine, class: "Unknown", subClass: "U1", confidence: 0.8 } })).toMatchObject({
    class: "Unknown",
    confidence: 0.8,
    alternatives: [{ class: "Application Defect", confidence: 0.6 }],
  });
});
