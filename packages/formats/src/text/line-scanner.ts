import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import type { Scanner } from "#scan.ts";
import { LineCutter } from "./line-cutter.ts";

/** Format-specific reader of lines. */
export interface LineReader {
  readonly writer: ReportWriter;
  /**
   * @param number From 1.
   * @param isLast True if no line end follows, so the line may be truncated.
   */
  line(line: string, number: number, isLast: boolean): void;
  /** Called at the end of the file, to report problems of the whole file; `number` is that of the last line, at least 1. */
  end(number: number): void;
}

/** Passes the lines of a text to a reader. One instance per file. */
export class LineScanner implements Scanner {
  readonly #lines = new LineCutter();
  readonly #reader: LineReader;

  constructor(reader: LineReader) {
    this.#reader = reader;
  }

  write(chunk: string): ResultEvent[] {
    for (const line of this.#lines.write(chunk)) this.#reader.line(line, this.#lines.number, false);
    return this.#reader.writer.take();
  }

  end(): ResultEvent[] {
    const last = this.#lines.end();
    if (last !== undefined) this.#reader.line(last, this.#lines.number, true);
    const { dropped } = this.#lines;
    if (dropped > 0) {
      const reason = `${dropped} lines with more than ${limits.jsonPiece / 1_000_000} million characters were left out`;
      this.#reader.writer.problem("incomplete", reason);
    }
    this.#reader.end(Math.max(1, this.#lines.number));
    return this.#reader.writer.takeRest();
  }
}
