/** Normalises a text for searching: lower case, composed accents. macOS decomposes accents in file names. */
export function searchedText(text: string): string {
  return text.toLowerCase().normalize("NFC");
}

/** Returns the distinct words of a search. */
export function searchWords(search = ""): string[] {
  return [...new Set(searchedText(search).split(/\s+/))].filter((word) => word !== "");
}
