/** A suite that is or was open. */
export interface OpenSuite {
  /** Undefined until it is known. */
  title: string | undefined;
  file: string | undefined;
}

interface Frame extends OpenSuite {
  closed: boolean;
}

/**
 * The suites around the current part. Keys can be in any order, so items of a suite are held back until its title is
 * known. Most writers put the title first, so nothing is held back.
 */
export class SuiteStack<Item> {
  readonly #release: (item: Item, suites: readonly OpenSuite[]) => void;
  readonly #frames: Frame[] = [];
  #held: { readonly item: Item; readonly suites: readonly Frame[] }[] = [];

  /** @param release Called with each item and its suites, outermost first. */
  constructor(release: (item: Item, suites: readonly OpenSuite[]) => void) {
    this.#release = release;
  }

  open(): void {
    this.#frames.push({ title: undefined, file: undefined, closed: false });
  }

  title(title: string): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    frame.title = title;
    this.#releaseReported();
  }

  file(file: string): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined && file !== "") frame.file = file;
  }

  close(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    frame.closed = true;
    this.#releaseReported();
  }

  /** Adds an item of the innermost suite. */
  add(item: Item): void {
    this.#held.push({ item, suites: [...this.#frames] });
    this.#releaseReported();
  }

  #releaseReported(): void {
    let released = 0;
    for (const { item, suites } of this.#held) {
      if (!suites.every(({ title, closed }) => title !== undefined || closed)) break;
      released++;
      this.#release(item, suites);
    }
    if (released > 0) this.#held = this.#held.slice(released);
  }
}
