/**
 * Turns parts of one file into text, part by part. A character may be cut in two where a part ends: the next piece begins
 * with it. UTF-8, but for files that begin as Windows' shells write them: with a byte order mark of UTF-16.
 */
export function decodeParts(parts: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder(encodingOf(parts[0] ?? new Uint8Array()));
  return parts.map((bytes) => decoder.decode(bytes, { stream: true }));
}

function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
