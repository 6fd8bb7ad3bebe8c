import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fastify from "fastify";
import { expect, test } from "vitest";
import { servePackages } from "./packages.ts";

const facts = { name: "@plumb/cli", version: "1.2.3", description: "Send", bytes: 4, integrity: "sha512-x" };

function handingOut(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "plumb-packages-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const app = fastify();
  servePackages(app, folder);
  return {
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ method: "GET", url, headers }),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const packed = { "packages.json": JSON.stringify([{ file: "cli.tgz", ...facts }]), "cli.tgz": "\u001f\u0008gz" };

test("serves the packed files with their version", async () => {
  await using server = handingOut(packed);

  const file = await server.get("/packages/cli.tgz");
  expect(file).toMatchObject({ statusCode: 200, body: packed["cli.tgz"] });
  expect(file.headers).toMatchObject({ "content-type": "application/gzip", "cache-control": "no-cache" });
  for (const url of ["/packages", "/packages/"])
    expect((await server.get(url)).json()).toEqual({ success: true, data: [{ ...facts, path: "/packages/cli.tgz" }] });
});

test("an unchanged package is not sent again", async () => {
  await using server = handingOut(packed);
  const { etag = "" } = (await server.get("/packages/cli.tgz")).headers;

  expect(await server.get("/packages/cli.tgz", { "if-none-match": etag })).toMatchObject({
    statusCode: 304,
    body: "",
  });
  expect((await server.get("/packages/cli.tgz", { "if-none-match": '"older"' })).statusCode).toBe(200);
});

test.for([
  "nothing.tgz",
  "packages.json",
  "..%2fpackages.json",
  "%2e%2e%2f%2e%2e%2fsecret",
  "cli.tgz%00",
  "..%5c..%5csecret",
])("%s is not served", async (name) => {
  await using server = handingOut(packed);
  const response = await server.get(`/packages/${name}`);
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ error: expect.stringContaining("cli.tgz") as string, code: "not_found" });
});

test("a server without a build reports it", async () => {
  await using server = handingOut({});
  expect((await server.get("/packages/")).json()).toEqual({ success: true, data: [] });
  const response = await server.get("/packages/cli.tgz");
  expect(response.statusCode).toBe(404);
  expect(response.json()).toMatchObject({ error: expect.stringContaining("npm start") as string });
});
