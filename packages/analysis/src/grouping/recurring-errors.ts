import type { SortedLines } from "#errors/sorted-lines.ts";
import { steadyLines } from "#errors/steady-lines.ts";
import { isUninformative } from "./uninformative.ts";

/** Maximum number of errors in the cache before it is cleared. Few runs have more different errors. */
const remembered = 20_000;

/**
 * Caches results per error, because most failures of a run have one of a few errors. Ids and times are removed from an error first, so a result does
 * not depend on which occurrence came first.
 */
export class RecurringErrors<Found> {
  readonly #known = new Map<string, Found>();

  /**
   * @param more Other input that affects the result.
   * @param find Called for errors that are not in the cache.
   */
  of(lines: SortedLines, more: string, find: (steady: SortedLines) => Found): Found {
    const steady = steadyLines(lines);
    const key = `${more}\n${keyOf(steady)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= remembered) this.#known.clear();
    const found = find(steady);
    this.#known.set(key, found);
    return found;
  }
}

/** Returns all compared parts as a key. The code location is only included if the text is not distinctive. */
function keyOf(lines: SortedLines): string {
  const location = isUninformative(lines.text.map((line) => line.trim()).join("\n")) ? lines.frame : null;
  return [
    lines.frame?.role,
    location?.file,
    location?.function,
    lines.code,
    ...lines.heads,
    "\u0000",
    ...lines.text,
    "\u0000",
    ...lines.page,
    "\u0000",
    ...lines.causes,
  ].join("\n");
}
