/** A text as it is searched: in lower case, and each accent in one way. macOS writes an é in names of files as an e and its accent. */
export function searchedText(text: string): string {
  return text.toLowerCase().normalize("NFC");
}

/** The words of a search, each once. */
export function searchWords(search = ""): string[] {
  return [...new Set(searchedText(search).split(/\s+/))].filter((word) => word !== "");
}
