import type { RuleScope } from "@plumb/contract/failures/rules.ts";

/** It does not hold for the whole project: it decides of failures, and not of their cause. */
export function isScoped({ suite, environment, branch, test }: RuleScope): boolean {
  return [suite, environment, branch, test].some((part) => part !== null);
}
