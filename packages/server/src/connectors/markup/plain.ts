import { cut } from "@plumb/contract/text/cut.ts";
import { plainLine } from "@plumb/contract/text/plain.ts";

/** Returns a title: one line of at most `max` characters, and never without a visible one, which services reject. */
export function plainTitle(text: string, max: number): string {
  const line = plainLine(text.slice(0, 4 * max)).trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(line)) return "Untitled failure";
  return line.length <= max ? line : cut(line, max - 1);
}
