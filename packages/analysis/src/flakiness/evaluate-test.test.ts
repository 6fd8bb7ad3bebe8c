import { expect, test } from "vitest";
import { defaultFlakinessRule, type FlakinessRule } from "./flakiness-rule.ts";
import { type Execution, evaluateTest } from "./evaluate-test.ts";

/**
 * Builds executions from letters, an hour apart: P passed, F failed, R passed after a retry, S skipped, o failed in
 * an outage, m failed in a mostly red run. Each run has a different commit, unless `=` precedes it.
 */
function executions(word: string, input: Partial<Execution> = {}): Execution[] {
  const made: Execution[] = [];
  let commit = 0;
  for (const letter of word) {
    if (letter === "=") {
      commit -= 1;
      continue;
    }
    commit += 1;
    const runId = made.length + 1;
    made.push({
      runId,
      at: runId * 3_600_000,
      outcome: letter === "S" ? "skipped" : letter === "P" || letter === "R" ? "passed" : "failed",
      retried: letter === "R",
      lane: "web staging",
      branch: "main",
      commit: `c${commit}`,
      leftOut: letter === "o" ? "outage" : letter === "m" ? "mostly_red" : null,
      lostMs: letter === "R" ? 1500 : 0,
      occurrence: 1,
      isRepeat: false,
      ...input,
    });
  }
  return made;
}

const cases: readonly {
  readonly name: string;
  readonly runs: string;
  readonly state: string;
  readonly score: number;
  readonly given?: Partial<Execution>;
  readonly rule?: Partial<FlakinessRule>;
}[] = [
  { name: "nothing is known without runs", runs: "", state: "unknown", score: 0 },
  { name: "one run says nothing", runs: "F", state: "unknown", score: 0 },
  { name: "four runs are below the minimum sample", runs: "PPPR", state: "unknown", score: 25 },
  { name: "always green is healthy", runs: "PPPPP", state: "healthy", score: 0 },
  { name: "a retry in five runs is flaky", runs: "PPPPR", state: "flaky", score: 20 },
  { name: "a retry in a hundred runs is below the threshold", runs: `${"P".repeat(99)}R`, state: "healthy", score: 1 },
  { name: "pass and fail on one commit is flaky", runs: "PPPF=PP", state: "flaky", score: 100 / 6 },
  { name: "fail and pass on one commit is flaky in whichever order", runs: "PPPP=FP", state: "flaky", score: 100 / 6 },
  { name: "one short red while may be a fault and its repair", runs: "PPPFPPP", state: "healthy", score: 0 },
  { name: "two short red whiles on main are flaky", runs: "PPFPPFPP", state: "flaky", score: 25 },
  {
    name: "short red whiles on other branches say nothing",
    runs: "PPFPPFPP",
    state: "healthy",
    score: 0,
    given: { branch: "feature" },
  },
  {
    name: "a report without a branch counts as main",
    runs: "PPFPPFPP",
    state: "flaky",
    score: 25,
    given: { branch: "" },
  },
  { name: "two long red whiles are two faults", runs: "PPFFFPPFFFPP", state: "healthy", score: 0 },
  { name: "three failures in a row on main are broken", runs: "PPPFFF", state: "broken", score: 0 },
  {
    name: "three failures in a row elsewhere are not",
    runs: "PPPFFF",
    state: "healthy",
    score: 0,
    given: { branch: "feature" },
  },
  { name: "broken goes before flaky", runs: "PRRPRFFF", state: "broken", score: 37.5 },
  { name: "a repaired test is healthy", runs: "PPPFFFP", state: "healthy", score: 0 },
  { name: "failures in an outage count as nothing", runs: "PPPPPooo", state: "healthy", score: 0 },
  { name: "failures in runs that are mostly red count as nothing", runs: "PPPPPmPmPmP", state: "healthy", score: 0 },
  { name: "skipped runs are no sample", runs: "SSSSPR", state: "unknown", score: 50 },
  { name: "twenty clean runs are a recovery", runs: `PPRRP${"P".repeat(20)}`, state: "healthy", score: 8 },
  { name: "nineteen are not yet", runs: `PPPRR${"P".repeat(19)}`, state: "flaky", score: 100 / 12 },
  {
    name: "between the thresholds a flaky test stays flaky",
    runs: `PPPPR${"P".repeat(19)}`,
    state: "flaky",
    score: 100 / 24,
  },
  { name: "a healthy one stays healthy there", runs: `${"P".repeat(23)}R`, state: "healthy", score: 100 / 24 },
  {
    name: "the release threshold alone releases too",
    runs: `PPPPR${"P".repeat(15)}`,
    state: "healthy",
    score: 5,
    rule: { releaseAt: 5, activateAt: 10 },
  },
  {
    name: "main branches are what the project says",
    runs: "PPFPPFPP",
    state: "flaky",
    score: 25,
    given: { branch: "next" },
    rule: { mainBranches: ["next"] },
  },
];

test.for(cases)("$name", ({ runs, state, score, given, rule }) => {
  const evaluation = evaluateTest(executions(runs, given), { ...defaultFlakinessRule, ...rule });
  expect(evaluation).toMatchObject({ state });
  expect(evaluation.score).toBeCloseTo(score);
});

test("the order of executions does not matter", () => {
  const input = executions("PPFPRPF=PPFFP");
  expect(evaluateTest(input.toReversed(), defaultFlakinessRule)).toEqual(evaluateTest(input, defaultFlakinessRule));
});

test("evidence names the runs, the latest first, each once", () => {
  const { evidence, lostMs } = evaluateTest(executions("PPF=PPRPFP"), defaultFlakinessRule);
  expect(evidence.map(({ kind, runId, againstRunId }) => [kind, runId, againstRunId])).toEqual([
    ["flip", 8, 9],
    ["retry", 6, 6],
    ["same_commit", 3, 4],
  ]);
  expect(lostMs).toBe(1500);
});

test("lanes are separate: a failure on staging does not affect production", () => {
  const staging = executions("FFPPP");
  const production = executions("PPPPP", { lane: "web production" });
  expect(
    evaluateTest([...staging, ...production.map((e) => ({ ...e, runId: e.runId + 10 }))], defaultFlakinessRule),
  ).toMatchObject({
    state: "healthy",
    evidence: [],
  });
});

test("the bracket is the last good and the first bad run", () => {
  expect(evaluateTest(executions("PPPFFF"), defaultFlakinessRule)).toMatchObject({
    since: 4 * 3_600_000,
    bracket: { lastGoodRunId: 3, firstBadRunId: 4 },
  });
  expect(evaluateTest(executions("PPPPRPR"), defaultFlakinessRule)).toMatchObject({
    since: 5 * 3_600_000,
    bracket: { lastGoodRunId: 4, firstBadRunId: 5 },
  });
  expect(evaluateTest(executions("FFFFF"), defaultFlakinessRule).bracket).toEqual({
    lastGoodRunId: null,
    firstBadRunId: 1,
  });
});

function at(runId: number, word: string, input: Partial<Execution>): Execution[] {
  return executions(word, { runId, at: runId * 3_600_000, commit: `c${runId}`, ...input });
}

test("the bracket of a flaky test stays on the suite, environment and branch of its first sign", () => {
  const feature = { branch: "feature" };
  const runs = [
    ...at(1, "P", feature),
    ...at(2, "P", { lane: "web preview", ...feature }),
    ...at(3, "P", {}),
    ...at(4, "R", feature),
    ...at(5, "P", {}),
    ...at(6, "R", feature),
  ];
  expect(evaluateTest(runs, defaultFlakinessRule)).toMatchObject({
    state: "flaky",
    bracket: { lastGoodRunId: 1, firstBadRunId: 4 },
  });
  const withoutIt = runs.filter(({ runId }) => runId !== 1);
  expect(evaluateTest(withoutIt, defaultFlakinessRule).bracket).toEqual({ lastGoodRunId: null, firstBadRunId: 4 });
});

test("a bracket of short failures starts before the first of them", () => {
  expect(evaluateTest(executions("PPFPPFPP"), defaultFlakinessRule)).toMatchObject({
    state: "flaky",
    bracket: { lastGoodRunId: 2, firstBadRunId: 3 },
  });
});

test("a pass on one main branch ends no failures on another", () => {
  const rule = { ...defaultFlakinessRule, mainBranches: ["main", "release"] };
  const runs = executions("FPFPFPFP").map((execution, index) => ({
    ...execution,
    branch: index % 2 === 0 ? "release" : "main",
  }));
  expect(evaluateTest(runs, rule)).toMatchObject({
    state: "broken",
    bracket: { lastGoodRunId: null, firstBadRunId: 1 },
  });
});

test("excluded executions are counted", () => {
  expect(evaluateTest(executions("PPPPPoomS"), defaultFlakinessRule)).toMatchObject({ executions: 5, leftOut: 3 });
});

/** Returns runs in which one test name has several rows, `P` or `F` in this order. */
function rows(runs: readonly string[], input: Partial<Execution> = {}): Execution[] {
  return runs.flatMap((letters, run) =>
    letters.split("").flatMap((letter, index) =>
      executions(letter, {
        runId: run + 1,
        at: (run + 1) * 3_600_000,
        commit: `c${run}`,
        occurrence: index + 1,
        ...input,
      }),
    ),
  );
}

test("a row that always fails next to one that always passes is broken, not flaky", () => {
  expect(evaluateTest(rows(["PF", "PF"]), defaultFlakinessRule)).toMatchObject({ state: "unknown", evidence: [] });
  expect(evaluateTest(rows(Array.from({ length: 6 }, () => "PF")), defaultFlakinessRule)).toMatchObject({
    state: "broken",
    score: 0,
    executions: 12,
    evidence: [],
    bracket: { lastGoodRunId: null, firstBadRunId: 1 },
  });
});

test("a row is flaky by its own executions, however many others pass", () => {
  const others = "P".repeat(50);
  const evaluation = evaluateTest(
    rows([`P${others}`, `P${others}`, `P${others}`, `F${others}`, `P${others}`], { commit: "c" }),
    {
      ...defaultFlakinessRule,
    },
  );
  expect(evaluation).toMatchObject({
    state: "flaky",
    score: 20,
    evidence: [{ kind: "same_commit", runId: 4, row: 1 }],
  });
});

test("a run that repeats a test on purpose proves it flaky, also without a commit", () => {
  const runs = ["PPPPP", "PPFPP"];
  for (const commit of ["c", null])
    expect(evaluateTest(rows(runs, { isRepeat: true, commit }), defaultFlakinessRule)).toMatchObject({
      state: "flaky",
      score: 10,
      evidence: [{ kind: "same_commit", runId: 2, row: 1 }],
    });
});

test.for([
  ["PPPPP", true],
  ["RPPPP", true],
  ["FFFFF", true],
  ["PPPPPRRR", false],
  ["FFFPPPPPPP", false],
  ["PPPFFF", false],
  [`RPPPP${"P".repeat(20)}`, false],
] as const)("after %s the state may have started before the period: %s", ([runs, fromStart]) => {
  expect(evaluateTest(executions(runs), defaultFlakinessRule).fromStart).toBe(fromStart);
});
