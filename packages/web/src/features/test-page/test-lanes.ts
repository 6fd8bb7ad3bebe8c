import { median } from "@plumb/analysis/trends/median.ts";
import type { TestExecution } from "@plumb/contract/tests/test-page.ts";

/** Executions on one branch in one environment, oldest first, at least one. */
export interface TestLane {
  readonly key: string;
  /** Branch and, if they differ between the lanes, environment. */
  readonly name: string;
  /** `null` for runs without a branch. */
  readonly branch: string | null;
  readonly environment: string;
  /** Whether it determined the state of the test. */
  readonly isVerdict: boolean;
  readonly executions: readonly TestExecution[];
}

/** Maximum number of lanes in the chart. */
export const maxLanes = 6;

interface LaneOrder {
  /** Branch and environment that determined the state of the test; `null` for a test without a state. */
  readonly verdict: { readonly branch: string | null; readonly environment: string } | null;
  readonly mainBranches: readonly string[];
}

/**
 * Groups executions by branch and environment: main branches first, those with the most runs before the others, then the lane that determined the
 * state, then the lanes with the latest runs.
 * Returns at most `maxLanes` lanes, and the number of others.
 */
export function lanesOf(
  executions: readonly TestExecution[],
  { verdict, mainBranches }: LaneOrder,
): { readonly lanes: readonly TestLane[]; readonly hidden: number } {
  const groups = Map.groupBy(executions, ({ run, environment }) => JSON.stringify([run.branch, environment]));
  const environments = new Set(executions.map(({ environment }) => environment));
  const lanes = [...groups].map(([key, found]): TestLane => {
    const ran = found.toSorted(byStart);
    const [{ run, environment }] = ran as [TestExecution];
    const { branch } = run;
    const name = [branch ?? "No branch", ...(environments.size > 1 ? [environment] : [])].join(" · ");
    const isVerdict = verdict !== null && verdict.branch === branch && verdict.environment === environment;
    return { key, name, branch, environment, isVerdict, executions: ran };
  });
  const isMain = ({ branch }: TestLane) => branch !== null && mainBranches.includes(branch);
  const rank = (lane: TestLane) => (isMain(lane) ? 0 : 2) + (lane.isVerdict ? 0 : 1);
  // A new environment of a main branch has few runs yet.
  const runs = (lane: TestLane) => (isMain(lane) ? lane.executions.length : 0);
  const last = ({ executions: ran }: TestLane) => Date.parse(ran.at(-1)?.run.startTime ?? "");
  return {
    lanes: lanes.toSorted((a, b) => rank(a) - rank(b) || runs(b) - runs(a) || last(b) - last(a)).slice(0, maxLanes),
    hidden: Math.max(0, lanes.length - maxLanes),
  };
}

/** Combines two lists of executions without duplicates. */
export function mergedExecutions(
  some: readonly TestExecution[],
  others: readonly TestExecution[],
): readonly TestExecution[] {
  const ids = new Set(some.map(({ resultId }) => resultId));
  return [...some, ...others.filter(({ resultId }) => !ids.has(resultId))];
}

export function byStart(a: TestExecution, b: TestExecution): number {
  return Date.parse(a.run.startTime) - Date.parse(b.run.startTime) || a.run.id - b.run.id || a.resultId - b.resultId;
}

/** Returns the index of the run of a lane that is drawn closest to a column. */
export function nearestIn(lane: TestLane, columns: ReadonlyMap<number, number>, column: number): number {
  const distances = lane.executions.map(({ resultId }) => Math.abs((columns.get(resultId) ?? 0) - column));
  return distances.indexOf(Math.min(...distances));
}

/** Returns the median duration of the runs in milliseconds; `null` if none has a duration. */
export function medianDuration({ executions }: TestLane): number | null {
  const durations = executions.flatMap(({ duration, status }) =>
    duration === null || status === "skipped" ? [] : [duration],
  );
  return durations.length === 0 ? null : median(durations);
}
