import { dayMs } from "@plumb/contract/durations.ts";
import type { FlakinessRule } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { evaluateTest } from "@plumb/analysis/flakiness/evaluate-test.ts";
import type { Context } from "#core/context.ts";
import { executionsOf, type TestExecutions, windowOf } from "#store/tests/executions.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import { hasRunsToCount, isCountingPart } from "#store/trends/counting-run.ts";
import {
  dirtyTests,
  type EvaluatedTest,
  storeEvaluations,
  lockDirtyTests,
  meanDurations,
  testsToMean,
} from "#store/tests/test-states.ts";

/** Tests per transaction. Small ones let the embedded database handle other requests in between; large ones need fewer round trips. */
const atOnce = { embedded: { evaluated: 100, meaned: 200 }, postgres: { evaluated: 500, meaned: 1000 } };
/** Maximum number of tests per round, so that it ends even if new runs keep arriving. The next round handles the rest. */
const testsOfRound = 20_000;

export interface EvaluationRound {
  /** Number of updated tests. */
  readonly evaluated: number;
  /** Whether tests are left for another round. */
  readonly isLeft: boolean;
}

/** Updates the states of changed tests in a project, and the average durations of tests that ran. Repeated calls change nothing. */
export async function evaluateTests(
  { backgroundDb: db, clock, embedded }: Pick<Context, "backgroundDb" | "clock" | "embedded">,
  projectId: number,
  signal?: AbortSignal,
): Promise<EvaluationRound> {
  // A batch of runs is only counted for some tests so far, so states are updated after the last part.
  if (await isCountingPart(db, projectId)) return { evaluated: 0, isLeft: false };
  const dirty = await dirtyTests(db, projectId, testsOfRound);
  const sizes = atOnce[embedded ? "embedded" : "postgres"];
  await inPieces(dirty, { atOnce: sizes.evaluated, signal }, async (some) => {
    const now = clock();
    await db.transaction().execute(async (transaction) => {
      // Locked until the states are stored; concurrent changes cause another update.
      const testIds = await lockDirtyTests(transaction, projectId, some);
      if (testIds.length === 0 || (await isCountingPart(transaction, projectId))) return;
      // Read after locking: a later change of the rule causes another update.
      const rule = await flakinessRuleOf(transaction, projectId);
      const executions = await executionsOf(transaction, { projectId, rule, now }, testIds);
      const reported = [...executions].map(([testId, found]) => evaluatedBy(testId, found, { rule, now }));
      await storeEvaluations(transaction, projectId, reported, { now, since: windowOf(rule.windowDays, now).since });
    });
  });
  // Runs that are not counted yet would make the same means due again.
  const due = (await hasRunsToCount(db, projectId)) ? [] : await testsToMean(db, projectId, clock(), testsOfRound);
  await inPieces(due, { atOnce: sizes.meaned, signal }, (some) =>
    db.transaction().execute((transaction) => meanDurations(transaction, projectId, clock(), some)),
  );
  return { evaluated: dirty.length, isLeft: dirty.length === testsOfRound || due.length === testsOfRound };
}

function evaluatedBy(
  testId: number,
  { executions, isCut, hasLater }: TestExecutions,
  { rule, now }: { readonly rule: FlakinessRule; readonly now: Date },
): EvaluatedTest {
  const evaluation = evaluateTest(executions, rule);
  const [oldest] = executions;
  const leavesAt = oldest === undefined ? null : oldest.at + rule.windowDays * dayMs;
  return {
    testId,
    evaluation,
    isCut,
    countsUntil: hasLater ? now.getTime() : leavesAt,
    settled:
      evaluation.state === "healthy" &&
      !hasLater &&
      executions.every(({ outcome, retried }) => outcome !== "failed" && !retried),
  };
}

async function inPieces(
  testIds: readonly number[],
  { atOnce, signal }: { readonly atOnce: number; readonly signal: AbortSignal | undefined },
  work: (testIds: readonly number[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < testIds.length; at += atOnce) {
    signal?.throwIfAborted();
    await work(testIds.slice(at, at + atOnce));
  }
}
