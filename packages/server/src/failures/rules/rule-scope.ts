import type { RuleScope } from "@plumb/contract/failures/rules.ts";

/** It does not apply to the whole project: it decides about failures, not about their cause. */
export function isScoped({ suite, environment, branch, test }: RuleScope): boolean {
  return [suite, environment, branch, test].some((part) => part !== null);
}
