import { sql } from "kysely";
import type { ClientBase } from "pg";
import { type Db, onClient } from "#store/db.ts";
import { applyMigrations } from "#store/migrate.ts";
import { executePipeline } from "#store/pipeline.ts";
import { type CopiedTable, quoted, type SequenceValue, textSettings } from "./snapshot.ts";

export interface LoadedTable extends CopiedTable {
  readonly rows: number;
  /** Returns the rows in pieces that end with a row. */
  readonly lines: () => AsyncIterable<Buffer>;
}

/** Returns the tables of the database, to refuse one that is in use. */
export async function existingTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname
  `.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Creates the schema of these migrations with the rows of a backup, in one transaction: after an error, the database is as empty as before.
 *
 * @param contents Its tables are read once, in order.
 */
export async function loadSnapshot(
  db: Db,
  contents: {
    readonly migrations: readonly string[];
    readonly tables: readonly LoadedTable[];
    readonly sequences: readonly SequenceValue[];
  },
): Promise<void> {
  await onClient(db, async (client, connection) => {
    await inOneTransaction(client, async () => {
      for (const setting of textSettings) await client.query(`set local ${setting}`);
      const foreignKeys = await createSchema(client, connection, contents);
      for (const table of contents.tables) await loadTable(client, table);
      await setSequences(connection, contents.sequences);
      // Adding a foreign key checks all rows.
      for (const statement of foreignKeys) await client.query(statement);
    });
    await client.query("analyze");
  });
}

/** Runs statements of a client, such as pipelines, in one transaction. */
export async function inOneTransaction<Value>(client: ClientBase, work: () => Promise<Value>): Promise<Value> {
  await client.query("begin");
  try {
    const value = await work();
    await client.query("commit");
    return value;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Creates the schema of these migrations without rows and foreign keys. Returns the statements that add the keys. */
export async function createSchema(
  client: ClientBase,
  connection: Db,
  { migrations, tables }: { readonly migrations: readonly string[]; readonly tables: readonly CopiedTable[] },
): Promise<string[]> {
  await applyMigrations(connection, migrations);
  const foreignKeys = await dropForeignKeys(client, connection);
  // Migrations write first rows, which the copied rows include, too.
  for (const { name } of tables) await client.query(`delete from ${quoted(name)}`);
  return foreignKeys;
}

export async function setSequences(connection: Db, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { table, column, value } of sequences)
    await sql`select setval(pg_get_serial_sequence(${quoted(table)}, ${column}), ${value})`.execute(connection);
}

/** Drops all foreign keys, because tables refer to each other in circles, and returns the statements that create them again. */
async function dropForeignKeys(client: ClientBase, connection: Db): Promise<string[]> {
  const { rows } = await sql<{ table: string; name: string; definition: string }>`
    select c.conrelid::regclass::text as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c
     where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
     order by 1, 2
  `.execute(connection);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`);
}

const newline = 0x0a;

/** @throws Error with a message for the operator if there are other rows than expected. */
export async function loadTable(client: ClientBase, { name, columns, rows, lines }: LoadedTable): Promise<void> {
  const into = `${quoted(name)} (${columns.map(quoted).join(", ")})`;
  let loaded = 0;
  for await (const piece of lines()) {
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, at + 1)) loaded++;
    await executePipeline(client, [{ into, lines: piece }]);
  }
  if (loaded !== rows) throw new Error(`The table ${name} has ${loaded} rows, but ${rows} were expected.`);
}
