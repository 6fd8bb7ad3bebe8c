import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { featureSpace } from "./features.ts";
import type { Weights } from "./training.ts";

/** Trained weights as text that can be stored in a module. */
export interface PackedModel {
  /** Verdicts of different versions are not comparable. */
  readonly version: number;
  /** Weights as signed bytes in base64, grouped by class; 0 for features that occur in no example. */
  readonly weights: string;
  /** Weight represented by one step of a byte, per class. */
  readonly steps: readonly number[];
  readonly biases: readonly number[];
  /** Divisor of the scores, chosen so that 80 % of verdicts with a probability of 0.8 are right. */
  readonly temperature: number;
  /** Smoothed precision of each deciding rule. Rules that matched no example are missing. */
  readonly rulePrecision: Readonly<Record<string, number>>;
}

export interface Model {
  readonly version: number;
  readonly weights: Float64Array;
  readonly temperature: number;
  readonly rulePrecision: Readonly<Record<string, number>>;
}

const classes = failureClasses.length;

export function unpacked(packed: PackedModel): Model {
  const bytes = Int8Array.from(atob(packed.weights), (letter) => letter.charCodeAt(0));
  const weights = new Float64Array(classes * featureSpace + classes);
  for (let at = 0; at < classes * featureSpace; at += 1)
    weights[at] = (bytes[at] ?? 0) * (packed.steps[Math.floor(at / featureSpace)] ?? 0);
  for (let label = 0; label < classes; label += 1) weights[classes * featureSpace + label] = packed.biases[label] ?? 0;
  return { ...packed, weights };
}

export function packed(
  weights: Weights,
  rest: Pick<PackedModel, "version" | "temperature" | "rulePrecision">,
): PackedModel {
  const steps: number[] = [];
  let letters = "";
  for (let label = 0; label < classes; label += 1) {
    const own = weights.subarray(label * featureSpace, (label + 1) * featureSpace);
    const largest = own.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0);
    const step = rounded(largest / 127);
    steps.push(step);
    for (const weight of own) letters += String.fromCharCode(step === 0 ? 0 : Math.round(weight / step) & 0xff);
  }
  const biases = [...weights.subarray(classes * featureSpace)].map(rounded);
  return { ...rest, weights: btoa(letters), steps, biases };
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
