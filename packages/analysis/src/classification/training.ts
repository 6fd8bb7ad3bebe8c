import { featureSpace } from "./features.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";

/** A failure whose class is known. */
export interface Example {
  readonly features: Int32Array;
  /** Index into `failureClasses`. */
  readonly label: number;
  /** Confidence of the label, 0 to 1. */
  readonly weight: number;
}

/** Weights of a multinomial logistic regression: `featureSpace` per class, then the biases. */
export type Weights = Float64Array;

const classes = failureClasses.length;
const rounds = 200;
/** Strength of the regularisation, found by cross-validation grouped by source. */
const pull = 1;

/** Returns the scores of the classes before they are converted to probabilities. */
export function scoresOf(weights: ArrayLike<number>, features: Int32Array): number[] {
  const scores: number[] = [];
  const scale = scaleOf(features);
  for (let label = 0; label < classes; label += 1) {
    let sum = weights[classes * featureSpace + label] ?? 0;
    let dot = 0;
    for (const feature of features) dot += weights[label * featureSpace + feature] ?? 0;
    sum += dot * scale;
    scores.push(sum);
  }
  return scores;
}

/** Returns a factor for the number of features, so that longer texts do not get a higher confidence. */
function scaleOf(features: Int32Array): number {
  return features.length === 0 ? 0 : 6 / Math.sqrt(features.length);
}

export function probabilities(scores: readonly number[], temperature = 1): number[] {
  const highest = Math.max(...scores);
  const raised = scores.map((score) => Math.exp((score - highest) / temperature));
  const sum = raised.reduce((total, value) => total + value, 0);
  return raised.map((value) => value / sum);
}

/**
 * Trains by gradient descent with momentum. The result is deterministic.
 *
 * @param balance 0: all examples have the same weight; 1: all classes have the same weight.
 */
export function train(examples: readonly Example[], { strength = pull, balance = 0.3 } = {}): Weights {
  // Only features that occur in an example. All other weights stay 0.
  const used = [...new Set(examples.flatMap(({ features }) => [...features]))].toSorted((a, b) => a - b);
  const short = new Map(used.map((feature, index) => [feature, index]));
  const importance = importanceOf(examples, balance);
  const rows = examples.map(({ features, label, weight }) => ({
    places: Int32Array.from(features, (feature) => short.get(feature) ?? 0),
    scale: scaleOf(features),
    label,
    weight: weight * (importance[label] ?? 0),
  }));
  const width = used.length + 1;
  const weights = new Float64Array(classes * width);
  const speed = new Float64Array(weights.length);
  const gradient = new Float64Array(weights.length);
  const scores = Array<number>(classes).fill(0);
  for (let round = 0; round < rounds; round += 1) {
    gradient.fill(0);
    for (const { places, scale, label, weight } of rows) {
      for (let other = 0; other < classes; other += 1) {
        const from = other * width;
        let dot = 0;
        for (const index of places) dot += weights[from + index] ?? 0;
        scores[other] = dot * scale + (weights[from + used.length] ?? 0);
      }
      const guessed = probabilities(scores);
      for (let other = 0; other < classes; other += 1) {
        const from = other * width;
        const error = ((guessed[other] ?? 0) - (other === label ? 1 : 0)) * weight;
        for (const position of places) gradient[from + position] = (gradient[from + position] ?? 0) + error * scale;
        gradient[from + used.length] = (gradient[from + used.length] ?? 0) + error;
      }
    }
    const rate = 0.3 / examples.length;
    for (let at = 0; at < weights.length; at += 1) {
      const decay = at % width === used.length ? 0 : strength * (weights[at] ?? 0);
      speed[at] = 0.9 * (speed[at] ?? 0) - rate * ((gradient[at] ?? 0) + decay);
      weights[at] = (weights[at] ?? 0) + (speed[at] ?? 0);
    }
  }
  const spread = new Float64Array(classes * featureSpace + classes);
  for (let label = 0; label < classes; label += 1) {
    for (const [index, feature] of used.entries())
      spread[label * featureSpace + feature] = weights[label * width + index] ?? 0;
    spread[classes * featureSpace + label] = weights[label * width + used.length] ?? 0;
  }
  return spread;
}

/** Returns the weight of an example per class. */
function importanceOf(examples: readonly Example[], balance: number): number[] {
  return failureClasses.map((_, label) => {
    const count = examples.filter((each) => each.label === label).length;
    return count === 0 ? 0 : (examples.length / (classes * count)) ** balance;
  });
}
