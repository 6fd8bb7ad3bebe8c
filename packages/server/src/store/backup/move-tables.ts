import { sql } from "kysely";
import type { ClientBase } from "pg";
import { type Db, onClient } from "#store/db.ts";
import { createSchema, existingTables, inOneTransaction, loadTable, setSequences } from "./load-snapshot.ts";
import { type CopiedTable, quoted, type Snapshot, tableChecksum, textSettings } from "./snapshot.ts";

/** A step of the move that is complete. */
export interface MoveStep {
  readonly table: string;
  readonly rows: number;
  /** False if the target had the rows from an interrupted move. */
  readonly copied: boolean;
}

/**
 * Returns whether a move from this source to the target was interrupted.
 *
 * @param description Of the target, for messages.
 * @throws Error with a message for the operator if the target has anything else.
 */
export async function checkMoveTarget(target: Db, snapshot: Snapshot, description: string): Promise<"new" | "resumed"> {
  const tables = await existingTables(target);
  if (tables.length === 0) return "new";
  if (!tables.includes("database_move"))
    throw new Error(
      `${description} is not empty (${tables.length} tables, such as ${tables[0]}). Nothing was changed. Move into a new database.`,
    );
  const { rows } = await sql<{ source: string }>`select source from database_move`.execute(target);
  if (rows[0]?.source !== (await snapshot.identity()))
    throw new Error(
      `${description} has an unfinished move of another database, or of an earlier schema of this one. Nothing was changed. Move into a new database.`,
    );
  return "resumed";
}

/**
 * Creates the schema of the source without foreign keys, and marks the target, in one transaction: no server starts with a marked database. The rows of
 * `database_move_key` are the statements that add the foreign keys.
 */
export async function prepareMoveTarget(target: Db, snapshot: Snapshot): Promise<void> {
  await onClient(target, (client, connection) =>
    inOneTransaction(client, async () => {
      const keys = await createSchema(client, connection, snapshot);
      await client.query("create table database_move (source text not null)");
      await client.query("create table database_move_key (position serial primary key, statement text not null)");
      await sql`insert into database_move values (${await snapshot.identity()})`.execute(connection);
      await sql`insert into database_move_key (statement) select unnest(${keys}::text[])`.execute(connection);
    }),
  );
}

/** Copies one table after the other, each in one transaction, and compares it. Tables that are equal are skipped. */
export async function moveTables(target: Db, snapshot: Snapshot, onStep: (step: MoveStep) => void): Promise<void> {
  await onClient(target, async (client, connection) => {
    for (const setting of textSettings) await client.query(`set ${setting}`);
    for (const table of snapshot.tables) onStep(await moveTable(client, connection, snapshot, table));
  });
}

async function moveTable(
  client: ClientBase,
  connection: Db,
  snapshot: Snapshot,
  table: CopiedTable,
): Promise<MoveStep> {
  const source = await snapshot.checksumOf(table);
  const isEqual = async () => {
    const { rows, sum } = await tableChecksum(connection, table.name);
    return rows === source.rows && sum === source.sum;
  };
  if (await isEqual()) return { table: table.name, rows: source.rows, copied: false };
  await inOneTransaction(client, async () => {
    await client.query(`delete from ${quoted(table.name)}`);
    const lines = async function* () {
      for await (const page of snapshot.rowsOf(table)) yield page.lines;
    };
    await loadTable(client, { ...table, rows: source.rows, lines });
    if (!(await isEqual()))
      throw new Error(
        `The rows of ${table.name} differ from those of the source. They were not stored; run the command again.`,
      );
  });
  return { table: table.name, rows: source.rows, copied: true };
}

/** Sets sequences, adds the foreign keys, which checks all rows, and removes the marks last. */
export async function finishMove(target: Db, snapshot: Snapshot): Promise<void> {
  await setSequences(target, await snapshot.sequences());
  await onClient(target, async (client, connection) => {
    const { rows } = await sql<{ position: number; statement: string }>`
      select position, statement from database_move_key order by position
    `.execute(connection);
    for (const { position, statement } of rows)
      await inOneTransaction(client, async () => {
        await client.query(statement);
        await sql`delete from database_move_key where position = ${position}`.execute(connection);
      });
    await client.query("analyze");
    await client.query("drop table database_move_key, database_move");
  });
}
