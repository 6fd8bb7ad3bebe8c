import { searchedText } from "@plumb/contract/text/search-words.ts";
import type { NewTest } from "#store/ingest/batch.ts";

/** What a search finds a test by. */
export function searchText({ file, titlePath, variant }: Pick<NewTest, "file" | "titlePath" | "variant">): string {
  return searchedText([file ?? "", ...titlePath, variant].join(" "));
}
