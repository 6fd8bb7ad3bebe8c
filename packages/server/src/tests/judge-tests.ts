import { judgeTest } from "@plumb/analysis/flakiness/judge-test.ts";
import type { Context } from "#core/context.ts";
import { executionsOf } from "#store/tests/executions.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import { dirtyTests, keepJudged, meanDurations } from "#store/tests/test-states.ts";

/** Tests of one statement: the embedded database serves others in between. */
const testsAtOnce = 100;
const meansAtOnce = 200;

/**
 * Judges the tests of a project of which something new is known, and means the durations of those that ran. Doing it twice
 * changes nothing; returns whether any was judged.
 */
export async function judgeTests(
  { backgroundDb: db, clock }: Pick<Context, "backgroundDb" | "clock">,
  projectId: number,
  signal?: AbortSignal,
): Promise<boolean> {
  let any = false;
  for (let judged = testsAtOnce; judged > 0;) {
    signal?.throwIfAborted();
    const now = clock();
    judged = await db.transaction().execute(async (transaction) => {
      // Locked until it is kept: whoever learns something of them meanwhile has them judged once more.
      const testIds = await dirtyTests(transaction, projectId, testsAtOnce);
      if (testIds.length === 0) return 0;
      // Read once they are locked: a rule that comes later has them judged once more.
      const rule = await flakinessRuleOf(transaction, projectId);
      const executions = await executionsOf(transaction, { projectId, rule, now }, testIds);
      const said = testIds.map((testId) => ({ testId, judged: judgeTest(executions.get(testId) ?? [], rule) }));
      await keepJudged(transaction, projectId, said, now);
      return testIds.length;
    });
    any ||= judged > 0;
  }
  for (let more = true; more;) {
    signal?.throwIfAborted();
    more = await meanDurations(db, projectId, clock(), meansAtOnce);
  }
  return any;
}
