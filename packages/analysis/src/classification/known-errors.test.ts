import { expect, test } from "vitest";
import type { FailureClass } from "@plumb/contract/failures/failure-classes.ts";
import { classify } from "./classify.ts";
import { unpacked } from "./model.ts";
import knownErrors from "./samples/known-errors.json" with { type: "json" };
import { trainedModel } from "./trained-model.ts";

interface KnownError {
  readonly title?: string;
  readonly message: string;
  readonly stack?: string;
}

const model = unpacked(trainedModel);

/** Errors as tools print them, by their class. */
const byClass = Object.entries(knownErrors as Readonly<Record<string, readonly KnownError[]>>) as [
  FailureClass,
  readonly KnownError[],
][];

test.for(byClass)("rules classify known errors as %s without the name of the framework", ([expected, errors]) => {
  for (const { message, stack = null, title = "" } of errors) {
    const { class: found, by } = classify({ message, stack, title, framework: null }, model);
    expect({ message, found, by: by.kind }).toEqual({ message, found: expected, by: "rule" });
  }
});
