import { otherStatus } from "#results/other-status.ts";
import type { TestStatus } from "@plumb/contract/result-event.ts";
import { isRealSkip } from "#testng/class-results.ts";
import { asObject, asString, type JsonObject } from "#json/json-value.ts";

const statuses: Readonly<Record<string, TestStatus>> = {
  passed: "passed",
  failed: "failed",
  broken: "error",
  skipped: "skipped",
};

/** `failed` is an assertion error, `broken` any other exception. A result without a status counts as skipped, because nothing was checked. */
export function statusOf({ status }: JsonObject): TestStatus {
  const word = (asString(status) ?? "").toLowerCase();
  return statuses[word] ?? otherStatus(word);
}

/**
 * Returns the status of an earlier attempt. TestNG reports a failed attempt that will be retried as skipped with the
 * exception of the failure.
 */
export function earlierStatusOf(result: JsonObject): TestStatus {
  const status = statusOf(result);
  const details = asObject(result["statusDetails"]);
  const trace = asString(details?.["trace"]) ?? "";
  if (status !== "skipped" || trace.trim() === "") return status;
  const [type = ""] = trace.split(/[:\n]/, 1);
  return isRealSkip(type.trim(), asString(details?.["message"]) ?? "") ? "skipped" : "failed";
}

/** Returns why a result counts as skipped. */
export function skipReasonOf(result: JsonObject): string | undefined {
  const message = asString(asObject(result["statusDetails"])?.["message"]);
  if (message !== undefined && message.trim() !== "") return message;
  const status = (asString(result["status"]) ?? "").toLowerCase();
  if (status === "skipped") return undefined;
  const stopped = result["stop"] === undefined || result["stage"] === "interrupted" || result["stage"] === "running";
  return stopped ? "Interrupted: the test has no end and no status" : "The report contains no status";
}
