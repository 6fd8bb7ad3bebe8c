import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Export } from "@plumb/contract/runs/exports.ts";
import { expect, test } from "vitest";
import { refused } from "#testing/responses.ts";
import { startStubServer } from "#testing/stub-server.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";

function exportAt(change: Partial<Export>) {
  const data: Export = {
    exportId: 5,
    reportId: 7,
    reportNumber: 3,
    testSuite: "web",
    resultId: null,
    format: "pdf",
    includeArtifacts: false,
    state: "queued",
    done: 0,
    total: 10,
    fileName: "plumb-web-3.pdf",
    bytes: null,
    error: null,
    requestedBy: null,
    createdAt: "2030-01-01T00:00:00.000Z",
    finishedAt: null,
    expiresAt: null,
    downloadUrl: null,
    mayDelete: true,
    ...change,
  };
  return { status: 200, body: { success: true, data } };
}
const done = exportAt({ state: "done", downloadUrl: "/api/exports/signed" });

test("starts an export, waits for it and saves the file under the server's name", async () => {
  await using server = await startStubServer(exportAt({}), exportAt({ state: "running", done: 5 }), done, {
    status: 200,
    body: "the file",
  });
  using sandbox = createSandbox({});

  const { code, stdout } = await sandbox.plumb("export", `${server.url}/reports/7`, "--url", server.url);

  expect(code).toBe(0);
  const path = join(sandbox.folder, "plumb-web-3.pdf");
  expect(stdout).toEqual([path]);
  expect(readFileSync(path, "utf8")).toBe('"the file"');
  expect(server.requests.map(({ url }) => url.pathname)).toEqual([
    "/api/reports/7/exports",
    "/api/reports/7/exports/5",
    "/api/reports/7/exports/5",
    "/api/exports/signed",
  ]);
  // The link itself grants access.
  expect(server.requests.at(-1)?.authorization).toBeUndefined();
  expect(readdirSync(sandbox.folder)).toEqual(["plumb-web-3.pdf"]);
});

test("a number refers to a report in the project of the key, and is not an id", async () => {
  const report = { id: 201, number: 11 };
  await using server = await startStubServer(
    { status: 200, body: { success: true, data: [report], nextCursor: null } },
    done,
    {
      status: 200,
      body: "the file",
    },
  );
  using sandbox = createSandbox({});
  expect(await sandbox.plumb("export", "#11", "--url", server.url)).toMatchObject({ code: 0 });
  const [list, start] = server.requests.map(({ url }) => `${url.pathname}${url.search}`);
  expect(list).toBe("/api/reports?number=11&limit=1");
  expect(start).toBe("/api/reports/201/exports");
});

test("an unknown report number is an error", async () => {
  await using server = await startStubServer({ status: 200, body: { success: true, data: [], nextCursor: null } });
  using sandbox = createSandbox({});
  const { code, stderr } = await sandbox.plumb("export", "11", "--url", server.url);
  expect(code).toBe(1);
  expect(stderr).toContain("There is no report #11 in the project of this key.");
});

test("a .csv file name requests a CSV export, with the key", async () => {
  await using server = await startStubServer({ status: 200, body: "a,b" });
  using sandbox = createSandbox({});

  const { code, stdout } = await sandbox.plumb(
    "export",
    `${server.url}/reports/7`,
    "--url",
    server.url,
    "--output",
    "n.csv",
    "--json",
  );

  expect(code).toBe(0);
  expect(JSON.parse(stdout.join("\n"))).toMatchObject({
    reportId: 7,
    format: "csv",
    path: join(sandbox.folder, "n.csv"),
    bytes: 5,
  });
  expect(server.requests[0]).toMatchObject({ authorization: "Bearer plumb_secret" });
  expect(server.requests[0]?.url.pathname).toBe("/api/reports/7/results/csv");
});

test("a hostile file name cannot leave the folder", async () => {
  await using server = await startStubServer(exportAt({ ...done.body.data, fileName: "../../.evil\u001b[2J" }), {
    status: 200,
    body: "x",
  });
  using sandbox = createSandbox({});
  await sandbox.plumb("export", `${server.url}/reports/7`, "--url", server.url);
  expect(readdirSync(sandbox.folder)).toEqual(["-..-.evil [2J"]);
});

test.for([
  [[refused(403, "forbidden", 'It does not have the scope "read".')], 'It does not have the scope "read".'],
  [[exportAt({ state: "failed", error: "The disk is full." })], "The export failed: The disk is full."],
  [[exportAt({ state: "cancelled" })], "The export was cancelled"],
  [[exportAt({ state: "running", done: 4 })], "not done after 2 s (4 of 10 tests)"],
  [[done, refused(404, "not_found", "It has expired.")], "It has expired."],
] as const)("a failure leaves no file: %#", async ([[first, ...more], message]) => {
  await using server = await startStubServer(first, ...more);
  using sandbox = createSandbox({});

  const { code, stderr } = await sandbox.plumb(
    "export",
    `${server.url}/reports/7`,
    "--url",
    server.url,
    "--timeout",
    "2",
    "--output",
    "a.pdf",
  );

  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(readdirSync(sandbox.folder)).toEqual([]);
});

test("removes a file whose download breaks off", async () => {
  await using server = await startStubServer(done, (_request, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("half", () => response.destroy());
  });
  using sandbox = createSandbox({});
  const { code, stderr } = await sandbox.plumb(
    "export",
    `${server.url}/reports/7`,
    "--url",
    server.url,
    "--output",
    "a.pdf",
  );
  expect(code).toBe(1);
  expect(stderr).toContain("The file could not be saved");
  expect(existsSync(join(sandbox.folder, "a.pdf.part"))).toBe(false);
});

test.for([
  [["export", "x"], "x is not a report"],
  [["export", "7", "--format", "doc"], "--format must be pdf, html, json or csv"],
  [["export", "7", "--artifacts"], "--artifacts requires --format html"],
  [["export"], "missing required argument 'report'"],
] as const)("%j is refused: %s", async ([args, message]) => {
  using sandbox = createSandbox({}, { env: { PLUMB_URL: "http://127.0.0.1:9", PLUMB_API_KEY: "plumb_secret" } });
  const { code, stderr } = await sandbox.plumb(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
