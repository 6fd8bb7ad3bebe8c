import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trainedModel } from "@plumb/analysis/classification/trained-model.ts";
import { expect, test } from "vitest";
import { readModel } from "./classifier-model.ts";

function writtenModel(content: string) {
  const folder = mkdtempSync(join(tmpdir(), "plumb-model-"));
  const path = join(folder, "model.json");
  writeFileSync(path, content);
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

test("a model in a file is read", () => {
  using file = writtenModel(JSON.stringify(trainedModel));
  expect(readModel(file.path)).toEqual(trainedModel);
});

test.for([
  ["of another version", JSON.stringify({ ...trainedModel, version: 0 }), "version"],
  ["with too few weights", JSON.stringify({ ...trainedModel, weights: "AAAA" }), "weights"],
  ["without weights", "{}", "Train it again"],
  ["that is not JSON", "export const model", "cannot be read"],
] as const)("a model %s is rejected with a message", ([, content, message]) => {
  using file = writtenModel(content);
  expect(() => readModel(file.path)).toThrow(message);
});

test("a missing file is rejected with a message", () => {
  expect(() => readModel("/nowhere/model.json")).toThrow("PLUMB_CLASSIFIER_MODEL: /nowhere/model.json cannot be read");
});
