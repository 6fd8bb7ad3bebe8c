/** A test file as its team wrote it. All ages are in days before now. */
export interface TestFile {
  /** Path below the tests' folder; for Java the qualified class name. */
  readonly file: string;
  readonly title: string;
  readonly owner: string;
  readonly tags?: readonly string[];
  /** Steps of the test. */
  readonly steps: readonly string[];
  /** How long one of its tests usually takes, in milliseconds. */
  readonly usualMs: number;
  /** When the file was added; without it, before the history begins. */
  readonly addedDaysAgo?: number;
  readonly tests: readonly (string | TestEntry)[];
}

export interface TestEntry {
  readonly title: string;
  readonly addedDaysAgo?: number;
  readonly removedDaysAgo?: number;
  readonly skipped?: { readonly type: "skip" | "fixme"; readonly reason: string };
  /** How many times longer it takes at the end of the history than at its beginning. */
  readonly slowsDownTo?: number;
  readonly issue?: string;
}
