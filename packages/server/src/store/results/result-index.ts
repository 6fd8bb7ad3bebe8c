import type { Db } from "#store/db.ts";
import { createTestTexts, type TestText } from "#store/tests/test-texts.ts";
import { loadResultColumns, type ResultColumns } from "./result-columns.ts";
import { createRunCache } from "#store/runs/run-cache.ts";

/** Results whose columns stay in memory, over all runs. */
const mostResults = 500_000;

/** Of a test that was deleted this moment. */
const noText: TestText = { text: "", file: null, tags: [] };

/** What answers questions about all results of a run without reading each of them again from the database. */
export interface ResultIndex {
  readonly db: Db;
  columns(projectId: number, runId: number): Promise<ResultColumns>;
  /** Of each result's test, by its place. */
  texts(projectId: number, columns: ResultColumns): Promise<readonly TestText[]>;
}

export function createResultIndex(db: Db): ResultIndex {
  const textsOf = createTestTexts(db);
  const cache = createRunCache(db, {
    load: (projectId, runId) => loadResultColumns(db, projectId, runId),
    weigh: ({ length }) => length,
    most: mostResults,
  });
  // With the columns: 50,000 look-ups by id take longer than the search itself.
  const aligned = new WeakMap<ResultColumns, readonly TestText[]>();
  return {
    db,
    columns: (projectId, runId) => cache.of(projectId, runId),
    async texts(projectId, columns) {
      const known = aligned.get(columns);
      if (known !== undefined) return known;
      const byId = await textsOf(projectId, columns.testIds);
      const texts = Array.from(columns.testIds, (id) => byId.get(id) ?? noText);
      aligned.set(columns, texts);
      return texts;
    },
  };
}
