import type { ProblemSeverity } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import type { Position } from "#problem-log.ts";
import { endOfName, localName, readAttributes } from "./xml-attributes.ts";
import { decodeReferences, strayAmpersand } from "./xml-text.ts";

export interface XmlTag {
  /** Name without its prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Source text, for content that turns out not to be markup. */
  readonly raw: string;
}

export interface XmlHandler {
  open(tag: XmlTag): void;
  /**
   * Called with a piece of text or CDATA, with references resolved. A long text is passed in many pieces and is never completely
   * in memory.
   */
  text(piece: string): void;
  close(name: string): void;
  /** Called with the first 200 characters of a comment. */
  comment?(text: string): void;
  problem(severity: ProblemSeverity, reason: string, at: Position): void;
}

const maxComment = 200;

/**
 * A tolerant XML parser for documents of any size, written in chunks of any size.
 *
 * Test reporters often create XML by joining strings, which leads to stray `&`, `<` and `]]>`, unclosed elements, several documents in one
 * file, or truncated files. The parser reads such content and reports each kind of repair once. It keeps one tag at a time, so
 * memory does not grow with a text or the document. Declared entities are rejected and never expanded.
 */
export class XmlScanner {
  readonly #handler: XmlHandler;
  readonly #open: string[] = [];
  readonly #reported = new Set<string>();
  #buffer = "";
  #at = 0;
  #line = 1;
  /** Index in the buffer; negative if the line began in an earlier chunk. */
  #lineStart = 0;
  /** Index up to which `#line` has counted the buffer. */
  #counted = 0;
  /** Start of the current comment. */
  #comment = "";
  #inside: "text" | "cdata" | "comment" | "instruction" | "overlong tag" = "text";
  #seenRoot = false;
  #stopped = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  /** True after `stop` and after content that must not be read (declared entities). */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** Ignores the rest of the document. */
  stop(): void {
    this.#countLines(this.#at);
    this.#stopped = true;
    this.#buffer = "";
    this.#at = 0;
    this.#counted = 0;
  }

  write(chunk: string): void {
    if (this.#stopped) return;
    this.#buffer = this.#buffer === "" ? chunk : this.#buffer + chunk;
    while (!this.#stopped && this.#step(false));
    this.#trim();
  }

  /** Returns the names of the elements that were still open, outermost first; empty for a complete document. */
  end(): readonly string[] {
    while (!this.#stopped && this.#step(true));
    if (this.#stopped) return [];
    const open = [...this.#open];
    if (this.#at < this.#buffer.length || this.#inside !== "text") open.push("");
    return open;
  }

  /** Returns the position of the current token. */
  position(): Position {
    return this.#positionOf(this.#at);
  }

  /** @param at Must not be less than in earlier calls. */
  #positionOf(at: number): Position {
    this.#countLines(at);
    return { line: this.#line, column: at - this.#lineStart + 1 };
  }

  #countLines(upTo: number): void {
    if (this.#counted >= upTo) return;
    let next = this.#buffer.indexOf("\n", this.#counted);
    for (; next !== -1 && next < upTo; next = this.#buffer.indexOf("\n", next + 1)) {
      this.#line++;
      this.#lineStart = next + 1;
    }
    this.#counted = upTo;
  }

  #trim(): void {
    if (this.#at === 0) return;
    this.#countLines(this.#at);
    this.#buffer = this.#buffer.slice(this.#at);
    this.#lineStart -= this.#at;
    this.#counted = 0;
    this.#at = 0;
  }

  /** Handles one token. Returns false if it needs more input. */
  #step(last: boolean): boolean {
    if (this.#at >= this.#buffer.length) return false;
    switch (this.#inside) {
      case "text":
        return this.#buffer.charCodeAt(this.#at) === 0x3c ? this.#markup(last) : this.#text(last);
      case "cdata":
        return this.#until("]]>", true);
      case "comment":
        return this.#inComment();
      case "instruction":
        return this.#until("?>", false);
      case "overlong tag":
      default:
        return this.#until(">", false);
    }
  }

  #text(last: boolean): boolean {
    const next = this.#buffer.indexOf("<", this.#at);
    let end = next === -1 ? this.#buffer.length : next;
    if (next === -1 && !last) {
      // A reference may continue in the next chunk.
      const open = this.#buffer.lastIndexOf("&");
      if (open >= this.#at && end - open < 70 && !this.#buffer.includes(";", open)) end = open;
      if (end === this.#at) return false;
    }
    this.#emit(this.#buffer.slice(this.#at, end));
    this.#at = end;
    return true;
  }

  #emit(raw: string): void {
    if (this.#open.length === 0) {
      if (this.#seenRoot && raw.trim() !== "") this.#report("Text outside the root element was ignored");
      return;
    }
    const stray = strayAmpersand(raw);
    if (stray !== -1)
      this.#report('Not well-formed: an "&" that starts no reference was read as text', this.#at + stray);
    this.#handler.text(decodeReferences(raw));
  }

  #until(terminator: string, isText: boolean): boolean {
    const found = this.#buffer.indexOf(terminator, this.#at);
    const end = found === -1 ? Math.max(this.#at, this.#buffer.length - terminator.length + 1) : found;
    if (isText && end > this.#at && this.#open.length > 0) this.#handler.text(this.#buffer.slice(this.#at, end));
    this.#at = found === -1 ? end : found + terminator.length;
    if (found !== -1) this.#inside = "text";
    return found !== -1;
  }

  #inComment(): boolean {
    const from = this.#at;
    const ended = this.#until("-->", false);
    if (this.#comment.length < maxComment)
      this.#comment += this.#buffer.slice(from, Math.min(ended ? this.#at - 3 : this.#at, from + maxComment));
    if (!ended) return false;
    this.#handler.comment?.(this.#comment.slice(0, maxComment));
    this.#comment = "";
    return true;
  }

  #markup(last: boolean): boolean {
    const buffer = this.#buffer;
    const second = buffer.charCodeAt(this.#at + 1);
    if (second === 0x21) return this.#declaration(last);
    if (second === 0x3f) return this.#begin("instruction", 2);
    const closing = second === 0x2f;
    const nameAt = closing ? this.#at + 2 : this.#at + 1;
    if (nameAt >= buffer.length && !last) return false;
    if (!beginsName(buffer.charCodeAt(nameAt))) return this.#literal(1);
    const end = tagEnd(buffer, nameAt);
    if (end === "broken") return this.#literal(1);
    if (end === -1) {
      if (buffer.length - this.#at > limits.tag) return this.#overlong(nameAt);
      return false;
    }
    const nameEnd = endOfName(buffer, nameAt, end);
    const name = localName(buffer.slice(nameAt, nameEnd));
    if (closing) this.#close(name, end);
    else this.#openTag(name, nameEnd, end);
    return true;
  }

  #begin(inside: "cdata" | "comment" | "instruction", skip: number): boolean {
    this.#inside = inside;
    this.#at += skip;
    return true;
  }

  #declaration(last: boolean): boolean {
    const start = this.#buffer.slice(this.#at, this.#at + 10);
    if (start.startsWith("<!--")) return this.#begin("comment", 4);
    if (start.startsWith("<![CDATA[")) return this.#begin("cdata", 9);
    if (start.length < 10 && !last) return false;
    if (!/^<!doctype/i.test(start)) return this.#literal(2);
    const end = this.#buffer.indexOf(">", this.#at);
    const subset = this.#buffer.indexOf("[", this.#at);
    if (subset !== -1 && (end === -1 || subset < end)) {
      const reason =
        "The file declares a document type with entities. Entities can be used for attacks, so the file was not read";
      this.#handler.problem("incomplete", reason, this.position());
      this.stop();
      return false;
    }
    if (end === -1) return this.#buffer.length - this.#at > limits.tag ? this.#literal(2) : false;
    this.#report("The document type declaration was ignored");
    this.#at = end + 1;
    return true;
  }

  #literal(length: number): boolean {
    this.#report('Not well-formed: a "<" that starts no tag was read as text');
    const end = Math.min(this.#at + length, this.#buffer.length);
    if (this.#open.length > 0) this.#handler.text(this.#buffer.slice(this.#at, end));
    this.#at = end;
    return true;
  }

  #overlong(nameAt: number): boolean {
    const nameEnd = endOfName(this.#buffer, nameAt, this.#buffer.length);
    const name = localName(this.#buffer.slice(nameAt, nameEnd));
    this.#report(`A tag is longer than ${limits.tag} characters; the rest of it was left out`);
    this.#openTag(name, nameEnd, this.#buffer.length);
    this.#at = this.#buffer.length;
    this.#inside = "overlong tag";
    return true;
  }

  #openTag(name: string, attributesAt: number, end: number): void {
    const empty = this.#buffer.charCodeAt(end - 1) === 0x2f;
    const { values, repaired } = readAttributes(this.#buffer, attributesAt, empty ? end - 1 : end);
    if (repaired) this.#report("Not well-formed: an attribute was repaired");
    this.#seenRoot = true;
    this.#handler.open({ name, attributes: values, raw: this.#buffer.slice(this.#at, end + 1) });
    if (empty) this.#handler.close(name);
    else if (this.#open.push(name) > limits.xmlDepth) {
      const reason = `Elements are nested deeper than ${limits.xmlDepth} levels; the rest was not read`;
      this.#handler.problem("incomplete", reason, this.position());
      this.stop();
    }
    if (!this.#stopped) this.#at = end + 1;
  }

  #close(name: string, end: number): void {
    const depth = this.#open.lastIndexOf(name);
    if (depth === -1) {
      this.#report(`Not well-formed: </${name}> has no matching start tag and was read as text`);
      if (this.#open.length > 0) this.#handler.text(this.#buffer.slice(this.#at, end + 1));
    } else {
      if (depth < this.#open.length - 1) this.#report(`Not well-formed: <${this.#open.at(-1)}> is never closed`);
      while (this.#open.length > depth) this.#handler.close(this.#open.pop() ?? "");
    }
    this.#at = end + 1;
  }

  #report(reason: string, at = this.#at): void {
    if (this.#reported.has(reason)) return;
    this.#reported.add(reason);
    this.#handler.problem("warning", reason, this.#positionOf(at));
  }
}

/** Returns the index of the `>` that ends a tag; -1 if it is not in the buffer; "broken" if a new tag starts before. */
function tagEnd(buffer: string, from: number): number | "broken" {
  let afterEquals = false;
  for (let at = from; at < buffer.length; at++) {
    const code = buffer.charCodeAt(at);
    if (code === 0x3e) return at;
    if (code === 0x3c) return "broken";
    if (code <= 0x20) continue;
    if (afterEquals && (code === 0x22 || code === 0x27)) {
      // Quotes only begin a value after "=". Other apostrophes are mistakes of the writer.
      at = buffer.indexOf(code === 0x22 ? '"' : "'", at + 1);
      if (at === -1) return -1;
    }
    afterEquals = code === 0x3d;
  }
  return -1;
}

function beginsName(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code >= 0xc0;
}
