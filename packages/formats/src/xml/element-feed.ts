import { Capture } from "./capture.ts";
import { type XmlHandler, XmlScanner, type XmlTag } from "./xml-scanner.ts";

/**
 * Requests the text of an element, up to `max` characters. Longer texts keep their beginning and end. Markup in the element becomes part of the text.
 */
export interface RequestedText {
  readonly max: number;
  done(text: string): unknown;
}

/** Receives the elements of a document in order. */
export interface ElementHandler {
  /** Called at the start of an element; `parents` begins with the root. */
  open(tag: XmlTag, parents: readonly string[]): RequestedText | undefined;
  /** Called at the end of an element, unless its text was requested. */
  close?(name: string): void;
}

/** Passes the elements of an XML text, and requested texts, to a handler. */
export class ElementFeed implements XmlHandler {
  readonly problem: XmlHandler["problem"];
  readonly scanner = new XmlScanner(this);
  readonly #handler: ElementHandler;
  readonly #parents: string[] = [];
  #capture: Capture | undefined;

  /** @param problem Called with problems of the text. */
  constructor(handler: ElementHandler, problem: XmlHandler["problem"]) {
    this.#handler = handler;
    this.problem = problem;
  }

  /** Number of open elements, including one whose text is requested. */
  get depth(): number {
    return this.#parents.length;
  }

  open(tag: XmlTag): void {
    if (this.#capture !== undefined) return this.#capture.open(tag.raw);
    const requested = this.#handler.open(tag, this.#parents);
    this.#parents.push(tag.name);
    if (requested !== undefined) this.#capture = new Capture(requested.max, (text) => requested.done(text));
  }

  text(piece: string): void {
    this.#capture?.add(piece);
  }

  close(name: string): void {
    const capture = this.#capture;
    if (capture === undefined) {
      this.#parents.pop();
      this.#handler.close?.(name);
      return;
    }
    capture.depth--;
    if (capture.depth > 0) return;
    this.#parents.pop();
    this.#capture = undefined;
    capture.finish();
  }

  /** Delivers a requested text whose element was not closed. */
  finishText(): void {
    this.#capture?.finish();
    this.#capture = undefined;
  }
}

/** Reads a text in advance for information that the second pass needs. Problems are only reported by the second pass. */
export async function readElements(text: AsyncIterable<string>, handler: ElementHandler): Promise<void> {
  const { scanner } = new ElementFeed(handler, () => {});
  for await (const chunk of text) scanner.write(chunk);
  scanner.end();
}
