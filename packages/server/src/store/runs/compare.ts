import { type ChangeCounts, ChangeKind, type ComparedTest } from "@plumb/contract/runs/compare.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { keepLatest } from "#store/keep-latest.ts";
import { memoizeByRef } from "#store/memoize-by-ref.ts";
import { causeInBase, failedBeforeBase, repeatsTests, sameCause } from "./failing-rows.ts";

/** Two runs of one project. The head is compared with the base. */
export interface RunPair {
  readonly projectId: number;
  readonly baseId: number;
  readonly headId: number;
}

/** True if the test fails in the head. `known` contains for `stateOfFailure` whether it failed in the base for the same cause, or earlier. */
const fails = sql`coalesce(h.rank <= 1, false)`;

// Ranks: 0 failed, 1 errored, 2 running, 3 flaky, 4 skipped, 5 passed on the first attempt. `null` if the test is not in that run.
const conditions: Record<ChangeKind, RawBuilder<unknown>> = {
  newFailure: sql`(${fails} and not known.in_base and not known.before)`,
  backAgain: sql`(${fails} and not known.in_base and known.before)`,
  stillFailing: sql`(${fails} and known.in_base)`,
  fixed: sql`coalesce(h.rank = 5 and b.rank <= 1, false)`,
  newlyFlaky: sql`coalesce(h.rank = 3 and b.rank is distinct from 3, false)`,
  changedCause: sql`(${fails} and known.changed_cause)`,
  slower: sql`coalesce(h.rank = 5 and b.rank = 5 and h.duration_ms >= 2 * b.duration_ms and h.duration_ms >= b.duration_ms + 1000, false)`,
  added: sql`b.rank is null`,
  removed: sql`h.rank is null`,
};

function resultsOf(projectId: number, runId: number): RawBuilder<unknown> {
  return sql`
    select id, test_id, occurrence, rank, seq, duration_ms, failure_signature
      from result where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and superseded_by is null`;
}

/**
 * Selects tests that failed or were flaky in either run, as `h` in the head and `b` in the base, through the index of the list. Only failures that
 * were resolved in the head need a lookup. The offsets keep lookups from being repeated for each condition that uses their result.
 */
function redPairs({ projectId, baseId, headId }: RunPair): RawBuilder<unknown> {
  const red = sql`rank = any('{0,1,3}'::smallint[])`;
  const repeats = repeatsTests(projectId, headId);
  const row = { testId: sql`h.test_id`, occurrence: sql`h.occurrence`, repeats };
  const withCause = { ...row, signature: sql`h.failure_signature` };
  return sql`
    from (${resultsOf(projectId, headId)} and ${red}) now
    full join (${resultsOf(projectId, baseId)} and ${red}) b on b.test_id = now.test_id and b.occurrence = now.occurrence
    left join lateral (
      ${resultsOf(projectId, headId)} and test_id = b.test_id and occurrence = b.occurrence and now.id is null and b.rank <= 1 limit 1
    ) otherwise on true
   cross join lateral (
      select coalesce(now.test_id, otherwise.test_id) as test_id, coalesce(now.occurrence, otherwise.occurrence) as occurrence,
             coalesce(now.rank, otherwise.rank) as rank, coalesce(now.seq, otherwise.seq) as seq,
             now.failure_signature, now.duration_ms
    ) h
    join run base on base.project_id = ${opaqueProjectId(projectId)} and base.id = ${baseId}
   cross join lateral (
      select coalesce(b.rank <= 1 and ${sameCause(projectId, sql`h.failure_signature`, sql`b.failure_signature`)}, false) as same offset 0) pair
    left join lateral (
      ${causeInBase(projectId, sql`base.id`, withCause)}
       where ${fails} and not pair.same and (b.rank <= 1 or ${repeats}) offset 0) looked_up on true
   cross join lateral (select pair.same or coalesce(looked_up.in_base, false) as in_base, looked_up.other) was
   cross join lateral (
      select was.in_base, was.other is not null as changed_cause,
             ${fails} and not was.in_base and ${failedBeforeBase({ projectId, runId: headId, baseId }, withCause)} as before offset 0) known`;
}

/** The kinds of change that have a list. Each test has at most one of them. */
const listedKinds = ["newFailure", "backAgain", "stillFailing", "fixed", "newlyFlaky"] as const;

function counted(kinds: readonly (typeof listedKinds)[number][]): RawBuilder<unknown> {
  return sql.join(kinds.map((kind) => sql`${sql.lit(kind)}, count(*) filter (where show = ${sql.lit(kind)})`));
}

/** A test that changed, with the values of `known`. */
interface ChangedRow {
  readonly show: keyof ChangeCounts;
  readonly testId: number;
  readonly occurrence: number;
  readonly inBase: boolean;
  readonly changedCause: boolean;
  readonly before: boolean;
}

interface Changes {
  /** Revisions of both runs and of the project's failures when the changes were computed. */
  readonly revisions: string;
  readonly counts: ChangeCounts;
  /** First `maxListed` tests of each kind: failed, errored, flaky, skipped and passed tests, each in the order of the head. */
  readonly rows: readonly ChangedRow[];
}

/** Maximum number of tests per kind in a list. */
const maxListed = 50;
const maxCachedPairs = 500;
const cachedChanges = memoizeByRef((_db: Db) => new Map<string, Changes>());

/** Returns what changed between two runs. Cached until a result of either run or a failure of the project changes. */
async function changesOf(db: Db, pair: RunPair): Promise<Changes> {
  const { projectId, baseId, headId } = pair;
  const cached = cachedChanges(db);
  const key = `${projectId}/${baseId}/${headId}`;
  // The revisions are read before the changes. After a concurrent change, they are computed again.
  const { rows: versions } = await sql<{ revisions: string | null }>`
    select concat_ws('/', h.revision, b.revision, (select revision from failure_state where project_id = ${projectId})) as revisions
      from run h join run b on b.project_id = h.project_id and b.id = ${baseId}
     where h.project_id = ${projectId} and h.id = ${headId}
  `.execute(db);
  const revisions = versions[0]?.revisions ?? "";
  const known = cached.get(key);
  if (known?.revisions === revisions) return known;
  const visible = sql.join(
    listedKinds.map((kind) => sql`when ${conditions[kind]} then ${sql.lit(kind)}`),
    sql` `,
  );
  const { rows } = await sql<Omit<Changes, "revisions">>`
    with changed as materialized (
      select coalesce(h.test_id, b.test_id) as test_id, coalesce(h.occurrence, b.occurrence) as occurrence, known.in_base,
             known.changed_cause, known.before, case ${visible} end as show, coalesce(h.rank, b.rank) as rank, h.rank is null as is_removed, coalesce(h.seq, b.seq) as seq
        ${redPairs(pair)}
    )
    select (select json_build_object(${counted(listedKinds)}) from changed) as counts,
           (select coalesce(json_agg(json_build_object('show', show, 'testId', test_id, 'occurrence', occurrence, 'inBase', in_base,
                                                       'changedCause', changed_cause, 'before', before) order by place), '[]')
              from (select *, row_number() over (partition by show order by rank, is_removed, seq) as place from changed) placed
             where show is not null and place <= ${maxListed}) as rows
  `.execute(db);
  const changes = { ...(rows[0] as (typeof rows)[number]), revisions };
  keepLatest(cached, key, changes, maxCachedPairs);
  return changes;
}

/** Counts the tests that failed, were fixed or became flaky. */
export async function changeCounts(db: Db, pair: RunPair): Promise<ChangeCounts> {
  return (await changesOf(db, pair)).counts;
}

interface PairRow extends Omit<ComparedTest, "kinds"> {
  readonly kinds: Record<ChangeKind, boolean>;
}

function side(name: "b" | "h"): RawBuilder<unknown> {
  const of = sql.raw(name);
  return sql`case when ${of}.id is null then null else json_build_object(
    'resultId', ${of}.id, 'status', ${of}.status, 'flaky', ${of}.flaky, 'duration', ${of}.duration_ms,
    'errorLine', ${of}.error_line) end`;
}

export type ChangedTests = Record<keyof ChangeCounts, ComparedTest[]>;

/** Returns the first tests for each kind of change, at most `limit`. */
export async function changedTests(db: Db, pair: RunPair, limit: number): Promise<ChangedTests> {
  const { projectId, baseId, headId } = pair;
  const found: ChangedTests = { newFailure: [], backAgain: [], stillFailing: [], fixed: [], newlyFlaky: [] };
  const { rows: changed } = await changesOf(db, pair);
  const page = listedKinds.flatMap((kind) => changed.filter(({ show }) => show === kind).slice(0, limit));
  if (page.length === 0) return found;
  const flags = sql.join(ChangeKind.options.map((kind) => sql`${sql.lit(kind)}, ${conditions[kind]}`));
  // One lookup per test. In a join, old statistics could make the planner read all results of the run.
  const result = (name: "b" | "h", runId: number) => sql`
    left join lateral (
      select * from result
       where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and test_id = page."testId"
         and occurrence = page.occurrence and superseded_by is null offset 0) ${sql.raw(name)} on true`;
  const { rows } = await sql<PairRow & { show: keyof ChangeCounts }>`
    select page.show, page."testId", t.file, t.title_path as "titlePath", t.variant, page.occurrence,
           ${side("b")} as base, ${side("h")} as head, json_build_object(${flags}) as kinds
      from jsonb_to_recordset(${JSON.stringify(page.map((row, index) => ({ ...row, place: index })))}::jsonb)
           as page (place integer, show text, "testId" bigint, occurrence integer, "inBase" boolean, "changedCause" boolean, before boolean)
     cross join lateral (select page."inBase" as in_base, page."changedCause" as changed_cause, page.before) known
     cross join lateral (select * from test where project_id = ${opaqueProjectId(projectId)} and id = page."testId" offset 0) t
      ${result("h", headId)}
      ${result("b", baseId)}
     order by page.place
  `.execute(db);
  for (const { show, kinds, ...row } of rows)
    found[show].push({ ...row, kinds: ChangeKind.options.filter((kind) => kinds[kind]) });
  return found;
}
