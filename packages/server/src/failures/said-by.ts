import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import type { SaidClass } from "#store/failures/rules/own-classes.ts";

/**
 * Returns the verdict with the class that applies. A decision of a person wins over everything and has no alternatives. A rule of the project, or the
 * engine's verdict of the whole cause, wins over the engine's verdict of this error, which becomes an alternative.
 */
export function saidBy(verdict: Verdict, said: SaidClass): Verdict {
  const engine = { class: verdict.class, confidence: verdict.confidence };
  const alternatives = engine.class === said.class ? [] : [engine];
  const subClass = said.subClass as Verdict["subClass"];
  if (said.confidence !== null) {
    const others = verdict.alternatives.filter((other) => other.class !== said.class);
    return {
      ...verdict,
      class: said.class,
      subClass,
      confidence: said.confidence,
      alternatives: [...alternatives, ...others],
    };
  }
  if (said.rule === null)
    return { ...verdict, class: said.class, subClass, confidence: 1, alternatives: [], by: { kind: "person" } };
  const by = { kind: "rule" as const, rule: said.rule.name };
  const { line } = said.rule;
  const evidence = line === null ? verdict.evidence : [line];
  return { ...verdict, class: said.class, subClass, confidence: 1, evidence, alternatives, by };
}
