import { sql } from "kysely";
import type { ClientBase } from "pg";
import { hasDistributedTables } from "#store/distribution/distribute.ts";
import { type Db, onClient } from "#store/db.ts";
import { type CopiedOut, copyOut } from "./copy-out.ts";

/** Tables that describe this database, and not its contents. */
const excluded = ["schema_version", "blob_hold", "backup_attempt"];

export interface CopiedTable {
  readonly name: string;
  /** Without generated columns, which PostgreSQL computes again. */
  readonly columns: readonly string[];
}

export interface SequenceValue {
  readonly table: string;
  readonly column: string;
  readonly value: number;
}

export interface BlobReference {
  readonly projectId: number;
  readonly hash: string;
  /** As recorded; 0 if unknown. */
  readonly bytes: number;
}

/** A consistent view of the database. */
export interface Snapshot {
  /** Such as `PostgreSQL 16.4`. */
  readonly engine: string;
  /** Differs between databases, and after a migration. */
  identity(): Promise<string>;
  /** Names of the applied migrations. */
  readonly migrations: readonly string[];
  readonly tables: readonly CopiedTable[];
  /** @param condition SQL for some of the rows. */
  rowsOf(table: CopiedTable, condition?: string): AsyncGenerator<CopiedOut>;
  checksumOf(table: CopiedTable): Promise<TableChecksum>;
  /** Returns the files that rows refer to, in batches: those of one project, or of all. */
  blobs(projectId?: number): AsyncGenerator<readonly BlobReference[]>;
  /** Runs other statements of this snapshot. */
  readonly connection: Db;
  /** Returns values that are at least as high as the ids in the snapshot. */
  sequences(): Promise<SequenceValue[]>;
}

export interface TableChecksum {
  readonly rows: number;
  /** Checksum of the texts of all rows, independent of their order. */
  readonly sum: string;
}

/** Computed in the database. Equal rows have equal checksums on all platforms if the `textSettings` are set. */
export async function tableChecksum(connection: Db, table: string): Promise<TableChecksum> {
  const { rows } = await sql<TableChecksum>`
    select count(*) as rows, coalesce(sum(hashtextextended(stored::text, 0)::numeric), 0)::text as sum
      from ${sql.table(table)} as stored
  `.execute(connection);
  return rows[0] as TableChecksum;
}

/** Settings on which the text of values depends. */
export const textSettings = [
  "datestyle = 'ISO, MDY'",
  "intervalstyle = 'postgres'",
  "timezone = 'UTC'",
  "bytea_output = 'hex'",
  "extra_float_digits = 1",
  "client_encoding = 'UTF8'",
  "statement_timeout = 0",
  "idle_in_transaction_session_timeout = 0",
];

/** Calls `work` with a snapshot, which ends with it. Other connections can read and write meanwhile. */
export async function readSnapshot<Value>(db: Db, work: (snapshot: Snapshot) => Promise<Value>): Promise<Value> {
  return onClient(db, async (client, connection) => {
    const tables = await tablesOf(connection);
    if (tables.length === 0) throw new Error("The database is empty: Plumb has not been started with it yet.");
    // Its rows are not in the blocks of these tables.
    if (await hasDistributedTables(connection))
      throw new Error(
        "A distributed database cannot be backed up by Plumb yet. Back up all its nodes with PostgreSQL's own tools.",
      );
    await client.query("begin isolation level repeatable read read only");
    try {
      for (const setting of textSettings) await client.query(`set local ${setting}`);
      // Locked before the first query, which fixes the snapshot: afterwards, no migration can change the tables.
      await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(", ")} in access share mode`);
      return await work(await snapshotOf(client, connection, tables));
    } finally {
      await client.query("rollback").catch(() => undefined);
    }
  });
}

async function snapshotOf(client: ClientBase, connection: Db, tables: readonly CopiedTable[]): Promise<Snapshot> {
  const { rows: versions } = await sql<{ engine: string }>`
    select split_part(version(), ' on ', 1) as engine
  `.execute(connection);
  const { rows: migrations } = await sql<{ file: string }>`
    select file from schema_version order by version, file
  `.execute(connection);
  return {
    engine: versions[0]?.engine ?? "PostgreSQL",
    identity: () => identityOf(connection),
    migrations: migrations.map(({ file }) => file),
    tables,
    rowsOf: (table, condition) => pagesOf(client, connection, table, condition),
    checksumOf: (table) => tableChecksum(connection, table.name),
    blobs: (projectId) => referencedBlobs(connection, projectId),
    connection,
    sequences: () => sequenceValues(connection),
  };
}

async function tablesOf(connection: Db): Promise<CopiedTable[]> {
  const { rows } = await sql<CopiedTable>`
    select c.relname as name,
           (select json_agg(a.attname order by a.attnum)
              from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and not c.relname = any(${excluded}::text[])
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname
  `.execute(connection);
  return rows;
}

/** Size of a page in bytes. Pages also bound the memory of the embedded database, which returns a result as a whole. */
const pageBytes = 2_000_000;
/** Limit for tables whose rows differ in size, because long values are stored outside of the blocks that are counted. */
const maxBlocks = 128;

/** Returns the rows of a table by the position of their blocks. Blocks that are added after the start contain no rows of the snapshot. */
async function* pagesOf(
  client: ClientBase,
  connection: Db,
  { name, columns }: CopiedTable,
  condition = "true",
): AsyncGenerator<CopiedOut> {
  const { rows } = await sql<{ blocks: number; bytes: number }>`
    select ceil(pg_relation_size(${quoted(name)}::regclass) / current_setting('block_size')::numeric)::bigint as blocks,
           pg_table_size(${quoted(name)}::regclass) as bytes
  `.execute(connection);
  const { blocks, bytes } = rows[0] ?? { blocks: 0, bytes: 0 };
  const list = columns.map(quoted).join(", ");
  let size = clamped(pageBytes / (bytes / blocks));
  for (let first = 0; first < blocks;) {
    const range = `ctid >= '(${first},0)' and ctid < '(${first + size},0)' and ${condition}`;
    const page = await copyOut(client, `copy (select ${list} from ${quoted(name)} where ${range}) to stdout`);
    first += size;
    size = clamped(page.bytes === 0 ? maxBlocks : (size * pageBytes) / page.bytes);
    if (page.rows > 0) yield page;
  }
}

function clamped(blocks: number): number {
  return Math.max(1, Math.min(maxBlocks, Math.floor(blocks)));
}

const blobsAtOnce = 5000;

/** Skips projects that are being deleted, because their files are deleted first. */
async function* referencedBlobs(connection: Db, projectId?: number): AsyncGenerator<readonly BlobReference[]> {
  const own = projectId === undefined ? sql.raw("true") : sql.raw(`r.project_id = ${projectId}`);
  await sql`
    declare referenced no scroll cursor for
    select r.project_id as "projectId", r.hash, coalesce(b.bytes, 0) as bytes
      from (select project_id, blob_hash as hash from artifact where blob_hash is not null
            union
            select project_id, blob_hash from annotation_attachment where blob_hash is not null) r
      join project p on p.id = r.project_id and p.status <> 'deleting'
      left join stored_blob b on b.project_id = r.project_id and b.hash = r.hash
     where ${own}
     order by r.project_id, r.hash
  `.execute(connection);
  for (;;) {
    const { rows } = await sql.raw<BlobReference>(`fetch ${blobsAtOnce} from referenced`).execute(connection);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close referenced`.execute(connection);
}

/** The times of the migrations, because embedded databases may have the same system identifier. */
async function identityOf(connection: Db): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select md5(string_agg(file || extract(epoch from applied_at), ' ' order by file)) as identity from schema_version
  `.execute(connection);
  return (rows[0] as { identity: string }).identity;
}

async function sequenceValues(connection: Db): Promise<SequenceValue[]> {
  const { rows } = await sql<{ sequence: string; table: string; column: string }>`
    select s.oid::regclass::text as sequence, t.relname as "table", a.attname as "column"
      from pg_class s
      join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      join pg_class t on t.oid = d.refobjid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
     where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace and not t.relname = any(${excluded}::text[])
     order by t.relname
  `.execute(connection);
  const values: SequenceValue[] = [];
  for (const { sequence, table, column } of rows) {
    const { rows: current } = await sql
      .raw<{ value: number }>(`select last_value as value from ${sequence} where is_called`)
      .execute(connection);
    const value = current[0]?.value;
    if (value !== undefined) values.push({ table, column, value });
  }
  return values;
}

/** Quotes a name for SQL text. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
