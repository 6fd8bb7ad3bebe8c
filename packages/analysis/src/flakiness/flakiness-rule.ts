/** Rule for when a test is flaky, broken or healthy. Projects can change these values. */
export interface FlakinessRule {
  /** Number of past days whose runs are evaluated. */
  readonly windowDays: number;
  /** Minimum number of executions for an evaluation. */
  readonly minimumSample: number;
  /** Percentage of flaky executions from which a test becomes flaky. */
  readonly activateAt: number;
  /** Percentage of flaky executions at which a test is no longer flaky. Lower than `activateAt`, so that the state does not alternate. */
  readonly releaseAt: number;
  /** Number of consecutive executions without a failure or retry after which a test is healthy again, regardless of its score. */
  readonly releaseAfterClean: number;
  /** Number of consecutive failures on a main branch after which a test is broken. */
  readonly brokenAfter: number;
  /** Percentage of failures from which a run is not counted against individual tests. */
  readonly mostlyRedAt: number;
  /** Branches that should always pass. */
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

/** Runs with fewer tests are never mostly red, because a single failure would already be a large percentage. */
export const fewestForMostlyRed = 10;
