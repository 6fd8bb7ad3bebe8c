import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { ClientEvents } from "@plumb/contract/realtime.ts";
import { Server } from "socket.io";
import type { Context } from "#core/context.ts";
import type { WatchBody } from "#http/body-watch.ts";
import { Failure } from "#core/failure.ts";
import { createRateLimit } from "#core/rate-limit.ts";
import { tokenHash } from "#core/secrets.ts";
import { type Entered, identify, join, recheck, type Server as Io, type Socket, leave } from "#realtime/access.ts";
import { guard } from "#core/guard.ts";
import type { Message } from "#realtime/bus.ts";
import { createGate } from "#realtime/handshake.ts";
import { createLastChanges } from "#realtime/last-changes.ts";
import { type Missed, RoomHistory, type RoomNews } from "#realtime/room-history.ts";
import { projectOfRoom, projectRoom, userRoom } from "#realtime/rooms.ts";
import { createRunEvents } from "#realtime/run-events.ts";
import { cutSlowReaders } from "#realtime/slow-readers.ts";
import { liveSessions } from "#store/people/accounts.ts";

const limits = {
  /** What clients say is an event's name and a number. */
  messageBytes: 4096,
  /** Tabs and devices of one account. */
  connections: 50,
  /** Time to say who one is. */
  handshakeMs: 5000,
  /** Messages of one connection in ten seconds. */
  messages: 60,
} as const;
/** Sessions that ended by themselves, or on another replica, are found within this time. */
const sweepMs = 60_000;

/** Live connections beside the API, on the same port. Returns the way to close them; clients then come back by themselves. */
export function startSockets(
  http: HttpServer,
  context: Pick<Context, "bus" | "clock" | "config" | "db" | "log" | "publicUrl">,
  watchBody: WatchBody,
): () => Promise<void> {
  const { db, bus, clock, log } = context;
  const gate = createGate(context);
  const io: Io = new Server(http, {
    serveClient: false,
    // No `cors`: a page of another origin reads nothing.
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
  // Fastify never sees these requests. A refused one may go on with its body too.
  http.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith(io.path()) === true) watchBody(request, response);
  });
  const stopCutting = cutSlowReaders(io);
  const opened = (connection: Parameters<typeof gate.opened>[0]) => gate.opened(connection);
  io.engine.on("connection", guard(log, "a connection was not counted", opened));

  io.use((socket, next) => {
    identify(context, socket.handshake.auth["token"])
      .then((caller) => {
        const others = io.of("/").adapter.rooms.get(userRoom(caller.user.id))?.size ?? 0;
        if (others >= limits.connections) throw new Failure("rate_limited", "Too many connections for this account.");
        socket.data.caller = caller;
        next();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Failure)) log.warn({ err: error }, "a connection could not be checked");
        next(error instanceof Failure ? new Error(error.message) : new Error("The server cannot check this now."));
      });
  });

  const history = new RoomHistory();
  const runEvents = createRunEvents(io, context, history);
  const catchUp = async (socket: Socket, entered: Entered, missed: Missed) => {
    await runEvents.catchUp(socket, entered, missed);
    for (const news of missed.news) socket.emit(`${news}-changed`, entered.projectId, history.said());
  };
  const rooms = { db, log, lastChanges: createLastChanges(), history, catchUp };
  const perConnection = createRateLimit({ most: limits.messages, windowMs: 10_000, clock });
  const welcome = (socket: Socket) => {
    gate.release(socket.conn);
    void socket.join(userRoom(socket.data.caller.user.id));
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
        guard(log, unhandled, (id: unknown, ...rest: unknown[]) =>
          // Who was never here before names nothing that it has heard.
          handle(id, typeof rest[0] === "function" ? [null, rest[0]] : [rest[0], rest[1]]),
        ),
      );
    socket.on("disconnect", () => perConnection.forget(socket.id));
    on("join-project", (projectId, rest) => join(rooms, socket, { projectId }, rest));
    on("join-report", (reportId, rest) => join(rooms, socket, { reportId }, rest));
    on("leave-project", (projectId) => leave(socket, { projectId }));
    on("leave-report", (reportId) => leave(socket, { reportId }));
  };
  io.on("connection", guard(log, "a connection was not taken in", welcome));

  const socketsIn = (room: string): Socket[] =>
    [...(io.of("/").adapter.rooms.get(room) ?? [])].flatMap((id) => io.of("/").sockets.get(id) ?? []);
  const toProject = (message: Extract<Message, { about: RoomNews }>, number: number) => {
    history.done(number);
    io.to(projectRoom(message.projectId)).emit(`${message.about}-changed`, message.projectId, history.said());
  };
  const take = (message: Message) => {
    switch (message.about) {
      case "notification":
        io.to(userRoom(message.userId)).emit("notification", message.notification);
        break;
      case "notifications":
        io.to(userRoom(message.userId)).emit("notifications-changed");
        break;
      case "run":
        rooms.lastChanges.note(message.projectId);
        runEvents.take(message, history.note(message));
        break;
      case "failures":
        rooms.lastChanges.note(message.projectId);
        toProject(message, history.note(message));
        break;
      case "trends":
      case "annotations":
      case "uploads":
        toProject(message, history.note(message));
        break;
      case "export-cancelled":
      case "jobs":
        break;
      case "access":
        for (const socket of socketsIn(userRoom(message.userId))) void recheck(context, socket);
        break;
      case "project-gone":
        for (const socket of io.of("/").sockets.values())
          for (const room of socket.rooms) if (projectOfRoom(room) === message.projectId) void socket.leave(room);
        break;
    }
  };
  const unsubscribe = bus.subscribe(take);

  const sweep = async () => {
    const sockets = [...io.of("/").sockets.values()];
    if (sockets.length === 0) return;
    const hashes = sockets.map((socket) => tokenHash(socket.data.caller.token));
    const live = await liveSessions(db, hashes, clock());
    for (const [index, socket] of sockets.entries()) if (live[index] !== true) socket.disconnect(true);
  };
  const sweeping = setInterval(guard(log, "sessions of connections were not checked", sweep), sweepMs).unref();

  return async () => {
    unsubscribe();
    clearInterval(sweeping);
    stopCutting();
    runEvents.stop();
    // Not `io.close()`: that closes the HTTP server too, which is not ours.
    io.engine.close();
    await io.of("/").adapter.close();
  };
}
