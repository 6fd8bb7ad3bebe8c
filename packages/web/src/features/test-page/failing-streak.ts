import type { TestExecution } from "@plumb/contract/tests/test-page.ts";

type Ran = Pick<TestExecution, "flaky" | "status">;

/** Indexes of the executions at which the latest failures of a test began. */
export interface FailingStreak {
  /** First of the latest consecutive failures; -1 if the test did not fail. */
  readonly firstFailure: number;
  /** Last pass before that failure; -1 if the executions contain none. */
  readonly lastPass: number;
}

/**
 * Returns where the latest failures began. Skipped executions neither begin nor interrupt a streak. If the test never failed, executions that passed
 * only on a retry are its failures.
 *
 * @param executions Executions of a test, oldest first.
 */
export function failingStreak(executions: readonly Ran[]): FailingStreak {
  const hasFailed = executions.some(isFailed);
  const isBad = hasFailed ? isFailed : ({ flaky }: Ran) => flaky;
  const latest = executions.findLastIndex(isBad);
  const lastPass = executions
    .slice(0, Math.max(0, latest))
    .findLastIndex((execution) => execution.status === "passed" && !isBad(execution));
  const firstFailure = latest < 0 ? -1 : executions.findIndex((execution, at) => at > lastPass && isBad(execution));
  return { firstFailure, lastPass };
}

function isFailed({ status }: Ran): boolean {
  return status === "failed" || status === "error";
}
