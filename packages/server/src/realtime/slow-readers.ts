import type { Server, Socket } from "./access.ts";

/** Timeout for connections that do not read. They are closed, and clients receive what they missed after reconnecting. */
interface Timeouts {
  readonly longestMs: number;
  readonly everyMs: number;
}

const timeouts: Timeouts = { longestMs: 30_000, everyMs: 5000 };

/** The part of Engine.IO's transport that indicates whether data was sent. */
interface Transport {
  readonly writable: boolean;
  on(event: "drain", listener: () => void): unknown;
}

/**
 * Disconnects clients that do not receive data, because each can fill megabytes of the system's buffers before data is queued here. Such clients may
 * still respond to pings.
 */
export function cutSlowReaders(io: Server, { longestMs, everyMs }: Timeouts = timeouts): () => void {
  const taken = new WeakMap<Socket["conn"], number>();
  const note = (conn: Socket["conn"]) => taken.set(conn, performance.now());
  const follow = (conn: Socket["conn"], transport: Transport) => transport.on("drain", () => note(conn));
  io.engine.on("connection", (conn: Socket["conn"]) => {
    note(conn);
    follow(conn, conn.transport);
    conn.once("upgrade", (transport: Transport) => follow(conn, transport));
  });
  const check = ({ conn }: Socket) => {
    // Between two polls, a polling client cannot receive data. If it stops polling, it misses its ping.
    if (conn.transport.writable || conn.transport.name === "polling") note(conn);
    else if (performance.now() - (taken.get(conn) ?? 0) > longestMs) conn.close(true);
  };
  const checking = setInterval(() => {
    for (const socket of io.of("/").sockets.values()) check(socket);
  }, everyMs).unref();
  return () => clearInterval(checking);
}
