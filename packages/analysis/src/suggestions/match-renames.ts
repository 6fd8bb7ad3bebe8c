/** A test by its name. */
export interface NamedTest {
  readonly file: string | null;
  /** Suites from the outermost to the innermost, then the title. */
  readonly titlePath: readonly string[];
  readonly variant: string;
}

/** Minimum share of common words in both names; renamed tests rarely differ more. */
const minSimilarity = 0.5;
/** Maximum number of new tests of a file to compare by similarity. Where more appeared, the file was rewritten. */
const maxCompared = 100;

/**
 * Pairs tests that disappeared with tests that appeared in the same run. A pair has the same variant, and either the same title in another file or
 * suite, or a similar name in the same file. Each test is in at most one pair, and only if no other test matches equally well.
 */
export function matchRenames<Before extends NamedTest, After extends NamedTest>(
  removed: readonly Before[],
  added: readonly After[],
): Map<Before, After> {
  const pairs = new Map<Before, After>();
  const nextTo = groupedBy(added, ({ file, variant }) => `${variant}\n${file ?? ""}`);
  const sameTitle = groupedBy(added, titleKey);
  const bestOf = new Map<After, { before: Before; similarity: number; isTie: boolean }>();
  for (const before of removed) {
    const inFile = nextTo.get(`${before.variant}\n${before.file ?? ""}`) ?? [];
    const candidates = new Set([
      ...(inFile.length <= maxCompared ? inFile : []),
      ...(sameTitle.get(titleKey(before)) ?? []).slice(0, maxCompared),
    ]);
    const found = best(before, candidates);
    if (found === null) continue;
    const { after, similarity } = found;
    const other = bestOf.get(after);
    if (other === undefined || similarity > other.similarity) bestOf.set(after, { before, similarity, isTie: false });
    else if (similarity === other.similarity) other.isTie = true;
  }
  for (const [after, { before, isTie }] of bestOf) if (!isTie) pairs.set(before, after);
  return pairs;
}

/** Returns the most similar candidate; `null` without a match or on a tie. */
function best<After extends NamedTest>(
  before: NamedTest,
  candidates: ReadonlySet<After>,
): { after: After; similarity: number } | null {
  let found: { after: After; similarity: number } | null = null;
  let isTie = false;
  for (const after of candidates) {
    const similarity = similarityOf(before, after);
    if (similarity < minSimilarity || (found !== null && similarity < found.similarity)) continue;
    isTie = found !== null && similarity === found.similarity;
    found = { after, similarity };
  }
  return isTie ? null : found;
}

function similarityOf(one: NamedTest, other: NamedTest): number {
  if (one.titlePath.at(-1) === other.titlePath.at(-1)) return 1 + shareOfCommonWords(one.titlePath, other.titlePath);
  return shareOfCommonWords(one.titlePath, other.titlePath);
}

/** Returns the share of common words in two names, from 0 to 1. */
export function shareOfCommonWords(one: readonly string[], other: readonly string[]): number {
  const [words, otherWords] = [wordsOf(one), wordsOf(other)];
  const all = words.union(otherWords).size;
  return all === 0 ? 0 : words.intersection(otherWords).size / all;
}

function wordsOf(titlePath: readonly string[]): Set<string> {
  return new Set(
    titlePath
      .join(" ")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
}

function titleKey({ titlePath, variant }: NamedTest): string {
  return `${variant}\n${titlePath.at(-1) ?? ""}`;
}

function groupedBy<Test>(tests: readonly Test[], keyOf: (test: Test) => string): Map<string, Test[]> {
  const groups = new Map<string, Test[]>();
  for (const test of tests) {
    const key = keyOf(test);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [test]);
    else group.push(test);
  }
  return groups;
}
