import { limits } from "#limits.ts";
import type { AttemptRecord } from "./test-record.ts";

/** Returns failed executions without details, if the report only contains their number. */
export function unexplainedAttempts(count: unknown): AttemptRecord[] {
  const length = typeof count === "number" && count > 0 ? Math.min(Math.trunc(count), limits.attemptsPerTest - 1) : 0;
  const message = "This execution failed and was repeated; the report gives no reason";
  return Array.from({ length }, () => ({ status: "failed", errors: [{ message }] }));
}
