import { searchedText } from "@plumb/contract/text/search-words.ts";
import type { Db } from "#store/db.ts";
import { createMatrices, type Matrix } from "#store/comparison/matrix.ts";
import { createOfTests, readFiles, readTexts } from "#store/tests/test-texts.ts";
import { JoinedTexts } from "./joined-texts.ts";
import { createCollector, loadResultColumns, type Repeated, type ResultColumns } from "./result-columns.ts";
import { type FailingResults, loadFailingResults } from "./failing-results.ts";
import { createRunCache } from "#store/runs/run-cache.ts";

/** Results whose columns stay in memory, over all runs; and of those that fail, which are kept apart. */
const mostResults = 500_000;
const mostFailing = 200_000;

/** Answers queries over all results of a run without reading them from the database. */
export interface ResultIndex {
  readonly db: Db;
  columns(projectId: number, runId: number): Promise<ResultColumns>;
  failing(projectId: number, runId: number): Promise<FailingResults>;
  tests(projectId: number, columns: ResultColumns): Promise<TestsOfResults>;
  /** Their files; read without their names. */
  files(projectId: number, columns: ResultColumns): Promise<Repeated>;
  /** The tests of several runs, side by side. */
  matrix(runs: readonly ResultColumns[]): Matrix;
}

/** Facts about the tests of results, by index of the result. */
export interface TestsOfResults {
  /** File, titles and variant in lower case. */
  readonly names: JoinedTexts;
  /** Of those that have tags. */
  readonly tags: ReadonlyMap<number, Tags>;
}

interface Tags {
  readonly list: readonly string[];
  /** In lower case, as one text. */
  readonly text: string;
}

export function createResultIndex(db: Db): ResultIndex {
  const textsOf = createOfTests(db, readTexts);
  const filesOf = createOfTests(db, readFiles);
  const cache = createRunCache(db, {
    load: (projectId, runId) => loadResultColumns(db, projectId, runId),
    weigh: ({ length }) => length,
    most: mostResults,
  });
  const failing = createRunCache<FailingResults>(db, {
    load: (projectId, runId, before) => loadFailingResults(db, projectId, runId, before),
    weigh: ({ length }) => length,
    most: mostFailing,
  });
  // With the columns: 50,000 lookups by id take longer than the search itself.
  const aligned = new WeakMap<ResultColumns, TestsOfResults>();
  const files = new WeakMap<ResultColumns, Repeated>();
  return {
    db,
    matrix: createMatrices(),
    columns: (projectId, runId) => cache.of(projectId, runId),
    failing: (projectId, runId) => failing.of(projectId, runId),
    async tests(projectId, columns) {
      const known = aligned.get(columns);
      if (known !== undefined) return known;
      const names: string[] = [];
      const tags = new Map<number, Tags>();
      // A test that was deleted this moment has no text.
      await textsOf(projectId, columns.testIds, (place, test) => {
        names.push(test?.text ?? "");
        const list = test?.tags ?? [];
        if (list.length > 0) tags.set(place, { list, text: searchedText(list.join("\n")) });
      });
      const tests = { names: new JoinedTexts(names), tags };
      aligned.set(columns, tests);
      return tests;
    },
    async files(projectId, columns) {
      const known = files.get(columns);
      if (known !== undefined) return known;
      const collector = createCollector();
      await filesOf(projectId, columns.testIds, (_, file = "") => collector.put(file));
      const read = collector.read();
      files.set(columns, read);
      return read;
    },
  };
}
