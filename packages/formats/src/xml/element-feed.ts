import { Capture } from "./capture.ts";
import { type XmlHandler, XmlScanner, type XmlTag } from "./xml-scanner.ts";

/** The text of an element is wanted, up to `max` characters, both its ends if it is longer; markup within it becomes part of it. */
export interface WantedText {
  readonly max: number;
  done(text: string): unknown;
}

/** Gets the elements of a document one after the other. */
export interface ElementHandler {
  /** An element begins below `parents`, from the root in. */
  open(tag: XmlTag, parents: readonly string[]): WantedText | undefined;
  /** An element ends, unless its text was wanted. */
  close?(name: string): void;
}

/** Feeds the elements of an XML text, and the texts that are wanted of them, to a handler. */
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

  /** Elements that are open, also those whose text is wanted. */
  get depth(): number {
    return this.#parents.length;
  }

  open(tag: XmlTag): void {
    if (this.#capture !== undefined) return this.#capture.open(tag.raw);
    const wanted = this.#handler.open(tag, this.#parents);
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
      this.#handler.close?.(name);
      return;
    }
    capture.depth--;
    if (capture.depth > 0) return;
    this.#parents.pop();
    this.#capture = undefined;
    capture.finish();
  }

  /** Hands over a wanted text that nothing ended. */
  finishText(): void {
    this.#capture?.finish();
    this.#capture = undefined;
  }
}

/** Reads a text for the facts that the second reading needs; reports its problems. */
export async function readElements(text: AsyncIterable<string>, handler: ElementHandler): Promise<void> {
  const { scanner } = new ElementFeed(handler, () => {});
  for await (const chunk of text) scanner.write(chunk);
  scanner.end();
}
