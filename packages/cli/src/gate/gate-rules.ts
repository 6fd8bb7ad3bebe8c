import { rate } from "@plumb/contract/figures.ts";
import type { GateFailure, GateReport } from "@plumb/contract/runs/gate.ts";
import { counted } from "@plumb/reporter-core/text.ts";
import { UsageError } from "#core/usage-error.ts";

const excuses = ["known", "flaky", "quarantined"] as const;
type Excuse = (typeof excuses)[number];

/** Rules of a gate. A rule that is `null` is not checked. */
export interface GateRules {
  readonly maxNewFailures: number | null;
  readonly maxFailures: number | null;
  /** Percent. */
  readonly minPassRate: number | null;
  /** Failures with one of these properties are left out of all rules. */
  readonly ignore: readonly Excuse[];
}

/** Result of a rule, with its numbers as text. */
export interface RuleVerdict {
  readonly rule: string;
  readonly passed: boolean;
  readonly text: string;
}

/** @throws UsageError naming the invalid option. */
export function gateRules(options: Readonly<Partial<Record<string, string>>>): GateRules {
  const given = {
    maxNewFailures: wholeNumber("max-new-failures", options),
    maxFailures: wholeNumber("max-failures", options),
    minPassRate: percent(options["min-pass-rate"]),
  };
  const none = Object.values(given).every((limit) => limit === null);
  return { ...given, ...(none && { maxFailures: 0 }), ignore: ignored(options["ignore"]) };
}

function wholeNumber(name: string, options: Readonly<Partial<Record<string, string>>>): number | null {
  const text = options[name];
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} is a number of tests, 0 or more, not ${text}.`);
  return Number(text);
}

function percent(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text.replace(/ ?%$/, ""));
  if (text === "%" || !(value >= 0 && value <= 100))
    throw new UsageError(`--min-pass-rate is a percentage from 0 to 100, not ${text}.`);
  return value;
}

/** Failures in quarantine are ignored by default. */
function ignored(text: string | undefined): Excuse[] {
  if (text === undefined) return ["quarantined"];
  if (text === "none") return [];
  const names = text.split(/[\s,]+/).filter((word) => word !== "");
  const strange = names.find((word) => !(excuses as readonly string[]).includes(word));
  if (strange !== undefined)
    throw new UsageError(`--ignore takes known, flaky and quarantined, with commas between, or none; not ${strange}.`);
  return names as Excuse[];
}

/** Returns true if a failure is ignored. Older servers send no reasons, so nothing is ignored. */
function isExcused(failure: Readonly<Partial<Record<Excuse, boolean>>>, ignore: readonly Excuse[]): boolean {
  return ignore.some((excuse) => failure[excuse] === true);
}

function countingFailures({ failures }: GateReport, rules: GateRules): GateReport["failures"] {
  return failures.filter((failure) => !isExcused(failure, rules.ignore));
}

/** Returns the number of failures that were not listed. */
export function untold(report: GateReport, rules: GateRules, told: number): number {
  return sum(countingFailures(report, rules)) - told;
}

/** Returns the listed failures that count. */
export function countingTests({ tests }: GateReport, rules: GateRules): GateFailure[] {
  return tests.filter((failure) => !isExcused(failure, rules.ignore));
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
export function evaluateRules(report: GateReport, rules: GateRules): RuleVerdict[] {
  const counting = countingFailures(report, rules);
  const failed = sum(counting);
  const ignored = sum(report.failures) - failed;
  const more = ignored === 0 ? "" : `; ${ignored} ignored: ${rules.ignore.join(", ")}`;
  const verdicts: RuleVerdict[] = [...wholeness(report)];
  if (rules.maxNewFailures !== null) {
    const fresh = sum(counting.filter(({ known }) => !known));
    const back = sum(counting.filter(({ state }) => state === "back"));
    verdicts.push({
      rule: "max-new-failures",
      passed: fresh <= rules.maxNewFailures,
      text: `${newText(fresh, back)} counted (limit ${rules.maxNewFailures}), ${baseText(report)}${more}`,
    });
  }
  if (rules.maxFailures !== null)
    verdicts.push({
      rule: "max-failures",
      passed: failed <= rules.maxFailures,
      text: `${counted(failed, "failure")} counted (limit ${rules.maxFailures})${more}`,
    });
  if (rules.minPassRate !== null) verdicts.push(passRate(report, rules.minPassRate, failed, more));
  return verdicts;
}

/** Failures that are back count against the limit as well, because they did not fail in the base. */
function newText(fresh: number, back: number): string {
  const began = counted(fresh - back, "new failure");
  return back === 0 ? began : `${began} and ${back} back again`;
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
function wholeness(report: GateReport): RuleVerdict[] {
  const { incomplete, interruption, partial, runError, total, passed, failed, errored } = report;
  const verdicts: RuleVerdict[] = [];
  if (incomplete) {
    const why = interruption ?? "part of it is missing";
    verdicts.push({ rule: "complete", passed: false, text: `the run was interrupted: ${why}` });
  }
  if (partial !== null)
    verdicts.push({ rule: "partial", passed: true, text: `judged by a part of the suite: ${partial}` });
  if (runError)
    verdicts.push({ rule: "no-run-error", passed: false, text: "something went wrong outside of its tests" });
  if (passed + failed + errored === 0) {
    const none = total === 0 ? "no test ran" : `none of ${counted(total, "test")} ran`;
    verdicts.push({ rule: "tests-ran", passed: false, text: none });
  }
  return verdicts;
}

/** Tolerance of the floating-point comparison, in percent. */
const tolerance = 1e-9;

/**
 * Percentage of passed tests among those that ran, without ignored failures. The exact rate is compared, because a lower rate may round up to the
 * limit.
 */
function passRate({ passed }: GateReport, min: number, failed: number, more: string): RuleVerdict {
  const ran = passed + failed;
  const exact = ran === 0 ? null : (100 * passed) / ran;
  const isEnough = exact !== null && exact >= min - tolerance;
  const rounded = rate(passed, ran);
  const shown = !isEnough && rounded !== null && rounded >= min ? exact?.toFixed(4) : rounded;
  return {
    rule: "min-pass-rate",
    passed: isEnough,
    text: `${exact === null ? "no" : `${shown} %`} pass rate (${passed} of ${ran}), at least ${min} % required${more}`,
  };
}

function sum(failures: readonly { readonly count: number }[]): number {
  return failures.reduce((total, { count }) => total + count, 0);
}
