/**
 * Decodes the parts of a file. If a part ends within a character, this character is added to the next part. Decodes UTF-8, or
 * UTF-16 if the file starts with its byte order mark, as written by Windows shells.
 */
export function decodeParts(parts: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder(encodingOf(parts[0] ?? new Uint8Array()));
  return parts.map((bytes) => decoder.decode(bytes, { stream: true }));
}

function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
