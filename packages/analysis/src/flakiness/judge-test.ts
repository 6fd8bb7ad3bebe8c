import type { FlakinessRule } from "./flakiness-rule.ts";

/** One run of a test. */
export interface Execution {
  readonly runId: number;
  /** Start of the run, milliseconds since 1970. */
  readonly at: number;
  /** After its last attempt. */
  readonly outcome: "passed" | "failed" | "skipped";
  /** Passed, but not at its first attempt. */
  readonly retried: boolean;
  /** Suite and environment: outcomes of different lanes are not comparable. */
  readonly lane: string;
  /** Empty if the report names none. */
  readonly branch: string;
  readonly commit: string | null;
  /** Why it does not count against the test: the environment was down, or most of the run failed. */
  readonly leftOut: "outage" | "mostly_red" | null;
  /** Time of attempts before the one that passed, milliseconds. */
  readonly lostMs: number;
  /** Position among the results of this name in the run, from 1. */
  readonly occurrence: number;
  /** The run repeats tests on purpose (`--repeat-each`, `-count`). Elsewhere several results of one name are different rows. */
  readonly isRepeat: boolean;
}

/**
 * What speaks for a test being flaky: it passed only when it was run again (`retry`), it passed and failed on one commit
 * (`same_commit`), or it failed for a short while on a main branch and passed again, more than once (`flip`).
 */
export interface FlakyEvidence {
  readonly kind: "retry" | "same_commit" | "flip";
  /** The run in which it failed, or needed another attempt. */
  readonly runId: number;
  readonly at: number;
  /** The run that passed where this one failed; for `retry` the run itself. */
  readonly againstRunId: number;
  readonly commit: string | null;
  /** Which of several rows of one name, from 1. */
  readonly row: number;
}

export interface JudgedTest {
  /** `unknown`: not enough recent runs. */
  readonly state: "unknown" | "healthy" | "flaky" | "broken";
  /** Start of the run that showed the state, milliseconds since 1970; null while unknown. */
  readonly since: number | null;
  /** Whether the window shows no other state before: the state may be older than `since`. */
  readonly fromStart: boolean;
  /** Flaky executions in percent of all that count; of the worst row where several have one name. */
  readonly score: number;
  /** The ones that count: neither skipped nor left out. */
  readonly executions: number;
  readonly leftOut: number;
  /** The latest first. */
  readonly evidence: readonly FlakyEvidence[];
  readonly lostMs: number;
  /** Where it began: the last run without a sign of it, and the first with one. Null while healthy or unknown. */
  readonly bracket: { readonly lastGoodRunId: number | null; readonly firstBadRunId: number } | null;
}

/** So many failures in a row, with passes before and after, are a short while. */
const shortStreak = 2;

/**
 * Judges a test by its executions in the window of the rule. Depends on nothing else: the same executions, in any order, give
 * the same answer. They are gone through from the first to the last, so that a test becomes flaky at one threshold and
 * healthy again at another.
 *
 * Rows of one name, such as parameterized tests that print the same title, are judged separately, by their position in the
 * run. The test is what its worst row is.
 */
export function judgeTest(executions: readonly Execution[], rule: FlakinessRule): JudgedTest {
  const decided = executions.filter(({ outcome }) => outcome !== "skipped");
  const counting = decided
    .filter(({ leftOut }) => leftOut === null)
    .toSorted((a, b) => a.at - b.at || a.runId - b.runId || a.occurrence - b.occurrence);
  const rows = [...Map.groupBy(counting, rowOf).values()].map((row) => judgeRow(row, rule));
  const worst = rows.toSorted(
    (a, b) => severity.indexOf(a.state) - severity.indexOf(b.state) || (a.since ?? 0) - (b.since ?? 0),
  )[0];
  return {
    ...(worst ?? new Replay(rule).judged()),
    score: Math.max(0, ...rows.map(({ score }) => score)),
    executions: counting.length,
    evidence: rows
      .flatMap(({ evidence }) => evidence)
      .toSorted((a, b) => b.at - a.at || b.runId - a.runId || a.row - b.row),
    leftOut: decided.length - counting.length,
    lostMs: counting.reduce((sum, { lostMs }) => sum + lostMs, 0),
  };
}

type JudgedRow = Omit<JudgedTest, "executions" | "leftOut" | "lostMs">;

const severity: readonly JudgedTest["state"][] = ["broken", "flaky", "healthy", "unknown"];

/** @param row Executions of one row, in their order. */
function judgeRow(row: readonly Execution[], rule: FlakinessRule): JudgedRow {
  const replay = new Replay(rule);
  for (const execution of row) replay.take(execution);
  return replay.judged();
}

function rowOf({ occurrence, isRepeat }: Execution): number {
  return isRepeat ? 1 : occurrence;
}

/** Runs of a suite in an environment and on one main branch, one after the other. */
interface Lane {
  /** Failures since the last pass. */
  red: Execution[];
  /** The last pass. */
  lastGreen: Execution | null;
}

class Replay {
  readonly #rule: FlakinessRule;
  readonly #lanes = new Map<string, Lane>();
  /** By lane and commit, the latest run that passed and the failures. */
  readonly #commits = new Map<string, { passed: Execution | null; failed: Execution[] }>();
  /** Short red whiles of which there were not two yet. */
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

  /** Passed and failed on one commit, in any two runs of a lane, or when one run repeats it: nothing changed but luck. */
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

  /** One short red while may be a fault and its repair; two are not. */
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

  /** A run is evidence once, by what was seen first. */
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

  /** A run of another suite, environment or branch cannot show what broke it here. */
  #bracketOf({ runId }: FlakyEvidence): NonNullable<JudgedTest["bracket"]> {
    const place = this.#taken.findIndex((execution) => execution.runId === runId);
    const bad = this.#taken[place];
    const good = this.#taken
      .slice(0, Math.max(0, place))
      .findLast(
        ({ outcome, retried, lane, branch }) =>
          outcome === "passed" && !retried && lane === bad?.lane && branch === bad.branch,
      );
    return { lastGoodRunId: good?.runId ?? null, firstBadRunId: runId };
  }

  judged(): JudgedRow {
    const evidence = [...this.#evidence.values()].toSorted((a, b) => b.at - a.at || b.runId - a.runId);
    const figures = { score: this.#score(), evidence, fromStart: this.#fromStart };
    const [broken] = [...this.#lanes.values()]
      .filter((lane) => this.#isBroken(lane))
      .toSorted((a, b) => (a.red[0]?.at ?? 0) - (b.red[0]?.at ?? 0));
    const firstRed = broken?.red[0];
    if (broken !== undefined && firstRed !== undefined) {
      const bracket = { lastGoodRunId: broken.lastGreen?.runId ?? null, firstBadRunId: firstRed.runId };
      return { ...figures, state: "broken", since: firstRed.at, fromStart: broken.lastGreen === null, bracket };
    }
    if (this.#flakySince !== null) {
      const first = evidence.at(-1);
      const bracket = first === undefined ? null : this.#bracketOf(first);
      return { ...figures, state: "flaky", since: this.#flakySince, bracket };
    }
    if (this.#healthySince === null) return { ...figures, state: "unknown", since: null, bracket: null };
    return { ...figures, state: "healthy", since: this.#healthySince, bracket: null };
  }
}

/** Whether a branch should stay green; a report without a branch counts as such. */
function isMain(branch: string, { mainBranches }: FlakinessRule): boolean {
  return branch === "" || mainBranches.includes(branch);
}
