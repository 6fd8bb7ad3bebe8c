import { expect, test } from "vitest";
import { gateRules, judge } from "#gate-rules.ts";
import { gateReport } from "#testing/answers.ts";

const none = { known: false, flaky: false, quarantined: false };
/** Ten tests: six passed, four failed for as many reasons. */
const mixed = gateReport({
  status: "failed",
  total: 11,
  passed: 6,
  failed: 3,
  errored: 1,
  skipped: 1,
  failures: [
    { ...none, count: 1 },
    { ...none, known: true, count: 1 },
    { ...none, flaky: true, count: 1 },
    { ...none, known: true, quarantined: true, count: 1 },
  ],
});

test.for([
  [{}, "max-failures", "3 failed tests, at most 0 allowed; 1 more is let pass (quarantined)"],
  [{ ignore: "none" }, "max-failures", "4 failed tests, at most 0 allowed"],
  [
    { "max-failures": "0", ignore: "known,flaky, quarantined" },
    "max-failures",
    "1 failed test, at most 0 allowed; 3 more are let pass (known, flaky, quarantined)",
  ],
  [
    { "max-new-failures": "1", ignore: "none" },
    "max-new-failures",
    "2 new failures, at most 1 allowed (compared with #2)",
  ],
  [
    { "min-pass-rate": "66.8" },
    "min-pass-rate",
    "66.7 % pass rate (6 of 9), at least 66.8 % needed; 1 more is let pass (quarantined)",
  ],
] as const)("%j closes the gate by %s: %s", ([options, rule, text]) => {
  expect(judge(mixed, gateRules(options))).toEqual([{ rule, passed: false, text }]);
});

test.for([
  { "max-failures": "3" },
  { "max-new-failures": "2" },
  { "max-new-failures": "1", ignore: "flaky" },
  { "min-pass-rate": "60%", ignore: "none" },
])("%j leaves it open", (options) => {
  expect(judge(mixed, gateRules(options)).every(({ passed }) => passed)).toBe(true);
});

test("each rule that was given is judged", () => {
  const rules = gateRules({ "max-new-failures": "9", "max-failures": "1", "min-pass-rate": "10" });
  expect(judge(mixed, rules).map(({ rule, passed }) => [rule, passed])).toEqual([
    ["max-new-failures", true],
    ["max-failures", false],
    ["min-pass-rate", true],
  ]);
});

test("a server that says nothing of quarantine lets nothing pass", () => {
  const silent = { ...mixed, failures: [{ known: false, count: 1 }] } as unknown as typeof mixed;
  expect(judge(silent, gateRules({}))[0]?.passed).toBe(false);
});

test.for([
  [gateReport({ status: "interrupted", incomplete: true }), "complete"],
  [gateReport({ status: "failed", incomplete: true, failed: 1, failures: [{ ...none, count: 1 }] }), "complete"],
  [gateReport({ runError: true, status: "failed" }), "no-run-error"],
  [gateReport({ total: 0, passed: 0 }), "tests-ran"],
  [gateReport({ total: 3, passed: 0, skipped: 3 }), "tests-ran"],
] as const)("what says nothing closes the gate whatever the rules are: %#", ([report, rule]) => {
  const broken = judge(report, gateRules({ "max-failures": "99" })).filter(({ passed }) => !passed);
  expect(broken.map((verdict) => verdict.rule)).toEqual([rule]);
});

test("a pass rate of 100 is never reached by rounding", () => {
  const almost = gateReport({ passed: 99_999, failed: 1, failures: [{ ...none, count: 1 }] });
  expect(judge(almost, gateRules({ "min-pass-rate": "100" }))[0]?.passed).toBe(false);
});

test.for([
  [{ "max-failures": "-1" }, "--max-failures is a number of tests"],
  [{ "max-new-failures": "few" }, "--max-new-failures is a number of tests"],
  [{ "min-pass-rate": "101" }, "--min-pass-rate is a percentage"],
  [{ "min-pass-rate": "%" }, "--min-pass-rate is a percentage"],
  [{ ignore: "slow" }, "--ignore takes known, flaky and quarantined"],
] as const)("%j is refused", ([options, message]) => {
  expect(() => gateRules(options)).toThrow(message);
});
