/**
 * Limits for input, shared by archives, readers and the recorder. Counted in characters (UTF-16 units) unless
 * the name contains a unit. Parts of a report above a limit are cut or dropped with a `warning`, but never rejected. Archives
 * above a limit are not read further.
 */
export const limits = {
  // Archives
  /** Total for all archives of an upload. */
  archiveEntries: 50_000,
  /** Maximum unpacked bytes per byte of an archive. Reports are compressed by a factor of about 30, zip bombs by a factor of 1,000. */
  archiveRatio: 200,
  /** The ratio is only checked above this number of unpacked bytes, because small files can have very high ratios. */
  archiveRatioFloorBytes: 50 * 1024 * 1024,
  /** Maximum size of a test's steps in its trace; the rest is not read. A one-minute test has about 100 kB. */
  traceStepsBytes: 8 * 1024 * 1024,

  // Readers
  /** Title of a suite, class or test. The whole title is part of a test's identity. */
  title: 4_000,
  /** Error message, skip reason or text of a problem. */
  message: 20_000,
  stack: 200_000,
  /** Output of an attempt, per stream. */
  output: 250_000,
  /** Output outside of tests, per report and stream. */
  runOutput: 1_000_000,
  annotationValue: 2_000,
  annotationsPerTest: 100,
  tagsPerTest: 100,
  errorsPerAttempt: 50,
  attemptsPerTest: 100,
  artifactsPerAttempt: 500,
  stepsPerAttempt: 5_000,
  stepDepth: 100,
  /** Nested suites. Real reports have less than 20 levels. */
  suiteDepth: 200,
  /** Maximum number of cases to hold until the end of a JUnit suite, and their size. In larger suites, retries of early cases are not detected. */
  heldCases: 10_000,
  heldCharacters: 16_000_000,
  /** Depth of open elements in an XML document. */
  xmlDepth: 100_000,
  /** An XML tag with its attributes. */
  tag: 4_000_000,
  /** Piece of a JSON report to parse in one call. A Playwright piece is a test with its attempts in all projects. */
  jsonPiece: 64_000_000,
  problemsPerFile: 100,

  // Live runs
  /** Id of a test within its stream. */
  liveTestId: 500,
  /** Maximum size of pending events per test without a result. Beyond it, steps and output are dropped. */
  liveWaitingPerTestBytes: 4 * 1024 * 1024,
  /** Maximum size of pending events per source. */
  liveWaitingPerSourceBytes: 64 * 1024 * 1024,
  /** Maximum number of batches per project to record together (one per source), and their size. A larger batch is recorded alone. */
  liveBatchesPerGroup: 64,
  liveGroupBytes: 1024 * 1024,
  /** Maximum number of groups (from different projects) to record in parallel. Other groups wait. */
  liveGroupsAtOnce: 4,
  /** Maximum total size of batches that are queued or being recorded. Beyond it, senders must retry later. */
  liveWaitingBatchesBytes: 128 * 1024 * 1024,
  /** Maximum number of reporters per run. */
  liveSourcesPerRun: 1000,

  // ReportPortal agents
  /** Launch and item ids chosen by clients. */
  reportportalId: 200,
  /** Name of a launch, which becomes the suite. */
  reportportalName: 200,
  /** Key or value of an attribute. */
  reportportalText: 500,
  /** Maximum depth of nested items. */
  reportportalDepth: 100,
  /** Maximum number of launches to record in parallel. */
  reportportalBatchesAtOnce: 4,
  /** Maximum number of calls per launch to record together. */
  reportportalCallsAtOnce: 300,
  /** Maximum number of log entries per call. */
  reportportalLogsAtOnce: 5_000,
  /** Maximum size of a JSON body, or of the form fields next to files. */
  reportportalBodyBytes: 16 * 1024 * 1024,
  /** Maximum number of files per call. */
  reportportalFilesAtOnce: 1_000,
  reportportalMergedLaunches: 200,
  /** Maximum number of processes that start the same launch. */
  reportportalStarts: 1_000,
  /** Maximum number of calls per launch that wait for a missing object. */
  reportportalCallsAhead: 2_000,
  reportportalAheadMs: 5_000,

  // Recorder
  titleLength: 1_000,
  titleDepth: 100,
  stepTitle: 1_000,
  errorText: 1_000_000,
  errorLine: 300,
  stepsPerTest: 10_000,
  /** Maximum per test and report. The time grows quadratically, because all executions are compared with each other. */
  executionsPerTest: 5_000,
  artifactsPerTest: 500,
  artifactsPerRun: 2_000,
  /** Maximum number of stored problems per report. Further problems are only counted. */
  problemsPerReport: 200,
} as const;
