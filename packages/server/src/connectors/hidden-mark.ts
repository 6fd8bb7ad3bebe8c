import { dayMs } from "@plumb/contract/durations.ts";
const partOfMark = /[\w:.-]/;

/** Returns a mark for a Markdown description that is invisible to readers. */
export function hiddenMark(mark: string): string {
  return `<!-- ${mark.replace(/[^\w:.-]/g, "")} -->`;
}

/** Returns whether a text contains exactly this mark, not as part of a longer one. */
export function containsMark(text: string, mark: string): boolean {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1))
    if (!partOfMark.test(text.charAt(at - 1)) && !partOfMark.test(text.charAt(at + mark.length))) return true;
  return false;
}

/** Maximum age of tickets that an earlier attempt may have created: attempts are repeated for up to three days. */
export const maxCreatedDays = 4;

/** Comments of a ticket that an earlier attempt may have written. */
export const newestComments = 50;

/** A page of tickets or comments, newest first. */
interface Page<Item> {
  readonly items: readonly Item[];
  /** The tracker's time, because our clock may have jumped. */
  readonly serviceTimeMs: number;
}

/** Returns the first of the newest tickets that matches; `null` if none of them does. */
export async function findRecent<Item extends { readonly created_at: string }>(
  readPage: (page: number) => Promise<Page<Item>>,
  { pageSize, maxPages, matches }: { pageSize: number; maxPages: number; matches: (item: Item) => boolean },
): Promise<Item | null> {
  for (let page = 1; page <= maxPages; page += 1) {
    const { items, serviceTimeMs } = await readPage(page);
    const found = items.find(matches);
    if (found !== undefined) return found;
    const oldest = Date.parse(items.at(-1)?.created_at ?? "");
    if (items.length < pageSize || oldest < serviceTimeMs - maxCreatedDays * dayMs) return null;
  }
  return null;
}
