import type { TestDetails } from "@plumb/contract/tests/test-page.ts";
import type { TestScope } from "./test-page.queries.ts";

type PlacedTest = Readonly<Record<keyof Pick<TestDetails, "branches" | "environments">, readonly string[]>> & {
  readonly bracket: {
    readonly environment: string;
    readonly firstBad: { readonly branch: string | null };
  } | null;
};

/**
 * Returns the environment and branch that determined the state of a test. Together with results from other environments or branches, a broken test
 * would look flaky.
 */
export function scopeOfVerdict(test: PlacedTest | undefined): TestScope {
  const bracket = test?.bracket ?? null;
  if (test === undefined || bracket === null) return { environment: undefined, branch: undefined };
  return {
    environment: test.environments.length > 1 ? bracket.environment : undefined,
    branch: test.branches.length > 1 ? (bracket.firstBad.branch ?? "") : undefined,
  };
}
