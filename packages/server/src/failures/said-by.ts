import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import type { SaidClass } from "#store/failures/own-classes.ts";

/**
 * A person's word, or that of a rule of the project, wins over what the engine says of this error, which stays as what else it might
 * be; so does what the engine says of its cause, whose failures have one class.
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
  const by = said.rule === null ? { kind: "person" as const } : { kind: "rule" as const, rule: said.rule.name };
  const line = said.rule?.line ?? null;
  const evidence = line === null ? verdict.evidence : [line];
  return { ...verdict, class: said.class, subClass, confidence: 1, evidence, alternatives, by };
}
