import type { TestExecution } from "@plumb/contract/tests/test-page.ts";

type Ran = Pick<TestExecution, "status">;

/** Indexes of the executions at which the latest failures of a test began. */
export interface FailingStreak {
  /** First of the latest consecutive failures; -1 if the test did not fail. */
  readonly firstFailure: number;
  /** Last pass before that failure; -1 if the executions contain none. */
  readonly lastPass: number;
}

/**
 * Returns where the latest failures began. Skipped executions neither begin nor interrupt a streak.
 *
 * @param executions Executions of a test, oldest first.
 */
export function failingStreak(executions: readonly Ran[]): FailingStreak {
  const isFailed = ({ status }: Ran) => status === "failed" || status === "error";
  const latest = executions.findLastIndex(isFailed);
  const lastPass = executions.slice(0, Math.max(0, latest)).findLastIndex(({ status }) => status === "passed");
  const firstFailure = latest < 0 ? -1 : executions.findIndex((execution, at) => at > lastPass && isFailed(execution));
  return { firstFailure, lastPass };
}
