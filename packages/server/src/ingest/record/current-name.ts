import { currentIdentity } from "@plumb/formats/results/current-identity.ts";
import type { TestName } from "#store/tests/rename-tests.ts";

/** Returns the name that current reports have for a stored test. */
export function currentName(test: TestName): TestName {
  return currentIdentity(test);
}
