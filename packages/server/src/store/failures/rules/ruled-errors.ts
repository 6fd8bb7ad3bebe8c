import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** The first occurrence of an error, with the rules that matched it at the last evaluation. */
export interface RuledSample {
  readonly id: number;
  readonly message: string;
  readonly stack: string | null;
  readonly ruleIds: readonly number[];
  readonly ruleLines: readonly string[];
}

/** Returns errors after the error with the id `after`. */
export async function samplesAfter(
  db: Db,
  projectId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RuledSample[]> {
  const { rows } = await sql<RuledSample>`
    select id, message, stack, to_jsonb(rule_ids) as "ruleIds", rule_lines as "ruleLines"
      from failure_signature
     where project_id = ${projectId} and id > ${after}
     order by id limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns the first occurrences of these errors, by id. */
export async function samplesById(
  db: Db,
  projectId: number,
  ids: readonly number[],
): Promise<Pick<RuledSample, "id" | "message" | "stack">[]> {
  const { rows } = await sql<RuledSample>`
    select id, message, stack from failure_signature where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[])
  `.execute(db);
  return rows;
}

/** Stores which rules match each error. */
export async function storeRuled(
  transaction: Db,
  projectId: number,
  ruled: readonly Pick<RuledSample, "id" | "ruleIds" | "ruleLines">[],
): Promise<void> {
  await sql`
    update failure_signature s
       set rule_ids = array(select jsonb_array_elements_text(given."ruleIds")::bigint),
           rule_lines = array(select jsonb_array_elements_text(given."ruleLines"))
      from jsonb_to_recordset(${JSON.stringify(ruled)}::jsonb) as given (id bigint, "ruleIds" jsonb, "ruleLines" jsonb)
     where s.project_id = ${opaqueProjectId(projectId)} and s.id = given.id
  `.execute(transaction);
}

/** Returns groups after the group with the id `after` that are decided by a rule or have an error that matches one. */
export async function groupsWithRules(
  db: Db,
  projectId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select group_id as id from failure_signature where project_id = ${projectId} and rule_ids <> '{}' and group_id > ${after}
       union
      select id from failure_group where project_id = ${projectId} and rule_id is not null and id > ${after}) g
     order by id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the line that a rule matched in the most frequent matching error of a group. */
export async function ruleLineOfGroup(
  db: Db,
  projectId: number,
  { groupId, ruleId }: { readonly groupId: number; readonly ruleId: number },
): Promise<string | null> {
  const { rows } = await sql<{ line: string }>`
    select rule_lines[array_position(rule_ids, ${ruleId}::bigint)] as line
      from failure_signature
     where project_id = ${projectId} and group_id = ${groupId} and ${ruleId}::bigint = any(rule_ids)
     order by occurrences desc, id limit 1
  `.execute(db);
  return rows[0]?.line ?? null;
}
