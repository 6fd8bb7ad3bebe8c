import { meansFailure } from "#results/other-status.ts";
import type { Verdict } from "#results/test-record.ts";
import type { RawCase } from "./raw-case.ts";

/** Meaning of the attributes `status` and `result`. Other words that mean a failure are errors, and all others mean passed. */
const verdicts: Readonly<Record<string, Verdict>> = {
  notrun: "skipped",
  disabled: "skipped",
  skipped: "skipped",
  suppressed: "skipped",
  ignored: "skipped",
  pending: "skipped",
  cancelled: "skipped",
  canceled: "skipped",
  blocked: "skipped",
  untested: "skipped",
  inconclusive: "skipped",
  bfail: "skipped",
  // Gatling writes the result of an assertion.
  false: "failed",
  fail: "failed",
  failed: "failed",
  failure: "failed",
  xpass: "failed",
  timedout: "failed",
  timeout: "failed",
  ambiguous: "error",
  interrupted: "error",
  undefined: "error",
};

/** node-tap marks skipped and to-do tests with a property. */
export function skipByProperty(raw: RawCase): void {
  const [type, message] = raw.properties.find(([name]) => name === "skip" || name === "todo") ?? [];
  if (type === undefined) return;
  raw.skipped ??= { message, type: type === "todo" ? type : undefined, body: "" };
}

/**
 * Returns the worst of error, failure, skipped and passed. The attributes `status` and `result` are only used if no child element
 * decides, because some writers use them for other purposes.
 */
export function caseStatus(raw: RawCase): Verdict {
  if (raw.meant !== undefined) return raw.meant;
  // node:test writes the failure of a to-do test, and tap-junit writes it as a type of failure. Neither fails a run.
  if (raw.skipped?.type === "todo") return "skipped";
  const final = raw.failures.filter(({ role }) => role === "final");
  if (final.length > 0 && final.every(({ type }) => type === "todo")) return "skipped";
  if (final.some(({ kind }) => kind === "error")) return "error";
  if (final.length > 0) return "failed";
  if (raw.skipped !== undefined || raw.attributes.get("ignored") === "true") return "skipped";
  const flaky = raw.failures.some(({ role }) => role === "flaky");
  if (flaky) return "passed";
  const byAttribute = statusByAttribute(raw);
  if (byAttribute !== undefined) return byAttribute;
  const rerun = raw.failures.find(({ role }) => role === "rerun");
  return rerun === undefined ? "passed" : rerun.kind === "error" ? "error" : "failed";
}

export function statusByAttribute({ attributes }: RawCase): Verdict | undefined {
  const result = attributes.get("result")?.toLowerCase() ?? "";
  const status = attributes.get("status")?.toLowerCase() ?? "";
  return verdicts[result] ?? verdicts[status] ?? (meansFailure(result) || meansFailure(status) ? "error" : undefined);
}

/** Returns true if the case failed or could not run. */
export function hasFailed(raw: RawCase): boolean {
  const status = caseStatus(raw);
  return status === "failed" || status === "error";
}
