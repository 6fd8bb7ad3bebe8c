import { parseTimestamp } from "#text/timestamp.ts";

/**
 * Parses `started-at`. Old versions write local time with a `Z`, newer ones the abbreviation of a time zone, of which
 * only UTC and GMT are unambiguous.
 *
 * @returns Unix milliseconds, or `null` with the text to display.
 */
export function startOf(text: string | undefined): { readonly ms: number | null; readonly local: string } {
  const value = (text ?? "").trim();
  if (/[\d\s](UTC|GMT)$/.test(value)) return { ms: parseTimestamp(value)?.ms ?? null, local: "" };
  return { ms: null, local: value.replace(/Z$/, "").slice(0, 40) };
}
