import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import type { AppliedClass } from "#store/failures/rules/own-classes.ts";

/**
 * Returns the verdict with the class that applies. A decision of a user wins over everything and has no alternatives. A rule of the project, or the
 * engine's verdict of the whole cause, wins over the engine's verdict of this error, which becomes an alternative.
 */
export function withAppliedClass(verdict: Verdict, applied: AppliedClass): Verdict {
  const engine = { class: verdict.class, confidence: verdict.confidence };
  const alternatives = engine.class === applied.class ? [] : [engine];
  const subClass = applied.subClass as Verdict["subClass"];
  if (applied.confidence !== null) {
    const others = verdict.alternatives.filter((other) => other.class !== applied.class);
    return {
      ...verdict,
      class: applied.class,
      subClass,
      confidence: applied.confidence,
      alternatives: [...alternatives, ...others],
    };
  }
  if (applied.rule === null)
    return { ...verdict, class: applied.class, subClass, confidence: 1, alternatives: [], by: { kind: "person" } };
  const by = { kind: "rule" as const, rule: applied.rule.name };
  const { line } = applied.rule;
  const evidence = line === null ? verdict.evidence : [line];
  return { ...verdict, class: applied.class, subClass, confidence: 1, evidence, alternatives, by };
}
