import { environmentRules } from "./environment-rules.ts";
import { dataRules } from "./data-rules.ts";
import { applicationRules, assertionRules } from "./outcome-rules.ts";
import { evidenceFor, type Facts, type Rule, type RuleMatch } from "./rule.ts";
import { certainScriptRules, scriptRules } from "./script-rules.ts";

/** All rules in the order of evaluation. The first matching rule that decides wins. */
export const rules: readonly Rule[] = [
  ...environmentRules,
  ...dataRules,
  ...certainScriptRules,
  ...applicationRules,
  ...scriptRules,
  ...assertionRules,
];

/** Returns all matching rules in order, each with the line that it matched. */
export function matchingRules(facts: Facts): RuleMatch[] {
  const found: RuleMatch[] = [];
  for (const rule of rules) {
    const evidence = evidenceFor(rule, facts);
    if (evidence !== null) found.push({ rule, evidence });
  }
  return found;
}
