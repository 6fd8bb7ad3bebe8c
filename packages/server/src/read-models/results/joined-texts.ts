const between = "\n";

/** Texts in one string, so that one search for a word covers all of them. */
export class JoinedTexts {
  readonly #all: string;
  /** Start of each text, and the end of the last one. */
  readonly #starts: Int32Array;

  constructor(texts: readonly string[]) {
    this.#all = texts.join(between);
    this.#starts = new Int32Array(texts.length + 1);
    for (const [index, text] of texts.entries())
      this.#starts[index + 1] = (this.#starts[index] as number) + text.length + between.length;
  }

  get length(): number {
    return this.#starts.length - 1;
  }

  at(index: number): string {
    return this.#all.slice(this.#starts[index], (this.#starts[index + 1] as number) - between.length);
  }

  /**
   * Returns an array with 1 for each text that contains the word.
   *
   * @param word Not empty and without line breaks.
   */
  having(word: string): Uint8Array {
    const starts = this.#starts;
    const found = new Uint8Array(this.length);
    let index = 0;
    for (let at = this.#all.indexOf(word); at !== -1; at = this.#all.indexOf(word, starts[index + 1])) {
      while ((starts[index + 1] as number) <= at) index++;
      found[index] = 1;
    }
    return found;
  }
}
