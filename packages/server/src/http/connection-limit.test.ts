import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pino } from "pino";
import { expect, test } from "vitest";
import { ConnectionLimit } from "./connection-limit.ts";
import { createTestApp } from "#testing/app.ts";
import { listening } from "#testing/live-client.ts";

interface Connection extends Disposable {
  readonly socket: Socket;
  /** First line of the response. */
  readonly answer: Promise<string>;
}

/** Opens a connection and sends this text. */
async function open(port: number, text = "", host = "127.0.0.1"): Promise<Connection> {
  const socket = connect({ host, port });
  socket.on("error", () => undefined);
  const response = once(socket, "data").then(([data]) => String(data).split("\r\n")[0] ?? "");
  response.catch(() => undefined);
  await once(socket, "connect");
  socket.write(text);
  return { socket, answer: response, [Symbol.dispose]: () => void socket.destroy() };
}

const get = (path: string, forwarded = "") =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${forwarded === "" ? "" : `X-Forwarded-For: ${forwarded}\r\n`}\r\n`;
const upgrade = (forwarded: string) =>
  get("/hold", forwarded).replace("\r\n\r\n", "\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n");

const refusal = "HTTP/1.1 429 Too Many Requests";

/** Starts a server that responds to `/` and keeps all other requests open. */
async function limited(
  maxConnectionsPerAddress: number | null,
  trustProxy: false | number | readonly string[] = false,
) {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => lines.push(line) });
  const limit = new ConnectionLimit({ config: { maxConnectionsPerAddress, trustProxy }, log });
  const server = createServer((request, response) => {
    if (limit.isRefused(request)) response.writeHead(429).end();
    else if (request.url === "/") response.end();
  });
  server.on("upgrade", (request, socket) => {
    socket.on("error", () => undefined);
    if (limit.isRefused(request)) socket.end(`${refusal}\r\n\r\n`);
    socket.once("end", () => socket.destroy()).resume();
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  limit.attach(server);
  server.listen(0);
  await once(server, "listening");
  return {
    limit,
    lines,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

test("rejects one connection too many from an address until another one ends", async () => {
  await using server = await limited(2);
  using first = await open(server.port);
  using second = await open(server.port);
  using third = await open(server.port);
  expect(await third.answer).toBe(refusal);
  first.socket.destroy();
  await expect
    .poll(async () => {
      using again = await open(server.port, get("/"));
      return await again.answer;
    })
    .toBe("HTTP/1.1 200 OK");
  second.socket.write(get("/"));
  expect(await second.answer).toBe("HTTP/1.1 200 OK");
});

test("rejections of one address are counted, and logged once a minute", async () => {
  await using server = await limited(1);
  using _first = await open(server.port);
  for (const _ of [1, 2, 3]) {
    using refused = await open(server.port);
    expect(await refused.answer).toBe(refusal);
  }
  expect(server.limit.refused).toBe(3);
  expect(server.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, open: 1, msg: expect.stringContaining("PLUMB_TRUST_PROXY") as string },
  ]);
});

test("an IPv4 address counts the same in its IPv6 form, and other addresses are not affected", async () => {
  await using server = await limited(1);
  using _first = await open(server.port);
  using other = await open(server.port, get("/"), "::1");
  expect(await other.answer).toBe("HTTP/1.1 200 OK");
});

test("a forwarded address from an untrusted client changes nothing", async () => {
  await using server = await limited(1, ["192.0.2.1"]);
  using first = await open(server.port, get("/hold", "203.0.113.1"));
  using second = await open(server.port, get("/", "203.0.113.2"));
  expect(await second.answer).toBe(refusal);
  expect(first.socket.destroyed).toBe(false);
});

test.for([
  ["requests", get],
  ["WebSockets", (_path: string, forwarded: string) => upgrade(forwarded)],
] as const)("behind a trusted proxy, open %s count for their forwarded address", async ([, text]) => {
  await using server = await limited(2, 1);
  const held = await Promise.all(
    ["203.0.113.1", "203.0.113.1", "203.0.113.2"].map((forwarded) => open(server.port, text("/hold", forwarded))),
  );
  await expect
    .poll(async () => {
      using more = await open(server.port, get("/", "203.0.113.1"));
      return await more.answer;
    })
    .toBe(refusal);
  using other = await open(server.port, get("/", "203.0.113.3"));
  expect(await other.answer).toBe("HTTP/1.1 200 OK");
  held[0]?.socket.destroy();
  await expect
    .poll(async () => {
      using again = await open(server.port, get("/", "203.0.113.1"));
      return await again.answer;
    })
    .toBe("HTTP/1.1 200 OK");
  for (const { socket } of held) socket.destroy();
});

test("the addresses of one IPv6 network count together", async () => {
  await using server = await limited(1, 1);
  using _held = await open(server.port, get("/hold", "2001:db8:0:7::1"));
  await expect
    .poll(async () => {
      using same = await open(server.port, get("/", "2001:0db8::7:aaaa:0:0:2"));
      return await same.answer;
    })
    .toBe(refusal);
  using other = await open(server.port, get("/", "2001:db8:0:8::1"));
  expect(await other.answer).toBe("HTTP/1.1 200 OK");
});

test("without a limit, no connection is rejected", async () => {
  await using server = await limited(null);
  const all = await Promise.all(Array.from({ length: 50 }, () => open(server.port, get("/"))));
  expect(new Set(await Promise.all(all.map(({ answer }) => answer)))).toEqual(new Set(["HTTP/1.1 200 OK"]));
  for (const { socket } of all) socket.destroy();
});

test("Plumb rejects connections, also to its WebSockets, and its metrics contain the number", async () => {
  await using plumb = await createTestApp({ maxConnectionsPerAddress: 1, trustProxy: 1 });
  const port = Number(new URL(await listening(plumb)).port);
  const body = "Content-Length: 99\r\nContent-Type: application/json";
  using _held = await open(
    port,
    get("/api/auth/login").replace("GET", "POST").replace("\r\n\r\n", `\r\n${body}\r\n\r\n`),
  );
  const socket = "/socket.io/?EIO=4&transport=websocket";
  const handshake = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  for (const [text, expected] of [
    [get("/healthz"), refusal],
    [upgrade("127.0.0.1").replace("/hold", socket).replace("\r\n\r\n", `\r\n${handshake}\r\n\r\n`), /^HTTP\/1.1 4/],
    [get(socket.replace("websocket", "polling")), /^HTTP\/1.1 403/],
  ] as const) {
    await expect
      .poll(async () => {
        using one = await open(port, text);
        return await one.answer;
      })
      .toMatch(expected);
  }
  const { body: metrics } = await plumb.app.inject({ url: "/metrics", remoteAddress: "192.0.2.9" });
  expect(Number(/^plumb_refused_connections_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(3);
});
