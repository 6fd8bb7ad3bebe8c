import { limits } from "#limits.ts";

/** Splits a text, which is written in chunks, into lines without their ends. Lines beyond the limit of a JSON piece are dropped. */
export class LineCutter {
  #rest = "";
  #dropping = false;
  /** Number of the last delivered line, from 1. */
  number = 0;
  /** Number of lines that were dropped because of their length. */
  dropped = 0;

  *write(chunk: string): Generator<string> {
    let from = 0;
    for (let at = chunk.indexOf("\n"); at >= 0; at = chunk.indexOf("\n", from)) {
      const line = this.#rest + chunk.slice(from, at);
      this.#rest = "";
      from = at + 1;
      this.number += 1;
      if (this.#dropping) this.#dropping = false;
      else yield line.endsWith("\r") ? line.slice(0, -1) : line;
    }
    if (this.#dropping) return;
    this.#rest += chunk.slice(from);
    if (this.#rest.length <= limits.jsonPiece) return;
    this.#rest = "";
    this.#dropping = true;
    this.dropped += 1;
  }

  /** Returns the last line if no line end follows it; undefined otherwise. */
  end(): string | undefined {
    if (this.#rest === "") return undefined;
    this.number += 1;
    return this.#rest;
  }
}
