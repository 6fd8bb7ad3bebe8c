import { sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { RunKey } from "#store/runs/status-rows.ts";

/** Returns the place names that earlier runs of the suite gave to these places, by key. */
export async function locationsOfSuite(
  transaction: Db,
  { projectId, runId }: RunKey,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; variant: string }>`
    select p.place_key as key, p.variant from suite_place p join run r on r.project_id = p.project_id and r.suite = p.suite and r.environment = p.environment
     where r.project_id = ${projectId} and r.id = ${runId} and p.place_key = any(${texts(keys)}::text[])
  `.execute(transaction);
  return new Map(rows.map(({ key, variant }) => [key, variant]));
}

/** Stores the names of the suite's places, by key. */
export async function storeLocations(
  transaction: Db,
  { projectId, runId }: RunKey,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`
    insert into suite_place (project_id, suite, environment, place_key, variant)
    select r.project_id, r.suite, r.environment, given.key, given.variant
      from run r, unnest(${texts([...names.keys()])}::text[], ${texts([...names.values()])}::text[]) as given (key, variant)
     where r.project_id = ${projectId} and r.id = ${runId}
    on conflict (project_id, suite, environment, place_key) do update set variant = excluded.variant
  `.execute(transaction);
}
