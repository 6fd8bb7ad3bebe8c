import type { Artifact } from "@plumb/contract/runs/results.ts";

/** Pictures of a visual comparison. */
export interface Comparison {
  /** Common part of the names. */
  readonly name: string;
  readonly expected: Artifact;
  readonly actual: Artifact;
  /** Difference picture created by the test tool. */
  readonly diff: Artifact | null;
}

type Part = "expected" | "actual" | "diff";

// Playwright uses `cart-expected.png`, Cypress with image diffs uses `cart.base.png` and `cart.comparison.png`.
const partName = /^(.+)[-._ ](expected|baseline|base|actual|comparison|received|diff)(\.[a-z]{3,5})?$/i;

const parts: Readonly<Record<string, Part>> = {
  expected: "expected",
  baseline: "expected",
  base: "expected",
  actual: "actual",
  comparison: "actual",
  received: "actual",
  diff: "diff",
};

/** Groups the pictures of an attempt into comparisons by name. Other pictures are returned separately. */
export function findComparisons(images: readonly Artifact[]): { comparisons: Comparison[]; others: Artifact[] } {
  const found = new Map<string, Partial<Record<Part, Artifact>>>();
  for (const image of images) {
    const [, name, word, extension = ""] = partName.exec(image.name) ?? [];
    const part = parts[word?.toLowerCase() ?? ""];
    if (name === undefined || part === undefined) continue;
    const key = JSON.stringify([image.attempt, name, extension]);
    const group = found.get(key) ?? {};
    // If a name occurs twice, for example after a repeated step, the last picture shows the final state.
    found.set(key, { ...group, [part]: image });
  }
  const comparisons: Comparison[] = [];
  const used = new Set<Artifact>();
  for (const [key, { expected, actual, diff = null }] of found) {
    if (expected === undefined || actual === undefined) continue;
    const [, name, extension] = JSON.parse(key) as [unknown, string, string];
    comparisons.push({ name: `${name}${extension}`, expected, actual, diff });
    for (const image of [expected, actual, diff]) if (image !== null) used.add(image);
  }
  return { comparisons, others: images.filter((image) => !used.has(image)) };
}
