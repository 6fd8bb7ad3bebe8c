/** How many reports stand side by side at most. */
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

/** The same where runs lie between the two; see `MatrixKind`. */
export const matrixChangeNames = [...changeNames, "failedBetween"] as const;
