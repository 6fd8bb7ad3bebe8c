import { Id } from "@plumb/contract/endpoint.ts";
import type { ClientEvents, Received, Joined, ServerEvents } from "@plumb/contract/realtime.ts";
import type { Server as AnyServer, Socket as AnySocket } from "socket.io";
import { authorise, type Caller } from "#http/caller.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { tokenHash } from "#core/secrets.ts";
import type { LastChanges } from "./last-changes.ts";
import type { Missed, RoomHistory } from "./room-history.ts";
import { projectOfRoom, projectRoom, reportRoom } from "./rooms.ts";
import { sessionUser } from "#store/people/accounts.ts";

/** Maximum number of rooms per connection, in addition to its own and its account's. */
const maxRooms = 20;
/** If clients missed more runs, they reload the lists instead, which is less work. */
const maxRuns = 20;

type Identified = Extract<Caller, { kind: "user" }>;
interface SocketData {
  caller: Identified;
  /** Settles when no access change for the connection is in progress. */
  accessChange?: Promise<unknown>;
}
export type Server = AnyServer<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
export type Socket = AnySocket<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

/**
 * Returns the user of a connection.
 *
 * @throws ApiError whose message contains "Authentication", so that clients stop reconnecting.
 */
export async function identify({ db, clock }: Pick<Context, "db" | "clock">, token: unknown): Promise<Identified> {
  const user = typeof token === "string" && token !== "" ? await sessionUser(db, tokenHash(token), clock()) : null;
  if (typeof token !== "string" || user === null)
    throw new ApiError("unauthenticated", "Authentication failed: the session does not exist or has ended.");
  return { kind: "user", user, token };
}

/** Ids from a client that wants to join or leave a room, not validated yet. */
interface Named {
  readonly projectId?: unknown;
  readonly reportId?: unknown;
}

/** Room that a connection has joined. */
export interface Entered {
  readonly projectId: number;
  /** `null` for the room of the project. */
  readonly reportId: number | null;
}

export interface Rooms extends Pick<Context, "access" | "db" | "log"> {
  readonly lastChanges: LastChanges;
  readonly history: RoomHistory;
  /** Sends a connection the messages that it missed in a room that it has rejoined. */
  readonly catchUp: (socket: Socket, entered: Entered, missed: Missed) => Promise<void>;
}

/**
 * Adds a connection to the room of a project or report that its account can read, and responds. `heard` is the last message that the client received
 * if it was in the room before; `answer` is its callback.
 */
export async function join(
  context: Rooms,
  socket: Socket,
  named: Named,
  [received, response]: readonly [heard: unknown, answer: unknown],
): Promise<void> {
  const joined = await inTurn(socket, () => enter(context, socket, named, parseReceived(received))).catch(
    (error: unknown): Joined => {
      if (error instanceof ApiError) return { success: false, error: error.message };
      context.log.warn({ err: error }, "a room could not be joined");
      return { success: false, error: "The server cannot check this right now. Try again in a moment." };
    },
  );
  if (typeof response === "function") (response as (joined: Joined) => void)(joined);
}

/** Returns `null` for invalid values. */
function parseReceived(received: unknown): Received | null {
  if (typeof received !== "object" || received === null) return null;
  const { epoch, number } = received as { epoch?: unknown; number?: unknown };
  return typeof epoch === "string" && Number.isSafeInteger(number) ? { epoch, number: number as number } : null;
}

async function enter(context: Rooms, socket: Socket, named: Named, received: Received | null): Promise<Joined> {
  const { history } = context;
  const reportId = Id.safeParse(named.reportId).data;
  const ids = { projectId: Id.safeParse(named.projectId).data, reportId };
  const { projectId } = await authorise(context, socket.data.caller, "project:read", ids);
  if (socket.rooms.size - 2 >= maxRooms) throw new ApiError("rate_limited", "Too many rooms. Leave one first.");
  const room = reportId === undefined ? projectRoom(projectId) : reportRoom(projectId, reportId);
  await socket.join(room);
  // Read after joining, because the connection receives all later changes.
  const number = history.sentUpTo();
  const known = received === null ? null : history.since(room, received);
  const missed = (known?.runs.length ?? 0) > maxRuns ? null : known;
  if (missed !== null) await context.catchUp(socket, { projectId, reportId: reportId ?? null }, missed);
  const changedMsAgo = context.lastChanges.msAgo(projectId);
  return { success: true, changedMsAgo, epoch: history.epoch, number, resumed: missed !== null };
}

/** Removes a connection from the room of a project or report. Unknown rooms are ignored. */
export async function leave(socket: Socket, named: Named): Promise<void> {
  const projectId = Id.safeParse(named.projectId).data;
  const reportId = Id.safeParse(named.reportId).data;
  for (const room of socket.rooms) {
    const isMeant = projectId === undefined ? room.endsWith(`/report/${reportId}`) : room === projectRoom(projectId);
    if (isMeant) await socket.leave(room);
  }
}

type Rechecking = Pick<Context, "access" | "clock" | "db" | "log">;

/** Closes connections without a session, and removes others from rooms they can no longer access. */
export function recheck(context: Rechecking, socket: Socket): Promise<void> {
  return inTurn(socket, () => lookAgain(context, socket));
}

/** Runs actions of a connection one after the other. Otherwise, a room could be joined with outdated rights while they are being checked again. */
function inTurn<Result>(socket: Socket, work: () => Promise<Result>): Promise<Result> {
  const result = (socket.data.accessChange ?? Promise.resolve()).then(work);
  socket.data.accessChange = result.catch(() => undefined);
  return result;
}

async function lookAgain(context: Rechecking, socket: Socket): Promise<void> {
  try {
    socket.data.caller = await identify(context, socket.data.caller.token);
    for (const room of socket.rooms) {
      const projectId = projectOfRoom(room);
      if (projectId === null) continue;
      await authorise(context, socket.data.caller, "project:read", { projectId }).catch((error: unknown) => {
        void socket.leave(room);
        if (!(error instanceof ApiError)) throw error;
      });
    }
  } catch (error) {
    // After an unexpected error, the connection is closed as well; clients with access reconnect.
    if (!(error instanceof ApiError)) context.log.warn({ err: error }, "a connection could not be checked again");
    socket.disconnect(true);
  }
}
