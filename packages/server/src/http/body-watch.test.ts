import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import fastify, { type FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { watchBodies } from "./body-watch.ts";
import { createTestApp, seedProject } from "#testing/app.ts";
import { createServerHome } from "#testing/process.ts";

const timeouts = { wholeMs: 100, windowMs: 1500, bytesPerWindow: 1000, lingerMs: 100, checkMs: 20 };

/** Sends the head of a request and an endless body in pieces. Returns what the server sent until it closed the connection. */
async function neverEnding(
  { hostname, port }: { hostname: string; port: number | string },
  head: readonly string[],
  piece: string,
  everyMs: number,
): Promise<string> {
  const socket = connect({ host: hostname, port: Number(port) });
  const host = head.some((line) => line.startsWith("Host:")) ? [] : [`Host: ${hostname}`];
  const sending = setInterval(
    () => socket.writable && socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`),
    everyMs,
  );
  let response = "";
  socket.write([...head, ...host, "Transfer-Encoding: chunked", "", ""].join("\r\n"));
  socket.on("data", (chunk: Buffer) => (response += chunk.toString())).on("error", () => undefined);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(sending);
  return response;
}

const countBytes = async (request: FastifyRequest) => ({ bytes: (await buffer(request.raw)).length });

async function listeningApp() {
  const app = fastify({ bodyLimit: 5000 });
  watchBodies(app, timeouts);
  app.addContentTypeParser("text/raw", (_request, _payload, done) => done(null));
  app.post("/short", async () => ({ ok: true }));
  app.post("/early", { onRequest: async (_request, reply) => reply.status(401).send({ no: true }) }, () => ({}));
  app.route({ method: "POST", url: "/files", config: { takesFiles: true }, handler: countBytes });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const location = app.server.address() as { port: number };
  return { place: { hostname: "127.0.0.1", port: location.port }, [Symbol.asyncDispose]: () => app.close() };
}

test.for([
  ["a short body that trickles", ["POST /short HTTP/1.1", "Content-Type: application/json"], " ", 10, "408"],
  ["an upload below the least rate", ["POST /files HTTP/1.1", "Content-Type: text/raw"], "x", 10, "408"],
  ["a body that was refused and goes on", ["POST /early HTTP/1.1", "Content-Type: application/json"], "x", 10, "401"],
  [
    "a body over its limit that goes on",
    ["POST /short HTTP/1.1", "Content-Type: application/json"],
    "x".repeat(2000),
    5,
    "413",
  ],
] as const)("%s is cut off", async ([, head, piece, everyMs, status]) => {
  await using app = await listeningApp();
  expect(await neverEnding(app.place, head, piece, everyMs)).toContain(`HTTP/1.1 ${status}`);
});

async function* slowly() {
  for (let piece = 0; piece < 35; piece += 1) {
    yield Buffer.alloc(500);
    await pause(100);
  }
}

test("an upload with a sufficient rate continues, however long it takes", async () => {
  await using app = await listeningApp();
  const response = await fetch(`http://127.0.0.1:${app.place.port}/files`, {
    method: "POST",
    headers: { "content-type": "text/raw" },
    body: slowly() as never,
    duplex: "half",
  } as RequestInit);
  expect(await response.json()).toEqual({ bytes: 17_500 });
});

test.for([
  ["POST", "/api/projects"],
  ["POST", "/api/reports/compare"],
  ["POST", "/api/ingest/uploads?projectId=1"],
  ["POST", "/api/profile/avatar"],
  ["PUT", "/api/settings"],
] as const)("%s %s identifies the caller before it reads the body", async ([method, url]) => {
  await using plumb = await createTestApp();
  await seedProject(plumb);
  await plumb.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = plumb.app.server.address() as { port: number };
  const socket = connect({ host: "127.0.0.1", port });
  socket.write(
    `${method} ${url} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
  );
  const response = await new Promise<string>((resolve) =>
    socket.once("data", (chunk: Buffer) => resolve(chunk.toString())),
  );
  socket.destroy();
  expect(response).toContain("HTTP/1.1 401");
});

test("bodies that never end do not block other callers of a started server", async () => {
  await using home = await createServerHome();
  const server = await home.start();
  const location = new URL(server.url);
  const head = ["POST /api/auth/login HTTP/1.1", "Content-Type: application/json"];
  const attack = Array.from({ length: 100 }, () => neverEnding(location, head, " ", 100));
  // Rejected because of its host, before any other check; its body must end all the same.
  const elsewhere = neverEnding(location, [...head, "Host: plumb.test"], " ", 100);
  // Engine.IO handles these requests without Fastify; the second origin is not allowed to connect.
  const polling = "/socket.io/?EIO=4&transport=polling";
  const toSockets = ["POST", "GET"].flatMap((method) =>
    [[], ["Origin: https://elsewhere.example"]].map((more) =>
      neverEnding(location, [`${method} ${polling} HTTP/1.1`, "Content-Type: text/plain", ...more], "4", 100),
    ),
  );
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(new Set((await Promise.all(attack)).map((response) => response.slice(0, 12)))).toEqual(
    new Set(["HTTP/1.1 408"]),
  );
  expect((await elsewhere).slice(0, 12)).toBe("HTTP/1.1 403");
  await Promise.all(toSockets);
  expect(await server.stop()).toBe(0);
});
