import { daySpan } from "@plumb/contract/day-span.ts";
import type { ReportFilter } from "@plumb/contract/runs/report-list.ts";
import { factGroups } from "@plumb/contract/runs/run-labels.ts";
import { excludedValues } from "@plumb/contract/query/excluded-values.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import { type RawBuilder, sql } from "kysely";
import { matchingAuthors } from "./author-filter.ts";
import type { Db } from "#store/db.ts";
import { texts } from "#store/array-literal.ts";
import { withoutLabels, withoutValues } from "#store/sql/excluded.ts";
import { hasCommit } from "./commit-condition.ts";
import { distinctValues, type FacetColumn } from "./distinct-values.ts";
import { idsWithDigits } from "./ids-with-digits.ts";
import { runNumbered } from "./runs.ts";

/** A filter as requested, with search words and time zone. */
export interface ReportQuery extends Omit<ReportFilter, "timeZone"> {
  readonly search?: string | undefined;
  readonly number?: number | undefined;
  readonly commit?: string | undefined;
  readonly timeZone: string;
}

/** Maximum number of column values to compare with a search word in memory. With more, the database compares them. */
const maxCollected = 1000;
const searched = ["suite", "environment", "framework"] as const;
const column = (name: FacetColumn) => sql.ref(`r.${name}`);

/** Returns the conditions for a query on runs `r`; `null` if no report can match. */
export async function reportConditions(
  db: Db,
  projectId: number,
  query: ReportQuery,
): Promise<RawBuilder<unknown> | null> {
  const conditions: RawBuilder<unknown>[] = [sql`r.project_id = ${projectId}`];
  for (const name of ["status", "environment", "framework", "suite", "branch"] as const) {
    const values = query[name];
    if (values !== undefined && values.length > 0) conditions.push(sql`${column(name)} = any(${values}::text[])`);
  }
  for (const [name, written] of [
    ["commitAuthor", "commit_author"],
    ["pullRequest", "pull_request"],
  ] as const) {
    const values = query[name];
    if (values !== undefined && values.length > 0)
      conditions.push(sql`${sql.ref(`r.${written}`)} = any(${values}::text[])`);
  }
  if (query.owner !== undefined && query.owner.length > 0)
    conditions.push(sql`r.id in (
      select o.run_id from run_owner o
       where o.project_id = ${projectId} and o.owner = any(${query.owner}::text[]) and o.failed > 0)`);
  if (query.tag !== undefined && query.tag.length > 0) conditions.push(sql`r.tags && ${query.tag}::text[]`);
  for (const values of factGroups(query.fact ?? []))
    conditions.push(sql`r.facts && ${values}::text[] and r.facts <> '{}'`);
  conditions.push(...excludedFrom(projectId, excludedValues(query.not)), ...startedWithin(query));
  if (query.author !== undefined && query.author.trim() !== "") {
    const authors = matchingAuthors(query.author, await authorNames(db, projectId));
    if (authors.length === 0) return null;
    conditions.push(sql`r.authors && ${authors}::text[]`);
  }
  if (query.commit !== undefined) conditions.push(hasCommit(sql`r.commit_sha`, query.commit));
  if (query.number !== undefined) conditions.push(sql`r.number = ${query.number}`);
  const words = searchWords(query.search);
  if (words.length > 0) {
    const known = await Promise.all(
      searched.map((name) => distinctValues(db, projectId, name, { limit: maxCollected + 1 })),
    );
    for (const word of words) {
      const condition = await containing(db, projectId, word, known);
      if (condition === null) return null;
      conditions.push(condition);
    }
  }
  return sql.join(conditions, sql` and `);
}

/** Returns conditions for the excluded values. */
function excludedFrom(projectId: number, not: ReturnType<typeof excludedValues>): RawBuilder<unknown>[] {
  const { tag, fact = [], owner = [] } = not;
  const written = { commitAuthor: "commit_author", pullRequest: "pull_request" } as const;
  return [
    ...(["environment", "framework", "suite", "branch"] as const).flatMap((name) =>
      withoutValues(column(name), not[name]),
    ),
    ...(["commitAuthor", "pullRequest"] as const).flatMap((name) =>
      withoutValues(sql.ref(`r.${written[name]}`), not[name]),
    ),
    ...withoutLabels(sql.ref("r.tags"), tag),
    ...withoutLabels(sql.ref("r.facts"), factGroups(fact).flat()),
    ...(owner.length === 0
      ? []
      : [
          sql`not exists (select from run_owner o
            where o.project_id = ${projectId} and o.run_id = r.id and o.owner = any(${texts(owner)}::text[]) and o.failed > 0)`,
        ]),
  ];
}

/** Returns a condition for a search word; `null` if it occurs nowhere. Compares it with the few distinct values instead of all runs. */
async function containing(
  db: Db,
  projectId: number,
  word: string,
  known: readonly (readonly string[])[],
): Promise<RawBuilder<unknown> | null> {
  const ways: RawBuilder<unknown>[] = [];
  for (const [index, name] of searched.entries()) {
    const values = known[index] ?? [];
    const found = values.filter((value) => value.toLowerCase().includes(word));
    if (values.length > maxCollected) ways.push(sql`strpos(lower(${column(name)}), ${word}) > 0`);
    else if (found.length > 0) ways.push(sql`${column(name)} = any(${found}::text[])`);
  }
  if (/^\d{1,16}$/.test(word)) {
    const ids = await idsWithDigits(db, projectId, word);
    if (ids === null) ways.push(sql`strpos(r.id::text, ${word}) > 0`);
    else if (ids.length > 0) ways.push(sql`r.id = any(${ids}::bigint[])`);
  }
  const number = /^#?(\d{1,9})$/.exec(word)?.[1];
  const numbered = number === undefined ? null : await runNumbered(db, projectId, Number(number));
  if (numbered !== null) ways.push(sql`r.id = ${numbered}`);
  return ways.length === 0 ? null : sql`(${sql.join(ways, sql` or `)})`;
}

function startedWithin({ startDate, endDate, timeZone }: ReportQuery): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  const span = daySpan(startDate, endDate, timeZone);
  if (startDate !== undefined) conditions.push(sql`r.started_at >= ${span.from ?? startDate}::timestamptz`);
  if (span.until !== undefined) conditions.push(sql`r.started_at < ${span.until}::timestamptz`);
  else if (endDate !== undefined) conditions.push(sql`r.started_at <= ${endDate}::timestamptz`);
  return conditions;
}

async function authorNames(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from author where project_id = ${projectId}`.execute(db);
  return rows.map(({ name }) => name);
}
