import { expect, test } from "vitest";
import { readError } from "#errors/read-error.ts";
import { fingerprintOf } from "#grouping/failure-fingerprint.ts";
import type { Verdict } from "./classify.ts";
import { type Decision, decidedByProject } from "./project-decisions.ts";

const outline = (message: string) => fingerprintOf(readError({ message }));
const decision = (id: string, message: string, at: number, more: Partial<Decision> = {}): Decision => ({
  id,
  outline: outline(message),
  class: "Test Data Issue",
  subClass: "D2",
  at,
  ...more,
});
const engine: Verdict = {
  class: "Automation Script Error",
  subClass: "S1",
  confidence: 0.8,
  evidence: ["Expected to find element"],
  alternatives: [],
  by: { kind: "model", version: 1 },
};
const missing = (element: string, ms: number) =>
  `Timed out retrying after ${ms}ms: Expected to find element: \`${element}\`, but never found it.`;

test("an equal error follows the decision, and the engine result is the alternative", () => {
  expect(
    decidedByProject(outline(missing("#gender", 9000)), [decision("a", missing("#gender", 4000), 1)], engine),
  ).toMatchObject({
    class: "Test Data Issue",
    subClass: "D2",
    confidence: 0.97,
    evidence: engine.evidence,
    alternatives: [{ class: "Automation Script Error" }],
    by: { kind: "project", decision: "a", likeness: 1 },
  });
});

test("a different error does not follow the decision", () => {
  expect(
    decidedByProject(outline(missing("#pay", 4000)), [decision("a", missing("#gender", 4000), 1)], engine),
  ).toBeNull();
  expect(decidedByProject(outline("boom"), [], engine)).toBeNull();
});

test("the later of two contradictory decisions counts, with less confidence", () => {
  const decisions = [
    decision("old", missing("#gender", 1), 1),
    decision("new", missing("#gender", 1), 2, { class: "Environment Issue", subClass: null }),
  ];
  const verdict = decidedByProject(outline(missing("#gender", 1)), decisions, engine);
  expect(verdict).toMatchObject({ class: "Environment Issue", subClass: null, by: { decision: "new" } });
  expect(verdict?.confidence).toBeLessThan(0.8);
});
