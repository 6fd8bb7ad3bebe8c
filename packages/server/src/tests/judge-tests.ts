import type { FlakinessRule } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { judgeTest } from "@plumb/analysis/flakiness/judge-test.ts";
import type { Context } from "#core/context.ts";
import { executionsOf, type TestExecutions, windowOf } from "#store/tests/executions.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import { isCountingPart } from "#store/trends/counting-run.ts";
import {
  dirtyTests,
  type Judged,
  keepJudged,
  lockDirtyTests,
  meanDurations,
  testsToMean,
} from "#store/tests/test-states.ts";

/** Tests of one transaction: the embedded database serves others in between. */
const testsAtOnce = 100;
const dayMs = 86_400_000;
const meansAtOnce = 200;
/** Tests of one round, at most: more wait for the next one, so that a round ends however much is counted meanwhile. */
const testsOfRound = 20_000;

export interface JudgingRound {
  /** How many tests were judged. */
  readonly judged: number;
  /** Some wait for another round. */
  readonly isLeft: boolean;
}

/**
 * Judges tests of a project of which something new is known, and means the durations of those that ran. Doing it twice changes nothing.
 */
export async function judgeTests(
  { backgroundDb: db, clock }: Pick<Context, "backgroundDb" | "clock">,
  projectId: number,
  signal?: AbortSignal,
): Promise<JudgingRound> {
  // A run that is counted in parts counts for some of its tests only: they are judged once it is counted.
  const dirty = (await isCountingPart(db, projectId)) ? [] : await dirtyTests(db, projectId, testsOfRound);
  await inPieces(dirty, { atOnce: testsAtOnce, signal }, async (some) => {
    const now = clock();
    await db.transaction().execute(async (transaction) => {
      // Locked until stored: concurrent changes trigger another evaluation.
      const testIds = await lockDirtyTests(transaction, projectId, some);
      if (testIds.length === 0 || (await isCountingPart(transaction, projectId))) return;
      // Read once they are locked: a rule that comes later has them judged once more.
      const rule = await flakinessRuleOf(transaction, projectId);
      const executions = await executionsOf(transaction, { projectId, rule, now }, testIds);
      const said = [...executions].map(([testId, found]) => judgedBy(testId, found, { rule, now }));
      await keepJudged(transaction, projectId, said, { now, since: windowOf(rule.windowDays, now).since });
    });
  });
  const due = await testsToMean(db, projectId, clock(), testsOfRound);
  await inPieces(due, { atOnce: meansAtOnce, signal }, (some) =>
    db.transaction().execute((transaction) => meanDurations(transaction, projectId, clock(), some)),
  );
  return { judged: dirty.length, isLeft: dirty.length === testsOfRound || due.length === testsOfRound };
}

function judgedBy(
  testId: number,
  { executions, isCut, hasLater }: TestExecutions,
  { rule, now }: { readonly rule: FlakinessRule; readonly now: Date },
): Judged {
  const judged = judgeTest(executions, rule);
  const [oldest] = executions;
  const leavesAt = oldest === undefined ? null : oldest.at + rule.windowDays * dayMs;
  return {
    testId,
    judged,
    isCut,
    countsUntil: hasLater ? now.getTime() : leavesAt,
    settled:
      judged.state === "healthy" &&
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
