import {
  addPin,
  type Board,
  createBoard,
  deleteBoard,
  listBoards,
  maxBoards,
  maxPins,
  orderPins,
  readBoard,
  removePin,
  updateBoard,
} from "@plumb/contract/projects/boards.ts";
import { newCausesOf, presentStates } from "#api/projects/present-states.ts";
import { ApiError, refusedFields } from "#core/api-error.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { type Caller, signedIn } from "#http/caller.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { type Db, isUniqueViolation } from "#store/db.ts";
import * as store from "#store/projects/boards.ts";
import { membershipRole } from "#store/projects/members.ts";
import { statesOfProjects } from "#store/projects/project-states.ts";

export function boardRoutes(api: Api<"db">): void {
  api.route(listBoards, async ({ context: { db }, caller }) => ({ data: await store.boardsFor(db, readerOf(caller)) }));

  api.route(createBoard, async (call) => {
    const { context, caller, body, now } = call;
    const reader = readerOf(caller);
    return context.db.transaction().execute(async (transaction) => {
      const board = { ...body, ownerId: reader.userId, now, max: maxBoards };
      const id = await store.createBoard(transaction, board).catch(refuseTaken);
      if (id === null)
        throw new ApiError("conflict", `You already have ${maxBoards} boards. Delete one, then create this one again.`);
      if (body.shared)
        await recordAudit(transaction, actorOf(call), { action: "board.shared", ...targetOf({ id, ...body }) });
      return { data: await visibleBoard(transaction, reader, id) };
    });
  });

  api.route(updateBoard, async (call) => {
    const { context, caller, params, body } = call;
    const reader = readerOf(caller);
    return context.db.transaction().execute(async (transaction) => {
      const board = await editableBoard(transaction, reader, params.boardId);
      await store.updateBoard(transaction, board.id, body).catch(refuseTaken);
      if (body.shared !== undefined && body.shared !== board.shared)
        await recordAudit(transaction, actorOf(call), {
          action: body.shared ? "board.shared" : "board.unshared",
          ...targetOf({ id: board.id, name: body.name ?? board.name }),
        });
      // An administrator no longer sees the board of another user after it is unshared.
      return { data: { ...board, name: body.name ?? board.name, shared: body.shared ?? board.shared } };
    });
  });

  api.route(deleteBoard, async (call) => {
    const { context, caller, params } = call;
    return context.db.transaction().execute(async (transaction) => {
      const board = await editableBoard(transaction, readerOf(caller), params.boardId);
      await store.deleteBoard(transaction, board.id);
      if (board.shared) await recordAudit(transaction, actorOf(call), { action: "board.deleted", ...targetOf(board) });
      return { data: null };
    });
  });

  api.route(readBoard, async ({ context: { db }, caller, params, now }) => {
    const reader = readerOf(caller);
    const { pins, ...board } = await visibleBoard(db, reader, params.boardId);
    const projectIds = [...new Set(pins.map(({ projectId }) => projectId))];
    const rows = await statesOfProjects(
      db,
      { userId: reader.userId, everyProject: reader.isAdmin },
      { projectIds, now },
    );
    const projects = await presentStates(db, rows, { causes: await newCausesOf(db, rows, now), now });
    const readable = new Set(rows.map(({ id }) => id));
    // A project that is being deleted is not hidden from anyone.
    const existing = await store.existingProjects(db, projectIds);
    const hidden = pins.filter(({ projectId }) => existing.has(projectId) && !readable.has(projectId));
    return {
      data: {
        ...board,
        pins: pins.filter(({ projectId }) => readable.has(projectId)),
        projects,
        hiddenPins: hidden.length,
      },
    };
  });

  pinRoutes(api);
}

function pinRoutes(api: Api<"db">): void {
  api.route(addPin, async ({ context: { db }, caller, params, body: { projectId, kind } }) => {
    const reader = readerOf(caller);
    await mustReadProject(db, reader, projectId);
    return db.transaction().execute(async (transaction) => {
      const board = await editableBoard(transaction, reader, params.boardId);
      const known = board.pins.find((pin) => pin.projectId === projectId && pin.kind === kind);
      if (known !== undefined) return { data: known };
      const id = await store.addPin(transaction, board.id, { projectId, kind, max: maxPins });
      if (id === null)
        throw new ApiError(
          "conflict",
          `This board already has ${maxPins} pins. Remove one, or pin this to another board.`,
        );
      return { data: { id, projectId, kind } };
    });
  });

  api.route(orderPins, ({ context: { db }, caller, params, body: { pinIds } }) =>
    db.transaction().execute(async (transaction) => {
      const { id, pins } = await editableBoard(transaction, readerOf(caller), params.boardId);
      const position = new Map(pinIds.map((pinId, index) => [pinId, index]));
      const positionOf = ({ id: pinId }: { readonly id: number }) => position.get(pinId) ?? pinIds.length;
      await store.replacePins(
        transaction,
        id,
        pins.toSorted((one, other) => positionOf(one) - positionOf(other)),
      );
      return { data: null };
    }),
  );

  api.route(removePin, ({ context: { db }, caller, params }) =>
    db.transaction().execute(async (transaction) => {
      const { id, pins } = await editableBoard(transaction, readerOf(caller), params.boardId);
      await store.replacePins(
        transaction,
        id,
        pins.filter((pin) => pin.id !== params.pinId),
      );
      return { data: null };
    }),
  );
}

function readerOf(caller: Caller): store.BoardReader {
  const { id: userId, role } = signedIn(caller).user;
  return { userId, isAdmin: role === "ADMIN" };
}

function targetOf({ id, name }: Pick<Board, "id" | "name">) {
  return { targetType: "board", targetId: id, targetName: name } as const;
}

/** @throws ApiError `not_found` also for the personal board of another user */
async function visibleBoard(db: Db, reader: store.BoardReader, boardId: number): Promise<store.BoardRow> {
  const board = await store.boardFor(db, reader, boardId);
  if (board === null) throw new ApiError("not_found", "This board does not exist, or is not shared with you.");
  return board;
}

/** Locks the board, so that changes at the same time do not undo each other. */
async function editableBoard(transaction: Db, reader: store.BoardReader, boardId: number): Promise<store.BoardRow> {
  await store.lockBoard(transaction, boardId);
  const board = await visibleBoard(transaction, reader, boardId);
  if (!board.editable)
    throw new ApiError(
      "forbidden",
      `This board belongs to ${board.owner}; only they or an administrator can change it.`,
    );
  return board;
}

async function mustReadProject(db: Db, { userId, isAdmin }: store.BoardReader, projectId: number): Promise<void> {
  const exists = (await store.existingProjects(db, [projectId])).has(projectId);
  if (!exists || (!isAdmin && (await membershipRole(db, projectId, userId)) === null))
    throw new ApiError("not_found", "This project does not exist, or you are not a member of it.");
}

function refuseTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw refusedFields({ name: "You already have a board with this name." }, "conflict");
  throw error;
}
