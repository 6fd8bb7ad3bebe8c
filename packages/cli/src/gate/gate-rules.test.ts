import { expect, test } from "vitest";
import { gateRules, evaluateRules } from "./gate-rules.ts";
import { gateReport } from "#testing/responses.ts";

const none = { known: false, state: "new", changedCause: false, flaky: false, quarantined: false } as const;
const known = { known: true, state: "known", changedCause: false } as const;
/** Ten tests: six passed, and four failed for different reasons. */
const mixed = gateReport({
  status: "failed",
  total: 11,
  passed: 6,
  failed: 3,
  errored: 1,
  skipped: 1,
  failures: [
    { ...none, count: 1 },
    { ...none, ...known, count: 1 },
    { ...none, flaky: true, count: 1 },
    { ...none, ...known, quarantined: true, count: 1 },
  ],
});

test.for([
  [{}, "max-failures", "3 failures counted (limit 0); 1 ignored: quarantined"],
  [{ ignore: "none" }, "max-failures", "4 failures counted (limit 0)"],
  [
    { "max-failures": "0", ignore: "known,flaky, quarantined" },
    "max-failures",
    "1 failure counted (limit 0); 3 ignored: known, flaky, quarantined",
  ],
  [
    { "max-new-failures": "1", ignore: "none" },
    "max-new-failures",
    "2 new failures counted (limit 1), compared with #2 on main",
  ],
  [
    { "min-pass-rate": "66.8" },
    "min-pass-rate",
    "66.7 % pass rate (6 of 9), at least 66.8 % required; 1 ignored: quarantined",
  ],
] as const)("%j fails the gate with %s: %s", ([options, rule, text]) => {
  expect(evaluateRules(mixed, gateRules(options))).toEqual([{ rule, passed: false, text }]);
});

test("returned failures count like new ones and are listed separately", () => {
  const failures = [{ ...none, count: 1 }, { ...none, state: "back", changedCause: false, count: 2 } as const];
  const [verdict] = evaluateRules(gateReport({ failed: 3, failures }), gateRules({ "max-new-failures": "0" }));
  expect(verdict).toEqual({
    rule: "max-new-failures",
    passed: false,
    text: "1 new failure and 2 back again counted (limit 0), compared with #2 on main",
  });
});

test.for([
  { "max-failures": "3" },
  { "max-new-failures": "2" },
  { "max-new-failures": "1", ignore: "flaky" },
  { "min-pass-rate": "60%", ignore: "none" },
])("%j passes the gate", (options) => {
  expect(evaluateRules(mixed, gateRules(options)).every(({ passed }) => passed)).toBe(true);
});

test("evaluates each rule that was given", () => {
  const rules = gateRules({ "max-new-failures": "9", "max-failures": "1", "min-pass-rate": "10" });
  expect(evaluateRules(mixed, rules).map(({ rule, passed }) => [rule, passed])).toEqual([
    ["max-new-failures", true],
    ["max-failures", false],
    ["min-pass-rate", true],
  ]);
});

test.for([
  [
    { "max-removed": "0" },
    { removed: 2, newlySkipped: 0 },
    "max-removed",
    false,
    "2 removed tests (limit 0), compared with #2 on main",
  ],
  [
    { "max-removed": "2" },
    { removed: 2, newlySkipped: 9 },
    "max-removed",
    true,
    "2 removed tests (limit 2), compared with #2 on main",
  ],
  [
    { "max-new-skips": "0" },
    { removed: 0, newlySkipped: 1 },
    "max-new-skips",
    false,
    "1 newly skipped test (limit 0), compared with #2 on main",
  ],
  [
    { "max-new-skips": "0" },
    null,
    "max-new-skips",
    true,
    "newly skipped tests were not counted: the report is partial or incomplete, or has no base",
  ],
] as const)("%j with %j", ([options, suiteChanges, rule, passed, text]) => {
  expect(evaluateRules(gateReport({ suiteChanges }), gateRules(options))).toEqual([
    { rule: "max-failures", passed: true, text: "0 failures counted (limit 0)" },
    { rule, passed, text },
  ]);
});

test("rules about the suite alone let no failure pass", () => {
  const verdicts = evaluateRules(mixed, gateRules({ "max-removed": "5" }));
  expect(verdicts.find(({ rule }) => rule === "max-failures")?.passed).toBe(false);
});

test("a server without quarantine data ignores no failure", () => {
  const silent = { ...mixed, failures: [{ known: false, count: 1 }] } as unknown as typeof mixed;
  expect(evaluateRules(silent, gateRules({}))[0]?.passed).toBe(false);
});

test.for([
  [gateReport({ status: "interrupted", incomplete: true }), "complete"],
  [gateReport({ status: "failed", incomplete: true, failed: 1, failures: [{ ...none, count: 1 }] }), "complete"],
  [gateReport({ runError: true, status: "failed" }), "no-run-error"],
  [gateReport({ total: 0, passed: 0 }), "tests-ran"],
  [gateReport({ total: 3, passed: 0, skipped: 3 }), "tests-ran"],
] as const)("missing data fails the gate with any rules: %#", ([report, rule]) => {
  const broken = evaluateRules(report, gateRules({ "max-failures": "99" })).filter(({ passed }) => !passed);
  expect(broken.map((verdict) => verdict.rule)).toEqual([rule]);
});

test("a pass rate of 100 is never reached by rounding", () => {
  const almost = gateReport({ passed: 99_999, failed: 1, failures: [{ ...none, count: 1 }] });
  expect(evaluateRules(almost, gateRules({ "min-pass-rate": "100" }))[0]?.passed).toBe(false);
});

test.for([
  [{ "max-failures": "-1" }, "--max-failures must be a number of tests"],
  [{ "max-new-failures": "few" }, "--max-new-failures must be a number of tests"],
  [{ "min-pass-rate": "101" }, "--min-pass-rate must be a percentage"],
  [{ "min-pass-rate": "%" }, "--min-pass-rate must be a percentage"],
  [{ ignore: "slow" }, "--ignore must be known, flaky or quarantined"],
] as const)("%j is refused", ([options, message]) => {
  expect(() => gateRules(options)).toThrow(message);
});

test("a rate that only rounds to the limit is below it", () => {
  const report = gateReport({ passed: 25, failed: 2, failures: [{ ...none, count: 2 }] });
  expect(evaluateRules(report, gateRules({ "min-pass-rate": "92.6" }))).toEqual([
    {
      rule: "min-pass-rate",
      passed: false,
      text: "92.5926 % pass rate (25 of 27), at least 92.6 % required",
    },
  ]);
  const exact = gateReport({ passed: 999, failed: 1, failures: [{ ...none, count: 1 }] });
  expect(evaluateRules(exact, gateRules({ "min-pass-rate": "99.9" }))[0]?.passed).toBe(true);
});

const wholes = {
  complete: {},
  partial: { partial: "-g login" },
  interrupted: { incomplete: true, interruption: "Stopped with Ctrl+C" },
  "shard missing": { incomplete: true },
} as const;
const scopes = {
  main: { branch: "main", comparedWith: { number: 2, branch: "main", url: "" } },
  branch: { branch: "fix", comparedWith: { number: 2, branch: "main", url: "" } },
  "branch without a base": { branch: "fix", comparedWith: null },
} as const;
const kinds = {
  new: none,
  known: { ...none, ...known },
  back: { ...none, state: "back", changedCause: false },
  flaky: { ...none, flaky: true },
  quarantined: { ...none, quarantined: true },
  // Failures in incidents count unless excluded.
  incident: none,
} as const;

/** For each set of rules: the kinds of failures with which a complete run passes. */
const passing = [
  [{}, ["quarantined"]],
  [{ "max-failures": "1", ignore: "none" }, ["new", "back", "known", "flaky", "quarantined", "incident"]],
  [{ "max-new-failures": "0" }, ["known", "quarantined"]],
  [{ "max-new-failures": "0", ignore: "none" }, ["known"]],
  [{ "max-failures": "0", ignore: "known,flaky,quarantined" }, ["known", "flaky", "quarantined"]],
  [{ "min-pass-rate": "100" }, ["quarantined"]],
] as const;

const combinations = passing.flatMap(([options, lets]) =>
  Object.keys(scopes).flatMap((location) =>
    Object.keys(wholes).flatMap((full) =>
      Object.keys(kinds).map((kind) => {
        const isFull = full === "complete" || full === "partial";
        return {
          options,
          place: location,
          whole: full,
          kind,
          passed: isFull && (lets as readonly string[]).includes(kind),
        };
      }),
    ),
  ),
);

test.for(combinations)("$options on $place, $whole, with a failure that is $kind: $passed", (each) => {
  const { options, place, whole, kind, passed } = each;
  const report = gateReport({
    status: "failed",
    total: 10,
    passed: 9,
    failed: 1,
    ...scopes[place as keyof typeof scopes],
    ...wholes[whole as keyof typeof wholes],
    failures: [{ ...kinds[kind as keyof typeof kinds], count: 1 }],
  });
  expect(evaluateRules(report, gateRules(options)).every((verdict) => verdict.passed)).toBe(passed);
});
