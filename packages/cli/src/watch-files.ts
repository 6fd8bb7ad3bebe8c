import { findFilesNow, type LocalFile } from "#find-files.ts";

/** Files as they appear, change and come to rest. */
export class WatchedFiles {
  readonly #patterns: readonly string[];
  readonly #cwd: string;
  /** What is left as it was when the watch began is another run's. */
  #seen = new Map<string, string>();
  readonly #sent = new Map<string, string>();
  /** Nothing referred to them when they were sent: they go along with the next report. */
  readonly #loose = new Map<string, LocalFile>();

  constructor(patterns: readonly string[], cwd: string) {
    this.#patterns = patterns;
    this.#cwd = cwd;
  }

  /** Leaves out what is there already, until it changes. */
  async passOver(): Promise<void> {
    for (const file of await findFilesNow(this.#patterns, this.#cwd)) this.#sent.set(file.path, stateOf(file));
  }

  /**
   * What is new and at rest: as it was at the look before. `moving` counts what is still being written.
   *
   * @param all Also what is still being written: there will be no other look.
   */
  async look(all = false): Promise<{ files: LocalFile[]; moving: number }> {
    const found = await findFilesNow(this.#patterns, this.#cwd);
    const fresh = found.filter((file) => this.#sent.get(file.path) !== stateOf(file));
    const still = fresh.filter((file) => all || (file.size > 0 && this.#seen.get(file.path) === stateOf(file)));
    this.#seen = new Map(found.map((file) => [file.path, stateOf(file)]));
    return { files: still, moving: fresh.length - still.length };
  }

  /** What has to go along with these: artifacts are matched with reports within one request. */
  withLoose(files: readonly LocalFile[]): LocalFile[] {
    const here = new Set(files.map(({ path }) => path));
    return [...files, ...[...this.#loose.values()].filter(({ path }) => !here.has(path))];
  }

  /** @param unused Names of those that no report referred to. */
  markSent(files: readonly LocalFile[], unused: ReadonlySet<string>): void {
    for (const file of files) {
      this.#sent.set(file.path, stateOf(file));
      if (unused.has(file.name)) this.#loose.set(file.path, file);
      else this.#loose.delete(file.path);
    }
  }
}

function stateOf({ size, modified }: LocalFile): string {
  return `${size} ${modified}`;
}
