import { cut } from "@plumb/contract/text/cut.ts";

/** Truncates texts that are too long and reports each kind once. */
export class TextLimits {
  readonly #noted = new Set<string>();
  readonly #note: (reason: string) => void;

  constructor(note: (reason: string) => void) {
    this.#note = note;
  }

  /** @param what Plural name of the texts for the note. */
  cut(text: string, length: number, what: string): string {
    // A text from an exported report was already cut: it has this length and ends with an ellipsis.
    if (text.length <= length || (text.length === length + 1 && text.endsWith("…"))) return text;
    this.noteOnce(`${what} longer than ${length.toLocaleString("en")} characters were cut.`);
    return cut(text, length);
  }

  noteOnce(reason: string): void {
    if (this.#noted.has(reason)) return;
    this.#noted.add(reason);
    this.#note(reason);
  }
}
