import type { FlakinessRule } from "./flakiness-rule.ts";

/** Execution of a test in a run. */
export interface Execution {
  readonly runId: number;
  /** Start of the run in milliseconds since 1970. */
  readonly at: number;
  /** Outcome of the last attempt. */
  readonly outcome: "passed" | "failed" | "skipped";
  /** True if the test passed, but not on the first attempt. */
  readonly retried: boolean;
  /** Suite, environment and the facts of the system. Outcomes in different lanes are not comparable. */
  readonly lane: string;
  /** Empty if the report has no branch. */
  readonly branch: string;
  readonly commit: string | null;
  /** Reason why the execution does not count: the environment was down, or most of the run failed. */
  readonly leftOut: "outage" | "mostly_red" | null;
  /** Milliseconds of failed attempts before the one that passed. */
  readonly lostMs: number;
  /** Position among the results with the same name in the run, from 1. */
  readonly occurrence: number;
  /** True if the run repeats tests on purpose (`--repeat-each`, `-count`). Otherwise, several results with the same name are separate rows. */
  readonly isRepeat: boolean;
}

/**
 * Evidence that a test is flaky: it passed only on a retry (`retry`), it passed and failed on the same commit
 * (`same_commit`), or it failed briefly on a main branch and passed again, more than once (`flip`).
 */
export interface FlakyEvidence {
  readonly kind: "retry" | "same_commit" | "flip";
  /** Run in which the test failed or needed another attempt. */
  readonly runId: number;
  readonly at: number;
  /** Run that passed under the same conditions; for `retry`, the same run. */
  readonly againstRunId: number;
  readonly commit: string | null;
  /** Position among several rows with the same name, from 1. */
  readonly row: number;
}

export interface TestEvaluation {
  /** `unknown`: not enough recent runs. */
  readonly state: "unknown" | "healthy" | "flaky" | "broken";
  /** Start of the run that led to the state, in milliseconds since 1970; `null` if unknown. */
  readonly since: number | null;
  /** True if there is no other state earlier in the period, so the state may be older than `since`. */
  readonly fromStart: boolean;
  /** Flaky executions in percent of all that count. The highest value if there are several rows. */
  readonly score: number;
  /** Number of executions that count: neither skipped nor left out. */
  readonly executions: number;
  readonly leftOut: number;
  /** Latest first. */
  readonly evidence: readonly FlakyEvidence[];
  readonly lostMs: number;
  /** When the state began: the last run without evidence and the first run with it. `null` if healthy or unknown. */
  readonly bracket: { readonly lastGoodRunId: number | null; readonly firstBadRunId: number } | null;
}

/** Maximum number of consecutive failures, with passes before and after, that count as brief. */
const shortStreak = 2;

/**
 * Evaluates a test by its executions in the period of the rule. The result depends only on the executions and not on their order in
 * the list. They are replayed from first to last, so that a test can become flaky at one threshold and
 * healthy again at another.
 *
 * Rows with the same name, such as parameterized tests with the same title, are evaluated separately by their position in the
 * run. The test gets the worst state of its rows.
 */
export function evaluateTest(executions: readonly Execution[], rule: FlakinessRule): TestEvaluation {
  const decided = executions.filter(({ outcome }) => outcome !== "skipped");
  const counting = decided
    .filter(({ leftOut }) => leftOut === null)
    .toSorted((a, b) => a.at - b.at || a.runId - b.runId || a.occurrence - b.occurrence);
  const rows = [...Map.groupBy(counting, rowOf).values()].map((row) => evaluateRow(row, rule));
  const worst = rows.toSorted(
    (a, b) => severity.indexOf(a.state) - severity.indexOf(b.state) || (a.since ?? 0) - (b.since ?? 0),
  )[0];
  return {
    ...(worst ?? new Replay(rule).evaluation()),
    score: Math.max(0, ...rows.map(({ score }) => score)),
    executions: counting.length,
    evidence: rows
      .flatMap(({ evidence }) => evidence)
      .toSorted((a, b) => b.at - a.at || b.runId - a.runId || a.row - b.row),
    leftOut: decided.length - counting.length,
    lostMs: counting.reduce((sum, { lostMs }) => sum + lostMs, 0),
  };
}

type RowEvaluation = Omit<TestEvaluation, "executions" | "leftOut" | "lostMs">;

const severity: readonly TestEvaluation["state"][] = ["broken", "flaky", "healthy", "unknown"];

/** @param row Executions of one row, in order. */
function evaluateRow(row: readonly Execution[], rule: FlakinessRule): RowEvaluation {
  const replay = new Replay(rule);
  for (const execution of row) replay.take(execution);
  return replay.evaluation();
}

function rowOf({ occurrence, isRepeat }: Execution): number {
  return isRepeat ? 1 : occurrence;
}

/** Consecutive runs of a suite in an environment and on one main branch. */
interface Lane {
  /** Failures since the last pass. */
  red: Execution[];
  /** The last pass. */
  lastGreen: Execution | null;
}

class Replay {
  readonly #rule: FlakinessRule;
  readonly #lanes = new Map<string, Lane>();
  /** Latest passed run and all failures by lane and commit. */
  readonly #commits = new Map<string, { passed: Execution | null; failed: Execution[] }>();
  /** Brief failures that do not count as evidence until there are two of them. */
  #heldFlips: FlakyEvidence[] = [];
  readonly #evidence = new Map<string, FlakyEvidence>();
  readonly #taken: Execution[] = [];
  #cleanInARow = 0;
  #flakySince: number | null = null;
  #healthySince: number | null = null;
  #fromStart = true;

  constructor(rule: FlakinessRule) {
    this.#rule = rule;
  }

  take(execution: Execution): void {
    this.#taken.push(execution);
    const before = this.#evidence.size;
    if (execution.retried) this.#add("retry", execution, execution);
    this.#seeCommit(execution);
    this.#seeLane(execution);
    const isClean = this.#evidence.size === before && execution.outcome === "passed";
    this.#cleanInARow = isClean ? this.#cleanInARow + 1 : 0;
    this.#settle(execution);
  }

  /** Adds evidence if the test passed and failed on the same commit, in two runs of a lane or within a run that repeats tests. */
  #seeCommit(execution: Execution): void {
    const { lane, commit, isRepeat, runId } = execution;
    if (commit === null && !isRepeat) return;
    const key = commit === null ? `run ${runId}` : `${lane}\n${commit}`;
    const known = this.#commits.get(key) ?? { passed: null, failed: [] };
    this.#commits.set(key, known);
    if (execution.outcome === "failed") known.failed.push(execution);
    else known.passed = execution;
    const { passed } = known;
    if (passed !== null) for (const failed of known.failed) this.#add("same_commit", failed, passed);
  }

  #seeLane(execution: Execution): void {
    if (!isMain(execution.branch, this.#rule)) return;
    const line = `${execution.lane}\n${execution.branch}`;
    const lane = this.#lanes.get(line) ?? { red: [], lastGreen: null };
    this.#lanes.set(line, lane);
    if (execution.outcome === "failed") {
      lane.red.push(execution);
      return;
    }
    if (lane.lastGreen !== null && lane.red.length > 0 && lane.red.length <= shortStreak)
      this.#flip(lane.red, execution);
    if (this.#isBroken(lane)) this.#becomeHealthy(execution);
    lane.red = [];
    lane.lastGreen = execution;
  }

  #isBroken({ red }: Lane): boolean {
    return red.length >= this.#rule.brokenAfter;
  }

  /** A single brief failure can be a defect and its fix, so at least two are needed. */
  #flip(red: readonly Execution[], green: Execution): void {
    const flips = red.map((failed): FlakyEvidence => ({
      kind: "flip",
      runId: failed.runId,
      at: failed.at,
      againstRunId: green.runId,
      commit: failed.commit,
      row: rowOf(failed),
    }));
    this.#heldFlips.push(...flips);
    if (new Set(this.#heldFlips.map(({ againstRunId }) => againstRunId)).size < 2) return;
    for (const flip of this.#heldFlips) this.#keep(flip);
  }

  #add(kind: FlakyEvidence["kind"], bad: Execution, good: Execution): void {
    const { runId, at, commit } = bad;
    this.#keep({ kind, runId, at, againstRunId: good.runId, commit, row: rowOf(bad) });
  }

  /** Each run counts as evidence once, with the first kind that was found. */
  #keep(evidence: FlakyEvidence): void {
    const key = String(evidence.runId);
    if (!this.#evidence.has(key)) this.#evidence.set(key, evidence);
  }

  #score(): number {
    return this.#taken.length === 0 ? 0 : Math.min(100, (100 * this.#evidence.size) / this.#taken.length);
  }

  #settle(execution: Execution): void {
    const rule = this.#rule;
    if (this.#taken.length < rule.minimumSample) return;
    const score = this.#score();
    if (this.#flakySince === null) {
      const recovered = this.#cleanInARow >= rule.releaseAfterClean;
      if (this.#evidence.size > 0 && score >= rule.activateAt && !recovered) {
        this.#fromStart = this.#healthySince === null;
        this.#flakySince = execution.at;
      } else this.#healthySince ??= execution.at;
    } else if (this.#cleanInARow >= rule.releaseAfterClean || score <= rule.releaseAt) {
      this.#flakySince = null;
      this.#becomeHealthy(execution);
    }
  }

  #becomeHealthy({ at }: Execution): void {
    this.#healthySince = at;
    this.#fromStart = false;
  }

  /** Only runs of the same suite, environment and branch are compared. */
  #bracketOf({ runId }: FlakyEvidence): NonNullable<TestEvaluation["bracket"]> {
    const index = this.#taken.findIndex((execution) => execution.runId === runId);
    const bad = this.#taken[index];
    const good = this.#taken
      .slice(0, Math.max(0, index))
      .findLast(
        ({ outcome, retried, lane, branch }) =>
          outcome === "passed" && !retried && lane === bad?.lane && branch === bad.branch,
      );
    return { lastGoodRunId: good?.runId ?? null, firstBadRunId: runId };
  }

  evaluation(): RowEvaluation {
    const evidence = [...this.#evidence.values()].toSorted((a, b) => b.at - a.at || b.runId - a.runId);
    const metrics = { score: this.#score(), evidence, fromStart: this.#fromStart };
    const [broken] = [...this.#lanes.values()]
      .filter((lane) => this.#isBroken(lane))
      .toSorted((a, b) => (a.red[0]?.at ?? 0) - (b.red[0]?.at ?? 0));
    const firstRed = broken?.red[0];
    if (broken !== undefined && firstRed !== undefined) {
      const bracket = { lastGoodRunId: broken.lastGreen?.runId ?? null, firstBadRunId: firstRed.runId };
      return { ...metrics, state: "broken", since: firstRed.at, fromStart: broken.lastGreen === null, bracket };
    }
    if (this.#flakySince !== null) {
      const first = evidence.at(-1);
      const bracket = first === undefined ? null : this.#bracketOf(first);
      return { ...metrics, state: "flaky", since: this.#flakySince, bracket };
    }
    if (this.#healthySince === null) return { ...metrics, state: "unknown", since: null, bracket: null };
    return { ...metrics, state: "healthy", since: this.#healthySince, bracket: null };
  }
}

/** Returns true if a branch should always pass. Reports without a branch count as main branches. */
function isMain(branch: string, { mainBranches }: FlakinessRule): boolean {
  return branch === "" || mainBranches.includes(branch);
}
