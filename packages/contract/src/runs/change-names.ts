/** Maximum number of reports in a comparison. */
export const maxCompared = 6;

/** How a test can differ between two runs, most urgent first; see `ChangeKind`. */
export const changeNames = [
  "newFailure",
  "backAgain",
  "stillFailing",
  "fixed",
  "newlyFlaky",
  "changedCause",
  "slower",
  "added",
  "removed",
] as const;

/** Kinds for more than two runs; see `MatrixKind`. */
export const matrixChangeNames = [...changeNames, "failedBetween"] as const;
