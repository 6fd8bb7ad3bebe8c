import type { Verdict } from "@plumb/analysis/classification/classify.ts";
import type { SaidClass } from "#store/failures/own-classes.ts";

/** A person's word, or that of a rule of the project, wins over the engine's, which stays as what else it might be. */
export function saidBy(verdict: Verdict, said: SaidClass): Verdict {
  const engine = { class: verdict.class, confidence: verdict.confidence };
  const alternatives = engine.class === said.class ? [] : [engine];
  const subClass = said.subClass as Verdict["subClass"];
  const by = said.rule === null ? { kind: "person" as const } : { kind: "rule" as const, rule: said.rule.name };
  const line = said.rule?.line ?? null;
  const evidence = line === null ? verdict.evidence : [line];
  return { ...verdict, class: said.class, subClass, confidence: 1, evidence, alternatives, by };
}
