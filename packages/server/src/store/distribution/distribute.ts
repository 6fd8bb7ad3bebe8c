import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { liveServers } from "#store/writer.ts";
import { distributionPlan, type DistributionPlan, type ForeignKey } from "./plan.ts";

/** Steps that are not done. Each step can be repeated, and an interrupted distribution continues with the first that is missing. */
export interface Distribution {
  readonly plan: DistributionPlan;
  /** Worker nodes that store rows. */
  readonly workers: number;
  readonly reference: readonly string[];
  readonly distributed: readonly string[];
  /** Foreign keys to remove while tables are distributed, and those that an interrupted run removed already. */
  readonly foreignKeys: readonly ForeignKey[];
}

/**
 * Returns what is left to distribute.
 *
 * @throws Error if the database has no Citus or no workers, a server uses it, or the schema has obstacles.
 */
export async function prepareDistribution(db: Db): Promise<Distribution> {
  const workers = await countWorkers(db);
  const plan = await distributionPlan(db);
  if (plan.obstacles.length > 0)
    throw new Error(`The schema cannot be distributed:\n${plan.obstacles.map((text) => `  ${text}`).join("\n")}`);
  const done = await storedByCitus(db);
  const left = (tables: readonly string[]) => tables.filter((table) => !done.has(table));
  const [reference, distributed] = [left(plan.reference), left(plan.distributed)];
  const removed = await removedKeys(db);
  const isDone = reference.length === 0 && distributed.length === 0;
  return { plan, workers, reference, distributed, foreignKeys: isDone ? removed : [...removed, ...plan.foreignKeys] };
}

/**
 * Distributes the tables of projects by project. No server may use the database meanwhile.
 *
 * @param log Receives each step before it starts.
 */
export async function distribute(db: Db, log: (step: string) => void): Promise<void> {
  const servers = await liveServers(db);
  if (servers > 0) throw new Error(`${servers} servers use this database. Stop them first.`);
  const { plan, reference, distributed, foreignKeys } = await prepareDistribution(db);
  if (reference.length + distributed.length > 0) {
    log(`Remove ${foreignKeys.length} foreign keys`);
    await removeKeys(db, plan.foreignKeys);
  }
  for (const table of reference) {
    log(`Copy ${table} to each node`);
    await sql`select create_reference_table(${table})`.execute(db);
  }
  const [first] = plan.distributed;
  for (const table of distributed) {
    log(`Distribute ${table}`);
    const group = table === first ? "none" : first;
    await sql`select create_distributed_table(${table}, 'project_id', colocate_with => ${group})`.execute(db);
  }
  await deleteCopies(db, plan, log);
  for (const key of await removedKeys(db)) {
    log(`Add ${key.name} of ${key.table}`);
    await addKey(db, key);
  }
  await sql`drop table if exists distribution_key`.execute(db);
  await modifyOneNodeAfterTheOther(db);
  log("Analyze");
  for (const table of plan.distributed) await sql`analyze ${sql.table(table)}`.execute(db);
}

/**
 * Deletes the rows that Citus has copied to the nodes. It truncates, which follows foreign keys to tables that stay on the coordinator, so this runs only
 * while there are no keys. If some were added again, an earlier call deleted everything.
 */
async function deleteCopies(db: Db, plan: DistributionPlan, log: (step: string) => void): Promise<void> {
  const { foreignKeys } = await distributionPlan(db);
  if (foreignKeys.length > 0) return;
  log("Delete the copies of distributed rows on the coordinator");
  for (const table of [...plan.reference, ...plan.distributed])
    await sql`select truncate_local_data_after_distributing_table(${table})`.execute(db);
}

/** After a change on several nodes in parallel, Citus refuses to change a table that each node has a copy of in the same transaction. */
async function modifyOneNodeAfterTheOther(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await sql`alter database ${sql.id(rows[0]?.name ?? "")} set citus.multi_shard_modify_mode = 'sequential'`.execute(db);
}

/** Returns true if the tables of projects are distributed. */
export async function hasDistributedTables(db: Db): Promise<boolean> {
  const { rows } = await sql`select from pg_class where relname = 'pg_dist_partition'`.execute(db);
  return rows.length > 0 && (await storedByCitus(db)).has("run");
}

async function countWorkers(db: Db): Promise<number> {
  const { rows: extensions } = await sql`select from pg_extension where extname = 'citus'`.execute(db);
  if (extensions.length === 0)
    throw new Error(
      "The database has no extension citus. Create it on each node, and add the workers to the coordinator.",
    );
  const { rows } = await sql<{ workers: number }>`
    select count(*)::integer as workers from pg_dist_node where isactive and noderole = 'primary' and shouldhaveshards
  `.execute(db);
  const workers = rows[0]?.workers ?? 0;
  if (workers === 0) throw new Error("The coordinator has no workers. Add them with citus_add_node.");
  return workers;
}

/** Returns the tables that Citus has distributed or copied to all nodes. */
async function storedByCitus(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or (partmethod = 'n' and repmodel = 't')
  `.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Returns the foreign keys that were removed and not added again yet. */
async function removedKeys(db: Db): Promise<ForeignKey[]> {
  const { rows: tables } = await sql`select from pg_class where relname = 'distribution_key'`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<ForeignKey>`
    select table_name as "table", name, definition, target as "to" from distribution_key order by table_name, name
  `.execute(db);
  return rows;
}

/** Removes all keys in one transaction that records them, so that an interruption loses none. */
async function removeKeys(db: Db, keys: readonly ForeignKey[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create table if not exists distribution_key (
      table_name text, name text, definition text not null, target text not null, primary key (table_name, name))`.execute(
      transaction,
    );
    for (const { table, name, definition, to } of keys) {
      await sql`insert into distribution_key values (${table}, ${name}, ${definition}, ${to})`.execute(transaction);
      await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(transaction);
    }
  });
}

/** A distributed database accepts one key per statement. If it was added before an interruption, only its record is left. */
async function addKey(db: Db, { table, name, definition }: ForeignKey): Promise<void> {
  const { rows } = await sql`
    select from pg_constraint where conrelid = ${table}::regclass and conname = ${name}
  `.execute(db);
  if (rows.length === 0)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(db);
  await sql`delete from distribution_key where table_name = ${table} and name = ${name}`.execute(db);
}
