/** The words of a search, each once, in lower case. */
export function searchWords(search = ""): string[] {
  return [...new Set(search.toLowerCase().split(/\s+/))].filter((word) => word !== "");
}
