/** A test file of the demo. Ages are in days before now. */
export interface TestFile {
  /** Path below the test folder, or the qualified class name for Java. */
  readonly file: string;
  readonly title: string;
  readonly owner: string;
  readonly tags?: readonly string[];
  /** Steps of each test. */
  readonly steps: readonly string[];
  /** Usual duration of a test in milliseconds. */
  readonly usualMs: number;
  /** Age of the file. Absent if it is older than the history. */
  readonly addedDaysAgo?: number;
  readonly tests: readonly (string | TestEntry)[];
}

export interface TestEntry {
  readonly title: string;
  readonly addedDaysAgo?: number;
  readonly removedDaysAgo?: number;
  readonly skipped?: { readonly type: "skip" | "fixme"; readonly reason: string };
  /** Factor by which the duration grows from the beginning to the end of the history. */
  readonly slowsDownTo?: number;
  readonly issue?: string;
}
