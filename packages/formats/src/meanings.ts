/** Possible meanings of a sign in a report, for a test or the run. */
export const meanings = {
  passed: "The test passed",
  flaky: "The test passed after a failed attempt",
  failed: "The test failed",
  error: "The test could not run, or failed outside its own checks",
  skipped: "The test was skipped on purpose, or never started",
  attempt: "An earlier attempt of the same test",
  outside: "A failure outside any test; the run fails",
  "run failed": "Result of the tool: the run fails, regardless of the tests",
  interrupted: "The run stopped before its end",
  "no test": "Not counted",
} as const;

/**
 * A row in the table of a format: a sign in the output of a tool, and its meaning for a test or a run. Each format has
 * its rows in `<format>/meanings.ts`, and `testing/meanings-by-format.ts` lists the formats. `meanings.test.ts` verifies
 * every row with its sample, and `docs/formats.md` contains them.
 */
export interface Meaning {
  /** Output of the tool, in Markdown. Every part in backticks occurs in the sample. */
  readonly sign: string;
  readonly means: keyof typeof meanings;
  /** Tool that writes the sign. */
  readonly tool: string;
  /** URL of the source code or documentation, absolute or relative to docs/. */
  readonly source: string;
  /**
   * The smallest report with this sign, as text or as several files by name. If `means` is a status (such as
   * `failed`), all its tests have that status; otherwise they passed, or there are none.
   */
  readonly sample: string | Readonly<Record<string, string>>;
}
