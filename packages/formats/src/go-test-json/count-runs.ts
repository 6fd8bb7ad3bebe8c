import { LineCutter } from "#text/line-cutter.ts";
import { endings, type GoEvent, keyOf, parseEvent } from "./go-event.ts";

/**
 * Counts the runs of each test in a stream, by its key. A run begins with `run` and ends with a verdict, or with its package
 * if a panic or a timeout ended it.
 */
export async function countRuns(text: AsyncIterable<string>): Promise<ReadonlyMap<string, number>> {
  const counter = new RunCounter();
  const lines = new LineCutter();
  for await (const chunk of text) for (const line of lines.write(chunk)) counter.line(line);
  const last = lines.end();
  if (last !== undefined) counter.line(last);
  return counter.end();
}

class RunCounter {
  readonly #counts = new Map<string, number>();
  /** Running tests by package. */
  readonly #running = new Map<string, Set<string>>();

  line(line: string): void {
    // Most lines are output, which does not need to be parsed here.
    if (/"Action"\s*:\s*"output"/.test(line.slice(0, 200))) return;
    const event = parseEvent(line);
    if (event === undefined) return;
    if (event.test === "") {
      if (endings.has(event.action)) this.#endPackage(event.pack);
    } else this.#test(event);
  }

  end(): ReadonlyMap<string, number> {
    for (const pack of this.#running.keys()) this.#endPackage(pack);
    return this.#counts;
  }

  #test(event: GoEvent): void {
    const key = keyOf(event);
    const running = this.#running.get(event.pack) ?? new Set();
    this.#running.set(event.pack, running);
    if (event.action === "run") {
      if (running.has(key)) this.#count(key);
      running.add(key);
    } else if (endings.has(event.action)) {
      running.delete(key);
      this.#count(key);
    }
  }

  #endPackage(pack: string): void {
    for (const key of this.#running.get(pack) ?? []) this.#count(key);
    this.#running.delete(pack);
  }

  #count(key: string): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}
