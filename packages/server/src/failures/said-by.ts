import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import type { SaidClass } from "#store/failures/rules/own-classes.ts";

/**
 * A rule of the project wins over the engine's verdict of this error, which stays as the runner-up; so does the engine's verdict of the
 * cause, whose failures have one class. A person's decision wins over all of them and has no runner-up.
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
