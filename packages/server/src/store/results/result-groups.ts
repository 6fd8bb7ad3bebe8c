import { type GroupBy, type ResultGroup, withoutKey } from "@plumb/contract/runs/results.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { ResultIndex } from "./result-index.ts";
import { isCounted, type ResultSelection, type Selected, selected } from "./result-selection.ts";

type Counts = Pick<ResultGroup, "total" | "passed" | "failed" | "errored" | "skipped" | "flaky">;

interface Asked {
  readonly by: GroupBy;
  readonly limit: number;
  /** The run that failures are new against. */
  readonly baseId: number | null;
}

interface Groups {
  readonly groups: ResultGroup[];
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
  const key = chosen.keyOf("failure");
  const failed = places.filter((place) => key(place) !== null);
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
export function countsByKey({ columns, places, keyOf }: Selected, by: GroupBy): Map<string | null, Counts> {
  const key = keyOf(by);
  const groups = new Map<string | null, Record<keyof Counts, number>>();
  for (const place of places) {
    const of = key(place);
    let counts = groups.get(of);
    if (counts === undefined) {
      counts = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
      groups.set(of, counts);
    }
    counts.total += 1;
    for (const name of countedAs[columns.ranks[place] as number] ?? []) counts[name] += 1;
  }
  return groups;
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

/** Results that failed, by what they have in common. */
async function failureGroups(
  db: Db,
  selection: ResultSelection,
  narrowed: RawBuilder<unknown>,
  { limit, baseId }: Asked,
): Promise<Groups> {
  const isNew = isNewFailure(selection.projectId, baseId);
  const { rows } = await sql<ResultGroup & { groups: number }>`
    select *, count(*) over () as groups
      from (select ${counted}, r.failure_signature as key,
                   count(*) filter (where r.rank <= 1 and ${isNew}) as "newFailures",
                   coalesce((array_agg(distinct r.author) filter (where r.rank <= 1 and r.author is not null))[1:4], '{}') as owners,
                   (array_agg(r.error_line order by r.rank, r.seq))[1] as "errorLine", min(r.rank) as rank, min(r.seq) as seq
              ${failuresOf(selection)} ${narrowed}
             group by r.failure_signature) g
     order by "newFailures" > 0 desc, failed + errored desc, flaky desc, rank, seq
     limit ${limit}
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
