import { limits } from "#limits.ts";
import { indentedPiece, isIndented } from "./indented-piece.ts";
import type { ParsedPiece } from "./parse-piece.ts";

export interface JsonCutHandler {
  /**
   * Called at the start of a container; `key` is its name in an object, `null` in an array or at the root. `enter`: report its
   * members one by one. `take`: pass the whole container as text. `skip`: ignore it.
   */
  begin(key: string | null, kind: "object" | "array"): "enter" | "take" | "skip";
  /** Called with a scalar member or a taken container: its JSON text, and its value if it was already parsed. */
  value(key: string | null, json: string, line: number, parsed?: ParsedPiece): void;
  /** Called at the end of an entered container. */
  leave(): void;
  /** Called if a container that should be taken exceeds the limit for a piece and was skipped. */
  oversized(key: string | null, line: number): void;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Splits a JSON text of any size into pieces at chosen depths. The text is written in chunks of any size, and only one piece is in
 * memory.
 *
 * Text before the first `{` at the start of a line is ignored, and so is text after the end of that object; a
 * further object there is read as well. With `roots` "any", an array of objects or an empty array can also be the root.
 * No other character may follow its `[`, because lines of logs can start with `[`. The syntax is only checked by `JSON.parse` of the pieces.
 */
export class JsonCutter {
  readonly #handler: JsonCutHandler;
  readonly #arrays: boolean;
  /** Entered containers, outermost first. */
  readonly #open: ("object" | "array")[] = [];
  #state: "noise" | "bracket" | "members" | "string" | "word" | "piece" = "noise";
  #key: string | null = null;
  #parts: string[] = [];
  #length = 0;
  #storing = false;
  #oversized = false;
  /** Number of open containers within a piece. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  #lineStart = true;
  #line = 1;
  /** Index up to which `#line` has counted the current chunk. */
  #counted = 0;
  /** Index of the next line break in the chunk, stored to avoid searching for each container. */
  #newline = -1;
  #pieceLine = 1;
  #seenRoot = false;
  /** True if the fast search for the end of a piece failed in this chunk, so it is not tried again. */
  #mistaken = false;

  constructor(handler: JsonCutHandler, roots: "object" | "any" = "object") {
    this.#handler = handler;
    this.#arrays = roots === "any";
  }

  /** Current line, from 1. Exact only at the start of a chunk. */
  get line(): number {
    return this.#line;
  }

  /** False if the text ended within an object, or never began one. */
  get complete(): boolean {
    return this.#state === "noise" && this.#seenRoot;
  }

  write(chunk: string): void {
    this.#mistaken = false;
    let at = 0;
    while (at < chunk.length) {
      switch (this.#state) {
        case "noise":
          at = this.#noise(chunk, at);
          break;
        case "bracket":
          at = this.#bracket(chunk, at);
          break;
        case "members":
          at = this.#members(chunk, at);
          break;
        case "string":
          at = this.#string(chunk, at);
          break;
        case "word":
          at = this.#word(chunk, at);
          break;
        case "piece":
          at = this.#piece(chunk, at);
          break;
      }
    }
    this.#countLines(chunk, chunk.length);
    this.#counted = 0;
    this.#newline = -1;
  }

  #countLines(chunk: string, end: number): void {
    if (this.#newline < this.#counted) this.#newline = lineEnd(chunk, this.#counted);
    for (; this.#newline < end; this.#newline = lineEnd(chunk, this.#newline + 1)) this.#line++;
    this.#counted = end;
  }

  #noise(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (code === 0x7b && this.#lineStart) {
        this.#seenRoot = true;
        this.#container(chunk, at, "object");
        return at + 1;
      }
      if (code === 0x5b && this.#lineStart && this.#arrays) {
        this.#state = "bracket";
        return at + 1;
      }
      if (code === 0x0a) this.#lineStart = true;
      else if (code > 0x20 && code !== 0xfeff) this.#lineStart = false;
    }
    return chunk.length;
  }

  /** Handles the text after a `[` that may begin the root. */
  #bracket(chunk: string, from: number): number {
    let at = from;
    while (at < chunk.length && chunk.charCodeAt(at) <= 0x20) at++;
    if (at === chunk.length) return at;
    const code = chunk.charCodeAt(at);
    if (code === 0x7b || code === 0x5d) {
      this.#seenRoot = true;
      this.#container(chunk, at, "array");
    } else {
      this.#state = "noise";
      this.#lineStart = false;
    }
    return at;
  }

  #members(chunk: string, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      switch (chunk.charCodeAt(at)) {
        case 0x20:
        case 0x09:
        case 0x0a:
        case 0x0d:
        case 0x2c:
        case 0x3a:
          break;
        case 0x7b:
          this.#container(chunk, at, "object");
          return this.#indented(chunk, at, "}");
        case 0x5b:
          this.#container(chunk, at, "array");
          return this.#indented(chunk, at, "]");
        case 0x7d:
        case 0x5d:
          this.#close();
          return at + 1;
        case quote:
          this.#store(chunk, at, true);
          this.#state = "string";
          this.#add('"');
          return at + 1;
        default:
          this.#store(chunk, at, true);
          this.#state = "word";
          return at;
      }
    }
    return chunk.length;
  }

  #string(chunk: string, from: number): number {
    const end = this.#stringEnd(chunk, from);
    this.#add(chunk.slice(from, end === -1 ? chunk.length : end));
    if (end === -1) return chunk.length;
    const json = this.#oversized ? '""' : this.#parts.join("");
    this.#state = "members";
    if (this.#open.at(-1) === "object" && this.#key === null) this.#key = keyOf(json);
    else this.#value(json);
    return end;
  }

  /** Returns the index after the closing quote; -1 if it is in a later chunk. */
  #stringEnd(chunk: string, from: number): number {
    let at = from;
    if (this.#escaped) {
      this.#escaped = false;
      at++;
    }
    for (;;) {
      const end = chunk.indexOf('"', at);
      const stop = end === -1 ? chunk.length : end;
      let slashes = 0;
      while (stop - slashes > at && chunk.charCodeAt(stop - slashes - 1) === backslash) slashes++;
      if (end === -1) {
        this.#escaped = slashes % 2 === 1;
        return -1;
      }
      if (slashes % 2 === 0) return end + 1;
      at = end + 1;
    }
  }

  #word(chunk: string, from: number): number {
    let at = from;
    while (at < chunk.length && !/[\s,\]}]/.test(chunk.charAt(at))) at++;
    this.#add(chunk.slice(from, at));
    if (at < chunk.length) {
      this.#state = "members";
      this.#value(this.#parts.join(""));
    }
    return at;
  }

  /**
   * Takes an indented piece whose end is in the chunk.
   *
   * @returns The index at which reading continues.
   */
  #indented(chunk: string, at: number, bracket: "}" | "]"): number {
    if (this.#state !== "piece" || !this.#storing || this.#mistaken || !isIndented(chunk, at)) return at + 1;
    const piece = indentedPiece(chunk, at, bracket);
    if (piece === undefined) {
      this.#mistaken = true;
      return at + 1;
    }
    this.#state = "members";
    this.#value(piece.json, piece.parsed);
    return at + piece.json.length;
  }

  #piece(chunk: string, from: number): number {
    let at = from;
    while (at < chunk.length) {
      if (this.#inString) {
        at = this.#stringEnd(chunk, at);
        if (at === -1) break;
        this.#inString = false;
      }
      at = nextStructure(chunk, at);
      if (at === -1) break;
      const code = chunk.charCodeAt(at++);
      if (code === quote) this.#inString = true;
      else if (code === 0x7b || code === 0x5b) this.#depth++;
      else if (--this.#depth === 0) return this.#endPiece(chunk, from, at);
    }
    if (this.#storing) this.#add(chunk.slice(from));
    return chunk.length;
  }

  #endPiece(chunk: string, from: number, end: number): number {
    if (this.#storing) this.#add(chunk.slice(from, end));
    this.#state = "members";
    if (this.#open.length === 0) this.#leaveRoot();
    const key = this.#key;
    if (this.#oversized) {
      this.#key = null;
      this.#handler.oversized(key, this.#pieceLine);
    } else if (this.#storing) this.#value(this.#parts.join(""));
    else this.#key = null;
    this.#parts = [];
    return end;
  }

  #container(chunk: string, at: number, kind: "object" | "array"): void {
    const verdict = this.#handler.begin(this.#key, kind);
    if (verdict === "enter") {
      this.#key = null;
      this.#open.push(kind);
      this.#state = "members";
      return;
    }
    this.#store(chunk, at, verdict === "take");
    this.#add(kind === "object" ? "{" : "[");
    this.#depth = 1;
    this.#inString = false;
    this.#state = "piece";
  }

  #close(): void {
    this.#open.pop();
    this.#key = null;
    this.#handler.leave();
    if (this.#open.length === 0) this.#leaveRoot();
  }

  #leaveRoot(): void {
    this.#state = "noise";
    // Another report can be appended without a line break.
    this.#lineStart = true;
  }

  #store(chunk: string, at: number, storing: boolean): void {
    this.#parts = [];
    this.#length = 0;
    this.#storing = storing;
    this.#oversized = false;
    this.#escaped = false;
    this.#countLines(chunk, at);
    this.#pieceLine = this.#line;
  }

  #add(part: string): void {
    if (!this.#storing) return;
    this.#length += part.length;
    if (this.#length > limits.jsonPiece) {
      this.#storing = false;
      this.#oversized = true;
      this.#parts = [];
    } else this.#parts.push(part);
  }

  #value(json: string, parsed?: ParsedPiece): void {
    const key = this.#key;
    this.#key = null;
    this.#parts = [];
    this.#handler.value(key, json, this.#pieceLine, parsed);
  }
}

/** Returns the index of the next character that is one of `"{}[]`, or -1. Few other characters occur between strings, unless the text is indented. */
function nextStructure(chunk: string, from: number): number {
  for (let at = from; at < chunk.length; at++) {
    const code = chunk.charCodeAt(at);
    if (code === quote || code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d) return at;
  }
  return -1;
}

function keyOf(json: string): string {
  // No format uses keys with escapes, so these only have to stay different from other keys.
  return json.includes("\\") ? json : json.slice(1, -1);
}

function lineEnd(chunk: string, from: number): number {
  const at = chunk.indexOf("\n", from);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}
