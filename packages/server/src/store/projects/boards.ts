import { type Board, type BoardPin, maxListedBoards, type PinKind } from "@plumb/contract/projects/boards.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** Account that reads or changes boards. */
export interface BoardReader {
  readonly userId: number;
  readonly isAdmin: boolean;
}

/** A board as its reader sees it, with the pins of all projects. */
export type BoardRow = Board & { readonly pins: readonly BoardPin[] };

const columns = ({ userId, isAdmin }: BoardReader) => sql`
  b.id, b.name, b.shared, b.owner_id = ${userId} as own, coalesce(a.display_name, a.name, a.email) as owner,
  (b.owner_id = ${userId} or (b.shared and ${isAdmin}::boolean)) as editable, b.pins`;

/** Returns the user's boards and the shared ones, the user's first, each by name. */
export async function boardsFor(db: Db, reader: BoardReader): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow>`
    select ${columns(reader)} from board b join user_account a on a.id = b.owner_id
     where b.owner_id = ${reader.userId} or b.shared
     order by b.owner_id <> ${reader.userId}, lower(b.name), b.id
     limit ${maxListedBoards}
  `.execute(db);
  return rows;
}

/** Returns `null` if the board does not exist or is the personal board of another user. */
export async function boardFor(db: Db, reader: BoardReader, boardId: number): Promise<BoardRow | null> {
  const { rows } = await sql<BoardRow>`
    select ${columns(reader)} from board b join user_account a on a.id = b.owner_id
     where b.id = ${boardId} and (b.owner_id = ${reader.userId} or b.shared)
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns the id of a new board, or `null` if the owner has `max` boards already.
 *
 * @throws The unique violation of the database if the owner has a board of this name.
 */
export async function createBoard(
  db: Db,
  board: { ownerId: number; name: string; shared: boolean; now: Date; max: number },
): Promise<number | null> {
  // Boards that are created at the same time would otherwise exceed the maximum.
  await sql`select from user_account where id = ${board.ownerId} for no key update`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into board (owner_id, name, shared, created_at)
    select ${board.ownerId}::bigint, ${board.name}::text, ${board.shared}::boolean, ${board.now}::timestamptz
     where (select count(*) from board where owner_id = ${board.ownerId}) < ${board.max}
    returning id
  `.execute(db);
  return rows[0]?.id ?? null;
}

/**
 * Changes the defined fields.
 *
 * @throws The unique violation of the database if the owner has a board of this name.
 */
export async function updateBoard(
  db: Db,
  boardId: number,
  { name, shared }: { readonly name?: string | undefined; readonly shared?: boolean | undefined },
): Promise<void> {
  await sql`
    update board set name = coalesce(${name ?? null}::text, name), shared = coalesce(${shared ?? null}::boolean, shared) where id = ${boardId}
  `.execute(db);
}

export async function deleteBoard(db: Db, boardId: number): Promise<void> {
  await sql`delete from board where id = ${boardId}`.execute(db);
}

/** Adds a pin at the end and returns its id. Returns `null` if the board has `max` pins already. */
export async function addPin(
  db: Db,
  boardId: number,
  { projectId, kind, max }: { readonly projectId: number; readonly kind: PinKind; readonly max: number },
): Promise<number | null> {
  // Written as text, because a distributed database rejects the functions that build JSON in an update.
  const rest = `,${JSON.stringify({ projectId, kind }).slice(1)}]`;
  const { rows } = await sql<{ id: number }>`
    update board
       set pins = pins || ('[{"id":' || next_pin_id::text || ${rest}::text)::jsonb,
           next_pin_id = next_pin_id + 1
     where id = ${boardId} and jsonb_array_length(pins) < ${max}
    returning next_pin_id - 1 as id
  `.execute(db);
  return rows[0]?.id ?? null;
}

/** Replaces the pins of a board, which the caller has locked. */
export async function replacePins(db: Db, boardId: number, pins: readonly BoardPin[]): Promise<void> {
  await sql`update board set pins = ${JSON.stringify(pins)}::jsonb where id = ${boardId}`.execute(db);
}

/** Locks a board until the transaction ends, so that its pins do not change. */
export async function lockBoard(transaction: Db, boardId: number): Promise<void> {
  await sql`select from board where id = ${boardId} for no key update`.execute(transaction);
}

/** Removes the pins of a project from all boards. */
export async function removePinsOfProject(db: Db, projectId: number): Promise<void> {
  const ofProject = JSON.stringify([{ projectId }]);
  await sql`
    update board set pins = jsonb_path_query_array(pins, '$[*] ? (@.projectId != $id)', ${JSON.stringify({ id: projectId })}::jsonb)
     where pins @> ${ofProject}::jsonb
  `.execute(db);
}

/** Returns those of the projects that exist. */
export async function existingProjects(db: Db, projectIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from project where id = any(${numbers(projectIds)}::bigint[]) and status <> 'deleting'
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
