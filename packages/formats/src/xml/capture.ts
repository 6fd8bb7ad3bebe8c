import { LongText } from "@plumb/contract/text/long-text.ts";

/** Collects the text of one element; of one beyond its limit both ends. */
export class Capture {
  /** Elements that are open within, itself included. */
  depth = 1;
  /** The capture that continues after this one. */
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

  /** An element that does not belong here: its markup is part of the text. */
  open(raw: string): void {
    this.depth++;
    this.add(raw);
  }

  finish(): void {
    this.#done(this.#text.toString());
  }
}
