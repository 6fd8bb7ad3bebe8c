import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import type { DecidedBy } from "@plumb/contract/failures/failures.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

/** Class of a group. */
export interface GroupClass {
  readonly class: FailureClass | null;
  readonly subClass: string | null;
  /** 0 to 1. */
  readonly confidence: number | null;
  readonly decidedBy: DecidedBy | null;
  /** Name of the rule, version of the model, or id of the decision. */
  readonly decidedName: string | null;
  /** Project rule that decided; `null` if a rule of the engine did. */
  readonly ruleId: number | null;
}

export interface StoredGroup extends GroupClass {
  readonly id: number;
  readonly pinned: boolean;
  readonly mergedInto: number | null;
}

const columns = sql.raw(`
  id, class, sub_class as "subClass", confidence, decided_by as "decidedBy", decided_name as "decidedName", rule_id as "ruleId", pinned,
  merged_into as "mergedInto"`);

export async function groupsById(db: Db, projectId: number, ids: readonly number[]): Promise<StoredGroup[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StoredGroup>`
    select ${columns} from failure_group where project_id = ${opaqueProjectId(projectId)} and id = any(${numbers(ids)}::bigint[]) order by id
  `.execute(db);
  return rows;
}

/** @returns The ids of the new groups in the given order. */
export async function insertGroups(
  transaction: Db,
  projectId: number,
  groups: readonly GroupClass[],
  revision: number,
): Promise<number[]> {
  if (groups.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    insert into failure_group (project_id, class, sub_class, confidence, decided_by, decided_name, rule_id, revision)
    select ${projectId}, class, "subClass", confidence, "decidedBy", "decidedName", "ruleId", ${revision}
      from jsonb_to_recordset(${JSON.stringify(groups.map((group, index) => ({ ...group, place: index })))}::jsonb)
        as given (place integer, class text, "subClass" text, confidence real, "decidedBy" text, "decidedName" text,
                  "ruleId" bigint)
     order by place
    returning id
  `.execute(transaction);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

export async function classifyGroup(
  transaction: Db,
  projectId: number,
  groupId: number,
  verdict: GroupClass & { readonly revision: number },
): Promise<void> {
  await sql`
    update failure_group
       set class = ${verdict.class}, sub_class = ${verdict.subClass}, confidence = ${verdict.confidence}, decided_by = ${verdict.decidedBy},
           decided_name = ${verdict.decidedName}, rule_id = ${verdict.ruleId}, revision = ${verdict.revision}
     where project_id = ${projectId} and id = ${groupId}
  `.execute(transaction);
}

/** Moves all errors of groups into another group. */
export async function joinGroups(
  transaction: Db,
  projectId: number,
  joined: {
    readonly from: readonly number[];
    readonly into: number;
    readonly by: "engine" | "person";
    readonly revision: number;
  },
): Promise<void> {
  const by = joined.by === "person" ? sql`'person'` : sql`placed_by`;
  await sql`
    update failure_signature set group_id = ${joined.into}, placed_by = ${by}, revision = ${joined.revision}
     where project_id = ${opaqueProjectId(projectId)} and group_id = any(${joined.from}::bigint[])
  `.execute(transaction);
  await sql`
    update failure_group set merged_into = ${joined.into}, revision = ${joined.revision}
     where project_id = ${opaqueProjectId(projectId)} and id = any(${joined.from}::bigint[])
  `.execute(transaction);
}

export async function pinStoredGroup(
  transaction: Db,
  projectId: number,
  groupId: number,
  { pinned, revision }: { readonly pinned: boolean; readonly revision: number },
): Promise<void> {
  await sql`
    update failure_group set pinned = ${pinned}, revision = ${revision} where project_id = ${projectId} and id = ${groupId}
  `.execute(transaction);
}
