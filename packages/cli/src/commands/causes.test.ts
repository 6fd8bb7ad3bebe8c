import { expect, test } from "vitest";
import { createSandbox } from "#testing/cli-sandbox.ts";
import { startStubServer } from "#testing/stub-server.ts";

const list = (data: readonly object[], extra: object) => ({ status: 200, body: { success: true, data, ...extra } });
const reports = list([{ id: 9, projectId: 4 }], { nextCursor: null });
const cause = {
  id: 7,
  state: "new",
  primaryClass: "Application Defect",
  representativeError: "expected 1 to be 2\n  at cart.ts:3\u001B[31m",
  occurrenceCount: 3,
  testCount: 1,
  owners: ["@checkout"],
  firstSeen: "2030-01-01T00:00:00.000Z",
  lastSeen: "2030-01-02T00:00:00.000Z",
};
const sandboxed = () => createSandbox({}, { env: { PLUMB_API_KEY: "plumb_secret" } });

test("causes that match a query are listed, and the others counted", async () => {
  await using server = await startStubServer(reports, list([cause], { total: 12 }));
  using sandbox = sandboxed();
  const query = "is:new owner:@checkout -tag:smoke";
  const { code, stdout, stderr } = await sandbox.plumb("causes", query, "--limit", "1", "--url", server.url);
  expect(code).toBe(0);
  expect(server.requests[1]?.url.pathname).toBe("/api/analysis/projects/4/groups");
  expect(Object.fromEntries(server.requests[1]?.url.searchParams ?? [])).toEqual({ q: query, limit: "1" });
  expect(stdout).toEqual([
    "[new] expected 1 to be 2",
    "  3 failures of 1 test, last 2030-01-02T00:00:00.000Z, @checkout, cause 7",
  ]);
  expect(stderr).toContain("12 causes; the first 1 are listed.");
});

test("an invalid query is a mistake of the command line, with its position", async () => {
  const message = 'Character 1: there is no field "onwer". Did you mean owner?';
  const refusal = { success: false, code: "invalid", error: message, fields: { q: message } };
  await using server = await startStubServer(reports, { status: 400, body: refusal });
  using sandbox = sandboxed();
  const { code, stderr } = await sandbox.plumb("causes", "onwer:a", "--url", server.url);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("a project without reports has no causes, and a limit is a number", async () => {
  await using server = await startStubServer(list([], { nextCursor: null }));
  using sandbox = sandboxed();
  const { code, stdout, stderr } = await sandbox.plumb("causes", "--url", server.url);
  expect([code, stdout]).toEqual([0, [""]]);
  expect(stderr).toContain("0 causes.");
  expect((await sandbox.plumb("causes", "--limit", "many", "--url", server.url)).code).toBe(2);
});
