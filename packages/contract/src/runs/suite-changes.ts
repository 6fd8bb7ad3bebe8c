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

/** How a run changed its suite, compared with the base. Each list has the first tests; its count covers all. */
export const SuiteChanges = z.object({
  /** Tests of the base that the head does not have, and that were not renamed. Those that failed for most causes come first. */
  removed: z.object({ count, tests: z.array(LostSuiteTest) }),
  /** Tests that run under a new name or in another file: users linked them, or their names match. */
  renamed: z.object({ count, tests: z.array(z.object({ before: SuiteTest, after: SuiteTest })) }),
  /** Tests that ran in the base, and are skipped in the head. Those that failed for most causes come first. */
  newlySkipped: z.object({ count, tests: z.array(LostSuiteTest) }),
});
export type SuiteChanges = z.infer<typeof SuiteChanges>;
