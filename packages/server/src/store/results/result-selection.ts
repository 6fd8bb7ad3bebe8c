import { type GroupBy, type ResultFilter, withoutKey } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";

/** Ranks of the list that a filter keeps; flaky is part of passed. */
const ranks: Record<ResultFilter, readonly number[]> = {
  failed: [0],
  error: [1],
  running: [2],
  flaky: [3],
  skipped: [4],
  passed: [3, 5],
};

/** Which results of a run are asked for. */
export interface ResultSelection extends Readonly<Partial<Record<GroupBy, string | undefined>>> {
  readonly projectId: number;
  readonly runId: number;
  readonly status: ResultFilter | undefined;
  /** Lower-case words that must all occur in file, titles, variant, tags, owner or the error's line. */
  readonly words: readonly string[];
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  /** A type, or `type=description`. */
  readonly annotation?: string | undefined;
}

/**
 * The test `t` of each result `r`, by one probe of its key, whatever the planner believes. Where it may choose, a run that its
 * statistics do not know yet counts as one row, and it may read that run once for each test of the project.
 */
export const joinTest = sql`
  cross join lateral (select * from test where project_id = r.project_id and id = r.test_id offset 0) t`;

/**
 * What results are gathered by. `file` needs the test joined; where the report names no file it is the outermost suite or
 * class, as Surefire and its like have it.
 */
export const groupColumns: Readonly<Record<GroupBy, RawBuilder<unknown>>> = {
  failure: sql`r.failure_signature`,
  file: sql`coalesce(t.file, case when cardinality(t.title_path) > 1 then t.title_path[1] end)`,
  browser: sql`r.browser`,
};

/** True where the run's own counters know how many results are selected. */
export function isCounted({ words, failure, file, browser, tag, author, annotation }: ResultSelection): boolean {
  return words.length === 0 && [failure, file, browser, tag, author, annotation].every((key) => key === undefined);
}

/** True where the selection asks for something that only the tests know. */
export function needsTests({ words, file, tag }: ResultSelection): boolean {
  return words.length > 0 || file !== undefined || tag !== undefined;
}

/** Most tests have no tag and most results no error: little is read beyond the text that was made to be searched. */
function contains(word: string): RawBuilder<unknown> {
  return sql`(
    strpos(t.search_text, ${word}) > 0 or strpos(lower(r.author), ${word}) > 0 or strpos(lower(r.error_line), ${word}) > 0
    or (t.tags <> '{}' and strpos(lower(t.tags::text), ${word.replace(/^@/, "")}) > 0))`;
}

/** `from … where …` of what a selection keeps. Tests are joined only where something of them is asked for. */
export function selected(selection: ResultSelection, by?: GroupBy): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [
    sql`r.project_id = ${selection.projectId} and r.run_id = ${selection.runId} and r.superseded_by is null`,
  ];
  if (selection.status !== undefined) conditions.push(sql`r.rank = any(${ranks[selection.status]}::smallint[])`);
  for (const column of ["failure", "file", "browser"] as const) {
    const key = selection[column];
    if (key === withoutKey) conditions.push(sql`${groupColumns[column]} is null`);
    else if (key !== undefined) conditions.push(sql`${groupColumns[column]} = ${key}`);
  }
  if (selection.tag !== undefined) conditions.push(sql`${selection.tag} = any(t.tags)`);
  if (selection.author !== undefined) conditions.push(sql`r.author = ${selection.author}`);
  if (selection.annotation !== undefined) conditions.push(sql`${selection.annotation} = any(r.annotations)`);
  for (const word of selection.words) conditions.push(contains(word));
  return sql`from result r ${needsTests(selection) || by === "file" ? joinTest : sql``} where ${sql.join(conditions, sql` and `)}`;
}
