import { counted } from "@plumb/contract/text/counted.ts";
import { rate } from "@plumb/contract/figures.ts";
import type { GateFailure, GateReport } from "@plumb/contract/runs/gate.ts";
import { UsageError } from "#core/usage-error.ts";

const ignoreReasons = ["known", "flaky", "quarantined"] as const;
type IgnoreReason = (typeof ignoreReasons)[number];

/** Rules of a gate. A rule that is `null` is not checked. */
export interface GateRules {
  readonly maxNewFailures: number | null;
  readonly maxFailures: number | null;
  /** Percent. */
  readonly minPassRate: number | null;
  /** Tests of the base that the report lacks. */
  readonly maxRemoved: number | null;
  /** Tests that ran in the base and are skipped. */
  readonly maxNewSkips: number | null;
  /** Failures with one of these properties are left out of all rules. */
  readonly ignore: readonly IgnoreReason[];
}

/** Result of a rule, with its numbers as text. */
export interface RuleResult {
  readonly rule: string;
  readonly passed: boolean;
  readonly text: string;
}

/** @throws UsageError naming the invalid option. */
export function gateRules(options: Readonly<Partial<Record<string, string>>>): GateRules {
  const limits = {
    maxNewFailures: parseCount("max-new-failures", options),
    maxFailures: parseCount("max-failures", options),
    minPassRate: parsePercent(options["min-pass-rate"]),
  };
  const suiteLimits = {
    maxRemoved: parseCount("max-removed", options),
    maxNewSkips: parseCount("max-new-skips", options),
  };
  // Rules about the suite do not replace the default rule, because they say nothing about failures.
  const hasNoLimit = Object.values(limits).every((limit) => limit === null);
  return { ...limits, ...suiteLimits, ...(hasNoLimit && { maxFailures: 0 }), ignore: parseIgnore(options["ignore"]) };
}

function parseCount(name: string, options: Readonly<Partial<Record<string, string>>>): number | null {
  const text = options[name];
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a number of tests (0 or more), not ${text}.`);
  return Number(text);
}

function parsePercent(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text.replace(/ ?%$/, ""));
  if (text === "%" || !(value >= 0 && value <= 100))
    throw new UsageError(`--min-pass-rate must be a percentage from 0 to 100, not ${text}.`);
  return value;
}

/** Failures in quarantine are ignored by default. */
function parseIgnore(text: string | undefined): IgnoreReason[] {
  if (text === undefined) return ["quarantined"];
  if (text === "none") return [];
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  const unknown = names.find((name) => !(ignoreReasons as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new UsageError(`--ignore must be known, flaky or quarantined, separated by commas, or none, not ${unknown}.`);
  return names as IgnoreReason[];
}

/** Returns true if a failure is ignored. Older servers send no reasons, so nothing is ignored. */
function isIgnored(
  failure: Readonly<Partial<Record<IgnoreReason, boolean>>>,
  ignore: readonly IgnoreReason[],
): boolean {
  return ignore.some((reason) => failure[reason] === true);
}

function countingFailures({ failures }: GateReport, rules: GateRules): GateReport["failures"] {
  return failures.filter((failure) => !isIgnored(failure, rules.ignore));
}

/** Returns the number of failures that were not listed. */
export function unlistedCount(report: GateReport, rules: GateRules, listed: number): number {
  return sum(countingFailures(report, rules)) - listed;
}

/** Returns the listed failures that count. */
export function countingTests({ tests }: GateReport, rules: GateRules): GateFailure[] {
  return tests.filter((failure) => !isIgnored(failure, rules.ignore));
}

/** Returns the display name of a failure, such as `cart › pays (chromium)`. */
export function failureName({
  name,
  variant = "",
  occurrence = 1,
}: Pick<GateFailure, "name"> & Partial<GateFailure>): string {
  return `${name}${variant === "" ? "" : ` (${variant})`}${occurrence > 1 ? ` (${occurrence})` : ""}`;
}

/** Returns the mark of a failure that the base did not have, `null` for any other failure. */
export function stateMark({ state }: Partial<GateFailure>): "new" | "back" | null {
  return state === "new" || state === "back" ? state : null;
}

/** Checks the rules against a report that has ended. */
export function evaluateRules(report: GateReport, rules: GateRules): RuleResult[] {
  const counting = countingFailures(report, rules);
  const failed = sum(counting);
  const ignored = sum(report.failures) - failed;
  const ignoredNote = ignored === 0 ? "" : `; ${ignored} ignored: ${rules.ignore.join(", ")}`;
  const results: RuleResult[] = [...checkRun(report)];
  if (rules.maxNewFailures !== null) {
    const newCount = sum(counting.filter(({ known }) => !known));
    const backCount = sum(counting.filter(({ state }) => state === "back"));
    results.push({
      rule: "max-new-failures",
      passed: newCount <= rules.maxNewFailures,
      text: `${newFailuresText(newCount, backCount)} counted (limit ${rules.maxNewFailures}), ${baseText(report)}${ignoredNote}`,
    });
  }
  if (rules.maxFailures !== null)
    results.push({
      rule: "max-failures",
      passed: failed <= rules.maxFailures,
      text: `${counted(failed, "failure")} counted (limit ${rules.maxFailures})${ignoredNote}`,
    });
  if (rules.minPassRate !== null) results.push(passRate(report, rules.minPassRate, failed, ignoredNote));
  return [...results, ...checkSuite(report, rules)];
}

/** Returns true if the rules need the changes of the suite, which the server only compares on request. */
export function needsSuiteChanges({ maxRemoved, maxNewSkips }: GateRules): boolean {
  return maxRemoved !== null || maxNewSkips !== null;
}

/** Checks what changed about the suite. The numbers of a report without a base or with missing tests say nothing, so it passes. */
function checkSuite(report: GateReport, { maxRemoved, maxNewSkips }: GateRules): RuleResult[] {
  const changes = (report.suiteChanges as GateReport["suiteChanges"] | undefined) ?? null;
  const check = (rule: string, limit: number | null, count: number | undefined, what: string): RuleResult[] => {
    if (limit === null) return [];
    if (count === undefined)
      return [
        {
          rule,
          passed: true,
          text: `${what} tests were not counted: the report is partial or incomplete, or has no base`,
        },
      ];
    return [
      { rule, passed: count <= limit, text: `${counted(count, `${what} test`)} (limit ${limit}), ${baseText(report)}` },
    ];
  };
  return [
    ...check("max-removed", maxRemoved, changes?.removed, "removed"),
    ...check("max-new-skips", maxNewSkips, changes?.newlySkipped, "newly skipped"),
  ];
}

/** Failures that are back count against the limit as well, because they did not fail in the base. */
function newFailuresText(newCount: number, backCount: number): string {
  const newFailures = counted(newCount - backCount, "new failure");
  return backCount === 0 ? newFailures : `${newFailures} and ${backCount} back again`;
}

/** Returns the base of new failures as text. */
function baseText({ comparedWith, baseBranches }: GateReport): string {
  if (comparedWith !== null) {
    const { number, branch } = comparedWith;
    return `compared with #${number}${branch === null ? "" : ` on ${branch}`}`;
  }
  const where = baseBranches.length === 0 ? "" : ` on ${baseBranches.join(", ")}`;
  return `with no base: there is no earlier run${where}, so every failure is new`;
}

/** Returns results that no option controls. An incomplete run fails the gate, because its numbers are not reliable. */
function checkRun(report: GateReport): RuleResult[] {
  const { incomplete, interruption, partial, runError, total, passed, failed, errored } = report;
  const results: RuleResult[] = [];
  if (incomplete) {
    const why = interruption ?? "part of it is missing";
    results.push({ rule: "complete", passed: false, text: `the run was interrupted: ${why}` });
  }
  if (partial !== null) results.push({ rule: "partial", passed: true, text: `only part of the suite ran: ${partial}` });
  if (runError) results.push({ rule: "no-run-error", passed: false, text: "something failed outside the tests" });
  if (passed + failed + errored === 0) {
    const text = total === 0 ? "no test ran" : `none of ${counted(total, "test")} ran`;
    results.push({ rule: "tests-ran", passed: false, text });
  }
  return results;
}

/** Tolerance of the floating-point comparison, in percent. */
const tolerance = 1e-9;

/**
 * Percentage of passed tests among those that ran, without ignored failures. The exact rate is compared, because a lower rate may round up to the
 * limit.
 */
function passRate({ passed }: GateReport, min: number, failed: number, ignoredNote: string): RuleResult {
  const ran = passed + failed;
  const exactRate = ran === 0 ? null : (100 * passed) / ran;
  const isEnough = exactRate !== null && exactRate >= min - tolerance;
  const rounded = rate(passed, ran);
  const visible = !isEnough && rounded !== null && rounded >= min ? exactRate?.toFixed(4) : rounded;
  return {
    rule: "min-pass-rate",
    passed: isEnough,
    text: `${exactRate === null ? "no" : `${visible} %`} pass rate (${passed} of ${ran}), at least ${min} % required${ignoredNote}`,
  };
}

function sum(failures: readonly { readonly count: number }[]): number {
  return failures.reduce((total, { count }) => total + count, 0);
}
