import { limits } from "#limits.ts";
import { Capture } from "#xml/capture.ts";
import { type XmlHandler, XmlScanner, type XmlTag } from "#xml/xml-scanner.ts";

/** A tear-down of a suite that failed, or was skipped, which its tests share. */
export interface Teardown {
  readonly skipped: boolean;
  message: string;
}

/** By the number of the suite in the file, from 0. */
export type Teardowns = ReadonlyMap<number, Teardown>;

/** Reads only how the tear-downs of suites ended. */
export async function failedTeardowns(text: AsyncIterable<string>): Promise<Teardowns> {
  const reader = new TeardownReader();
  const scanner = new XmlScanner(reader);
  for await (const chunk of text) scanner.write(chunk);
  scanner.end();
  return reader.found;
}

class TeardownReader implements XmlHandler {
  readonly found = new Map<number, Teardown>();
  readonly #parents: string[] = [];
  readonly #suites: number[] = [];
  #count = 0;
  /** How deep the tear-down of a suite is that is open; 0 if none is. */
  #teardownAt = 0;
  #capture: Capture | undefined;

  open({ name, attributes, raw }: XmlTag): void {
    if (this.#capture !== undefined) return this.#capture.open(raw);
    const parent = this.#parents.at(-1);
    this.#parents.push(name);
    if (name === "suite" && parent !== "statistics") this.#suites.push(this.#count++);
    else if (name === "kw" && parent === "suite" && isTeardown(attributes)) this.#teardownAt = this.#parents.length;
    else if (name === "status" && this.#teardownAt > 0 && this.#parents.length === this.#teardownAt + 1)
      this.#status(attributes.get("status") ?? "");
  }

  text(piece: string): void {
    this.#capture?.add(piece);
  }

  close(name: string): void {
    const capture = this.#capture;
    if (capture !== undefined) {
      capture.depth--;
      if (capture.depth > 0) return;
      this.#capture = undefined;
      capture.finish();
    }
    if (this.#parents.length === this.#teardownAt) this.#teardownAt = 0;
    this.#parents.pop();
    if (name === "suite" && this.#parents.at(-1) !== "statistics") this.#suites.pop();
  }

  /** Said when the tests are read. */
  problem(): void {}

  #status(status: string): void {
    const suite = this.#suites.at(-1);
    if (suite === undefined || (status !== "FAIL" && status !== "SKIP")) return;
    const teardown = { skipped: status === "SKIP", message: "" };
    this.found.set(suite, teardown);
    this.#capture = new Capture(limits.message, (text) => (teardown.message = text.trim()));
  }
}

function isTeardown(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.get("type")?.toLowerCase() === "teardown";
}
