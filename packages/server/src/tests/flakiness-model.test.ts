import { dayMs, hourMs } from "@plumb/contract/durations.ts";
import { defaultFlakinessRule as rule } from "@plumb/analysis/flakiness/flakiness-rule.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { markStaleForEvaluation } from "#store/tests/test-states.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";
import { seededRandom } from "#testing/seeded-random.ts";
import { evaluateTests } from "./evaluate-tests.ts";

/**
 * Sends generated histories in different rhythms and compares the stored facts of each test with a second computation from the raw rows. That
 * computation is deliberately slow and simple: it checks every prefix of a history from scratch.
 */

interface RawExecution {
  readonly testId: number;
  readonly runId: number;
  readonly row: number;
  readonly at: Date;
  readonly lane: string;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly failed: boolean;
  readonly flaky: boolean;
  readonly mostlyRed: boolean;
}

const rawExecutions = `
  select r.test_id as "testId", r.run_id as "runId", r.occurrence as row, n.started_at as at, n.suite || '/' || n.environment as lane,
         n.branch, n.commit_sha as commit, r.status <> 'passed' as failed, r.flaky,
         n.total - n.skipped >= 10 and 2 * (n.failed + n.errored) >= n.total - n.skipped as "mostlyRed"
    from result r
    join run n on n.project_id = r.project_id and n.id = r.run_id
   where r.superseded_by is null and r.status in ('passed', 'failed', 'error') and n.status <> 'running'
   order by n.started_at, r.run_id, r.occurrence`;

type Evidence = Map<number, { readonly kind: string; readonly against: number }>;

/** Returns the evidence of a row if no further executions followed. */
function evidenceOf(history: readonly RawExecution[]): Evidence {
  const found: Evidence = new Map();
  for (let length = 1; length <= history.length; length += 1) {
    const seen = history.slice(0, length);
    const last = seen.at(-1) as RawExecution;
    const note = (runId: number, kind: string, against: number) => {
      if (!found.has(runId)) found.set(runId, { kind, against });
    };
    if (!last.failed && last.flaky) note(last.runId, "retry", last.runId);
    for (const bad of seen.filter(({ failed }) => failed)) {
      const good = seen.findLast(
        ({ failed, lane, commit }) => !failed && commit !== null && lane === bad.lane && commit === bad.commit,
      );
      if (good !== undefined) note(bad.runId, "same_commit", good.runId);
    }
    const flips = shortRedTimes(seen);
    if (flips.length >= 2)
      for (const { red, green } of flips) for (const { runId } of red) note(runId, "flip", green.runId);
  }
  return found;
}

/** Returns one or two consecutive failures on a main branch between two passes, in each lane. */
function shortRedTimes(seen: readonly RawExecution[]): { red: RawExecution[]; green: RawExecution }[] {
  const onMain = seen.filter(({ branch }) => branch === null || rule.mainBranches.includes(branch));
  return [...Map.groupBy(onMain, ({ lane }) => lane).values()].flatMap((lane) =>
    lane.flatMap((green, index) => {
      const before = lane.slice(0, index);
      const pass = before.findLastIndex(({ failed }) => !failed);
      const red = before.slice(pass + 1);
      return !green.failed && pass >= 0 && (red.length === 1 || red.length === 2) ? [{ red, green }] : [];
    }),
  );
}

/** Returns the failures at the end of each lane on main branches. */
function redAtEnd(seen: readonly RawExecution[]): RawExecution[][] {
  const onMain = seen.filter(({ branch }) => branch === null || rule.mainBranches.includes(branch));
  return [...Map.groupBy(onMain, ({ lane }) => lane).values()].map((lane) =>
    lane.slice(lane.findLastIndex(({ failed }) => !failed) + 1),
  );
}

interface Verdict {
  readonly state: string;
  readonly since: number | null;
  readonly score: number;
  readonly evidence: readonly string[];
}

function verdictOf(history: readonly RawExecution[]): Verdict {
  const sizes = history.map((_, index) => evidenceOf(history.slice(0, index + 1)).size);
  const isClean = history.map(({ failed }, index) => !failed && sizes[index] === (sizes[index - 1] ?? 0));
  let state = "unknown";
  let since: number | null = null;
  history.forEach(({ at }, index) => {
    const seen = history.slice(0, index + 1);
    const isRepaired = redAtEnd(history.slice(0, index)).some(
      (red) => red.length >= rule.brokenAfter && !redAtEnd(seen).some((now) => now[0] === red[0]),
    );
    if (isRepaired && state !== "flaky") [state, since] = ["healthy", at.getTime()];
    if (seen.length < rule.minimumSample) return;
    const score = Math.min(100, (100 * (sizes[index] ?? 0)) / seen.length);
    const clean = index - isClean.slice(0, index + 1).lastIndexOf(false);
    const isReleased = clean >= rule.releaseAfterClean;
    if (state !== "flaky" && score >= rule.activateAt && !isReleased) [state, since] = ["flaky", at.getTime()];
    else if (state === "flaky" && (isReleased || score <= rule.releaseAt)) [state, since] = ["healthy", at.getTime()];
    else if (state === "unknown") [state, since] = ["healthy", at.getTime()];
  });
  if (history.length < rule.minimumSample && state === "unknown") since = null;
  const broken = redAtEnd(history)
    .filter((red) => red.length >= rule.brokenAfter)
    .map(([first]) => (first as RawExecution).at.getTime());
  if (broken.length > 0) [state, since] = ["broken", Math.min(...broken)];
  const evidence = [...evidenceOf(history)].map(
    ([runId, { kind, against }]) => `${kind} ${runId} ${against} ${history[0]?.row}`,
  );
  return {
    state,
    since,
    score: history.length === 0 ? 0 : Math.min(100, (100 * evidence.length) / history.length),
    evidence,
  };
}

const worstFirst = ["broken", "flaky", "healthy", "unknown"];

/** The state of a test is the worst state of its rows. */
function verdictOfRows(history: readonly RawExecution[]): Verdict {
  const rows = [...Map.groupBy(history, ({ row }) => row).values()].map(verdictOf);
  const [worst] = rows.toSorted(
    (a, b) => worstFirst.indexOf(a.state) - worstFirst.indexOf(b.state) || (a.since ?? 0) - (b.since ?? 0),
  );
  return {
    state: worst?.state ?? "unknown",
    since: worst?.since ?? null,
    score: Math.max(0, ...rows.map(({ score }) => score)),
    evidence: rows.flatMap(({ evidence }) => evidence).toSorted(),
  };
}

interface StoredTest extends Omit<Verdict, "evidence" | "since"> {
  readonly testId: number;
  readonly title: string;
  readonly since: Date | null;
  readonly executions: number;
  readonly evidence: readonly { kind: string; runId: number; againstRunId: number; row: number }[];
  readonly dirty: boolean;
}

const storedTests = `
  select s.test_id as "testId", t.title_path[cardinality(t.title_path)] as title, s.state, s.state_since as since, s.score, a.executions,
         s.evidence, a.dirty
    from test_state s join test t on t.project_id = s.project_id and t.id = s.test_id
    join test_activity a on a.project_id = s.project_id and a.test_id = s.test_id order by s.test_id`;

/** Returns the stored and expected state of each test, by title and history. */
async function storedAndRight(plumb: TestApp): Promise<{ stored: object; right: object }> {
  const today = Math.floor(plumb.time.now.getTime() / dayMs) * dayMs;
  const from = today - rule.windowDays * dayMs;
  const byTest = Map.groupBy(await readRows<RawExecution>(plumb.context.db, rawExecutions), ({ testId }) => testId);
  const tests = await readRows<StoredTest>(plumb.context.db, storedTests);
  const compared = tests.map((test) => {
    const all = byTest.get(test.testId) ?? [];
    const inWindow = all.filter(({ at }) => at.getTime() >= from && at.getTime() < today + 2 * dayMs);
    const history = inWindow.filter(({ failed, mostlyRed }) => !(failed && mostlyRed));
    const right = verdictOfRows(history);
    const since = test.since?.getTime() ?? null;
    // A state that began before the window keeps its date.
    const isRetained = inWindow.length < all.length && since !== null && since <= (right.since ?? 0);
    const evidence = test.evidence.map((each) => `${each.kind} ${each.runId} ${each.againstRunId} ${each.row}`);
    return {
      name: `${test.title} ${history.map(({ failed, flaky }) => (failed ? "F" : flaky ? "R" : "P")).join("")}`,
      stored: {
        state: test.state,
        since,
        executions: test.executions,
        evidence: evidence.toSorted(),
        dirty: test.dirty,
      },
      score: test.score.toFixed(6),
      right: { ...right, since: isRetained ? since : right.since, executions: history.length, dirty: false },
    };
  });
  return {
    stored: Object.fromEntries(compared.map(({ name, stored, score }) => [name, { ...stored, score }])),
    right: Object.fromEntries(compared.map(({ name, right }) => [name, { ...right, score: right.score.toFixed(6) }])),
  };
}

/** Probability that each test fails. Tests with the same name are rows of one test. */
const failing: readonly (readonly [name: string, chance: number])[] = [
  ["always passes", 0],
  ["always fails", 1],
  ["fails rarely", 0.08],
  ["fails often", 0.5],
  ["passes too", 0],
  ["row", 0],
  ["row", 0.9],
  ["one", 0],
  ["two", 0.03],
  ["three", 0],
  ["four", 0.15],
];

function report(random: () => number): string {
  const isBadDay = random() < 0.05;
  const isPart = random() < 0.2;
  const cases = failing
    .filter(() => !isPart || random() < 0.5)
    .map(([name, chance]) => ["suite", name, ...(random() < (isBadDay ? 0.8 : chance) ? ["expected"] : [])] as never);
  return junit(cases.length === 0 ? [["suite", "always passes"]] : cases);
}

/** With these sizes, the runs are large and counted in parts. */
const tiny = { transaction: 4, smallRuns: 2, batch: 40 };

const seeds = [1, 2, 3, 4];

test.for(seeds)("stored states match the raw rows, in any order of evaluation: history %i", async (seed) => {
  const random = seededRandom(seed);
  const pick = <Item>(...items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(random() * items.length)] ?? items[0];
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const { time, context } = plumb;
  let commit = 0;
  for (let step = 1; step <= 40; step += 1) {
    time.now = new Date(
      time.now.getTime() + pick(60_000, hourMs, 5 * hourMs, seed % 2 === 0 ? dayMs * pick(1, 3, 9) : hourMs),
    );
    if (random() < 0.7) commit += 1;
    const isAgain = step > 1 && random() < 0.1;
    const late = pick(0, 0, 0, 0, 0, 30 * hourMs, random() < 0.3 ? -40 * hourMs : 0, random() < 0.3 ? 20 * dayMs : 0);
    const query = {
      build: String(isAgain ? step - 1 : step),
      commit: `c${commit}`,
      branch: pick("main", "main", "main", "feature"),
      environment: pick("staging", "staging", "production"),
      ...(!isAgain && { startedAt: new Date(time.now.getTime() - late).toISOString() }),
    };
    await send(plumb, key, { "r.xml": report(random) }, query);
    const rhythm = pick("nothing", "count", "part", "part", "evaluate", "all", "all");
    if (rhythm === "count") while ((await countEndedRuns(context.db, 10, { now: time.now })).runs > 0);
    if (rhythm === "part")
      await countEndedRuns(context.db, 10, { now: time.now, sizes: tiny, signal: AbortSignal.abort() });
    if (rhythm === "evaluate") await evaluateTests(context, projectId);
    if (rhythm !== "all" && step < 40) continue;
    await runJobs(context);
    for (const stale of await markStaleForEvaluation(context.db, time.now)) await evaluateTests(context, stale);
    const { stored, right } = await storedAndRight(plumb);
    expect({ step, ...stored }).toEqual({ step, ...right });
  }
});
