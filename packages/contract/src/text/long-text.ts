/** Maximum length of the note that replaces the middle. */
const noteLength = 60;

/**
 * Collects the pieces of a text and keeps at most `max` characters: the beginning and the end, where the reason of a failure usually is. A note
 * between them contains the number of missing characters.
 */
export class LongText {
  readonly #max: number;
  readonly #headMax: number;
  #head = "";
  #tail = "";
  #length = 0;

  /** @param max At least 120, twice the length of the note. */
  constructor(max: number) {
    this.#max = max;
    this.#headMax = Math.ceil((max - noteLength) / 2);
  }

  /** Total length of all pieces, including dropped characters. */
  get length(): number {
    return this.#length;
  }

  get isCut(): boolean {
    return this.#length > this.#max;
  }

  add(piece: string): void {
    this.#length += piece.length;
    const room = this.#headMax - this.#head.length;
    if (room > 0) this.#head += piece.slice(0, room);
    if (piece.length <= room) return;
    const retained = this.#max - this.#headMax;
    this.#tail += room > 0 ? piece.slice(room) : piece;
    if (this.#tail.length > 2 * retained) this.#tail = this.#tail.slice(-retained);
  }

  /** Adds a text on a new line. */
  addLine(text: string): void {
    const before = this.#tail === "" ? this.#head : this.#tail;
    this.add(before === "" || before.endsWith("\n") ? text : `\n${text}`);
  }

  toString(): string {
    if (!this.isCut) return this.#head + this.#tail;
    const retained = this.#max - noteLength;
    const tail = this.#tail.slice(this.#headMax - retained);
    return `${this.#head}\n… [${(this.#length - retained).toLocaleString("en")} characters left out] …\n${tail}`;
  }
}

/** Returns the text, or its beginning and end with a note between them if it is longer than `max`. */
export function bothEnds(text: string, max: number): string {
  if (text.length <= max) return text;
  const long = new LongText(max);
  long.add(text);
  return long.toString();
}

/** Returns true if the middle of the text was replaced by a note, here or by a reader. */
export function isShortened(text: string): boolean {
  return text.includes(" characters left out] …\n");
}
