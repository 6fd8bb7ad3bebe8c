import { type GroupBy, type ResultGroup, withoutKey } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { causeOf } from "#store/failures/causes-of-results.ts";
import type { ResultIndex } from "./result-index.ts";
import { isCounted, type ResultSelection, type Selected, selected } from "./result-selection.ts";

type Counts = Pick<ResultGroup, "total" | "passed" | "failed" | "errored" | "skipped" | "flaky">;

interface Asked {
  readonly by: GroupBy;
  readonly limit: number;
  /** The run that failures are new against. */
  readonly baseId: number | null;
}

/** A group without the names that go with its cause. */
type StoredGroup = Omit<ResultGroup, "cause"> & Partial<Pick<FailureGroupRow, "class" | "groupId" | "subClass">>;

interface Groups {
  readonly groups: StoredGroup[];
  readonly total: number;
}

/**
 * The selected results in groups: failures with new ones first, those with the most first, then the most flaky ones, the
 * results without a key last. At most `limit` groups with a key; `total` counts them all.
 */
export async function resultGroups(index: ResultIndex, selection: ResultSelection, asked: Asked): Promise<Groups> {
  const { by, limit } = asked;
  // Failures are few and have an index of their own: the results without one are what the run's counters have beyond them.
  if (by === "failure" && isCounted(selection) && selection.status === undefined) {
    const found = await failureGroups(index.db, selection, sql``, asked);
    return withRest(found, await uncounted(index.db, selection));
  }
  const chosen = await selected(index, selection, by);
  if (by !== "failure") return countedGroups(chosen, by, limit);
  const { columns, places } = chosen;
  const { codes } = chosen.keysOf("failure");
  const failed = places.filter((place) => codes[place] !== -1);
  const failures = numbers(Array.from(failed, (place) => columns.ids[place] as number));
  const found = await failureGroups(index.db, selection, sql`and r.id = any(${failures}::bigint[])`, asked);
  return withRest(found, countsByKey(chosen, "failure").get(null));
}

function withRest({ groups, total }: Groups, rest: Counts | undefined): Groups {
  if (rest === undefined) return { groups, total };
  return { groups: [...groups, { ...rest, ...nothingMore, key: withoutKey }], total: total + 1 };
}

const nothingMore = { newFailures: 0, owners: [], errorLine: null };

function countedGroups(chosen: Selected, by: GroupBy, limit: number): Groups {
  const counts = countsByKey(chosen, by);
  const keyed = [...counts].flatMap(([key, its]) => (key === null ? [] : [{ key, ...its, ...nothingMore }]));
  const groups = keyed
    .toSorted((a, b) => b.failed + b.errored - (a.failed + a.errored) || b.flaky - a.flaky || (a.key < b.key ? -1 : 1))
    .slice(0, limit);
  return withRest({ groups, total: keyed.length }, counts.get(null));
}

/** What a result of each rank is counted as, beside all. */
const countedAs: readonly (readonly Exclude<keyof Counts, "total">[])[] = [
  ["failed"],
  ["errored"],
  [],
  ["passed", "flaky"],
  ["skipped"],
  ["passed"],
];

/** How the selected results went, by what they are gathered by; null: those without a key. */
export function countsByKey({ columns: { ranks }, places, keysOf }: Selected, by: GroupBy): Map<string | null, Counts> {
  const { values, codes } = keysOf(by);
  const width = countedAs.length;
  // The last one counts those without a key.
  const counts = new Int32Array((values.length + 1) * width);
  for (const place of places) {
    const code = codes[place] as number;
    const at = (code === -1 ? values.length : code) * width + (ranks[place] as number);
    counts[at] = (counts[at] as number) + 1;
  }
  const groups = new Map<string | null, Counts>();
  for (let code = 0; code <= values.length; code++) {
    const its = countsOf(counts.subarray(code * width, (code + 1) * width));
    if (its.total > 0) groups.set(values[code] ?? null, its);
  }
  return groups;
}

function countsOf(byRank: Int32Array): Counts {
  const counts = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
  for (const [rank, count] of byRank.entries()) {
    counts.total += count;
    for (const name of countedAs[rank] ?? []) counts[name] += count;
  }
  return counts;
}

/** `not in`, since its one pass over the earlier failures cannot become a search of them per test. */
function isNewFailure(projectId: number, baseId: number | null): RawBuilder<unknown> {
  if (baseId === null) return sql`false`;
  return sql`r.test_id not in (
    select e.test_id from result e
     where e.project_id = ${projectId} and e.run_id = ${baseId} and e.superseded_by is null and e.rank <= 1)`;
}

const counted = sql`
         count(*) as total, count(*) filter (where r.status = 'passed') as passed,
         count(*) filter (where r.status = 'failed') as failed, count(*) filter (where r.status = 'error') as errored,
         count(*) filter (where r.status = 'skipped') as skipped, count(*) filter (where r.flaky) as flaky`;

function failuresOf({ projectId, runId }: ResultSelection): RawBuilder<unknown> {
  return sql`from result r
     where r.project_id = ${projectId} and r.run_id = ${runId} and r.superseded_by is null and r.failure_signature is not null`;
}

interface FailureGroupRow extends Omit<ResultGroup, "cause"> {
  readonly groups: number;
  readonly groupId: number | null;
  readonly class: FailureClass | null;
  readonly subClass: string | null;
}

/** Results that failed, by what they have in common. Sorted is what groups are made of, not what they hold. */
async function failureGroups(
  db: Db,
  selection: ResultSelection,
  narrowed: RawBuilder<unknown>,
  { limit, baseId }: Asked,
): Promise<Groups> {
  const { projectId, runId } = selection;
  const isNew = isNewFailure(projectId, baseId);
  const { rows } = await sql<FailureGroupRow>`
    select g.*, first.error_line as "errorLine", f.class, f.sub_class as "subClass"
      from (select coalesce(cause.key, a.key) as key, cause."groupId", sum(total)::integer as total,
                   sum(passed)::integer as passed, sum(failed)::integer as failed,
                   sum(errored)::integer as errored, sum(skipped)::integer as skipped, sum(flaky)::integer as flaky,
                   sum("newFailures")::integer as "newFailures", min(place) as place,
                   coalesce((array_agg(distinct author) filter (where fails and author is not null))[1:4], '{}') as owners,
                   count(*) over () as groups
              from (select r.failure_signature as key, r.author, ${counted}, bool_or(r.rank <= 1) as fails,
                           count(*) filter (where r.rank <= 1 and ${isNew}) as "newFailures",
                           min(r.rank::bigint << 32 | r.seq) as place
                      ${failuresOf(selection)} ${narrowed}
                     group by r.failure_signature, r.author offset 0) a
              left join lateral (${causeOf(projectId, sql`a.key`)}) cause on true
             group by 1, 2
             order by sum("newFailures") > 0 desc, sum(failed) + sum(errored) desc, sum(flaky) desc, min(place)
             limit ${limit}) g
     cross join lateral (
             select error_line from result
              where project_id = ${projectId} and run_id = ${runId} and superseded_by is null
                and rank = (g.place >> 32)::smallint and seq = (g.place & 4294967295)::integer
              limit 1) first
      left join failure_group f on f.project_id = ${projectId} and f.id = g."groupId"
     order by "newFailures" > 0 desc, failed + errored desc, flaky desc, place
  `.execute(db);
  return { groups: rows, total: rows[0]?.groups ?? 0 };
}

/** The results of a whole run without a failure. */
async function uncounted(db: Db, selection: ResultSelection): Promise<Counts | undefined> {
  const { projectId, runId } = selection;
  const { rows } = await sql<Counts>`
    with f as (select ${counted} ${failuresOf(selection)})
    select n.total - f.total as total, n.passed - f.passed as passed, n.failed - f.failed as failed,
           n.errored - f.errored as errored, n.skipped - f.skipped as skipped, n.flaky - f.flaky as flaky
      from run n, f
     where n.project_id = ${projectId} and n.id = ${runId} and n.total > f.total
  `.execute(db);
  return rows[0];
}
