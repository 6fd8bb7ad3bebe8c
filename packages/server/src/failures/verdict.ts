import {
  type AppliedClass,
  isByEngine,
  type UserDecision,
  withAppliedClass,
} from "@plumb/analysis/classification/applied-class.ts";
import { type Alternative, classifyError, type Verdict } from "@plumb/analysis/classification/classify.ts";
import { subClasses } from "@plumb/analysis/classification/taxonomy.ts";
import { readError } from "@plumb/analysis/errors/read-error.ts";
import { suggestedFixes } from "@plumb/analysis/suggestions/suggested-fixes.ts";
import type { ClassifiedFields } from "@plumb/contract/failures/failures.ts";
import type { ClassDecision, FailureVerdict } from "@plumb/contract/failures/verdict.ts";
import type { Attempt, ResultDetail } from "@plumb/contract/runs/results.ts";
import type { TestError } from "@plumb/contract/result-event.ts";
import { classifierModel } from "./classifier-model.ts";
import { primaryTestError } from "./primary-test-error.ts";

/**
 * Returns the verdict about an attempt, based on its errors; `null` if they contain no evidence.
 *
 * @param test.title Name without suites.
 * @param appliedClass Class of the failure or its cause.
 */
export function verdictOf(
  errors: readonly TestError[],
  test: { readonly framework: string; readonly title: string },
  appliedClass: AppliedClass | null = null,
): FailureVerdict | null {
  const primary = primaryTestError(errors);
  if (primary === undefined) return null;
  const error = readError({ ...primary, framework: test.framework });
  const verdict = classifyError(error, { ...primary, ...test }, classifierModel());
  if (verdict.evidence.length === 0 && appliedClass === null) return null;
  const fixes = suggestedFixes(error, verdict.subClass, test.framework);
  return presentVerdict(
    appliedClass === null ? verdict : withAppliedClass(verdict, appliedClass),
    fixes,
    appliedClass?.decision ?? null,
  );
}

/** Maximum number of classified attempts: a test that is repeated hundreds of times usually fails the same way each time. */
const maxClassifiedAttempts = 50;

/**
 * Adds a verdict to each attempt of a test.
 *
 * @param appliedClass Class of the failure or its cause.
 */
export function withVerdicts(
  { attempts, titlePath }: Pick<ResultDetail, "attempts" | "titlePath">,
  framework: string,
  appliedClass: AppliedClass | null,
): Attempt[] {
  const test = { framework, title: titlePath.at(-1) ?? "" };
  const last = attempts.findLastIndex(({ errors }) => errors.length > 0);
  // The stored verdict is about the last error of the test; earlier attempts may have failed differently.
  const appliedClassOf = (index: number) =>
    appliedClass === null || !isByEngine(appliedClass) || index === last ? appliedClass : null;
  return attempts.map((attempt, index) => ({
    ...attempt,
    verdict:
      index < maxClassifiedAttempts || index === last ? verdictOf(attempt.errors, test, appliedClassOf(index)) : null,
  }));
}

function presentVerdict(
  verdict: Verdict,
  fixes: FailureVerdict["suggestedFixes"],
  decision: UserDecision | null,
): FailureVerdict {
  const { class: decided, subClass, evidence, alternatives, by } = verdict;
  return {
    class: decided,
    subClass: subClassNamed(subClass),
    confidence: percentOf(verdict),
    evidence: [...evidence],
    alternatives: alternatives.map((other: Alternative) => ({
      class: other.class,
      confidence: inPercent(other.confidence),
    })),
    decidedBy: by.kind === "rule" || by.kind === "person" ? by.kind : "model",
    ...(by.kind === "rule" && { rule: by.rule }),
    ...(decision !== null && { decision: presentDecision(decision) }),
    suggestedFixes: fixes,
  };
}

export function presentDecision({ by, at }: UserDecision): ClassDecision {
  return { by, at: at.toISOString() };
}

/** Returns the confidence in percent; `null` if a user decided. */
export function percentOf({ confidence, by }: Pick<Verdict, "by" | "confidence">): number | null {
  return by.kind === "person" ? null : inPercent(confidence);
}

/** Returns the class of a failure or a cause with its source and confidence. */
export function presentClass(applied: AppliedClass | null): ClassifiedFields {
  return {
    primaryClass: applied?.class ?? null,
    subClass: subClassNamed(applied?.subClass ?? null),
    confidence: applied === null || applied.confidence === null ? null : inPercent(applied.confidence),
    decidedBy: applied?.decidedBy ?? null,
  };
}

export function inPercent(share: number): number {
  return Math.round(share * 100);
}

export function subClassNamed(code: string | null): { readonly code: string; readonly name: string } | null {
  const name = code === null ? undefined : (subClasses as Readonly<Record<string, string>>)[code];
  return code === null || name === undefined ? null : { code, name };
}
