import { factGroups, type RunLabels } from "@plumb/contract/runs/run-labels.ts";
import { type RawBuilder, sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** Filter by tags and facts. */
interface LabelQuery {
  readonly tag?: readonly string[] | undefined;
  readonly fact?: readonly string[] | undefined;
}

const sorted = (column: "tags" | "facts") =>
  sql`array(select label from unnest(n.${sql.ref(column)}) as label order by label collate "C")`;

/** Hash of the tags and facts of a run `n`. */
export const labelHash = sql`sha256(convert_to(jsonb_build_array(to_jsonb(${sorted("tags")}), to_jsonb(${sorted("facts")}))::text, 'UTF8'))`;

/** Stores the combinations of tags and facts of these runs. Runs without any have no combination. */
export async function nameLabelSets(transaction: Db, projectId: number, runIds: string): Promise<void> {
  await sql`
    insert into label_set as l (project_id, hash, tags, facts, first_day, last_day)
    select n.project_id, ${labelHash} as hash, ${sorted("tags")} as tags, ${sorted("facts")} as facts,
           min((n.started_at at time zone 'UTC')::date), max((n.started_at at time zone 'UTC')::date)
      from run n
     where n.project_id = ${projectId} and n.id = any(${runIds}::bigint[]) and (n.tags <> '{}' or n.facts <> '{}')
     group by n.project_id, 2, 3, 4 order by hash
    on conflict (project_id, hash) do update
       set first_day = least(l.first_day, excluded.first_day), last_day = greatest(l.last_day, excluded.last_day)
     where excluded.first_day < l.first_day or excluded.last_day > l.last_day
  `.execute(transaction);
}

export async function labelSets(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, RunLabels>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<RunLabels & { id: number }>`
    select id, tags, facts from label_set where project_id = ${projectId} and id = any(${numbers(ids)}::integer[])
  `.execute(db);
  return new Map(rows.map(({ id, tags, facts }) => [id, { tags, facts }]));
}

export interface MatchingLabelSets {
  readonly ids: readonly number[];
  /** Days in UTC between which runs had one of them. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Returns the combinations with one of the tags, and one value of each key; `null` if there are none. */
export async function matchingLabelSets(
  db: Db,
  projectId: number,
  { tag = [], fact = [] }: LabelQuery,
): Promise<MatchingLabelSets | null> {
  const conditions = factGroups(fact).map((values) => sql`facts && ${values}::text[]`);
  if (tag.length > 0) conditions.push(sql`tags && ${tag}::text[]`);
  return labelSetsWhere(db, projectId, sql.join(conditions, sql` and `));
}

/** Returns the combinations with one of the tags or one of the facts; `null` if there are none. */
export async function anyLabelSets(
  db: Db,
  projectId: number,
  tags: readonly string[],
  facts: readonly string[],
): Promise<MatchingLabelSets | null> {
  if (tags.length + facts.length === 0) return null;
  const values = factGroups(facts).flat();
  return labelSetsWhere(db, projectId, sql`(tags && ${tags}::text[] or facts && ${values}::text[])`);
}

async function labelSetsWhere(
  db: Db,
  projectId: number,
  condition: RawBuilder<unknown>,
): Promise<MatchingLabelSets | null> {
  const { rows } = await sql<{ ids: number[] | null; firstDay: string; lastDay: string }>`
    select json_agg(id) as ids, min(first_day)::text as "firstDay", max(last_day)::text as "lastDay"
      from label_set where project_id = ${projectId} and ${condition}
  `.execute(db);
  const [{ ids, firstDay, lastDay }] = rows as [(typeof rows)[number]];
  return ids === null ? null : { ids, firstDay, lastDay };
}
