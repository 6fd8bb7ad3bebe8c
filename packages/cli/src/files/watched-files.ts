import { findExistingFiles, type LocalFile } from "./find-files.ts";
import { type Completeness, completenessOf } from "./file-completeness.ts";

/**
 * Number of checks for which a file must stay unchanged. An incomplete file may belong to a process that crashed, and a stream may pause between
 * tests.
 */
const requiredChecks: Readonly<Record<Completeness, number>> = { complete: 1, unknown: 5, incomplete: 30 };

/** Finds new and changed files and detects when they are complete. */
export class WatchedFiles {
  readonly #patterns: readonly string[];
  readonly #cwd: string;
  /**
   * State of each file at the last check, and the number of checks it has not changed. Files that are unchanged since the start belong to another
   * run.
   */
  #lastStates = new Map<string, { readonly state: string; readonly checks: number }>();
  readonly #sent = new Map<string, string>();
  /** Files that no report referred to when they were sent. They are sent again with the next report. */
  readonly #unreferenced = new Map<string, LocalFile>();

  constructor(patterns: readonly string[], cwd: string) {
    this.#patterns = patterns;
    this.#cwd = cwd;
  }

  /** Leaves out existing files until they change. */
  async ignoreExisting(): Promise<void> {
    for (const file of await findExistingFiles(this.#patterns, this.#cwd)) this.#sent.set(file.path, stateOf(file));
  }

  /**
   * Returns new files that have not changed since the last check and whose last bytes look complete. `incomplete` is the number of files that are still
   * being written.
   *
   * @param all Includes files that are still being written, for the last check.
   */
  async check(all = false): Promise<{ files: LocalFile[]; incomplete: number }> {
    const found = await findExistingFiles(this.#patterns, this.#cwd);
    const changed = found.filter((file) => this.#sent.get(file.path) !== stateOf(file));
    const before = this.#lastStates;
    this.#lastStates = new Map(
      found.map((file) => {
        const state = stateOf(file);
        const known = before.get(file.path);
        return [file.path, { state, checks: known?.state === state ? known.checks + 1 : 0 }];
      }),
    );
    const ready: LocalFile[] = [];
    for (const file of changed) if (all || (await this.#isComplete(file))) ready.push(file);
    return { files: ready, incomplete: changed.length - ready.length };
  }

  async #isComplete(file: LocalFile): Promise<boolean> {
    const checks = this.#lastStates.get(file.path)?.checks ?? 0;
    if (file.size === 0 || checks === 0) return false;
    return checks >= requiredChecks[await completenessOf(file)];
  }

  /** Adds the unreferenced files, because the server matches artifacts with the reports of the same request. */
  withUnreferenced(files: readonly LocalFile[]): LocalFile[] {
    const paths = new Set(files.map(({ path }) => path));
    return [...files, ...[...this.#unreferenced.values()].filter(({ path }) => !paths.has(path))];
  }

  /** @param unused Names of files that no report referred to. */
  markSent(files: readonly LocalFile[], unused: ReadonlySet<string>): void {
    for (const file of files) {
      this.#sent.set(file.path, stateOf(file));
      if (unused.has(file.name)) this.#unreferenced.set(file.path, file);
      else this.#unreferenced.delete(file.path);
    }
  }
}

function stateOf({ size, modified }: LocalFile): string {
  return `${size} ${modified}`;
}
