import { otherStatus } from "#results/other-status.ts";
import type { Verdict } from "#results/test-record.ts";
import type { RawResult } from "./raw-result.ts";

const byResult: Readonly<Record<string, Verdict>> = {
  passed: "passed",
  success: "passed",
  // A warning does not fail a run of NUnit.
  warning: "passed",
  failed: "failed",
  failure: "failed",
  error: "error",
  notrunnable: "error",
  invalid: "error",
  cancelled: "error",
  skipped: "skipped",
  ignored: "skipped",
  explicit: "skipped",
  inconclusive: "skipped",
};

/** Returns the status of a case or a suite by its `result`, or in early files by `executed`, `success` and the failure in it. */
export function statusOf(raw: RawResult): Verdict {
  const attribute = (name: string) => raw.attributes.get(name)?.trim().toLowerCase() ?? "";
  const stated = byResult[attribute("result")];
  if (stated === "failed" && /^(error|invalid|cancelled)\b/.test(attribute("label"))) return "error";
  if (stated !== undefined) return stated;
  if (attribute("executed") === "false") return "skipped";
  if (attribute("success") === "true") return "passed";
  if (attribute("success") === "false" || raw.failure !== undefined) return "failed";
  if (attribute("result") !== "") return otherStatus(attribute("result"));
  return raw.reason !== "" && attribute("executed") === "" ? "skipped" : "passed";
}
