/** Maximum number of reports in a comparison. */
export const mostCompared = 6;

/** How a test may differ between two runs, the urgent ways first; see `ChangeKind`. */
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

/** The same if there are runs between the two; see `MatrixKind`. */
export const matrixChangeNames = [...changeNames, "failedBetween"] as const;
