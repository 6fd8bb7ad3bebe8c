import { hash } from "node:crypto";
import { searchedText } from "@plumb/contract/text/search-words.ts";
import { texts } from "#store/array-literal.ts";
import { copiedLine, copiedText } from "#store/copy-lines.ts";

/** Fields of a new test. All text is storable (no NUL, well-formed). */
export interface NewTest {
  /** Identity across runs, a UUID. */
  readonly key: string;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
  readonly tags: readonly string[];
}

type NamedTest = Pick<NewTest, "file" | "titlePath" | "variant">;

/**
 * Returns the identity of a test across runs: its name and location, but not its line, duration or order of arrival. Moving a test within its file
 * keeps its history; a different project or browser is a different test.
 *
 * @returns 128 bits of a SHA-256, written as a UUID.
 */
export function testKey(test: NamedTest): string {
  const digest = hash("sha256", JSON.stringify([test.file ?? "", test.titlePath, test.variant]), "hex");
  // Joined, because V8 would store a template literal as a tree whose parts stay in memory as long as the key.
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join("-");
}

/** Returns the text that searches compare. */
export function searchText({ file, titlePath, variant }: NamedTest): string {
  return searchedText([file ?? "", ...titlePath, variant].join(" "));
}

/** Columns of `testLine`. */
export const testColumns = "key, file, title_path, variant, search_text, tags";

/** Returns the `COPY` line of a new test. */
export function testLine({ key, file, titlePath, variant, tags }: NewTest): string {
  const searched = searchText({ file, titlePath, variant });
  return copiedLine([
    key,
    copiedText(file),
    copiedText(texts(titlePath)),
    copiedText(variant),
    copiedText(searched),
    copiedText(texts(tags)),
  ]);
}
