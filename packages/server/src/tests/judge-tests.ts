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
  const rule = await flakinessRuleOf(db, projectId);
  let any = false;
  for (;;) {
    signal?.throwIfAborted();
    const now = clock();
    const testIds = await dirtyTests(db, projectId, testsAtOnce);
    if (testIds.length === 0) break;
    const executions = await executionsOf(db, { projectId, rule, now }, testIds);
    const judged = testIds.map((testId) => ({ testId, judged: judgeTest(executions.get(testId) ?? [], rule) }));
    await keepJudged(db, projectId, judged, now);
    any = true;
  }
  for (let more = true; more;) {
    signal?.throwIfAborted();
    more = await meanDurations(db, projectId, clock(), meansAtOnce);
  }
  return any;
}
