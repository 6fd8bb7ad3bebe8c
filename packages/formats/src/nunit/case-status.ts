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
  const said = (name: string) => raw.attributes.get(name)?.trim().toLowerCase() ?? "";
  const stated = byResult[said("result")];
  if (stated === "failed" && /^(error|invalid|cancelled)\b/.test(said("label"))) return "error";
  if (stated !== undefined) return stated;
  if (said("executed") === "false") return "skipped";
  if (said("success") === "true") return "passed";
  if (said("success") === "false" || raw.failure !== undefined) return "failed";
  // Unknown results do not count as passed.
  if (said("result") !== "") return "skipped";
  return raw.reason !== "" && said("executed") === "" ? "skipped" : "passed";
}
