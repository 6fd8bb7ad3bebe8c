// oxlint-disable-next-line no-restricted-imports -- a test reads its samples
import { readFileSync } from "node:fs";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { expect, test } from "vitest";
import { classify } from "./classify.ts";
import { unpacked } from "./model.ts";
import { trainedModel } from "./trained-model.ts";

/** An error as its tool prints it. */
interface KnownError {
  readonly class: string;
  readonly title?: string;
  readonly message: string;
  readonly stack?: string;
}

const knownErrors = readFileSync(new URL("samples/known-errors.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as KnownError);
const model = unpacked(trainedModel);

test.for(failureClasses)("rules classify known errors as %s without the name of the framework", (name) => {
  const errors = knownErrors.filter((each) => each.class === name);
  expect(errors.length).toBeGreaterThan(10);
  for (const { message, stack = null, title = "" } of errors) {
    const verdict = classify({ message, stack, title, framework: null }, model);
    expect({ message, class: verdict.class, by: verdict.by.kind }).toEqual({ message, class: name, by: "rule" });
  }
});
