/** What one report may take up. Beyond it text is cut, and the run says so; a file is never refused for it. */
export const limits = {
  /** Characters of one suite or test title that are kept; the identity uses all of them. */
  title: 1000,
  titleDepth: 100,
  /** Characters of one error message, stack or snippet. */
  errorText: 1_000_000,
  errorsPerAttempt: 50,
  stepsPerTest: 10_000,
  stepTitle: 1000,
  /** Characters of standard output, and of standard error, kept per attempt. */
  output: 256_000,
  attempts: 100,
  annotations: 100,
  tags: 100,
  /** Stored per report file; further ones are counted. */
  problems: 200,
  artifactsPerTest: 500,
  errorLine: 300,
} as const;

/** What archives may hold. */
export const archiveLimits = {
  /** Of all archives of one upload together. */
  entries: 50_000,
  /** Unpacked bytes of an archive per byte of it; a report compresses 30 times, a bomb a thousand. */
  ratio: 200,
  /** Below this many unpacked bytes the ratio is not looked at: tiny files compress absurdly well. */
  ratioFloor: 50 * 1024 * 1024,
} as const;
