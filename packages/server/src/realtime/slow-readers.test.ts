import { createServer } from "node:http";
import { connect } from "node:net";
import { Server as IoServer } from "socket.io";
import { expect, test } from "vitest";
import type { Server } from "./access.ts";
import { cutSlowReaders } from "./slow-readers.ts";

/** Opens a WebSocket of Socket.IO on a raw socket, which can stop reading. */
async function openSocket(port: number): Promise<ReturnType<typeof connect>> {
  const socket = connect({ host: "127.0.0.1", port });
  socket.on("error", () => undefined);
  const head = ["GET /socket.io/?EIO=4&transport=websocket HTTP/1.1", "Host: a", "Upgrade: websocket"];
  const key = ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="];
  socket.write([...head, ...key, "", ""].join("\r\n"));
  await new Promise((resolve) => socket.once("data", resolve));
  // A masked text frame with "40", which connects to the main namespace.
  socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x34, 0x30]));
  return socket;
}

test("closes a connection that does not read in time, and keeps one that reads", async () => {
  const http = createServer();
  const io = new IoServer(http) as unknown as Server;
  const stop = cutSlowReaders(io, { longestMs: 3000, everyMs: 50 });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as { port: number };
  const [slow, quick] = [await openSocket(port), await openSocket(port)];
  await expect.poll(() => io.of("/").sockets.size).toBe(2);
  slow.pause();
  quick.resume();
  const news = { userId: 1, text: "x".repeat(1024 * 1024) };
  for (let message = 0; message < 12; message += 1) io.emit("notification", news as never);
  await expect.poll(() => io.of("/").sockets.size).toBe(1);
  for (let check = 0; check < 20; check += 1) {
    io.emit("notifications-changed");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(io.of("/").sockets.size).toBe(1);
  stop();
  slow.destroy();
  quick.destroy();
  await io.close();
});
