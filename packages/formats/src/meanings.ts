/** Meanings of a sign in a report, for a test or the run. */
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
 * One row of the table of a format: how a tool writes something that decides about a test or a run. Each format lists
 * its rows in `<format>/meanings.ts`, and `testing/meanings-by-format.ts` lists the formats. `meanings.test.ts` proves
 * every row with its sample, and `docs/formats.md` shows them.
 */
export interface Meaning {
  /** As the tool writes it, in Markdown. Every part in backticks occurs in the sample. */
  readonly sign: string;
  readonly means: keyof typeof meanings;
  /** The tool that writes it so. */
  readonly tool: string;
  /** Address of the source code or documentation, on the web or relative to docs/. */
  readonly source: string;
  /**
   * The smallest report with this sign, as text or as several files by name. Its tests all have the status in `means`
   * (`failed`, say); for any other meaning they passed, or there are none.
   */
  readonly sample: string | Readonly<Record<string, string>>;
}
