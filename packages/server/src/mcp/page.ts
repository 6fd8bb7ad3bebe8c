import { z } from "zod";
import { ApiError } from "#core/api-error.ts";
import { maxTokens, mostTokens, withinLimit } from "./fenced.ts";

/** Input of tools whose list can be longer than an answer. */
export const cursorInput = { cursor: z.string().max(500).optional() };

/** Returns the position at which a list continues. */
export function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (!/^[1-9]\d{0,5}$/.test(cursor))
    throw new ApiError(
      "invalid",
      "This cursor is not from an earlier answer of this tool. Leave it out to start again.",
    );
  return Number(cursor);
}

/** Lines about one entry of a list. They are not separated. */
export type Entry = readonly string[];

interface Page {
  /** Lines above the list. */
  readonly head: readonly string[];
  readonly entries: readonly Entry[];
  /** Position of the first entry in the list. */
  readonly offset: number;
  /** True if the list continues after the entries. */
  readonly more: boolean;
}

/** Returns as many entries as an answer may have, and the cursor of the next one. */
export function page({ head, entries, offset, more }: Page): string {
  const count = fittingEntries(head, entries);
  const continues = more || count < entries.length;
  return pageWithCursor(head, entries.slice(0, count), continues ? String(offset + count) : null);
}

/** @param cursor `null` on the last page. */
export function pageWithCursor(head: readonly string[], entries: readonly Entry[], cursor: string | null): string {
  const listed = withinLimit([...head, ...entries.flat()], maxTokens - reservedTokens);
  return cursor === null ? listed : `${listed}\nThere are more: repeat the call with cursor "${cursor}".`;
}

/** Tokens of the line with the cursor. */
const reservedTokens = 180;

/** Returns how many entries fit below the head. At least one counts, so that each page makes progress. */
export function fittingEntries(head: readonly string[], entries: readonly Entry[]): number {
  let tokens = mostTokens(head.join("\n"));
  const tooLong = entries.findIndex((entry) => {
    tokens += mostTokens(entry.join("\n")) + 1;
    return tokens > maxTokens - 2 * reservedTokens;
  });
  return tooLong === -1 ? entries.length : Math.max(tooLong, 1);
}
