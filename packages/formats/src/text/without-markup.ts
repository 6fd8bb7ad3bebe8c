const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Returns the text in some HTML, without tags and with common character references resolved. */
export function withoutMarkup(html: string): string {
  return html
    .replace(/<br\b[^<>]*>/gi, "\n")
    .replace(/<[a-z/!][^<>]*>/gi, "")
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (full, name: string) =>
      name === "#39" ? "'" : (named[name] ?? full),
    )
    .trim();
}
