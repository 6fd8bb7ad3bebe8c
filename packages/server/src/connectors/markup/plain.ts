import { plainLine } from "@plumb/contract/text/plain.ts";

/** Returns a title: one line of at most `max` characters, and never without a visible one, which services reject. */
export function plainTitle(text: string, max: number): string {
  const line = plainLine(text.slice(0, 4 * max)).trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(line)) return "Untitled failure";
  return line.length <= max ? line : `${beginning(line, max - 1)}…`;
}

/** Returns the first `length` characters, or one less so that a surrogate pair is not split. */
export function beginning(text: string, length: number): string {
  const code = text.charCodeAt(length - 1);
  return text.slice(0, text.length > length && code >= 0xd800 && code <= 0xdbff ? length - 1 : length);
}
