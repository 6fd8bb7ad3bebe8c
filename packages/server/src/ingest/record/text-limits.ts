import { cut } from "@plumb/contract/text/cut.ts";

/** Cuts what is too long, and notes each kind of it once. */
export class TextLimits {
  readonly #noted = new Set<string>();
  readonly #note: (reason: string) => void;

  constructor(note: (reason: string) => void) {
    this.#note = note;
  }

  /**
   * @param what The name of the texts in plural, for the note.
   */
  cut(text: string, length: number, what: string): string {
    // A text from an exported report was cut before: it has this length and ends with an ellipsis.
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
