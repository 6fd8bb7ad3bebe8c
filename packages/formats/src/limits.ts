/**
 * What one report may make us keep. Counted in characters (UTF-16 units) unless the name says otherwise. What exceeds a
 * limit is cut or left out with a `warning`, never refused as a whole.
 */
export const limits = {
  /** Of one suite, class or test title. */
  title: 4_000,
  /** Of an error message, a skip reason or the text of a problem. */
  message: 20_000,
  stack: 200_000,
  /** Output of one attempt, per stream. */
  output: 250_000,
  /** Output that belongs to no test, per file. */
  runOutput: 1_000_000,
  annotationValue: 2_000,
  annotationsPerTest: 100,
  errorsPerAttempt: 50,
  attemptsPerTest: 100,
  artifactsPerAttempt: 500,
  stepsPerAttempt: 5_000,
  stepDepth: 100,
  /** Nested suites; real reports stay below 20. */
  suiteDepth: 200,
  /** Open elements of an XML document. */
  xmlDepth: 100_000,
  /** One XML tag with its attributes. */
  tag: 4_000_000,
  /** One piece of a JSON report that is parsed at once: of Playwright's, a test with all its attempts in all projects. */
  jsonPiece: 64_000_000,
  problemsPerFile: 100,
} as const;
