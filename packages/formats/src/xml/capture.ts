/** Collects the text of one element up to a limit; what exceeds it is counted, not kept. */
export class Capture {
  /** Elements that are open within, itself included. */
  depth = 1;
  /** The capture that goes on when this one ends. */
  readonly outer: Capture | undefined;
  readonly #max: number;
  readonly #done: (text: string) => void;
  #parts: string[] = [];
  #length = 0;

  constructor(max: number, done: (text: string) => void, outer?: Capture) {
    this.#max = max;
    this.#done = done;
    this.outer = outer;
  }

  add(piece: string): void {
    // One character more than the limit, so that whoever cleans the text sees that it was cut.
    const room = this.#max + 1 - this.#length;
    if (room <= 0) return;
    const part = piece.length > room ? piece.slice(0, room) : piece;
    this.#parts.push(part);
    this.#length += part.length;
  }

  /** An element that does not belong here: its markup is part of the text. */
  open(raw: string): void {
    this.depth++;
    this.add(raw);
  }

  finish(): void {
    this.#done(this.#parts.length === 1 ? (this.#parts[0] ?? "") : this.#parts.join(""));
  }
}
