import { searchedText } from "@plumb/contract/text/search-words.ts";
import type { NewTest } from "#store/ingest/batch.ts";

/** Returns the text in which the search finds a test. */
export function searchText({ file, titlePath, variant }: Pick<NewTest, "file" | "titlePath" | "variant">): string {
  return searchedText([file ?? "", ...titlePath, variant].join(" "));
}
