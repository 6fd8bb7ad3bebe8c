import { searchedText } from "@plumb/contract/text/search-words.ts";

/** What a search finds a test by. */
export function searchText(test: {
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
}): string {
  return searchedText([test.file ?? "", ...test.titlePath, test.variant].join(" "));
}
