/**
 * Limits for input: one table for archives, readers and the recorder. Counted in characters (UTF-16 units) unless
 * the name has a unit. Parts of a report above a limit are cut or dropped with a `warning`, never rejected; only
 * archives are not read further.
 */
export const limits = {
  // Archives
  /** For all archives of one upload together. */
  archiveEntries: 50_000,
  /** Unpacked bytes of an archive per byte of it; a report compresses 30 times, a bomb a thousand. */
  archiveRatio: 200,
  /** Below this many unpacked bytes the ratio is not looked at: tiny files compress absurdly well. */
  archiveRatioFloorBytes: 50 * 1024 * 1024,
  /**
   * For the steps of one test in its trace; a test of one minute has a tenth of a megabyte. The rest is not read.
   */
  traceStepsBytes: 8 * 1024 * 1024,

  // What a reader holds
  /** Title of a suite, class or test. The identity of a test uses all of it. */
  title: 4_000,
  /** Error message, skip reason or text of a problem. */
  message: 20_000,
  stack: 200_000,
  /** Output of one attempt, per stream. */
  output: 250_000,
  /** Output that belongs to no test, per report and stream. */
  runOutput: 1_000_000,
  annotationValue: 2_000,
  annotationsPerTest: 100,
  tagsPerTest: 100,
  errorsPerAttempt: 50,
  attemptsPerTest: 100,
  artifactsPerAttempt: 500,
  stepsPerAttempt: 5_000,
  stepDepth: 100,
  /** Nested suites; real reports stay below 20. */
  suiteDepth: 200,
  /** Cases of a suite in JUnit XML that wait for its end, and their characters. With more, a retry of an early case is not found. */
  heldCases: 10_000,
  heldCharacters: 16_000_000,
  /** Open elements of an XML document. */
  xmlDepth: 100_000,
  /** One XML tag with its attributes. */
  tag: 4_000_000,
  /** One piece of a JSON report that is parsed at once: of Playwright's, a test with all its attempts in all projects. */
  jsonPiece: 64_000_000,
  problemsPerFile: 100,

  // Live runs
  /** The id of a test within its stream. */
  liveTestId: 500,
  /** Bytes that wait for one test to be decided; of what exceeds them, steps and output are left out. */
  liveWaitingPerTestBytes: 4 * 1024 * 1024,
  /** The same of all tests of one source together. */
  liveWaitingPerSourceBytes: 64 * 1024 * 1024,
  /** Batches of a project that are recorded together, one of each source, and their bytes; a larger one is recorded alone. */
  liveBatchesPerGroup: 64,
  liveGroupBytes: 1024 * 1024,
  /** Groups of different projects that are recorded at once; further ones wait in line. */
  liveGroupsAtOnce: 4,
  /** Bytes of all batches that wait or are being recorded; further ones must be sent again. */
  liveWaitingBatchesBytes: 128 * 1024 * 1024,
  /** Reporters of one run. */
  liveSourcesPerRun: 1000,

  // ReportPortal's agents
  /** Ids of launches and items, as clients choose them. */
  reportportalId: 200,
  /** Name of a launch, which becomes the suite. */
  reportportalName: 200,
  /** Key or value of an attribute. */
  reportportalText: 500,
  /** Items in items. */
  reportportalDepth: 100,
  /** Launches that are written to at once. */
  reportportalTurnsAtOnce: 4,
  /** Calls of one launch that are recorded in one go. */
  reportportalCallsAtOnce: 300,
  /** Log entries of one call. */
  reportportalLogsAtOnce: 5_000,
  /** A body of JSON, or what a form has next to its files. */
  reportportalBodyBytes: 16 * 1024 * 1024,
  /** Files of one call. */
  reportportalFilesAtOnce: 1_000,
  reportportalMergedLaunches: 200,
  /** Processes that start one launch together. */
  reportportalStarts: 1_000,
  /** Calls of one launch that name what has not come yet, and may come in a moment. */
  reportportalCallsAhead: 2_000,
  reportportalAheadMs: 5_000,

  // What the recorder keeps of it
  keptTitle: 1_000,
  keptTitleDepth: 100,
  keptStepTitle: 1_000,
  keptErrorText: 1_000_000,
  keptErrorLine: 300,
  stepsPerTest: 10_000,
  /** For one test in one report; each is compared with the others, so the time grows quadratically. */
  executionsPerTest: 5_000,
  artifactsPerTest: 500,
  artifactsPerRun: 2_000,
  /** Stored per report; further ones are counted. */
  problemsPerReport: 200,
} as const;
