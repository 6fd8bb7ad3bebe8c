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
 * The suites around the part that is being read, and what waits for their titles: keys may be in any order, so that a
 * suite's tests may come before its title. Nothing waits where the title comes first, as nearly every writer has it.
 */
export class SuiteStack<Item> {
  readonly #release: (item: Item, suites: readonly OpenSuite[]) => void;
  readonly #frames: Frame[] = [];
  #held: { readonly item: Item; readonly suites: readonly Frame[] }[] = [];

  /** @param release Gets each item with its suites from the outside in. */
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
    this.#releaseTold();
  }

  file(file: string): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined && file !== "") frame.file = file;
  }

  close(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    frame.closed = true;
    this.#releaseTold();
  }

  /** Something in the innermost suite. */
  add(item: Item): void {
    this.#held.push({ item, suites: [...this.#frames] });
    this.#releaseTold();
  }

  #releaseTold(): void {
    let released = 0;
    for (const { item, suites } of this.#held) {
      if (!suites.every(({ title, closed }) => title !== undefined || closed)) break;
      released++;
      this.#release(item, suites);
    }
    if (released > 0) this.#held = this.#held.slice(released);
  }
}
