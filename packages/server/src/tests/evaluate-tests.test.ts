import { defaultFlakinessRule } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { evaluateTest } from "@plumb/analysis/flakiness/evaluate-test.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { hasSeveralTransactions, overlap } from "#testing/overlap.ts";
import { junit, playwright } from "#testing/reports.ts";
import { evaluateTests } from "./evaluate-tests.ts";
import {
  dirtyTests,
  markAllForEvaluation,
  markStaleForEvaluation,
  storeEvaluations,
  lockDirtyTests,
} from "#store/tests/test-states.ts";
import { executionsOf } from "#store/tests/executions.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";

interface State {
  readonly title: string;
  readonly state: string;
  readonly score: number;
  readonly executions: number;
  readonly leftOut: number;
}

function states(plumb: TestApp): Promise<State[]> {
  return readRows<State>(
    plumb.context.db,
    `select t.title_path[array_length(t.title_path, 1)] as title, s.state, round(s.score)::integer as score, a.executions,
            s.left_out as "leftOut"
       from test_state s join test t on t.project_id = s.project_id and t.id = s.test_id
       join test_activity a on a.project_id = s.project_id and a.test_id = s.test_id order by 1`,
  );
}

/** Uploads a run of the tests `a` to `l`, one hour after the previous run. */
function uploads(plumb: TestApp, key: string) {
  let hour = 0;
  return async (failing: readonly string[], query: Record<string, string> = {}, message = "expected 1 to be 2") => {
    hour += 1;
    const all = "abcdefghijkl".split("");
    const cases = all.map((name) => ["cart", name, ...(failing.includes(name) ? [`${message} ${name}`] : [])] as never);
    const startedAt = new Date(Date.UTC(2026, 2, 3, hour)).toISOString();
    await send(plumb, key, { "a.xml": junit(cases) }, { build: String(hour), branch: "main", startedAt, ...query });
  };
}

test("a test that fails and passes on one commit is flaky, and one that only fails is broken", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const run = uploads(plumb, key);
  await run([], { commit: "1" });
  await run(["a"], { commit: "2" });
  await run(["b"], { commit: "2" });
  await run(["b"], { commit: "3" });
  await run(["b"], { commit: "4" });
  await runJobs(plumb.context);
  const found = await states(plumb);
  expect(found.slice(0, 3)).toEqual([
    { title: "a", state: "flaky", score: 20, executions: 5, leftOut: 0 },
    // On the second commit, it passed in one run and failed in the next.
    { title: "b", state: "broken", score: 20, executions: 5, leftOut: 0 },
    { title: "c", state: "healthy", score: 0, executions: 5, leftOut: 0 },
  ]);
  const changes = await readRows(
    plumb.context.db,
    `select from_state, to_state from test_state_change order by to_state`,
  );
  expect(changes).toEqual([
    { from_state: "unknown", to_state: "broken" },
    { from_state: "unknown", to_state: "flaky" },
  ]);
});

/** Ten runs on main; the fifth and the sixth are of the same commit. `K` passes at the second attempt, `.` is not in the run. */
const tenRuns: readonly (readonly [outcomes: string, state: string, score: number, executions: number])[] = [
  ["PPFPPPFPPP", "flaky", 20, 10],
  ["PPPPFPPPPP", "flaky", 10, 10],
  ["PPKPPPKPPP", "flaky", 20, 10],
  ["PFPPPPFPPF", "flaky", 20, 10],
  ["PPPFPPPPPP", "healthy", 0, 10],
  ["FFFPPPPPPP", "healthy", 0, 10],
  ["PPPPPPPPPP", "healthy", 0, 10],
  ["PPPPPPPFFF", "broken", 0, 10],
  ["FFFFFFFFFF", "broken", 0, 10],
  ["PPPPPPPPFF", "healthy", 0, 10],
  ["........PP", "unknown", 0, 2],
  [".........F", "unknown", 0, 1],
];

test.for([true, false])(
  "a pass that completes the evidence triggers another evaluation, with time between the runs: %s",
  async (waits) => {
    await using plumb = await createTestApp();
    const { key } = await seedProject(plumb);
    const letters = { P: ["passed"], F: ["failed"], K: ["failed", "passed"] } as const;
    for (let run = 0; run < 10; run += 1) {
      const cases = tenRuns.flatMap(([outcomes], index) => {
        const attempts = letters[outcomes[run] as "P"] ?? null;
        return attempts === null ? [] : [{ title: `test ${10 + index}`, attempts }];
      });
      const startedAt = new Date(Date.UTC(2026, 2, 3, run)).toISOString();
      const query = { build: String(run), branch: "main", commit: run === 5 ? "c4" : `c${run}`, startedAt };
      await send(plumb, key, { "r.json": playwright(cases) }, query);
      if (waits) await runJobs(plumb.context);
    }
    await runJobs(plumb.context);
    const found = await states(plumb);
    expect(found.map(({ state, score, executions }) => [state, score, executions])).toEqual(
      tenRuns.map(([, ...expected]) => expected),
    );
  },
);

test("a test that fails only on one system is broken, not flaky", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const run = uploads(plumb, key);
  for (const commit of ["1", "2", "3", "4"]) {
    await run([], { commit, fact: "os=linux" });
    await run(["a"], { commit, fact: "os=windows" });
  }
  await runJobs(plumb.context);
  expect((await states(plumb))[0]).toMatchObject({ title: "a", state: "broken" });
});

test("mostly failed runs and outages do not affect tests", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const run = uploads(plumb, key);
  for (let index = 0; index < 5; index += 1) await run([], { commit: String(index) });
  await run("abcdefg".split(""), { commit: "0" });
  // Five of twelve tests fail because of one host within minutes.
  await run("abcde".split(""), { commit: "1" }, "connect ECONNREFUSED api.shop.test:443");
  await runJobs(plumb.context);
  const found = await states(plumb);
  expect(found[0]).toEqual({ title: "a", state: "healthy", score: 0, executions: 5, leftOut: 2 });
  expect(found[5]).toEqual({ title: "f", state: "healthy", score: 0, executions: 6, leftOut: 1 });
});

test("a state caused by a later outage is removed", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const { db } = plumb.context;
  const changes = () => readRows(db, `select from_state, to_state from test_state_change`);
  const run = uploads(plumb, key);
  for (let index = 0; index < 5; index += 1) await run([], { commit: String(index) });
  await runJobs(plumb.context);
  const refused = "connect ECONNREFUSED api.shop.test:443";
  await run(["a"], { commit: "1" }, refused);
  await runJobs(plumb.context);
  expect(await changes()).toEqual([{ from_state: "healthy", to_state: "flaky" }]);
  // Minutes later, more tests fail because of that host.
  await run("bcdefg".split(""), { commit: "9", startedAt: "2026-03-03T06:02:00Z" }, refused);
  await runJobs(plumb.context);
  expect((await states(plumb))[0]).toMatchObject({ title: "a", state: "healthy", leftOut: 1 });
  expect(await changes()).toEqual([]);
});

test.runIf(hasSeveralTransactions)("new data during the evaluation triggers another one", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  await uploads(plumb, key)(["a"]);
  await runJobs(plumb.context);
  const { db, backgroundDb } = plumb.context;
  await markAllForEvaluation(db, projectId);
  let testIds: number[] = [];
  await overlap(
    backgroundDb,
    async (transaction) => {
      testIds = await lockDirtyTests(transaction, projectId, await dirtyTests(db, projectId, 100));
    },
    () => markAllForEvaluation(db, projectId),
    (transaction) => {
      const evaluation = evaluateTest([], defaultFlakinessRule);
      const all = testIds.map((testId) => ({ testId, evaluation, isCut: false, countsUntil: null, settled: false }));
      return storeEvaluations(transaction, projectId, all, { now: plumb.time.now, since: plumb.time.now });
    },
  );
  expect(await readRows(db, `select 1 from test_activity where not dirty`)).toEqual([]);
});

test.runIf(hasSeveralTransactions)(
  "a run counted while mean durations are calculated is part of the mean",
  async () => {
    await using plumb = await createTestApp();
    const { key, projectId } = await seedProject(plumb);
    const { db, backgroundDb } = plumb.context;
    const attempt = { status: "passed", start: 0, seconds: 2, worker: 0 } as const;
    const report = playwright([{ title: "pays", attempts: [attempt] }]);
    await send(plumb, key, { "r.json": report }, { build: "1", startedAt: "2026-03-03T08:00:00Z" });
    await countEndedRuns(backgroundDb, 10);
    await runStatement(db, `update test_activity set dirty = false`);
    await overlap(
      backgroundDb,
      async (transaction) => {
        await runStatement(transaction, `select from test_state for no key update`);
        await runStatement(transaction, `update test_activity set durations_day = null`);
        await runStatement(transaction, `update test_day set duration_us = duration_us * 2`);
      },
      () => evaluateTests(plumb.context, projectId),
    );
    expect(await readRows(db, `select recent_us from test_state`)).toEqual([{ recent_us: 4_000_000 }]);
  },
);

test("stored states match the executions, after late and repeated reports", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const run = uploads(plumb, key);
  const agree = async () => {
    await runJobs(plumb.context);
    const retained = await readRows<{
      testId: number;
      state: string;
      score: number;
      executions: number;
      evidence: unknown;
    }>(
      plumb.context.db,
      `select test_id as "testId", state, score, executions, evidence
         from test_state join test_activity using (project_id, test_id) order by 1`,
    );
    const window = { projectId, rule: defaultFlakinessRule, now: plumb.time.now };
    const executions = await executionsOf(
      plumb.context.db,
      window,
      retained.map(({ testId }) => testId),
    );
    for (const { testId, score, ...state } of retained) {
      const evaluation = evaluateTest(executions.get(testId)?.executions ?? [], defaultFlakinessRule);
      expect(state).toEqual({
        state: evaluation.state,
        executions: evaluation.executions,
        evidence: evaluation.evidence,
      });
      expect(score).toBeCloseTo(evaluation.score);
    }
  };
  for (const failing of [[], ["a"], [], ["a", "b"], ["b"], ["b"]]) await run(failing, { commit: "c" });
  await agree();
  // An earlier run that is uploaded late, and a second upload of a run in which a test now passes.
  await run(["c"], { startedAt: "2026-03-02T08:00:00Z", commit: "c" });
  await agree();
  await send(plumb, key, { "b.xml": junit([["cart", "b"]]) }, { build: "6", branch: "main" });
  await agree();
});

test("evidence expires without another run", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  for (let build = 1; build <= 5; build += 1) {
    const report = playwright([{ title: "pays", attempts: build === 3 ? ["failed", "passed"] : ["passed"] }]);
    await send(plumb, key, { "r.json": report }, { build: String(build) });
  }
  await runJobs(plumb.context);
  expect(await states(plumb)).toMatchObject([{ title: "pays", state: "flaky", score: 20 }]);
  plumb.time.now = new Date(plumb.time.now.getTime() + 20 * 86_400_000);
  expect(await markStaleForEvaluation(plumb.context.db, plumb.time.now)).toEqual([projectId]);
  await evaluateTests(plumb.context, projectId);
  expect(await states(plumb)).toMatchObject([{ title: "pays", state: "unknown", score: 0, executions: 0 }]);
});

test("durations are the mean of full days, or of today if there are none", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const upload = async (startedAt: string, seconds: number) => {
    const attempt = { status: "passed", start: 0, seconds, worker: 0 } as const;
    await send(
      plumb,
      key,
      { "r.json": playwright([{ title: "pays", attempts: [attempt] }]) },
      { build: startedAt, startedAt },
    );
    await runJobs(plumb.context);
  };
  const means = () => readRows(plumb.context.db, `select recent_us, before_us from test_state`);
  // The current date is 4 March 2026.
  await upload("2026-03-04T08:00:00Z", 9);
  expect(await means()).toEqual([{ recent_us: 9_000_000, before_us: null }]);
  await upload("2026-03-03T08:00:00Z", 2);
  await upload("2026-03-02T08:00:00Z", 4);
  await upload("2026-02-10T08:00:00Z", 1);
  expect(await means()).toEqual([{ recent_us: 3_000_000, before_us: 1_000_000 }]);
});
