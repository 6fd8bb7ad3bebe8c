import { z } from "zod";
import { Id } from "#endpoint.ts";

const count = z.number().int().nonnegative();

/** A test of one of the compared runs. Its names are untrusted text. */
export const SuiteTest = z.object({
  testId: Id,
  /** Its result in the base for a removed test, otherwise in the head. */
  resultId: Id,
  file: z.string().nullable(),
  /** Suites from the outermost to the innermost, then the title. */
  titlePath: z.array(z.string()),
  variant: z.string(),
});
export type SuiteTest = z.infer<typeof SuiteTest>;

/** A removed or skipped test. */
export const LostSuiteTest = SuiteTest.extend({
  /** Number of causes that it ever failed for, outside of flaky executions. */
  caught: count,
});
export type LostSuiteTest = z.infer<typeof LostSuiteTest>;

/** Tests of one variant whose retries or time limit were raised by the same amount. */
export const RaisedLimit = z.object({
  variant: z.string(),
  /** Retries, or milliseconds. A time limit of 0 means that there is none. */
  before: count,
  after: count,
  /** Number of tests. */
  count,
  /** The first of them, with its result in the head. */
  test: SuiteTest,
});
export type RaisedLimit = z.infer<typeof RaisedLimit>;

/** A test that passes in both runs, and makes fewer assertions in the head. */
export const FewerAssertions = SuiteTest.extend({ before: count, after: count });
export type FewerAssertions = z.infer<typeof FewerAssertions>;

/** How a run changed its suite, compared with the base. Each list has the first tests; its count covers all. */
export const SuiteChanges = z.object({
  /** Tests of the base that the head does not have, and that were not renamed. Those that failed for most causes come first. */
  removed: z.object({ count, tests: z.array(LostSuiteTest) }),
  /** Tests that run under a new name or in another file: users linked them, or their names match. */
  renamed: z.object({ count, tests: z.array(z.object({ before: SuiteTest, after: SuiteTest })) }),
  /** Tests that ran in the base, and are skipped in the head. Those that failed for most causes come first. */
  newlySkipped: z.object({ count, tests: z.array(LostSuiteTest) }),
  /** Tests of both runs with more retries in the head, where both reports contain them. */
  raisedRetries: z.object({ count, limits: z.array(RaisedLimit) }),
  /** Tests of both runs with a longer time limit in the head. Only tests that passed or timed out, because others can end before they set it. */
  raisedTimeouts: z.object({ count, limits: z.array(RaisedLimit) }),
  /** Tests with fewer assertions in the head, where the steps in both reports show them. Those that lost most come first. */
  fewerAssertions: z.object({ count, tests: z.array(FewerAssertions) }),
});
export type SuiteChanges = z.infer<typeof SuiteChanges>;
