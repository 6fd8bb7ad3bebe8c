import type { RunLabels } from "@plumb/contract/runs/run-labels.ts";
import { factGroups } from "@plumb/contract/runs/run-labels.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

const sorted = (column: "tags" | "facts") =>
  sql`array(select label from unnest(n.${sql.ref(column)}) as label order by label collate "C")`;

/** Hash of the tags and facts of a run `n`. */
export const labelHash = sql`sha256(convert_to(jsonb_build_array(to_jsonb(${sorted("tags")}), to_jsonb(${sorted("facts")}))::text, 'UTF8'))`;

/** Stores the combinations of tags and facts of these runs. Runs without any have no combination. */
export async function nameLabelSets(transaction: Db, projectId: number, runIds: string): Promise<void> {
  await sql`
    insert into label_set (project_id, hash, tags, facts)
    select distinct n.project_id, ${labelHash} as hash, ${sorted("tags")}, ${sorted("facts")}
      from run n
     where n.project_id = ${projectId} and n.id = any(${runIds}::bigint[]) and (n.tags <> '{}' or n.facts <> '{}')
     order by hash
    on conflict (project_id, hash) do nothing
  `.execute(transaction);
}

export async function labelSets(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, RunLabels>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<RunLabels & { id: number }>`
    select id, tags, facts from label_set where project_id = ${projectId} and id = any(${numbers(ids)}::integer[])
  `.execute(db);
  return new Map(rows.map(({ id, tags, facts }) => [id, { tags, facts }]));
}

/** Selects the ids of the combinations with one of the tags, and one value of each key; `null` if nothing is filtered. */
export function matchingLabelSets(
  projectId: number,
  {
    tag = [],
    fact = [],
  }: { readonly tag?: readonly string[] | undefined; readonly fact?: readonly string[] | undefined },
): RawBuilder<unknown> | null {
  const conditions = factGroups(fact).map((values) => sql`facts && ${values}::text[]`);
  if (tag.length > 0) conditions.push(sql`tags && ${tag}::text[]`);
  if (conditions.length === 0) return null;
  return sql`select id from label_set where project_id = ${projectId} and ${sql.join(conditions, sql` and `)}`;
}
