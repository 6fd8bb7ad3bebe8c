import { limits } from "#limits.ts";
import type { Teardown } from "#robot/suite-teardown.ts";
import { type ElementHandler, readElements, type RequestedText } from "#xml/element-feed.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";

/** Failed teardowns by the index of the suite in the file, from 0. */
export type Teardowns = ReadonlyMap<number, Teardown>;

/** Reads only the results of suite tear-downs. */
export async function failedTeardowns(text: AsyncIterable<string>): Promise<Teardowns> {
  const reader = new TeardownReader();
  await readElements(text, reader);
  return reader.found;
}

class TeardownReader implements ElementHandler {
  readonly found = new Map<number, Teardown>();
  /** Indices of the open suites. */
  readonly #suites: number[] = [];
  #count = 0;
  /** Depth of the open tear-down of a suite; undefined if none is open. */
  #teardownAt: number | undefined;

  open({ name, attributes }: XmlTag, parents: readonly string[]): RequestedText | undefined {
    const parent = parents.at(-1);
    // A tear-down ends if the next element is not inside it.
    if (this.#teardownAt !== undefined && parents.length <= this.#teardownAt) this.#teardownAt = undefined;
    if (name === "suite" && parent !== "statistics") this.#suites.push(this.#count++);
    else if (name === "kw" && parent === "suite" && isTeardown(attributes)) this.#teardownAt = parents.length;
    else if (name === "status" && this.#teardownAt !== undefined && parents.length === this.#teardownAt + 1)
      return this.#status(attributes.get("status") ?? "");
    return undefined;
  }

  close(name: string): void {
    if (name === "suite") this.#suites.pop();
  }

  #status(status: string): RequestedText | undefined {
    const suite = this.#suites.at(-1);
    if (suite === undefined || (status !== "FAIL" && status !== "SKIP")) return undefined;
    const teardown = { skipped: status === "SKIP", message: "" };
    this.found.set(suite, teardown);
    return { max: limits.message, done: (text) => (teardown.message = text.trim()) };
  }
}

function isTeardown(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.get("type")?.toLowerCase() === "teardown";
}
