import { judgeTest } from "@plumb/analysis/flakiness/judge-test.ts";
import type { Context } from "#core/context.ts";
import { executionsOf } from "#store/tests/executions.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import { dirtyTests, keepJudged, lockDirtyTests, meanDurations } from "#store/tests/test-states.ts";

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
  for (let after: number | null = 0; after !== null;) {
    signal?.throwIfAborted();
    const seen: number = after;
    const asked = { now: clock(), after: seen, limit: meansAtOnce };
    after = await db.transaction().execute((transaction) => meanDurations(transaction, projectId, asked));
  }
  return any;
}
