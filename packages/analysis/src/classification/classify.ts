import { type ReadError, type ReportedFailure, readError } from "#errors/read-error.ts";
import { featuresOf, wordsOfLine } from "./features.ts";
import type { Model } from "./model.ts";
import { factsOf, type Facts, type RuleMatch } from "./rule.ts";
import { matchingRules } from "./rules.ts";
import { type FailureClass, failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { classOf, type SubClass } from "./taxonomy.ts";
import { featureSpace } from "./features.ts";
import { testTool } from "./test-tool.ts";
import { probabilities, scoresOf } from "./training.ts";

/** Class of a failure and the reasons. */
export interface Verdict {
  readonly class: FailureClass;
  /** `null` if a user set only the class. */
  readonly subClass: SubClass | null;
  /** Calibrated, 0 to 1: of the verdicts with 0.8, about 80 % are right. */
  readonly confidence: number;
  /** Lines that the verdict is based on, most relevant first. */
  readonly evidence: readonly string[];
  /** Other plausible classes, most likely first. */
  readonly alternatives: readonly Alternative[];
  readonly by: DecidedBy;
}

export interface Alternative {
  readonly class: FailureClass;
  readonly confidence: number;
}

/** `project`: by similarity to decisions of users in the project; `person`: by a decision about this failure. */
export type DecidedBy =
  | { readonly kind: "rule"; readonly rule: string }
  | { readonly kind: "model"; readonly version: number }
  | { readonly kind: "project"; readonly decision: string; readonly likeness: number }
  | { readonly kind: "person" };

/** A failure with additional information for its classification. */
export interface ClassifiedFailure extends ReportedFailure {
  /** Title of the test, without its suites. */
  readonly title?: string;
}

const minAlternative = 0.12;
const visibleEvidence = 3;
/** Confidence of a rule that matched no training example. */
const untriedRule = 0.85;
/** Highest confidence of `Unknown` for an error without a stack. */
const partialUnknown = 0.8;

/** Classifies a failure by the first matching rule, otherwise by the model. */
export function classify(failure: ClassifiedFailure, model: Model): Verdict {
  return classifyError(readError(failure), failure, model);
}

/** Like `classify`, for an error that is already parsed. */
export function classifyError(error: ReadError, failure: ClassifiedFailure, model: Model): Verdict {
  const facts = factsOf(error, testTool(failure), failure.title ?? "");
  if (!letter.test(error.text) && error.page.length === 0 && error.received === null) return undecided;
  const matches = matchingRules(facts);
  const features = featuresOf(facts, matches);
  const likely = probabilities(scoresOf(model.weights, features), model.temperature);
  const deciding = matches.find(({ rule }) => rule.decides);
  return deciding === undefined
    ? byModel(facts, matches, likely, model)
    : byRule(deciding, error, matches, likely, model);
}

const letter = /\p{L}/u;

const undecided: Verdict = {
  class: "Unknown",
  subClass: "U2",
  confidence: partialUnknown,
  evidence: [],
  alternatives: [],
  by: { kind: "rule", rule: "nothing-said" },
};

/** Returns whether the report may have left out parts of the error, which could have the cause. */
function isPartial({ frame, page, code }: ReadError): boolean {
  return frame === null && code === null && page.length === 0;
}

function byRule(
  { rule, evidence }: RuleMatch,
  error: ReadError,
  matches: readonly RuleMatch[],
  likely: readonly number[],
  model: Model,
): Verdict {
  const decided = classOf(rule.subClass);
  const precision = model.rulePrecision[rule.id] ?? untriedRule;
  const confidence = decided === "Unknown" && isPartial(error) ? Math.min(precision, partialUnknown) : precision;
  const others = matches.filter((match) => match.rule !== rule && classOf(match.rule.subClass) === decided);
  return {
    class: decided,
    subClass: rule.subClass,
    confidence,
    evidence: distinct([evidence, ...others.map((match) => match.evidence)]),
    alternatives: alternativesTo(decided, likely, 1 - confidence),
    by: { kind: "rule", rule: rule.id },
  };
}

function byModel(facts: Facts, matches: readonly RuleMatch[], likely: readonly number[], model: Model): Verdict {
  const label = likely.indexOf(Math.max(...likely));
  const decided = failureClasses[label] ?? "Unknown";
  const grounds = matches.filter(({ rule }) => classOf(rule.subClass) === decided);
  return {
    class: decided,
    subClass: grounds[0]?.rule.subClass ?? usualSubClass(decided, facts),
    confidence: likely[label] ?? 0,
    evidence: distinct(
      grounds.length > 0 ? grounds.map(({ evidence }) => evidence) : weightiestLines(facts, label, model),
    ),
    alternatives: alternativesTo(decided, likely, 1),
    by: { kind: "model", version: model.version },
  };
}

/** Returns the sub-class that the parts of the error suggest if no rule determined one. */
function usualSubClass(decided: FailureClass, { error, kind }: Facts): SubClass {
  const { status, target, expected, received } = error;
  const isMismatch = expected !== null && received !== null;
  if (decided === "Application Defect") {
    if (status !== null) return status >= 500 ? "A3" : "A4";
    return isMismatch || /Assert/.test(error.type ?? "") ? (kind === "ui" ? "A2" : "A1") : "A5";
  }
  if (decided === "Automation Script Error") return isMismatch ? "S5" : target === null ? "S6" : "S1";
  if (decided === "Test Data Issue") return "D1";
  if (decided === "Environment Issue") return "E1";
  return /time(?:d )?out/i.test(error.text) ? "U1" : isMismatch ? "U4" : "U2";
}

/** @param max Maximum for the sum of all alternatives. */
function alternativesTo(decided: FailureClass, likely: readonly number[], max: number): Alternative[] {
  const others = failureClasses
    .map((name, label) => ({ class: name, confidence: likely[label] ?? 0 }))
    .filter((each) => each.class !== decided && each.confidence >= minAlternative)
    .toSorted((a, b) => b.confidence - a.confidence);
  const sum = others.reduce((total, { confidence }) => total + confidence, 0);
  return others.map((each) => ({ ...each, confidence: sum > max ? (each.confidence / sum) * max : each.confidence }));
}

function distinct(lines: readonly string[]): string[] {
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ""))].slice(0, visibleEvidence);
}

/** Returns the lines whose words are the strongest evidence for a class compared with the other classes. */
function weightiestLines(facts: Facts, label: number, model: Model): string[] {
  const others = failureClasses.length - 1;
  const weightOf = (index: number) => {
    let rest = 0;
    for (let other = 0; other <= others; other += 1)
      if (other !== label) rest += model.weights[other * featureSpace + index] ?? 0;
    return (model.weights[label * featureSpace + index] ?? 0) - rest / others;
  };
  const lines = facts.text.split("\n").slice(0, 12);
  const informative = lines
    .map((line) => ({
      line: line.slice(0, 300),
      weight: wordsOfLine(line).reduce((sum, index) => sum + weightOf(index), 0),
    }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ line }) => line);
  // If no word is distinctive, the first line is the evidence.
  return informative.length > 0 ? informative : lines.slice(0, 1);
}
