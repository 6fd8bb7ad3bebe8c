import type { FlakinessRule } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { evaluateTest } from "@plumb/analysis/flakiness/evaluate-test.ts";
import type { RulePreview } from "@plumb/contract/tests/flakiness-rule.ts";
import type { Db } from "#store/db.ts";
import { executionsOf } from "#store/tests/executions.ts";
import { countStates, informativeTests } from "#store/tests/test-states.ts";

const maxTests = 1000;
const testsAtOnce = 100;
const visibleTests = 20;

/** Previews another rule for tests that recently failed or were flaky. All others are healthy under any rule once they have enough runs. */
export async function previewRule(
  db: Db,
  projectId: number,
  { rule, now }: { readonly rule: FlakinessRule; readonly now: Date },
): Promise<RulePreview> {
  const before = await countStates(db, projectId);
  const found = await informativeTests(db, projectId, { days: rule.windowDays, now, limit: maxTests + 1 });
  const tests = found.slice(0, maxTests);
  const after = { ...before };
  const moved: RulePreview["moved"] = [];
  for (let first = 0; first < tests.length; first += testsAtOnce) {
    const some = tests.slice(first, first + testsAtOnce);
    const ids = some.map(({ id }) => id);
    const executions = await executionsOf(db, { projectId, rule, now }, ids);
    for (const { id, titlePath, state: from } of some) {
      const { state: to, score } = evaluateTest(executions.get(id)?.executions ?? [], rule);
      after[from] -= 1;
      after[to] += 1;
      if (to !== from) moved.push({ id, titlePath, from, to, score });
    }
  }
  const order = moved.toSorted((a, b) => b.score - a.score || a.id - b.id);
  return { before, after, moved: order.slice(0, visibleTests), movedTotal: moved.length, cut: found.length > maxTests };
}
