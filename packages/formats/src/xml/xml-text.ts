const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const reference = /&(?:#(\d{1,8})|#x([0-9a-fA-F]{1,7})|([\w.:-]{1,64}));/g;

/**
 * Resolves references: the five of XML, and characters by number. All others stay unchanged, because declared entities
 * are never expanded. References to characters that XML forbids are removed.
 */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(reference, (full, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? full;
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    const allowed = code <= 0x10ffff && (code >= 0x20 || code === 9 || code === 10 || code === 13 || code === 27);
    return allowed && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : "";
  });
}

/** Returns the index of the first `&` that does not begin a supported reference; -1 if there is none. */
export function strayAmpersand(text: string): number {
  return text.includes("&") ? text.search(/&(?!(?:#\d{1,8}|#x[0-9a-fA-F]{1,7}|amp|lt|gt|quot|apos);)/) : -1;
}
