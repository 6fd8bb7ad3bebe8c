import { hostname } from "node:os";
import { readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accepted, refused, uploadedRun, verdict } from "#testing/responses.ts";
import { startStubServer, type StubServer } from "#testing/stub-server.ts";
import { createRepository } from "@plumb/reporter-core/testing/git-repository.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";

test("a file that is not a report is an error if specified or matched, but not in a folder", async () => {
  const files = [
    verdict(),
    verdict({ name: "out/page.xml", verdict: "unused", format: null, tests: 0, reason: "HTML" }),
  ];
  await using server = await startStubServer(
    accepted(undefined, files),
    accepted(undefined, files),
    accepted(undefined, files),
  );
  using sandbox = createSandbox({ "out/a.xml": "x", "out/page.xml": "<html>" });
  for (const args of [["out/a.xml", "out/page.xml"], ["out/*.xml"]]) {
    const named = await sandbox.plumb("upload", ...args, "--url", server.url);
    expect(named).toMatchObject({ code: 3, stderr: expect.stringContaining("Not everything was imported") as string });
    expect(named.stdout).toContain("rejected   out/page.xml  (HTML)");
  }
  const folder = await sandbox.plumb("upload", "out", "--url", server.url);
  expect(folder.code).toBe(0);
  expect(folder.stdout).toContain("unused     out/page.xml  (HTML)");
});

test("an unreferenced screenshot is accepted, even if specified", async () => {
  const files = [verdict(), verdict({ name: "b.png", verdict: "unused", format: null, tests: 0, reason: "No report" })];
  await using server = await startStubServer(accepted(undefined, files));
  using sandbox = createSandbox({ "a.xml": "x", "b.png": "p" });
  expect(await sandbox.plumb("upload", "a.xml", "b.png", "--url", server.url)).toMatchObject({ code: 0 });
});

test("prints one line for attachments of reports that already existed", async () => {
  const unused = ["1.png", "2.png"].map((name) => verdict({ name, verdict: "unused", format: null, tests: 0 }));
  await using server = await startStubServer(
    accepted(undefined, [verdict({ verdict: "duplicate", tests: 0 }), ...unused]),
  );
  using sandbox = createSandbox({ "a.xml": "x" });
  const { code, stdout } = await sandbox.plumb("upload", "a.xml", "--url", server.url);
  expect(code).toBe(0);
  expect(stdout.slice(0, 2)).toEqual([
    "duplicate  a.xml  (junit)",
    "duplicate  2 files next to reports that were already uploaded",
  ]);
});

test("sends every file under its relative name, with the key and facts about the build", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox(
    { "results/a.xml": "<testsuite/>", "results/shots/käse 1.png": "png\r\n\r\n--" },
    { detected: () => Promise.resolve({ branch: "main", commit: "c1", build: "77", ciUrl: "https://ci/77" }) },
  );

  const { code } = await sandbox.plumb("upload", "results", "--url", server.url, "--suite", "web", "--branch", "other");

  expect(code).toBe(0);
  expect(server.requests).toHaveLength(1);
  expect(server.requests[0]?.url.pathname).toBe("/api/ingest/uploads");
  expect(Object.fromEntries(server.requests[0]?.url.searchParams ?? [])).toEqual({
    suite: "web",
    branch: "other",
    commit: "c1",
    build: "77",
    ciUrl: "https://ci/77",
    host: hostname(),
  });
  expect(server.requests[0]?.authorization).toBe("Bearer plumb_secret");
  expect(server.requests[0]?.files).toEqual({
    "results/a.xml": "<testsuite/>",
    "results/shots/käse 1.png": "png\r\n\r\n--",
  });
});

test("prints the outcome of each report, the number of artifacts, and the links of the runs last", async () => {
  const runs = [
    uploadedRun({ failed: 1, flaky: 2 }),
    uploadedRun({ reportId: 8, number: 4, url: "/reports/8", suite: "api" }),
  ];
  const files = [
    verdict(),
    verdict({ name: "s.png", verdict: "artifact" }),
    verdict({ name: "b.xml", verdict: "duplicate", tests: 0 }),
  ];
  await using server = await startStubServer(accepted(runs, files));
  using sandbox = createSandbox({ "a.xml": "x" });

  const { stdout } = await sandbox.plumb("upload", "a.xml", "--url", `${server.url}/`);

  expect(stdout).toEqual([
    "imported   a.xml  (junit, 2 tests)",
    "duplicate  b.xml  (junit)",
    "artifact   1 file that the reports refer to",
    "Report #3, web: 2 tests, 2 passed, 1 failed, 2 flaky",
    "Report #4, api: 2 tests, 2 passed",
    "http://plumb.test/reports/7",
    `${server.url}/reports/8`,
  ]);
});

test.for([
  ["the server is not ready", refused(503, "unavailable", "The database is away")],
  ["too many requests", refused(429, "rate_limited", "Slow down")],
  ["the same upload is under way", refused(409, "upload_in_progress", "Another upload of this file is under way")],
] as const)("retries when %s, and sends everything again", async ([, refusal]) => {
  await using server = await startStubServer({ ...refusal, headers: { "retry-after": "7" } }, refusal, accepted());
  using sandbox = createSandbox({ "a.xml": "whole" });

  const { code, stderr } = await sandbox.plumb("upload", "a.xml", "--url", server.url);

  expect(code).toBe(0);
  expect(server.requests.map(({ files }) => files)).toEqual(Array.from({ length: 3 }, () => ({ "a.xml": "whole" })));
  expect(sandbox.delays).toHaveLength(2);
  expect(sandbox.delays[0]).toBeGreaterThanOrEqual(7000);
  expect(stderr).toContain("trying again");
});

test.for([
  [["--partial"], {}, "true"],
  [["--whole"], { PLUMB_PARTIAL: "true" }, "false"],
  [[], { PLUMB_PARTIAL: "yes" }, "true"],
  [[], { PLUMB_PARTIAL: "maybe" }, null],
] as const)("with %j and %j the server receives whether the whole suite ran: %j", async ([args, env, partial]) => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox({ "a.xml": "x" }, { env: { PLUMB_API_KEY: "k", ...env } });
  await sandbox.plumb("upload", "a.xml", "--url", server.url, ...args);
  expect(server.requests[0]?.url.searchParams.get("partial")).toBe(partial);
});

test("prints why a run is partial, and rejects both options", async () => {
  await using server = await startStubServer(accepted([uploadedRun({ partial: "Only 2 of about 12 tests ran" })]));
  using sandbox = createSandbox({ "a.xml": "x" });
  const { code, stderr } = await sandbox.plumb("upload", "a.xml", "--url", server.url);
  expect(code).toBe(0);
  expect(stderr).toContain(
    "is partial: Only 2 of about 12 tests ran. If this is the whole suite, send it with --whole.",
  );
  expect((await sandbox.plumb("upload", "a.xml", "--url", server.url, "--partial", "--whole")).code).toBe(2);
});

test("tries again when the connection breaks", async () => {
  await using server = await startStubServer((request) => request.socket.destroy(), accepted());
  using sandbox = createSandbox({ "a.xml": "whole" });

  expect(await sandbox.plumb("upload", "a.xml", "--url", server.url)).toMatchObject({ code: 0 });
  expect(server.requests).toHaveLength(1);
});

test("a rejected key ends the upload immediately, explains how to repeat it, and is never shown", async () => {
  await using server = await startStubServer(refused(401, "unauthenticated", "This API key was revoked."));
  using sandbox = createSandbox(
    { "my results/a.xml": "x" },
    { env: {}, detected: () => Promise.resolve({ build: "77" }) },
  );

  const key = "plumb_topsecret";
  const { code, stdout, stderr } = await sandbox.plumb("upload", "my results", "--url", server.url, "--key", key);

  expect(code).toBe(1);
  expect(sandbox.delays).toEqual([]);
  expect(stderr).toContain("Upload failed: The API key was not accepted. This API key was revoked.");
  expect(stderr).toContain(`plumb upload --url ${server.url} --build 77 'my results'`);
  expect(stdout.join("\n") + stderr).not.toContain(key);
});

test("prints the URL of the upload that was rejected", async () => {
  const address = "http://plumb.test/uploads?project=1&upload=7";
  await using server = await startStubServer(refused(422, "unreadable_report", "No report.", { uploadUrl: address }));
  using sandbox = createSandbox({ "a.xml": "x" });
  const { code, stderr } = await sandbox.plumb("upload", "a.xml", "--url", server.url);
  expect(code).toBe(1);
  expect(stderr).toContain(`Upload details: ${address}`);
});

test("reports a rejection that arrives before a large body was sent", async () => {
  const arrived = { bytes: 0 };
  await using server = await startStubServer(({ socket }, response) => {
    socket.on("close", () => (arrived.bytes = socket.bytesRead));
    // A server that closes without reading resets the connection, and the response may be lost.
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify(refused(401, "unauthenticated", "Unknown key.").body));
  });
  using sandbox = createSandbox({ "a.xml": "x" });
  const size = 64 * 1024 * 1024;
  truncateSync(join(sandbox.folder, "a.xml"), size);

  const { code, stderr } = await sandbox.plumb("upload", "a.xml", "--url", server.url);

  expect(code).toBe(1);
  expect(stderr).toContain("Unknown key.");
  await expect.poll(() => arrived.bytes).toBeGreaterThan(0);
  expect(arrived.bytes).toBeLessThan(size);
});

test("prints the outcome of each file in a rejection", async () => {
  const files = [verdict({ verdict: "rejected", format: null, tests: 0, reason: "It is empty." })];
  await using server = await startStubServer(refused(422, "unreadable_report", "No file is a report.", { files }));
  using sandbox = createSandbox({ "a.xml": "" });

  const { code, stdout, stderr } = await sandbox.plumb("upload", "a.xml", "--url", server.url);

  expect(code).toBe(1);
  expect(stdout).toEqual(["rejected   a.xml  (It is empty.)"]);
  expect(stderr).not.toContain("Sending them again");
  expect(stderr).toContain("No file is a report.");
});

test.for(["rejected", "partial"] as const)(
  "a file that is %s makes the exit code 3, and the link is still printed",
  async (kind) => {
    const files = [verdict(), verdict({ name: "b.xml", verdict: kind, reason: "line 4: unclosed tag\u001b[31m" })];
    await using server = await startStubServer(accepted([uploadedRun()], files));
    using sandbox = createSandbox({ "a.xml": "x" });

    const { code, stdout } = await sandbox.plumb("upload", "a.xml", "--url", server.url);

    expect(code).toBe(3);
    expect(stdout.at(-1)).toBe("http://plumb.test/reports/7");
    expect(stdout.join("")).not.toContain("\u001b");
  },
);

test("gives up after nine attempts without a server", async () => {
  const server = await startStubServer(accepted());
  await server[Symbol.asyncDispose]();
  using sandbox = createSandbox({ "a.xml": "x" });

  const { code, stderr } = await sandbox.plumb("upload", "a.xml", "--url", server.url);

  expect(code).toBe(1);
  expect(sandbox.delays).toHaveLength(8);
  expect(stderr).toContain("ECONNREFUSED");
  expect(stderr).toContain("You can send the files again");
});

test("a response that is not from Plumb is a failure", async () => {
  await using server = await startStubServer({ status: 200, body: "<html>Welcome to the proxy</html>" });
  using sandbox = createSandbox({ "a.xml": "x" });

  expect(await sandbox.plumb("upload", "a.xml", "--url", server.url)).toMatchObject({ code: 1 });
});

test("a file that vanishes between two attempts is named, not blamed on the network", async () => {
  using sandbox = createSandbox({ "a.xml": "x" });
  await using server = await startStubServer((_request, response) => {
    rmSync(join(sandbox.folder, "a.xml"));
    response.writeHead(503).end();
  }, accepted());

  const { code, stderr } = await sandbox.plumb("upload", "a.xml", "--url", server.url);

  expect(code).toBe(1);
  expect(sandbox.delays).toHaveLength(1);
  expect(stderr).toMatch(/Upload failed: .*a\.xml cannot be read/);
});

test("a redirect is reported and not followed, because the body has been sent", async () => {
  await using server = await startStubServer((_request, response) =>
    response.writeHead(301, { location: "/elsewhere" }).end(),
  );
  using sandbox = createSandbox({ "a.xml": "x" });

  const { code, stderr } = await sandbox.plumb("upload", "a.xml", "--url", server.url);

  expect(code).toBe(1);
  expect(sandbox.delays).toEqual([]);
  expect(stderr).toContain("redirect");
});

test("memory use does not grow with the file size", async () => {
  let held = 0;
  await using server = await startStubServer((request, response) => {
    request.resume().on("end", () => {
      held = process.memoryUsage().arrayBuffers;
      response.writeHead(422).end();
    });
  });
  using sandbox = createSandbox({ "a.xml": "x" });
  truncateSync(join(sandbox.folder, "a.xml"), 512 * 1024 * 1024);

  await sandbox.plumb("upload", "a.xml", "--url", server.url);

  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(128 * 1024 * 1024);
});

test("--batch splits the files over several requests and prints each run once", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox({ "a.xml": "1", "b.xml": "2", "c.xml": "3" });

  const { code, stdout } = await sandbox.plumb("upload", ".", "--url", server.url, "--batch", "2");

  expect(code).toBe(0);
  expect(server.requests.map(({ files }) => Object.keys(files))).toEqual([["a.xml", "b.xml"], ["c.xml"]]);
  expect(stdout.filter((line) => line.startsWith("http"))).toEqual(["http://plumb.test/reports/7"]);
});

test.for([
  [["a.xml"], "No server: set PLUMB_URL"],
  [["a.xml", "--url", "plumb.test"], "must begin with http"],
  [["nowhere/*.xml", "--url", "http://127.0.0.1:9"], "Nothing matches nowhere/*.xml"],
  [["a.xml", "--url", "http://127.0.0.1:9", "--batch", "0"], "--batch must be a number of files"],
  [["a.xml", "--url", "http://127.0.0.1:9", "--ci-url", "nonsense"], "--ci-url must be a web address"],
  [["a.xml", "--url", "http://127.0.0.1:9", "--key", "plumb_söcret"], "The API key contains invalid characters"],
] as const)("%j is refused before anything is sent: %s", async ([args, message]) => {
  using sandbox = createSandbox({ "a.xml": "x" });
  const { code, stderr } = await sandbox.plumb("upload", ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("söcret");
});

test("sends no request without a key", async () => {
  using sandbox = createSandbox({ "a.xml": "x" }, { env: { PLUMB_URL: "http://127.0.0.1:9", PLUMB_API_KEY: "" } });
  const { code, stderr } = await sandbox.plumb("upload", "a.xml");
  expect(code).toBe(2);
  expect(stderr).toContain("No API key");
});

test("--version and --help print to standard output", async () => {
  using sandbox = createSandbox({});
  expect(await sandbox.plumb("--version")).toMatchObject({ code: 0, stdout: ["1.2.3"] });
  expect((await sandbox.plumb("--help")).stdout.join("\n")).toContain("upload [options] [files...]");
});

test("--json prints one document, and everything else to standard error", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox({ "a.xml": "x" });

  const { stdout, stderr } = await sandbox.plumb("upload", "a.xml", "--json", "--url", server.url);

  expect(JSON.parse(stdout.join("\n"))).toEqual({
    exitCode: 0,
    complete: true,
    runs: [uploadedRun()],
    files: [verdict()],
  });
  expect(stderr).toContain("imported   a.xml");
});

test("on GitHub Actions the job summary lists runs and rejections as text", async () => {
  const files = [verdict(), verdict({ name: "<b>.xml", verdict: "rejected", reason: "`x`\n# big" })];
  await using server = await startStubServer(accepted([uploadedRun({ suite: "a|b](javascript:alert(1))" })], files));
  using sandbox = createSandbox({ "a.xml": "x" });
  const summary = join(sandbox.folder, "summary.md");
  using job = createSandbox({ "a.xml": "x" }, { env: { PLUMB_API_KEY: "plumb_secret", GITHUB_STEP_SUMMARY: summary } });

  await job.plumb("upload", "a.xml", "--url", server.url);

  const lines = readFileSync(summary, "utf8").trimEnd().split("\n");
  expect(lines).toContain(
    String.raw`| [\#3 a&#124;b\]\(javascript\:alert\(1\)\)](<http://plumb.test/reports/7>) | 2 | 2 | 0 | 0 | 0 |`,
  );
  expect(lines.at(-1)).toBe(String.raw`- &lt;b&gt;\.xml: rejected, \`x\` \# big`);
});

test("the newest commits are sent unless the user says no", async () => {
  await using server = await startStubServer({
    status: 200,
    body: { success: true, data: { ...uploadedRun(), missing: [] }, files: [verdict()] },
  });
  using sandbox = createSandbox({ "a.xml": "x" });
  using repository = createRepository(sandbox.folder);
  repository.commit("One");
  await sandbox.plumb("upload", "a.xml", "--url", server.url, "--no-commits");
  expect(commitsOf(server)).toEqual([]);
  await sandbox.plumb("upload", "a.xml", "--url", server.url);
  expect(commitsOf(server)).toHaveLength(1);
  using silent = createSandbox({ "a.xml": "x" }, { env: { PLUMB_API_KEY: "plumb_secret", PLUMB_COMMITS: "off" } });
  using other = createRepository(silent.folder);
  other.commit("One");
  await silent.plumb("upload", "a.xml", "--url", server.url);
  expect(commitsOf(server)).toHaveLength(1);
});

const commitsOf = ({ requests }: StubServer) => requests.filter(({ url }) => url.pathname === "/api/ingest/commits");
