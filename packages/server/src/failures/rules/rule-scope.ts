import type { RuleScope } from "@plumb/contract/failures/rules.ts";

/** Returns true if a rule does not apply to the whole project. Such a rule decides about single failures, not about their cause. */
export function isScoped({ suite, environment, branch, test }: RuleScope): boolean {
  return [suite, environment, branch, test].some((part) => part !== null);
}
