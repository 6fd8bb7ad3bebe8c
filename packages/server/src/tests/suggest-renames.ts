import { shareOfCommonWords } from "@plumb/analysis/suggestions/match-renames.ts";
import type { RelatedTest } from "@plumb/contract/tests/test-page.ts";

const maxSuggestions = 5;
/** Minimum share of common words in both titles; renamed tests rarely differ more. */
const minSimilarity = 0.5;

/**
 * Returns candidates that may be an earlier or later version of a test: those whose titles have the most words in common. A moved test has the same
 * title in another file.
 */
export function suggestRenames(
  test: Pick<RelatedTest, "titlePath">,
  candidates: readonly RelatedTest[],
): RelatedTest[] {
  return candidates
    .map((candidate) => ({ candidate, alike: similar(test.titlePath, candidate.titlePath) }))
    .filter((found) => found.alike >= minSimilarity)
    .toSorted((a, b) => b.alike - a.alike || a.candidate.id - b.candidate.id)
    .slice(0, maxSuggestions)
    .map(({ candidate }) => candidate);
}

function similar(a: readonly string[], b: readonly string[]): number {
  return a.at(-1) === b.at(-1) ? 1 : shareOfCommonWords(a, b);
}
