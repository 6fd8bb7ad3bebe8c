/** Files of store/ without SQL: they prepare its data, run it, or describe rows. Decisions belong to a room that uses the store. */
const helpers = [
  "store/array-literal.ts",
  "store/backup/copy-out.ts",
  "store/batcher.ts",
  "store/copy-lines.ts",
  "store/in-transaction.ts",
  "store/ingest/batch.ts",
  "store/ingest/packed-events.ts",
  "store/ingest/result-rows.ts",
  "store/ingest/result-values.ts",
  "store/ingest/rolled-back-error.ts",
  "store/jobs/enqueue.ts",
  "store/jobs/job-data.ts",
  "store/keep-latest.ts",
  "store/memoize-by-ref.ts",
  "store/people/mail-state.ts",
  "store/pipeline.ts",
  "store/results/result-detail.ts",
  "store/runs/author-filter.ts",
  "store/statement-kind.ts",
  "store/statement-spans.ts",
  "store/tests/new-test.ts",
];

const importsSql = /\bimport\s*\{[^}]*\bsql\b[^}]*\}\s*from "kysely"/;

/**
 * Returns the files of store/ that contain no SQL and are not listed as helpers, and the listed helpers that contain SQL or do not exist.
 *
 * @param {ReadonlyMap<string, string>} files source text by the path below src
 * @param {readonly string[]} [listed]
 * @returns {{ withoutSql: string[], notHelpers: string[] }}
 */
export function misplacedFiles(files, listed = helpers) {
  const isHelper = (/** @type {string} */ file) => files.has(file) && !importsSql.test(files.get(file) ?? "");
  const ofStore = [...files.keys()].filter((file) => /^store\/(?!embedded\/)/.test(file));
  return {
    withoutSql: ofStore.filter((file) => isHelper(file) && !listed.includes(file)),
    notHelpers: listed.filter((file) => !isHelper(file)),
  };
}
