import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { UnexpectedResponseError } from "@plumb/client/call-error.ts";
import { expect, test } from "vitest";
import { httpFetch } from "./http-fetch.ts";

async function farEnd(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const echo: RequestListener = (request, response) => {
  response.writeHead(200, { "x-said": [request.method ?? "", request.headers["content-type"] ?? ""] });
  request.pipe(response);
};

function chunks(...parts: readonly (string | Error)[]): ReadableStream<Uint8Array> {
  const left = [...parts];
  return new ReadableStream({
    pull(controller) {
      const part = left.shift();
      if (part === undefined) controller.close();
      else if (part instanceof Error) controller.error(part);
      else controller.enqueue(new TextEncoder().encode(part));
    },
  });
}

/** Returns the reason why a call failed, `null` if it succeeded. */
const cause = (call: Promise<unknown>): Promise<string | null> =>
  call.then(
    () => null,
    (error: Error) => (error.cause as Error).message,
  );

test("text, bytes and streams arrive unchanged, and headers go both ways", async () => {
  await using server = await farEnd(echo);
  const bodies = ["täxt", new TextEncoder().encode("bytes"), chunks("in ", "pieces"), undefined];

  const texts = bodies.map(async (body) => {
    const response = await httpFetch(server.url, {
      method: "POST",
      headers: { "content-type": "x/y" },
      ...(body !== undefined && { body }),
    });
    return [response.status, response.headers.get("x-said"), await response.text()];
  });

  expect(await Promise.all(texts)).toEqual([
    [200, "POST, x/y", "täxt"],
    [200, "POST, x/y", "bytes"],
    [200, "POST, x/y", "in pieces"],
    [200, "POST, x/y", ""],
  ]);
});

test("a response before the end of the body is received, and the rest of the body is dropped", async () => {
  await using server = await farEnd((_request, response) => {
    response.writeHead(413, { connection: "close" }).end("too large");
  });
  let taken = 0;
  let letGo = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      taken += 1;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
    cancel: () => void (letGo = true),
  });

  const response = await httpFetch(server.url, { method: "POST", body: endless });

  expect([response.status, await response.text()]).toEqual([413, "too large"]);
  await expect.poll(() => letGo).toBe(true);
  expect(taken).toBeGreaterThan(0);
});

test("a response without a body is valid", async () => {
  await using server = await farEnd((_request, response) => void response.writeHead(204).end());
  const response = await httpFetch(server.url);
  expect([response.status, await response.text()]).toEqual([204, ""]);
});

test("a redirect is not followed", async () => {
  await using server = await farEnd((_request, response) => void response.writeHead(302, { location: "/x" }).end());
  await expect(httpFetch(server.url, { method: "POST", body: "x" })).rejects.toThrow(UnexpectedResponseError);
});

test("network errors are the cause: no server, a cut connection, an unreadable body", async () => {
  await using server = await farEnd((request) => void request.socket.destroy());
  await using patient = await farEnd(echo);

  expect(await cause(httpFetch("http://127.0.0.1:9/"))).toContain("ECONNREFUSED");
  expect(await cause(httpFetch(server.url))).toContain("socket hang up");
  const body = chunks("one", new Error("the disk is gone"));
  expect(await cause(httpFetch(patient.url, { method: "POST", body }))).toBe("the disk is gone");
  expect(await cause(httpFetch("ftp://127.0.0.1/"))).toContain("ftp: is not supported");
});

test("a connection closed by the server while idle is replaced", async () => {
  const used = new Set<unknown>();
  await using server = await farEnd((request, response) => {
    if (used.has(request.socket)) request.socket.destroy();
    else echo(request, response);
    used.add(request.socket);
  });

  const texts: string[] = [];
  for (const body of ["first", "second", chunks("th", "ird"), "fourth"])
    texts.push(await (await httpFetch(server.url, { method: "POST", body })).text());

  expect(texts).toEqual(["first", "second", "third", "fourth"]);
  expect(used.size).toBe(4);
});

test("a response that breaks off is an error", async () => {
  await using server = await farEnd((request, response) => {
    response.writeHead(200, { "content-length": 10 }).write("half");
    setImmediate(() => request.socket.destroy());
  });
  await expect(httpFetch(server.url)).rejects.toThrow("fetch failed");
});

test("an aborted call ends", async () => {
  await using server = await farEnd(() => undefined);
  const abort = new AbortController();
  const call = httpFetch(server.url, { signal: abort.signal });
  abort.abort();
  await expect(call).rejects.toThrow("aborted");
});
