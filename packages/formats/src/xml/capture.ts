import { LongText } from "@plumb/contract/text/long-text.ts";

/** Collects the text of an element. If it exceeds the limit, its beginning and end are kept. */
export class Capture {
  /** Number of open elements, including the captured one. */
  depth = 1;
  /** Capture that continues after this one. */
  readonly outer: Capture | undefined;
  readonly #done: (text: string) => void;
  readonly #text: LongText;

  constructor(max: number, done: (text: string) => void, outer?: Capture) {
    this.#text = new LongText(max);
    this.#done = done;
    this.outer = outer;
  }

  add(piece: string): void {
    this.#text.add(piece);
  }

  /** Adds an unexpected element as text, including its markup. */
  open(raw: string): void {
    this.depth++;
    this.add(raw);
  }

  finish(): void {
    this.#done(this.#text.toString());
  }
}
