/** Maximum number of reports in a comparison. */
export const maxCompared = 6;

/** How a test can differ between two runs, most urgent first; see `ChangeKind`. A test that still fails has not changed, and comes last. */
export const changeNames = [
  "newFailure",
  "backAgain",
  "fixed",
  "newlyFlaky",
  "changedCause",
  "slower",
  "added",
  "removed",
  "stillFailing",
] as const;

/** Kinds for more than two runs; see `MatrixKind`. */
export const matrixChangeNames = [...changeNames, "failedBetween"] as const;
