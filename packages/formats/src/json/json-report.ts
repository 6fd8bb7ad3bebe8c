import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import type { Scanner } from "#scan.ts";
import { ReportWriter } from "#results/report-writer.ts";
import { type JsonCutHandler, JsonCutter } from "./json-cutter.ts";
import { type ParsedPiece, parsePiece } from "./parse-piece.ts";

/**
 * Parts of a document to read, as a tree: a string is the name under which a part is passed as a whole, an `Outline`
 * is entered. Everything else is skipped.
 */
export interface Outline {
  /** If set, the reader is notified when the container starts and ends. */
  readonly name?: string;
  /** Members of an object by key. */
  readonly members?: Readonly<Record<string, string | Outline>>;
  /** Elements of an array. */
  readonly elements?: string | Outline;
}

/** Format-specific part of a reader. It receives the parts that its outline names and converts them to events. */
export interface JsonParts {
  part(name: string, value: unknown, line: number): void;
  entered?(name: string): void;
  left?(name: string): void;
  /** Called at the end of the file; `complete` is false if the file ended within the report. */
  end?(complete: boolean): void;
}

/** Reads a JSON document by its outline. Only one part is in memory at a time. */
export function jsonReport(outline: Outline, start: (writer: ReportWriter) => JsonParts): Scanner {
  const writer = new ReportWriter();
  return new JsonReportScanner(outline, writer, start(writer));
}

class JsonReportScanner implements Scanner, JsonCutHandler {
  readonly #outline: Outline;
  readonly #writer: ReportWriter;
  readonly #parts: JsonParts;
  readonly #cutter: JsonCutter;
  readonly #open: Outline[] = [];
  /** Name of the current part. */
  #taking: string | undefined;

  constructor(outline: Outline, writer: ReportWriter, parts: JsonParts) {
    this.#outline = outline;
    this.#writer = writer;
    this.#parts = parts;
    this.#cutter = new JsonCutter(this, outline.elements === undefined ? "object" : "any");
  }

  write(chunk: string): readonly ResultEvent[] {
    this.#cutter.write(chunk);
    return this.#writer.take();
  }

  end(): readonly ResultEvent[] {
    const { complete } = this.#cutter;
    // Closes open parts, so that the reader can release items that it held back.
    while (this.#open.length > 0) this.leave();
    this.#parts.end?.(complete);
    if (!complete) this.#writer.brokenOff(this.#cutter.line);
    return this.#writer.takeRest();
  }

  begin(key: string | null, kind: "object" | "array"): "enter" | "take" | "skip" {
    const outer = this.#open.at(-1);
    const inner = outer === undefined ? this.#outline : innerOf(outer, key);
    if (inner === undefined) return "skip";
    if (typeof inner === "string") {
      this.#taking = inner;
      return "take";
    }
    if ((kind === "array") !== (inner.elements !== undefined)) return "skip";
    if (this.#open.length >= limits.suiteDepth * 2) {
      const reason = `Suites are nested deeper than ${limits.suiteDepth} levels; deeper levels were left out`;
      this.#writer.problems.addOnce("incomplete", reason, { line: this.#cutter.line });
      return "skip";
    }
    this.#open.push(inner);
    if (inner.name !== undefined) this.#parts.entered?.(inner.name);
    return "enter";
  }

  value(key: string | null, json: string, line: number, known?: ParsedPiece): void {
    const outer = this.#open.at(-1);
    const name = this.#taking ?? (outer === undefined ? undefined : innerOf(outer, key));
    this.#taking = undefined;
    if (typeof name !== "string") return;
    const parsed = known ?? parsePiece(json);
    if (parsed === undefined) {
      this.#writer.problem("incomplete", "A part of the report that is not valid JSON was left out", line);
      return;
    }
    if (parsed.repaired)
      this.#writer.problem("warning", "A part of the report was not valid JSON and has been repaired", line);
    this.#parts.part(name, parsed.value, line);
  }

  leave(): void {
    const name = this.#open.pop()?.name;
    if (name !== undefined) this.#parts.left?.(name);
  }

  oversized(_key: string | null, line: number): void {
    this.#taking = undefined;
    const reason = `A part of the report with more than ${limits.jsonPiece / 1_000_000} million characters was left out`;
    this.#writer.problem("incomplete", reason, line);
  }
}

function innerOf(outline: Outline, key: string | null): string | Outline | undefined {
  if (key === null) return outline.elements;
  return outline.members !== undefined && Object.hasOwn(outline.members, key) ? outline.members[key] : undefined;
}
