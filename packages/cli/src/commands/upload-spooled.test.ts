import { existsSync } from "node:fs";
import { join } from "node:path";
import { Spool } from "@plumb/reporter-core/spool.ts";
import { startStubLiveServer, refusal } from "@plumb/reporter-core/testing/stub-live-server.ts";
import { expect, test } from "vitest";
import { createSandbox } from "#testing/cli-sandbox.ts";

/** Creates the spool of a reporter with one batch and the end of the run. */
function leftRun(folder: string, text: string): string {
  const spool = Spool.create(folder, { suite: "web" });
  spool.add({ kind: "stdout", stream: "stdout", text });
  spool.end();
  spool.close();
  return spool.path;
}

test("sends spooled runs, prints them, and removes them", async () => {
  await using server = await startStubLiveServer();
  using sandbox = createSandbox({});
  const path = leftRun(join(sandbox.folder, ".plumb/spool"), "one");

  const { code, stdout } = await sandbox.plumb("upload", "--spool", "--url", server.url);

  expect(code).toBe(0);
  expect(stdout).toEqual(["Report #3, web: 1 test, 1 passed", `${server.url}/reports/7`]);
  expect(server.events()).toEqual([{ kind: "stdout", stream: "stdout", text: "one" }]);
  expect(server.opened).toMatchObject([{ suite: "web", spooled: true }]);
  expect([...server.authorizations]).toEqual(["Bearer plumb_secret"]);
  expect(existsSync(path)).toBe(false);
});

test("a file that is not a spooled run is reported, and the others are sent", async () => {
  await using server = await startStubLiveServer();
  using sandbox = createSandbox({ "kept/0.ndjson": "nothing of ours\n" });
  leftRun(join(sandbox.folder, "kept"), "one");

  const { code, stderr } = await sandbox.plumb("upload", "--spool", "kept", "--url", server.url);

  expect(code).toBe(1);
  expect(stderr).toContain("0.ndjson is not a spooled run");
  expect(server.completed).toHaveLength(1);
});

test("keeps a rejected run in the spool", async () => {
  await using server = await startStubLiveServer(() => refusal(401, "unauthenticated", "This API key is not valid."));
  using sandbox = createSandbox({});
  const path = leftRun(join(sandbox.folder, ".plumb/spool"), "one");

  const { code, stderr } = await sandbox.plumb("upload", "--spool", "--url", server.url);

  expect(code).toBe(1);
  expect(stderr).toContain("The API key was not accepted. This API key is not valid.");
  expect(stderr).toContain("You can send them again");
  expect(existsSync(path)).toBe(true);
});

test("an empty spool succeeds, and only one folder is accepted", async () => {
  using sandbox = createSandbox({});
  expect(await sandbox.plumb("upload", "--spool", "--url", "http://x")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Nothing to send in") as string,
  });
  expect((await sandbox.plumb("upload", "--spool", "a", "b", "--url", "http://x")).code).toBe(2);
});
