import { expect, test } from "vitest";
import { arrangeResults, type OwnResult } from "./arrange-results.ts";
import type { Relation } from "./relate-sources.ts";

const statuses = { p: "passed", f: "failed", e: "error", s: "skipped" } as const;

/** Returns the results of sources in order of execution. Each letter is a status, and each `r` a retry. */
function resultsOf(sources: readonly string[]): OwnResult[] {
  return sources.flatMap((text, source) =>
    text.split(" ").map((word, index): OwnResult => ({
      id: 10 * (source + 1) + index,
      sourceId: source + 1,
      occurrence: index + 1,
      status: statuses[word[0] as keyof typeof statuses],
      firstStatus: statuses[word[0] as keyof typeof statuses],
      flaky: false,
      retries: word.length - 1,
      durationMs: 100,
      detail: source,
    })),
  );
}

const rerun = (a: number, b: number): Relation => ({ kind: "rerun", later: Math.max(a, b) });
const always = (kind: "same" | "unclear" | "complement" | "variant") => (): Relation => ({ kind });

/** Returns the results that count with their retries and flakiness, then the number of superseded results. */
function summary(sources: readonly string[], relationOf: (a: number, b: number) => Relation): string {
  const results = resultsOf(sources);
  const statusOf = new Map(results.map(({ id, status }) => [id, status]));
  const order = sources.map((_, index) => index + 1);
  const arranged = arrangeResults(results, order, relationOf);
  expect(arrangeResults(results.toReversed(), order, relationOf)).toEqual(arranged);
  const standing = arranged
    .filter(({ supersededBy }) => supersededBy === null)
    .map(
      ({ id, retries, flaky, durationMs }) => `${statusOf.get(id)} ${retries}${flaky ? " flaky" : ""} ${durationMs}`,
    );
  const aside = arranged.filter(({ occurrence }) => occurrence < 1).length;
  return [...standing, ...(aside > 0 ? [`${aside} aside`] : [])].join(", ");
}

test.for([
  [["f", "p"], rerun, "passed 1 flaky 200", "a re-run that passes is flaky"],
  [["p", "f"], rerun, "failed 1 200", "the later one decides"],
  [["fr", "f", "p"], rerun, "passed 3 flaky 300", "retries of each upload add up"],
  [["p", "p"], rerun, "passed 1 200", "what passed twice is not flaky"],
  [["f", "s"], rerun, "failed 0 100, 1 aside", "a skip never takes the place of a result"],
  [["s", "f"], rerun, "failed 0 100, 1 aside", "nor is it an attempt"],
  [["s", "s"], always("complement"), "skipped 0 100, 1 aside", "a test that no upload ran counts once"],
  [["f", "f"], always("same"), "failed 0 100, 1 aside", "one execution that is reported twice counts once"],
  [["f", "p"], always("unclear"), "failed 0 100, passed 0 100", "what nobody can tell counts twice"],
  [
    ["f", "s"],
    always("variant"),
    "failed 0 100, skipped 0 100",
    "what was skipped elsewhere is a result of that place",
  ],
  [["f", "s"], always("complement"), "failed 0 100, 1 aside", "what another part left out is not"],
  [["p f", "p"], rerun, "passed 0 100, passed 1 flaky 200", "of rows of one name, the one that failed ran again"],
  [["p f", "p p"], rerun, "passed 1 200, passed 1 flaky 200", "rows that all ran again stay in their order"],
  [["p f"], rerun, "passed 0 100, failed 0 100", "repeats in one upload are results of their own"],
] as const)("%j: %s", ([sources, relationOf, expected]) => {
  expect(summary(sources, relationOf)).toBe(expected);
});

/** The first two sources report the same executions. */
const firstTwoSame = (a: number, b: number): Relation => (a + b === 3 ? { kind: "same" } : rerun(a, b));

test("the most detailed report of an execution is kept, and the re-run continues it", () => {
  const arranged = arrangeResults(resultsOf(["f", "f", "p"]), [1, 2, 3], firstTwoSame);
  expect(
    arranged.map(({ id, generation, supersededBy, occurrence }) => [id, generation, supersededBy, occurrence]),
  ).toEqual([
    [20, 0, 30, 1],
    [30, 1, null, 1],
    [10, 0, 20, 0],
  ]);
});
