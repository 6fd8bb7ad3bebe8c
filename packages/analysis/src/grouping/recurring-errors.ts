import type { SortedLines } from "#errors/sorted-lines.ts";
import { steadyLines } from "#errors/steady-lines.ts";
import { saysNothing } from "./failure-outline.ts";

/** So many different errors are remembered before memory is wiped: a run rarely has more. */
const remembered = 20_000;

/**
 * Remembers what was found for an error. Most failures of a run are one of few errors; since ids and times are taken out
 * before anything looks at one, what is found does not depend on which of them came first.
 */
export class RecurringErrors<Found> {
  readonly #known = new Map<string, Found>();

  /**
   * @param more What else decides what is found.
   * @param find Is called for errors that are not known yet.
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

/** All compared parts. The place only counts if there is nothing else. */
function keyOf(lines: SortedLines): string {
  const place = saysNothing(lines.text.map((line) => line.trim()).join("\n")) ? lines.frame : null;
  return [
    lines.frame?.role,
    place?.file,
    place?.function,
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
