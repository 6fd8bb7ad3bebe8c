import { readFileSync } from "node:fs";
import { type Model, type PackedModel, unpacked } from "@plumb/analysis/classification/model.ts";
import { featureSpace } from "@plumb/analysis/classification/features.ts";
import { trainedModel } from "@plumb/analysis/classification/trained-model.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { z } from "zod";

const StoredModel = z.strictObject({
  version: z.literal(trainedModel.version),
  weights: z.base64().refine((text) => atob(text).length === featureSpace * failureClasses.length),
  steps: z.array(z.number()).length(failureClasses.length),
  biases: z.array(z.number()).length(failureClasses.length),
  temperature: z.number().positive(),
  rulePrecision: z.record(z.string(), z.number().min(0).max(1)),
});

let model: Model | undefined;

/** Returns the model of this process, which is decompressed for the first failure. */
export function classifierModel(): Model {
  model ??= unpacked(trainedModel);
  return model;
}

/**
 * Uses the model in a file that `tools/train-classifier` wrote. Must be called before the first failure is classified.
 *
 * @throws Error if the file is not a model for this version of Plumb.
 */
export function useClassifierModel(path: string): void {
  model = unpacked(readModel(path));
}

/** @throws Error */
export function readModel(path: string): PackedModel {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`PLUMB_CLASSIFIER_MODEL: ${path} cannot be read: ${error instanceof Error ? error.message : ""}`, {
      cause: error,
    });
  }
  const parsed = StoredModel.safeParse(content);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path: at }) => at.join(".") || "the whole file").join(", ");
  throw new Error(
    `PLUMB_CLASSIFIER_MODEL: ${path} is not a model for this version of Plumb (${fields}). Train it again with this version.`,
  );
}
