import { type RawBuilder, sql } from "kysely";

/**
 * A project's id that the planner takes for any project's. Where it sees the number it asks its statistics, and a project that is
 * newer than they are seems to have no rows: then an index that reads all of the project seems as good as the one that finds
 * the row, and a probe for each of its 10,000 tests reads 10,000 results: decision 0020.
 */
export function anyProject(id: number): RawBuilder<number> {
  return sql`(select ${id}::bigint)`;
}

/** The same of a run, which is in no statistics either: looked up is a test of it, and not the test among all of the run. */
export function anyRun(id: number): RawBuilder<number> {
  return anyProject(id);
}
