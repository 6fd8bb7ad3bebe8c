import { searchedText } from "@plumb/contract/text/search-words.ts";
import type { Db } from "#store/db.ts";
import { createMatrices, type Matrix } from "#read-models/results/comparison/matrix.ts";
import { createOfTests, readFiles, readTexts } from "#read-models/tests/test-texts.ts";
import { JoinedTexts } from "./joined-texts.ts";
import { createCollector, loadResultColumns, type Repeated, type ResultColumns } from "./result-columns.ts";
import { type FailingResults, loadFailingResults } from "./failing-results.ts";
import { ReadModel } from "#read-models/read-model.ts";
import { currentRunRevision } from "#store/sql/revisions.ts";

/** Maximum number of results in memory over all runs, and of failing results, which are cached separately. */
const maxResults = 500_000;
const maxFailing = 200_000;

/** Queries over all results of a run that do not read them from the database. */
export interface ResultIndex {
  readonly db: Db;
  columns(projectId: number, runId: number): Promise<ResultColumns>;
  failing(projectId: number, runId: number): Promise<FailingResults>;
  tests(projectId: number, columns: ResultColumns): Promise<TestsOfResults>;
  /** Returns the file of each result. Reads no other text of the tests. */
  files(projectId: number, columns: ResultColumns): Promise<Repeated>;
  /** Returns the tests of several runs for a comparison. */
  matrix(runs: readonly ResultColumns[]): Matrix;
}

/** Facts about the tests of results, by index of the result. */
export interface TestsOfResults {
  /** File, titles and variant in lower case. */
  readonly names: JoinedTexts;
  /** Only contains tests that have tags. */
  readonly tags: ReadonlyMap<number, Tags>;
}

interface Tags {
  readonly list: readonly string[];
  /** All tags in lower case. */
  readonly text: string;
}

export function createResultIndex(): (db: Db) => ResultIndex {
  const textsOf = createOfTests(readTexts);
  const filesOf = createOfTests(readFiles);
  const columns = new ReadModel<[projectId: number, runId: number], ResultColumns>({
    maxWeight: maxResults,
    weigh: ({ length }) => length,
    revision: currentRunRevision,
    load: (db, [projectId, runId]) => loadResultColumns(db, projectId, runId),
  });
  const failing = new ReadModel<[projectId: number, runId: number], FailingResults>({
    maxWeight: maxFailing,
    weigh: ({ length }) => length,
    revision: currentRunRevision,
    load: (db, [projectId, runId], before) => loadFailingResults(db, projectId, runId, before),
  });
  // Cached by columns, because 50,000 lookups by id take longer than the search.
  const aligned = new WeakMap<ResultColumns, TestsOfResults>();
  const files = new WeakMap<ResultColumns, Repeated>();
  const matrix = createMatrices();
  return (db) => ({
    db,
    matrix,
    columns: (projectId, runId) => columns.read(db, projectId, runId),
    failing: (projectId, runId) => failing.read(db, projectId, runId),
    async tests(projectId, ofRun) {
      const known = aligned.get(ofRun);
      if (known !== undefined) return known;
      const names: string[] = [];
      const tags = new Map<number, Tags>();
      // A test that was just deleted has no text.
      await textsOf(db, projectId, ofRun.testIds, (index, test) => {
        names.push(test?.text ?? "");
        const list = test?.tags ?? [];
        if (list.length > 0) tags.set(index, { list, text: searchedText(list.join("\n")) });
      });
      const tests = { names: new JoinedTexts(names), tags };
      aligned.set(ofRun, tests);
      return tests;
    },
    async files(projectId, ofRun) {
      const known = files.get(ofRun);
      if (known !== undefined) return known;
      const collector = createCollector();
      await filesOf(db, projectId, ofRun.testIds, (_, file = "") => collector.put(file));
      const read = collector.read();
      files.set(ofRun, read);
      return read;
    },
  });
}
