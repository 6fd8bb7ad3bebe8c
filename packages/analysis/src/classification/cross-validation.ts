import { readError } from "#errors/read-error.ts";
import { featuresOf } from "./features.ts";
import { type Model, type PackedModel, packed, unpacked } from "./model.ts";
import { factsOf } from "./rule.ts";
import { testTool } from "./test-tool.ts";
import { matchingRules } from "./rules.ts";
import { classify, type ClassifiedFailure, type Verdict } from "./classify.ts";
import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { classOf, type SubClass } from "./taxonomy.ts";
import { type Example, probabilities, scoresOf, train } from "./training.ts";

/** A failure with the class that a user assigned. */
export interface LabelledFailure extends ClassifiedFailure {
  readonly class: FailureClass;
  /** Confidence of the label, 0 to 1. */
  readonly weight: number;
  /** Failures of one source are similar, so they are never used for both training and testing. */
  readonly source: string;
  /** The failure that Plumb reads if it arrives in a report of its format. */
  readonly uploaded?: ClassifiedFailure;
}

/** A labelled failure with the verdict of a model that was trained without its source. */
export interface Outcome {
  readonly failure: LabelledFailure;
  readonly verdict: Verdict;
}

export const modelVersion = 3;
const parts = 10;
/** Prior for the calibration of a rule: number of assumed cases, and their accuracy. */
const imagined = { cases: 4, right: 0.85 };

interface Prepared extends Example {
  readonly source: string;
  readonly failure: LabelledFailure;
  readonly decided: { readonly id: string; readonly subClass: SubClass } | null;
}

/** Trains on all failures. Temperature and rule precision are calibrated by cross-validation on held-out parts. */
export function trainedModel(failures: readonly LabelledFailure[]): PackedModel {
  const examples = failures.flatMap(arrivals).map(prepared);
  const scored = leftOut(examples).flatMap(({ learned, tested }) => {
    const weights = train(learned);
    return tested
      .filter(({ decided }) => decided === null)
      .map((each) => ({ label: each.label, scores: scoresOf(weights, each.features) }));
  });
  return packed(train(examples), {
    version: modelVersion,
    temperature: temperatureFor(scored),
    rulePrecision: precisionOf(examples),
  });
}

/**
 * Ways in which a failure can arrive. Many tools write JUnit XML, so its name is not evidence of the tool; some reports contain no stack, no
 * title or no framework.
 */
export const arrivalWays = {
  "as labelled": (failure: LabelledFailure) => failure,
  "without framework": (failure: LabelledFailure) => ({ ...failure, framework: null }),
  "as JUnit": (failure: LabelledFailure) => ({ ...failure, framework: "junit" }),
  "message only": (failure: LabelledFailure) => ({ ...failure, framework: null, stack: null }),
  "without title": (failure: LabelledFailure) => ({ ...failure, title: "" }),
  "as uploaded": (failure: LabelledFailure) => ({ ...failure, ...failure.uploaded }),
} satisfies Readonly<Record<string, (failure: LabelledFailure) => LabelledFailure>>;

export type ArrivalWay = keyof typeof arrivalWays;

/** Classifies each failure, in each way of arrival, with a model that was trained on other sources. */
export function crossValidated(failures: readonly LabelledFailure[]): Record<ArrivalWay, Outcome[]> {
  const outcomes = mapWays((): Outcome[] => []);
  for (const { learned, tested } of leftOut(failures)) {
    const model: Model = unpacked(trainedModel(learned));
    for (const failure of tested)
      mapWays((way) => outcomes[way].push({ failure, verdict: classify(arrivalWays[way](failure), model) }));
  }
  return outcomes;
}

/** Shares of the sources used for training. */
const shares = [0.25, 0.5, 0.75, 1];

/** Classifies each failure with models trained on parts of the other sources, to show whether more data would help. Confidence is not calibrated. */
export function learningCurve(failures: readonly LabelledFailure[]): { share: number; outcomes: Outcome[] }[] {
  const splits = leftOut(failures);
  const examplesOf = new Map(failures.map((failure) => [failure, arrivals(failure).map(prepared)]));
  return shares.map((share) => ({
    share,
    outcomes: splits.flatMap(({ learned, tested }) => {
      const sources = [...new Set(learned.map(({ source }) => source))].toSorted();
      // Every n-th source, so that the smaller parts are spread over all sources.
      const used = new Set(sources.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share)));
      const examples = learned.flatMap((failure) => (used.has(failure.source) ? (examplesOf.get(failure) ?? []) : []));
      const model: Model = {
        version: modelVersion,
        weights: train(examples),
        temperature: 1,
        rulePrecision: {},
      };
      return tested.map((failure) => ({ failure, verdict: classify(failure, model) }));
    }),
  }));
}

function mapWays<Value>(map: (way: ArrivalWay) => Value): Record<ArrivalWay, Value> {
  const ways = Object.keys(arrivalWays) as ArrivalWay[];
  return Object.fromEntries(ways.map((way) => [way, map(way)])) as Record<ArrivalWay, Value>;
}

/** Ways from which the model learns, so that its confidence is right if hints are missing. */
const learnedWays = ["as labelled", "without framework", "message only"] as const;

function arrivals(failure: LabelledFailure): LabelledFailure[] {
  const weight = failure.weight / learnedWays.length;
  return learnedWays.map((way) => ({ ...arrivalWays[way](failure), weight }));
}

function prepared(failure: LabelledFailure): Prepared {
  const facts = factsOf(readError(failure), testTool(failure), failure.title ?? "");
  const matches = matchingRules(facts);
  return {
    source: failure.source,
    failure,
    features: featuresOf(facts, matches),
    label: failureClasses.indexOf(failure.class),
    weight: failure.weight,
    decided: matches.find(({ rule }) => rule.decides)?.rule ?? null,
  };
}

/** Splits the sources deterministically into parts of about equal size. */
function leftOut<Item extends { readonly source: string }>(
  items: readonly Item[],
): { learned: Item[]; tested: Item[] }[] {
  const sizes = new Map<string, number>();
  for (const { source } of items) sizes.set(source, (sizes.get(source) ?? 0) + 1);
  const bySize = [...sizes].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const loads = Array<number>(parts).fill(0);
  const partOf = new Map<string, number>();
  for (const [source, size] of bySize) {
    const part = loads.indexOf(Math.min(...loads));
    partOf.set(source, part);
    loads[part] = (loads[part] ?? 0) + size;
  }
  return loads.map((_, part) => ({
    learned: items.filter(({ source }) => partOf.get(source) !== part),
    tested: items.filter(({ source }) => partOf.get(source) === part),
  }));
}

/** Returns the temperature with the maximum likelihood. */
function temperatureFor(scored: readonly { readonly label: number; readonly scores: readonly number[] }[]): number {
  let best = { temperature: 1, loss: Number.POSITIVE_INFINITY };
  for (let temperature = 0.5; temperature <= 4; temperature += 0.05) {
    const loss = scored.reduce(
      (sum, { label, scores }) => sum - Math.log(Math.max(1e-9, probabilities(scores, temperature)[label] ?? 0)),
      0,
    );
    if (loss < best.loss) best = { temperature, loss };
  }
  return Number(best.temperature.toFixed(2));
}

function precisionOf(examples: readonly Prepared[]): Record<string, number> {
  const met = new Map<string, { right: number; cases: number }>();
  for (const { decided, failure } of examples) {
    if (decided === null) continue;
    const { right, cases } = met.get(decided.id) ?? { right: 0, cases: 0 };
    met.set(decided.id, { right: right + (classOf(decided.subClass) === failure.class ? 1 : 0), cases: cases + 1 });
  }
  return Object.fromEntries(
    [...met]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { right, cases }]) => [
        id,
        Number(((right + imagined.cases * imagined.right) / (cases + imagined.cases)).toFixed(3)),
      ]),
  );
}
