import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { ClientEvents } from "@plumb/contract/realtime.ts";
import { Server } from "socket.io";
import type { Context } from "#core/context.ts";
import type { WatchBody } from "#http/body-watch.ts";
import type { ConnectionLimit } from "#http/connection-limit.ts";
import { ApiError } from "#core/api-error.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { tokenHash } from "#core/secrets.ts";
import { identify, join, leave, recheck, type Rooms, type Server as Io, type Socket } from "./access.ts";
import { guard } from "#core/guard.ts";
import type { Message } from "#core/bus.ts";
import { createGate } from "./handshake.ts";
import { createLastChanges } from "./last-changes.ts";
import { RoomHistory, type RoomNews } from "./room-history.ts";
import { projectOfRoom, projectRoom, userRoom } from "./rooms.ts";
import { RunEvents } from "./run-events.ts";
import { RunReader } from "./run-reader.ts";
import { cutSlowReaders } from "./slow-readers.ts";
import { liveSessions } from "#store/people/accounts.ts";

const limits = {
  /** Clients only send an event name and a number. */
  messageBytes: 4096,
  /** Maximum number of connections per account, for its tabs and devices. */
  connections: 50,
  /** Time limit for authentication. */
  handshakeMs: 5000,
  /** Maximum number of messages per connection in ten seconds. */
  messages: 60,
} as const;
/** Interval for finding sessions that have expired or ended on another replica. */
const sweepMs = 60_000;

type SocketContext = Pick<Context, "access" | "bus" | "clock" | "config" | "db" | "log" | "publicUrl">;
type Gate = ReturnType<typeof createGate>;

/** Starts WebSocket connections on the port of the API. Returns a function that closes them; clients reconnect automatically. */
export function startSockets(
  http: HttpServer,
  context: SocketContext,
  { watchBody, connections }: { readonly watchBody: WatchBody; readonly connections: ConnectionLimit },
): () => Promise<void> {
  const { db, bus, clock, log } = context;
  const gate = createGate(context, connections);
  const io = createServer(http, gate, watchBody);
  const stopCutting = cutSlowReaders(io);
  io.engine.on(
    "connection",
    guard(log, "a connection was not counted", (connection: Parameters<Gate["opened"]>[0]) => gate.opened(connection)),
  );
  io.use((socket, next) => void authenticate(io, context, socket).then(next));

  const history = new RoomHistory();
  const runEvents = new RunEvents(io, log, new RunReader(context), history);
  const rooms: Rooms = {
    db,
    log,
    access: context.access,
    lastChanges: createLastChanges(),
    history,
    async catchUp(socket, entered, missed) {
      await runEvents.catchUp(socket, entered, missed);
      for (const news of missed.news) socket.emit(`${news}-changed`, entered.projectId, history.sentUpTo());
    },
  };
  const perConnection = createRateLimit({ max: limits.messages, windowMs: 10_000, clock });
  const welcome = (socket: Socket) => {
    gate.release(socket.conn);
    void socket.join(userRoom(socket.data.caller.user.id));
    registerHandlers(socket, rooms, perConnection);
  };
  io.on("connection", guard(log, "a connection was not taken in", welcome));
  const unsubscribe = bus.subscribe((message) => forwardBusMessage(message, { io, context, rooms, runEvents }));
  const sweep = () => endDeadSessions(io, context);
  const sweeping = setInterval(guard(log, "sessions of connections were not checked", sweep), sweepMs).unref();

  return async () => {
    unsubscribe();
    clearInterval(sweeping);
    stopCutting();
    runEvents.stop();
    // `io.close()` would also close the HTTP server, which has another owner.
    io.engine.close();
    await io.of("/").adapter.close();
  };
}

function createServer(http: HttpServer, gate: Gate, watchBody: WatchBody): Io {
  const io: Io = new Server(http, {
    serveClient: false,
    // Without `cors`, pages of other origins cannot read responses.
    allowRequest: (request, decide) => {
      const refusal = gate.refusal(request);
      decide(refusal, refusal === null);
    },
    maxHttpBufferSize: limits.messageBytes,
    connectTimeout: limits.handshakeMs,
    perMessageDeflate: false,
    httpCompression: false,
    allowEIO3: false,
  });
  // Fastify does not handle these requests. The body of a rejected one may continue.
  http.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith(io.path()) === true) watchBody(request, response);
  });
  return io;
}

/** Authenticates a connection. Returns why it is rejected; `undefined` if it is not. */
async function authenticate(io: Io, context: SocketContext, socket: Socket): Promise<Error | undefined> {
  try {
    const caller = await identify(context, socket.handshake.auth["token"]);
    const others = io.of("/").adapter.rooms.get(userRoom(caller.user.id))?.size ?? 0;
    if (others >= limits.connections) throw new ApiError("rate_limited", "Too many connections for this account.");
    socket.data.caller = caller;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return new Error(error.message);
    context.log.warn({ err: error }, "a connection could not be checked");
    return new Error("The server cannot check this now.");
  }
}

/** Handles the requests of a connection, and disconnects it if it sends too many. */
function registerHandlers(socket: Socket, rooms: Rooms, perConnection: ReturnType<typeof createRateLimit>): void {
  socket.use((_event, next) => {
    try {
      perConnection.count(socket.id);
      next();
    } catch {
      socket.disconnect(true);
    }
  });
  const unhandled = "a message of a client was not handled";
  const on = (event: keyof ClientEvents, handle: (id: unknown, rest: readonly [unknown, unknown]) => unknown) =>
    socket.on(
      event,
      guard(rooms.log, unhandled, (id: unknown, ...rest: unknown[]) =>
        // New clients send no last number.
        handle(id, typeof rest[0] === "function" ? [null, rest[0]] : [rest[0], rest[1]]),
      ),
    );
  socket.on("disconnect", () => perConnection.forget(socket.id));
  on("join-project", (projectId, rest) => join(rooms, socket, { projectId }, rest));
  on("join-report", (reportId, rest) => join(rooms, socket, { reportId }, rest));
  on("leave-project", (projectId) => leave(socket, { projectId }));
  on("leave-report", (reportId) => leave(socket, { reportId }));
}

interface Receivers {
  readonly io: Io;
  readonly context: SocketContext;
  readonly rooms: Pick<Rooms, "history" | "lastChanges">;
  readonly runEvents: RunEvents;
}

/** Sends a message of the bus to the connections it concerns. */
function forwardBusMessage(message: Message, { io, context, rooms, runEvents }: Receivers): void {
  const { history, lastChanges } = rooms;
  switch (message.about) {
    case "notification":
      io.to(userRoom(message.userId)).emit("notification", message.notification);
      break;
    case "notifications":
      io.to(userRoom(message.userId)).emit("notifications-changed");
      break;
    case "run":
      lastChanges.note(message.projectId);
      runEvents.take(message, history.note(message));
      break;
    case "failures":
    case "trends":
    case "annotations":
    case "uploads":
      lastChanges.note(message.projectId);
      sendToProject(io, history, message);
      break;
    case "export-cancelled":
    case "jobs":
      break;
    case "access":
      for (const socket of socketsIn(io, userRoom(message.userId))) void recheck(context, socket);
      break;
    case "missed":
      // Clients reconnect, and read everything again, because the history no longer knows their numbers.
      history.restart();
      lastChanges.restart();
      for (const socket of io.of("/").sockets.values()) socket.conn.close();
      break;
    case "project-gone":
      for (const socket of io.of("/").sockets.values())
        for (const room of socket.rooms) if (projectOfRoom(room) === message.projectId) void socket.leave(room);
      break;
  }
}

function sendToProject(io: Io, history: RoomHistory, message: Extract<Message, { about: RoomNews }>): void {
  history.done(history.note(message));
  io.to(projectRoom(message.projectId)).emit(`${message.about}-changed`, message.projectId, history.sentUpTo());
}

function socketsIn(io: Io, room: string): Socket[] {
  return [...(io.of("/").adapter.rooms.get(room) ?? [])].flatMap((id) => io.of("/").sockets.get(id) ?? []);
}

async function endDeadSessions(io: Io, { db, clock }: SocketContext): Promise<void> {
  const sockets = [...io.of("/").sockets.values()];
  if (sockets.length === 0) return;
  const hashes = sockets.map((socket) => tokenHash(socket.data.caller.token));
  const live = await liveSessions(db, hashes, clock());
  for (const [index, socket] of sockets.entries()) if (live[index] !== true) socket.disconnect(true);
}
