import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { ReportWriter } from "#results/report-writer.ts";
import type { Scanner } from "#scan.ts";
import { hasControls } from "#text/clean-text.ts";
import { ElementFeed, type ElementHandler } from "./element-feed.ts";

/** Format-specific reader of elements. */
export interface ElementReader extends ElementHandler {
  readonly writer: ReportWriter;
  /**
   * Called if the document ended early. Elements that are still open are not closed.
   *
   * @returns Name of the open test, if it was dropped because its result is unknown; undefined if there is none.
   */
  brokenOff(): string | undefined;
  /** Called after everything else, to report problems of the whole file. */
  end(): void;
}

/** Passes an XML text to a reader of elements and reports problems of the text. One instance per file. */
export class ElementScanner implements Scanner {
  readonly #reader: ElementReader;
  readonly #feed: ElementFeed;

  constructor(reader: ElementReader) {
    this.#reader = reader;
    this.#feed = new ElementFeed(reader, (severity, reason, at) =>
      reader.writer.problems.addOnce(severity, reason, at),
    );
  }

  write(chunk: string): ResultEvent[] {
    const { writer } = this.#reader;
    if (hasControls(chunk)) writer.problem("warning", "Control characters that XML does not allow were removed");
    this.#feed.scanner.write(chunk);
    return writer.take();
  }

  end(): ResultEvent[] {
    const { scanner, depth } = this.#feed;
    const open = scanner.end();
    if (open.length > 0 || (scanner.stopped && depth > 0)) this.#brokenOff(open);
    this.#reader.end();
    return this.#reader.writer.takeRest();
  }

  #brokenOff(open: readonly string[]): void {
    const { scanner } = this.#feed;
    this.#feed.finishText();
    const lost = this.#reader.brokenOff();
    // The reason for stopping was already reported.
    if (scanner.stopped) return;
    const inside = open.findLast((name) => name !== "");
    const where = inside === undefined ? "in the middle of a tag" : `inside <${inside.slice(0, 100)}>`;
    const left = lost === undefined ? "" : `; the test "${lost.slice(0, 200)}" is not complete and was left out`;
    const reason = `The file ends ${where}: it was cut off${left}. The content before that was kept`;
    this.#reader.writer.problems.add("incomplete", reason, scanner.position());
  }
}
