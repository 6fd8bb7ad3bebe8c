interface TextPart {
  readonly kind: "link" | "mention" | "text";
  readonly text: string;
  /** Start position. */
  readonly at: number;
}

/** Excludes punctuation at the end of a sentence. */
const address = /https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}]/giu;

/** Splits a text into plain text, web addresses and mentions, in order. */
export function textParts(
  text: string,
  mentions: readonly { readonly start: number; readonly end: number }[],
): TextPart[] {
  const links = [...text.matchAll(address)].map(({ index, 0: found }) => ({
    kind: "link" as const,
    start: index,
    end: index + found.length,
  }));
  const marks = [...links, ...mentions.map((mention) => ({ kind: "mention" as const, ...mention }))].toSorted(
    (a, b) => a.start - b.start,
  );
  const parts: TextPart[] = [];
  let at = 0;
  for (const { kind, start, end } of marks) {
    if (start < at) continue;
    if (start > at) parts.push({ kind: "text", text: text.slice(at, start), at });
    parts.push({ kind, text: text.slice(start, end), at: start });
    at = end;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at), at });
  return parts;
}
