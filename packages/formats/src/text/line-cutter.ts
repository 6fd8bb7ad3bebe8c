import { limits } from "#limits.ts";

/** Cuts a text that comes in chunks into lines, without their ends. Lines beyond the limit of a JSON piece are dropped. */
export class LineCutter {
  #rest = "";
  #dropping = false;
  /** Of the last delivered line; 1-based. */
  number = 0;
  /** Lines that were too long. */
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

  /** The last line, where no line end follows it; undefined if there is none. */
  end(): string | undefined {
    if (this.#rest === "") return undefined;
    this.number += 1;
    return this.#rest;
  }
}
