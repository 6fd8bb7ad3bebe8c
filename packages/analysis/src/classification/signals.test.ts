import { expect, test } from "vitest";
import type { Verdict } from "./classify.ts";
import { weighed } from "./signals.ts";

const unsure: Verdict = {
  class: "Application Defect",
  subClass: "A1",
  confidence: 0.5,
  evidence: ["4 was expected"],
  alternatives: [{ class: "Automation Script Error", confidence: 0.35 }],
  by: { kind: "model", version: 1 },
};

test("no signals leave the verdict unchanged", () => {
  expect(weighed(unsure, {})).toEqual({ verdict: unsure, because: [] });
  expect(weighed(unsure, { passedOnRetry: false, failedForHost: 1 }).verdict).toBe(unsure);
});

test.for([
  [{ passedOnRetry: true }, "Automation Script Error"],
  [{ isNewTest: true }, "Automation Script Error"],
  [{ failedForHost: 19, passedOnRetry: true }, "Environment Issue"],
  [{ passedOnCommit: true, failedShare: 0.6 }, "Automation Script Error"],
  [{ branches: "only-this" }, "Application Defect"],
] as const)("with %j the class is more likely %s", ([signals, name]) => {
  const { verdict, because } = weighed(unsure, signals);
  expect(verdict.class).toBe(name);
  expect(because.length).toBeGreaterThan(0);
  expect(verdict.confidence).toBeLessThan(0.9);
});

test("an outage seen in other tests makes an environment problem more likely", () => {
  const outage = { failedForHost: 29, passedOnRetry: true, branches: "every" } as const;
  const vague: Verdict = {
    ...unsure,
    confidence: 0.4,
    alternatives: [{ class: "Environment Issue", confidence: 0.3 }],
  };
  expect(weighed(vague, outage).verdict).toMatchObject({ class: "Environment Issue", subClass: null });
});

test("a single signal does not overturn a certain rule, and no signal overturns a user's decision", () => {
  const sure: Verdict = {
    ...unsure,
    confidence: 0.96,
    alternatives: [],
    by: { kind: "rule", rule: "unit-assertion-java" },
  };
  expect(weighed(sure, { passedOnRetry: true }).verdict.class).toBe("Application Defect");
  const decided: Verdict = { ...unsure, by: { kind: "person" } };
  expect(weighed(decided, { passedOnRetry: true, isNewTest: true }).verdict).toBe(decided);
});
