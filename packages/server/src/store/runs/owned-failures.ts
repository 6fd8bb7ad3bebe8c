import { stateOfFailure } from "@plumb/analysis/failures/failing-state.ts";
import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { keysOfAccount, ownerKey } from "#store/tests/owners.ts";
import { failedBeforeBase, isNews, repeatsTests, rowOf } from "./failing-rows.ts";

interface NamedFailure {
  readonly title: string;
  /** From 1. Greater if several rows of the same name exist. */
  readonly occurrence: number;
  /** First line of its error; `null` if the report has none. */
  readonly errorLine: string | null;
  readonly state: FailureState;
}

/** Newly failing tests of an owner. */
export interface OwnedFailures {
  readonly userId: number;
  /** Number of tests, at least one. Tests in quarantine and muted tests are not counted. */
  readonly count: number;
  /** Number of these tests that failed before the base too. */
  readonly back: number;
  /** First tests in the order of the report. */
  readonly tests: readonly NamedFailure[];
  /** Number of newly failing tests that are in quarantine or muted. */
  readonly leftOut: number;
}

interface StoredName extends Omit<NamedFailure, "state"> {
  readonly before: boolean;
}

interface OwnerQuery {
  /** See `isNews`. */
  readonly about: "causes" | "tests";
  readonly projectId: number;
  readonly runId: number;
  readonly baseId: number;
  /** Runs whose failures are not new: the base, and the previous run on the branch. */
  readonly knownFrom: readonly number[];
  /** Tests that are in quarantine or muted. */
  readonly silenced: readonly number[];
  /** Notification settings of the users to notify. */
  readonly wanting: readonly string[];
  /** Users to exclude, because they were already notified. */
  readonly except: readonly number[];
  /** Maximum number of tests to list per owner. */
  readonly named: number;
}

/**
 * Returns newly failing tests of a run, or tests that fail for new causes, by project member with an active account. A member owns a test if its owner is their user name, e-mail
 * address or one of their additional owner names, ignoring case and a leading `@`.
 *
 * Reads the failures of both runs from the index of the list.
 */
export async function newFailuresByOwner(db: Db, query: OwnerQuery): Promise<OwnedFailures[]> {
  const { projectId, runId } = query;
  const repeats = repeatsTests(projectId, runId);
  const row = { testId: sql`f.test_id`, occurrence: sql`f.occurrence`, repeats, signature: sql`f.signature` };
  const { rows } = await sql<Omit<OwnedFailures, "tests"> & { tests: StoredName[] }>`
    with person as (
      select u.id, named.key
        from membership m join user_account u on u.id = m.user_id
       cross join lateral (${keysOfAccount}) named
       where m.project_id = ${projectId} and u.status = 'active' and u.owner_notices = any(${texts(query.wanting)}::text[])
         and u.id <> all(${numbers(query.except)}::bigint[])
    ), failed as (
      select r.test_id, min(r.occurrence) as occurrence, min(r.rank) as rank, min(r.seq) as seq,
             min(r.error_line) as error_line, min(r.failure_signature) as signature, min(r.author) filter (where lower(btrim(r.author)) not in ('', 'unknown')) as author
        from result r
       where r.project_id = ${projectId} and r.run_id = ${runId} and r.superseded_by is null and r.rank <= 1
         and ${isNews(query.about, projectId, query.knownFrom, repeats)}
       group by ${rowOf("r", repeats)}
    ), owned as (
      select f.rank, f.seq, t.title_path[cardinality(t.title_path)] as title, f.occurrence, f.error_line,
             ${ownerKey(sql`coalesce(t.owner_hand, f.author, t.owner)`)} as owner,
             f.test_id = any(${numbers(query.silenced)}::bigint[]) as silenced,
             ${failedBeforeBase(query, row)} as before
        from failed f
        join test t on t.project_id = ${projectId} and t.id = f.test_id
        join run base on base.project_id = ${opaqueProjectId(projectId)} and base.id = ${query.baseId}
    )
    select p.id as "userId", count(*) filter (where not o.silenced)::integer as count,
           count(*) filter (where not o.silenced and o.before)::integer as back,
           count(*) filter (where o.silenced)::integer as "leftOut",
           (array_agg(json_build_object('title', o.title, 'occurrence', o.occurrence, 'errorLine', o.error_line, 'before', o.before) order by o.rank, o.seq)
              filter (where not o.silenced))[:${query.named}] as tests
      from owned o join person p on p.key = o.owner
     group by p.id having bool_or(not o.silenced)
     order by p.id
  `.execute(db);
  return rows.map(({ tests, ...of }) => ({
    ...of,
    tests: tests.map(({ before, ...test }) => ({
      ...test,
      state: stateOfFailure({ failedInBase: false, failedBeforeBase: before }),
    })),
  }));
}
