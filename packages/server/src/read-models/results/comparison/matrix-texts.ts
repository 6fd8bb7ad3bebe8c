import type { ResultIndex, TestsOfResults } from "#read-models/results/result-index.ts";
import type { Matrix } from "./matrix.ts";

/** Searchable test texts of several runs. */
export interface MatrixTexts {
  /** Returns whether the word occurs in the test's file, titles, variant or tags, or in its error line in any of the runs. */
  readonly has: (row: number, word: string) => boolean;
  /** File, titles and variant in lower case. */
  readonly nameOf: (row: number) => string;
}

export async function textsOfMatrix(
  index: ResultIndex,
  projectId: number,
  { runs, places }: Matrix,
): Promise<MatrixTexts> {
  const tests: TestsOfResults[] = [];
  for (const columns of runs) tests.push(await index.tests(projectId, columns));
  const indexIn = (row: number, run: number) => places[row * runs.length + run] as number;
  const inRun = (row: number, run: number, word: string) => {
    const position = indexIn(row, run);
    if (position === -1) return false;
    const tags = tests[run]?.tags.get(position)?.text.includes(word.replace(/^@/, ""));
    return tags === true || runs[run]?.lines.get(position)?.includes(word) === true;
  };
  const nameOf = (row: number) => {
    for (const [run, { names }] of tests.entries()) {
      const position = indexIn(row, run);
      if (position !== -1) return names.at(position);
    }
    return "";
  };
  return { has: (row, word) => nameOf(row).includes(word) || runs.some((_, run) => inRun(row, run, word)), nameOf };
}
