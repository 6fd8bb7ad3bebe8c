import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { accepted, gateResponse, refused } from "#testing/responses.ts";
import { startStubServer } from "#testing/stub-server.ts";
import { createSandbox, type CliSandbox } from "#testing/cli-sandbox.ts";

const retained = (sandbox: CliSandbox) => join(sandbox.folder, ".config/plumb/credentials.json");
const anonymous = (input = "") => ({ env: {}, stdin: Readable.from([input]) });

test("input is checked, stored for its owner only, and used by other commands", async () => {
  await using server = await startStubServer(gateResponse(), gateResponse(), accepted());
  using sandbox = createSandbox({ "a.xml": "x" }, anonymous(`${server.url}/\nplumb_typed\n`));

  const { code, stdout, stderr } = await sandbox.plumb("login");

  expect(code).toBe(0);
  expect(stdout.join("\n") + stderr).not.toContain("plumb_typed");
  expect(JSON.parse(readFileSync(retained(sandbox), "utf8"))).toEqual({ url: server.url, key: "plumb_typed" });
  expect(statSync(retained(sandbox)).mode & 0o777).toBe(0o600);
  expect(statSync(join(sandbox.folder, ".config/plumb")).mode & 0o777).toBe(0o700);

  expect(await sandbox.plumb("upload", "a.xml")).toMatchObject({ code: 0 });
  expect(server.requests.map(({ authorization }) => authorization)).toEqual([
    "Bearer plumb_typed",
    "Bearer plumb_typed",
    "Bearer plumb_typed",
  ]);
});

test("options take precedence over stored values, and the key is sent to no other server", async () => {
  await using server = await startStubServer(gateResponse(), accepted());
  await using other = await startStubServer(accepted());
  using sandbox = createSandbox({ "a.xml": "x" }, anonymous("plumb_kept"));
  await sandbox.plumb("login", "--url", server.url);

  await sandbox.plumb("upload", "a.xml", "--key", "plumb_given");
  const elsewhere = await sandbox.plumb("upload", "a.xml", "--url", other.url);

  expect(server.requests.at(-1)?.authorization).toBe("Bearer plumb_given");
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining("No API key") as string });
  expect(other.requests).toEqual([]);
});

test("all scopes of a key are printed", async () => {
  const reports = { status: 200, body: { success: true, data: [], nextCursor: null } };
  await using server = await startStubServer(
    gateResponse(),
    reports,
    gateResponse(),
    refused(403, "forbidden", "No scope"),
  );
  using sandbox = createSandbox({}, anonymous());
  const login = async () => {
    const { stdout } = await sandbox.plumb("login", "--url", server.url, "--key", "plumb_k");
    return stdout[0];
  };
  expect(await login()).toContain("This key can send and read.");
  expect(await login()).toContain("This key can send.");
});

test("a read-only key is accepted too", async () => {
  await using server = await startStubServer(refused(403, "forbidden", "No scope"), {
    status: 200,
    body: { success: true, data: [], nextCursor: null },
  });
  using sandbox = createSandbox({}, anonymous());
  const { code, stdout } = await sandbox.plumb("login", "--url", server.url, "--key", "plumb_k", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout.join("\n"))).toMatchObject({ url: server.url, may: "read" });
});

test("a rejected key and an unreachable server are reported immediately, and nothing is stored", async () => {
  const server = await startStubServer(refused(401, "unauthenticated", "Unknown key."));
  using sandbox = createSandbox({}, anonymous());
  const at = ["login", "--url", server.url, "--key", "plumb_k"];

  expect(await sandbox.plumb(...at)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Unknown key.") as string,
  });
  await server[Symbol.asyncDispose]();
  expect(await sandbox.plumb(...at)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("ECONNREFUSED") as string,
  });

  expect(sandbox.delays).toEqual([]);
  expect(existsSync(retained(sandbox))).toBe(false);
});

test("logout removes the stored key, and prints a note if there is none", async () => {
  await using server = await startStubServer(gateResponse());
  using sandbox = createSandbox({}, anonymous("plumb_kept"));
  await sandbox.plumb("login", "--url", server.url);

  expect((await sandbox.plumb("logout")).stdout[0]).toContain("Removed ");
  expect(existsSync(retained(sandbox))).toBe(false);
  expect((await sandbox.plumb("logout")).stdout).toEqual(["Nothing was stored."]);
});

test("makes no request without a key", async () => {
  using sandbox = createSandbox({}, anonymous());
  expect(await sandbox.plumb("login", "--url", "http://127.0.0.1:9")).toMatchObject({ code: 2 });
});
