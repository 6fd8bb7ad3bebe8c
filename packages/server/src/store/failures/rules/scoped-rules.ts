import { searchWords } from "@plumb/contract/text/search-words.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { among, type RunChanges } from "#store/failures/run-changes.ts";
import type { StoredRule } from "./rules.ts";

interface Target {
  readonly projectId: number;
  readonly revision: number;
  /** Rules with a scope, in order of application. */
  readonly rules: readonly StoredRule[];
}

/** Assigns rules with a scope to the failures of a run. */
export function scopeFailuresOfRun(transaction: Db, target: Target, changes: RunChanges): Promise<void> {
  return scopeFailures(transaction, target, sql`f.run_id = ${changes.runId} and ${among(changes, sql`f.result_id`)}`);
}

/** Assigns rules with a scope to these failures. */
export function scopeFailuresById(transaction: Db, target: Target, ids: readonly number[]): Promise<void> {
  return scopeFailures(transaction, target, sql`f.id = any(${numbers(ids)}::bigint[])`);
}

/** Applies the first matching rule whose scope contains the failure, and removes the rule if none applies. */
async function scopeFailures(
  transaction: Db,
  { projectId, revision, rules }: Target,
  which: RawBuilder<unknown>,
): Promise<void> {
  const input = rules.map(({ id, scope: { test, ...scope } }, index) => ({
    id,
    place: index,
    ...scope,
    words: searchWords(test ?? ""),
  }));
  await sql`
    with rules as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(input)}::jsonb)
        as r (id bigint, place integer, suite text, environment text, branch text, words jsonb)
    ), wanted as (
      select f.id, (
               select r.id from rules r
                where r.id = any(s.rule_ids)
                  and (r.suite is null or r.suite = n.suite)
                  and (r.environment is null or r.environment = n.environment)
                  and (r.branch is null or r.branch = n.branch)
                  and not exists (select from jsonb_array_elements_text(r.words) as word where position(word in t.search_text) = 0)
                order by r.place limit 1) as rule_id
        from failure f
        join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
        join run n on n.project_id = f.project_id and n.id = f.run_id
        join test t on t.project_id = f.project_id and t.id = f.test_id
       where f.project_id = ${opaqueProjectId(projectId)} and ${which}
    )
    update failure f set rule_id = wanted.rule_id, revision = ${revision}
      from wanted
     where f.project_id = ${opaqueProjectId(projectId)} and f.id = wanted.id and f.rule_id is distinct from wanted.rule_id
  `.execute(transaction);
}

/** Returns failures of these errors after the failure with the id `after`. */
export async function failuresOfSignatures(
  db: Db,
  projectId: number,
  {
    signatureIds,
    after,
    limit,
  }: { readonly signatureIds: readonly number[]; readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from failure
     where project_id = ${projectId} and signature_id = any(${numbers(signatureIds)}::bigint[]) and id > ${after}
     order by id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the errors that have a failure to which a rule with a scope applies. */
export async function signaturesScoped(db: Db, projectId: number, signatureIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct signature_id as id from failure
     where project_id = ${projectId} and signature_id = any(${numbers(signatureIds)}::bigint[]) and rule_id is not null
  `.execute(db);
  return rows.map(({ id }) => id);
}
