import { judgeTest } from "@plumb/analysis/flakiness/judge-test.ts";
import type { Context } from "#core/context.ts";
import { executionsOf } from "#store/tests/executions.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import { dirtyTests, keepJudged, lockDirtyTests, meanDurations, testsToMean } from "#store/tests/test-states.ts";

/** Tests of one transaction: the embedded database serves others in between. */
const testsAtOnce = 100;
const meansAtOnce = 200;
/** Tests that are looked up at once: looking them up takes as long as there are many. */
const testsAhead = 20_000;

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
  for (;;) {
    const dirty = await dirtyTests(db, projectId, testsAhead);
    if (dirty.length === 0) break;
    for (let at = 0; at < dirty.length; at += testsAtOnce) {
      signal?.throwIfAborted();
      const now = clock();
      await db.transaction().execute(async (transaction) => {
        // Locked until it is kept: whoever learns something of them meanwhile has them judged once more.
        const testIds = await lockDirtyTests(transaction, projectId, dirty.slice(at, at + testsAtOnce));
        if (testIds.length === 0) return;
        // Read once they are locked: a rule that comes later has them judged once more.
        const rule = await flakinessRuleOf(transaction, projectId);
        const executions = await executionsOf(transaction, { projectId, rule, now }, testIds);
        const said = testIds.map((testId) => ({ testId, judged: judgeTest(executions.get(testId) ?? [], rule) }));
        await keepJudged(transaction, projectId, said, now);
      });
    }
    any = true;
  }
  for (;;) {
    const now = clock();
    const due = await testsToMean(db, projectId, now, testsAhead);
    if (due.length === 0) return any;
    for (let at = 0; at < due.length; at += meansAtOnce) {
      signal?.throwIfAborted();
      const some = due.slice(at, at + meansAtOnce);
      await db.transaction().execute((transaction) => meanDurations(transaction, projectId, now, some));
    }
  }
}
