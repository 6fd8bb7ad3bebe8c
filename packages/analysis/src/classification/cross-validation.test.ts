import { expect, test } from "vitest";
import { classify } from "./classify.ts";
import { crossValidated, type LabelledFailure, learningCurve, trainedModel } from "./cross-validation.ts";
import { unpacked } from "./model.ts";
import type { FailureClass } from "@plumb/contract/failures/failure-classes.ts";
import { qualityOf } from "./verdict-quality.ts";

const labelled = (message: string, name: FailureClass, source: string): LabelledFailure => ({
  message,
  framework: "TestNG",
  class: name,
  weight: 1,
  source,
});

/** Two kinds of failures from six sources that no rule decides, and one kind from a single source. */
const failures: LabelledFailure[] = ["ann", "bob", "cid", "dan", "eve", "fay"].flatMap((source) => [
  labelled(`the sum of the ${source} invoice differs from its lines`, "Application Defect", source),
  labelled(`the fixture of ${source} should leave no rows behind for others`, "Test Data Issue", source),
]);
const alone = labelled("zyzzyva quux frobnicate", "Environment Issue", "only");

test("training is deterministic, and the model classifies by the text it was trained with", () => {
  const model = trainedModel(failures);
  expect(trainedModel(failures)).toEqual(model);
  const classOf = (message: string) => classify({ message, framework: "TestNG" }, unpacked(model)).class;
  expect(classOf("the sum of the order differs from its lines")).toBe("Application Defect");
  expect(classOf("the fixture of the order should leave no rows behind")).toBe("Test Data Issue");
});

test("no failure is evaluated by a model trained on its own source", () => {
  const outcomes = crossValidated([...failures, alone])["as labelled"];
  expect(outcomes).toHaveLength(failures.length + 1);
  expect(outcomes.find(({ failure }) => failure === alone)?.verdict.class).not.toBe("Environment Issue");
  expect(outcomes.filter(({ failure, verdict }) => failure.class === verdict.class)).toHaveLength(failures.length);
});

test("the learning curve shows what more sources would add", () => {
  const right = learningCurve(failures).map(({ share, outcomes }) => [
    share,
    outcomes.filter(({ failure, verdict: found }) => failure.class === found.class).length,
  ]);
  expect(right.map(([share]) => share)).toEqual([0.25, 0.5, 0.75, 1]);
  expect(right.at(-1)?.[1]).toBe(failures.length);
});

const verdict = (name: FailureClass, confidence: number) =>
  ({ class: name, subClass: null, confidence, evidence: [], alternatives: [], by: { kind: "person" } }) as const;

test("counts correct results by class and confidence", () => {
  const [first = alone, second = alone] = failures;
  const quality = qualityOf([
    { failure: first, verdict: verdict("Application Defect", 0.95) },
    { failure: second, verdict: verdict("Application Defect", 0.55) },
  ]);
  expect(quality).toMatchObject({
    accuracy: 0.5,
    sure: { verdicts: 1, right: 1 },
    perClass: { "Application Defect": { precision: 0.5, recall: 1 }, "Test Data Issue": { f1: 0 } },
    confusion: { "Test Data Issue": { "Application Defect": 1 } },
    calibration: [
      { from: 0.5, verdicts: 1, right: 0 },
      { from: 0.9, verdicts: 1, right: 1 },
    ],
  });
  expect(qualityOf([]).accuracy).toBe(0);
});
