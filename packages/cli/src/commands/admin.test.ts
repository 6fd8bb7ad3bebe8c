import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSandbox } from "#testing/cli-sandbox.ts";
import { startStubServer } from "#testing/stub-server.ts";

test("saves the labels of the key's project, and warns about personal data", async () => {
  await using server = await startStubServer({ status: 200, body: { label: "Unknown" } });
  using sandbox = createSandbox({});

  const { code, stdout, stderr } = await sandbox.plumb("admin", "export-labels", "--url", server.url);

  const path = join(sandbox.folder, "labels.jsonl");
  expect(code).toBe(0);
  expect(stdout).toEqual([path]);
  expect(stderr).toContain("personal data");
  expect(readFileSync(path, "utf8")).toBe('{"label":"Unknown"}');
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(server.requests.map(({ url }) => url.pathname)).toEqual(["/api/analysis/labels"]);
});

test("exporting all projects requires an administrator account", async () => {
  await using server = await startStubServer({ status: 200, body: {} });
  using sandbox = createSandbox({});

  const { code, stderr } = await sandbox.plumb("admin", "export-labels", "--all", "--url", server.url);

  expect(code).toBe(2);
  expect(stderr).toContain("PLUMB_ADMIN_EMAIL");
  expect(server.requests).toEqual([]);
});

test("writes no file if the server rejects the request", async () => {
  await using server = await startStubServer({ status: 403, body: { success: false, error: "Not a member" } });
  using sandbox = createSandbox({});

  const { code } = await sandbox.plumb("admin", "export-labels", "--url", server.url);

  expect(code).toBe(1);
  expect(existsSync(join(sandbox.folder, "labels.jsonl"))).toBe(false);
});

test("another action is rejected", async () => {
  using sandbox = createSandbox({});
  expect((await sandbox.plumb("admin", "drop-all")).code).toBe(2);
});
