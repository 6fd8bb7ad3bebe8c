import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Small tables that each node has a copy of, because statements about one project, or about accounts, join them. */
const referenceTables: ReadonlySet<string> = new Set([
  "api_key",
  "avatar",
  "connector",
  "invitation",
  "membership",
  "project",
  "setting",
  "user_account",
]);

/** Tables that stay on the coordinator although their rows can belong to a project: they are read across projects. */
const coordinatorTables: ReadonlySet<string> = new Set(["audit_event", "job", "notification"]);

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  /** As in `alter table … add constraint`. */
  readonly definition: string;
  readonly to: string;
}

/** How each table of the schema is stored in a distributed database. */
export interface DistributionPlan {
  readonly reference: readonly string[];
  /** Distributed by `project_id`. */
  readonly distributed: readonly string[];
  readonly coordinator: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Why the schema cannot be distributed; empty if it can. */
  readonly obstacles: readonly string[];
}

interface TableRow {
  readonly name: string;
  /** `null` if the table has no column `project_id`. */
  readonly required: boolean | null;
  readonly identities: readonly string[];
  /** Unique indexes without `project_id`. */
  readonly globalKeys: readonly string[];
}

/** Reads the plan from the catalogue, so that a new table needs no entry if it belongs to a project. */
export async function distributionPlan(db: Db): Promise<DistributionPlan> {
  const shards = await shardsOf(db);
  const tables = (await tablesOf(db)).filter(({ name }) => !shards.has(name));
  const foreignKeys = (await foreignKeysOf(db)).filter(({ table }) => !shards.has(table));
  const kindOf = new Map(tables.map((table) => [table.name, kindOfTable(table)]));
  const named = (kind: TableKind) => tables.filter(({ name }) => kindOf.get(name) === kind).map(({ name }) => name);
  return {
    reference: named("reference"),
    distributed: named("distributed"),
    coordinator: named("coordinator"),
    foreignKeys,
    obstacles: [
      ...tables.flatMap((table) => obstaclesOf(table, kindOfTable(table))),
      ...foreignKeys.flatMap((key) => obstaclesOfKey(key, kindOf)),
    ],
  };
}

type TableKind = "coordinator" | "distributed" | "reference";

function kindOfTable({ name, required }: TableRow): TableKind {
  if (referenceTables.has(name)) return "reference";
  return required === null || coordinatorTables.has(name) ? "coordinator" : "distributed";
}

function obstaclesOf({ name, required, identities, globalKeys }: TableRow, kind: TableKind): string[] {
  if (kind !== "distributed") return [];
  return [
    ...(required === true ? [] : [`${name}.project_id may be null`]),
    ...identities.map((column) => `${name}.${column} is an identity column; use a sequence`),
    ...globalKeys.map((index) => `${index} is unique across projects; add project_id`),
  ];
}

/** Rows of one project are on one node, and reference tables are on each. */
function obstaclesOfKey({ table, name, to, definition }: ForeignKey, kindOf: ReadonlyMap<string, TableKind>): string[] {
  const [from, target] = [kindOf.get(table), kindOf.get(to)];
  if (from === "coordinator")
    return target === "distributed" ? [`${table}: ${name} references a distributed table`] : [];
  if (target === "reference") return [];
  if (from === "reference" || target === "coordinator") return [`${table}: ${name} references a table of another kind`];
  return /FOREIGN KEY \(project_id, .*REFERENCES \w+\(project_id, /.test(definition)
    ? []
    : [`${table}: ${name} does not include project_id`];
}

/** Returns the names of the tables that store the rows of distributed tables on this node. */
async function shardsOf(db: Db): Promise<ReadonlySet<string>> {
  const { rows: catalogue } = await sql`select from pg_class where relname = 'pg_dist_shard'`.execute(db);
  if (catalogue.length === 0) return new Set();
  const { rows } = await sql<{
    name: string;
  }>`select c.relname || '_' || s.shardid as name from pg_dist_shard s join pg_class c on c.oid = s.logicalrelid`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
}

async function tablesOf(db: Db): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`
    select c.relname as name,
           (select a.attnotnull from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id' and not a.attisdropped) as required,
           array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' order by a.attname) as identities,
           array(select i.indexrelid::regclass::text from pg_index i
                  where i.indrelid = c.oid and i.indisunique
                    and not exists (select from pg_attribute a
                                     where a.attrelid = c.oid and a.attname = 'project_id' and a.attnum = any(i.indkey))
                  order by 1) as "globalKeys"
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       -- The extension has tables of its own.
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname
  `.execute(db);
  return rows;
}

async function foreignKeysOf(db: Db): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition,
           c.confrelid::regclass::text as "to"
      from pg_constraint c
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace
     order by 1, 2
  `.execute(db);
  return rows;
}
