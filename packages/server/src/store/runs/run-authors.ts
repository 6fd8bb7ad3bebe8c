import { type RawBuilder, sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/**
 * Maximum number of authors per run. Without this limit, a report with a new author for every test would make the run's row as large as its results.
 */
const maxAuthors = 200;

interface Authored {
  readonly author: string | null;
  readonly status: string;
}

/** Returns distinct names in a fixed order, so that two batches cannot deadlock. */
function namesOf(results: readonly Authored[]): string[] {
  const names = new Set(results.flatMap(({ author }) => (author === null || isNobody(author) ? [] : [author])));
  return [...names].toSorted().slice(0, maxAuthors);
}

/** Tools write "Unknown" if the author is not known. */
export function isNobody(author: string): boolean {
  const name = author.trim().toLowerCase();
  return name === "" || name === "unknown";
}

/**
 * Returns parts of the statement that writes a batch: assignments for the run `r`, and an insert of new author names. Both are empty if no test of
 * the batch has an author, as in most reports.
 */
export function authorsOfBatch(
  projectId: number,
  results: readonly Authored[],
): { readonly assignments: RawBuilder<unknown>; readonly learned: RawBuilder<unknown> } {
  const names = namesOf(results);
  if (names.length === 0) return { assignments: sql``, learned: sql`` };
  const failed = namesOf(results.filter(({ status }) => status === "failed" || status === "error"));
  return {
    assignments: sql`, authors = ${merged("r.authors", names)}, failed_authors = ${merged("r.failed_authors", failed)}`,
    learned: sql`, learned as (
      insert into author (project_id, name) select ${projectId}::bigint, name from unnest(${texts(names)}::text[]) as given (name), target
      on conflict do nothing
    )`,
  };
}

function merged(column: string, names: readonly string[]): RawBuilder<unknown> {
  const before = sql.raw(column);
  return names.length === 0
    ? before
    : firstNames(sql`select distinct name from unnest(${before} || ${texts(names)}::text[]) as name order by name`);
}

/** Returns an array of the first names. Without `coalesce`, Citus 13 takes the slice for an assignment to a part of the column, and crashes. */
function firstNames(names: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce((array(${names}))[1:${sql.lit(maxAuthors)}], '{}')`;
}

/** Recounts the authors of a run from its results, because a test that failed may have passed since. */
export async function recountAuthors(transaction: Db, projectId: number, runId: number): Promise<void> {
  const names = (condition: RawBuilder<unknown>) =>
    firstNames(sql`
    select distinct author from result
     where project_id = ${projectId} and run_id = ${runId} and superseded_by is null
       and author is not null and lower(trim(author)) not in ('', 'unknown') and ${condition}
     order by author`);
  await sql`
    update run
       set authors = ${names(sql`true`)}, failed_authors = ${names(sql`status in ('failed', 'error')`)}
     where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
}
