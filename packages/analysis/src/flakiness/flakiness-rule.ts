/** When a test is flaky, broken or healthy: what a project can tune. */
export interface FlakinessRule {
  /** Days of runs that are looked at. */
  readonly windowDays: number;
  /** Minimum number of executions for a judgement. */
  readonly minimumSample: number;
  /** Flaky executions in percent at which a test becomes flaky. */
  readonly activateAt: number;
  /** Percent at which it stops being so; lower than `activateAt`, so that it does not come and go. */
  readonly releaseAt: number;
  /** Executions one after the other without a failure or another attempt that make it healthy again, whatever its score. */
  readonly releaseAfterClean: number;
  /** Failures one after the other on a main branch that make a test broken. */
  readonly brokenAfter: number;
  /** Runs with at least this percentage of failures do not count against a single test. */
  readonly mostlyRedAt: number;
  /** Branches that are meant to be green. */
  readonly mainBranches: readonly string[];
}

export const defaultFlakinessRule: FlakinessRule = {
  windowDays: 14,
  minimumSample: 5,
  activateAt: 5,
  releaseAt: 1,
  releaseAfterClean: 20,
  brokenAfter: 3,
  mostlyRedAt: 50,
  mainBranches: ["main", "master", "trunk", "develop"],
};

/** Runs with fewer tests are never mostly red: one failure would be most of them. */
export const fewestForMostlyRed = 10;
