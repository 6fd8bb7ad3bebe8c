import type { ProblemSeverity, ResultEvent } from "@plumb/contract/result-event.ts";
import type { Position, ProblemLog } from "#problem-log.ts";
import type { Scanner } from "#scan.ts";
import { hasControls } from "#text/clean-text.ts";
import { Capture } from "./capture.ts";
import { type XmlHandler, XmlScanner, type XmlTag } from "./xml-scanner.ts";

/** The text of an element is wanted, up to `max` characters and one; markup within it becomes part of it. */
export interface WantedText {
  readonly max: number;
  done(text: string): unknown;
}

/** Understands the elements of one kind of report. */
export interface ElementReader {
  readonly problems: ProblemLog;
  /** An element begins below `parents`, from the root in. */
  open(tag: XmlTag, parents: readonly string[]): WantedText | undefined;
  /** An element ends, unless its text was wanted. */
  close(name: string): void;
  /**
   * The document ended early; elements that are still open are not closed.
   *
   * @returns The name of the test that had begun and was left out, as its result is not known; undefined if there is none.
   */
  brokenOff(): string | undefined;
  /** What is to be said of the whole; called once, after everything else. */
  end(): void;
  /** Events that nobody has taken yet, without problems. */
  take(): ResultEvent[];
}

/** Feeds an XML text to a reader of elements, and says what is wrong with the text. One instance per file. */
export class ElementScanner implements Scanner, XmlHandler {
  readonly #scanner = new XmlScanner(this);
  readonly #reader: ElementReader;
  readonly #parents: string[] = [];
  #capture: Capture | undefined;

  constructor(reader: ElementReader) {
    this.#reader = reader;
  }

  write(chunk: string): ResultEvent[] {
    const { problems } = this.#reader;
    if (hasControls(chunk)) problems.addOnce("warning", "Control characters, which XML does not allow, were removed");
    this.#scanner.write(chunk);
    return [...this.#reader.take(), ...problems.take()];
  }

  end(): ResultEvent[] {
    const open = this.#scanner.end();
    if (open.length > 0 || (this.#scanner.stopped && this.#parents.length > 0)) this.#brokenOff(open);
    this.#reader.end();
    return [...this.#reader.take(), ...this.#reader.problems.takeRest()];
  }

  open(tag: XmlTag): void {
    if (this.#capture !== undefined) return this.#capture.open(tag.raw);
    const wanted = this.#reader.open(tag, this.#parents);
    this.#parents.push(tag.name);
    if (wanted !== undefined) this.#capture = new Capture(wanted.max, (text) => wanted.done(text));
  }

  text(piece: string): void {
    this.#capture?.add(piece);
  }

  close(name: string): void {
    const capture = this.#capture;
    if (capture === undefined) {
      this.#parents.pop();
      return this.#reader.close(name);
    }
    capture.depth--;
    if (capture.depth > 0) return;
    this.#parents.pop();
    this.#capture = undefined;
    capture.finish();
  }

  problem(severity: ProblemSeverity, reason: string, at: Position): void {
    this.#reader.problems.addOnce(severity, reason, at);
  }

  #brokenOff(open: readonly string[]): void {
    this.#capture?.finish();
    this.#capture = undefined;
    const lost = this.#reader.brokenOff();
    // Reading that was stopped has been explained already.
    if (this.#scanner.stopped) return;
    const inside = open.findLast((name) => name !== "");
    const where = inside === undefined ? "in the middle of a tag" : `inside <${inside.slice(0, 100)}>`;
    const left = lost === undefined ? "" : `; the test "${lost.slice(0, 200)}" is not complete and was left out`;
    const reason = `The file ends ${where}: it was cut off${left}. What came before was kept`;
    this.#reader.problems.add("incomplete", reason, this.#scanner.position());
  }
}
