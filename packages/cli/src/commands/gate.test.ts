import { type AddressInfo, createServer } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gateResponse, gateReport, refused } from "#testing/responses.ts";
import { startStubServer } from "#testing/stub-server.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";

const inCi = { detected: () => Promise.resolve({ build: "77" }) };
const failure = {
  known: false,
  state: "new" as const,
  changedCause: false,
  occurrence: 1,
  flaky: false,
  quarantined: false,
  variant: "",
  name: "cart › pays [link](https://evil.test) <img src=x>",
  file: "cart.spec.ts",
  errorLine: "expected | 1\u001b[31m",
  url: "http://plumb.test/reports/7?result=12",
};
const red = gateReport({
  status: "failed",
  passed: 1,
  failed: 1,
  failures: [{ known: false, state: "new", changedCause: false, flaky: false, quarantined: false, count: 1 }],
  tests: [failure],
});

test("requests the reports of this build, and passes if every rule is met", async () => {
  await using server = await startStubServer(gateResponse(gateReport()));
  using sandbox = createSandbox({}, inCi);

  const { code, stdout } = await sandbox.plumb("gate", "--url", server.url, "--suite", "web");

  expect(code).toBe(0);
  expect(server.requests[0]?.url.pathname).toBe("/api/gate");
  expect(Object.fromEntries(server.requests[0]?.url.searchParams ?? [])).toEqual({ build: "77", suite: "web" });
  expect(server.requests[0]?.authorization).toBe("Bearer plumb_secret");
  expect(stdout).toEqual([
    "Report #3 of web (staging, main)",
    "  passed  0 failures counted (limit 0)",
    "Gate passed",
    "http://plumb.test/reports/7",
  ]);
});

test("a failed gate ends with 4, and prints the reason with links", async () => {
  await using server = await startStubServer(gateResponse(gateReport(), { ...red, reportId: 8, suite: "api" }));
  using sandbox = createSandbox({}, inCi);

  const { code, stdout } = await sandbox.plumb("gate", "--url", server.url);

  expect(code).toBe(4);
  const text = stdout.join("\n");
  expect(text).toContain("  FAILED  1 failure counted (limit 0)");
  expect(text).toContain(failure.url);
  expect(text).not.toContain("\u001b");
});

test("failures are listed by variant and row, new and returned ones are marked, and others are counted", async () => {
  const excuses = { flaky: false, quarantined: false };
  await using server = await startStubServer(
    gateResponse({
      ...red,
      comparedWith: { number: 2, branch: "main", url: "http://plumb.test/reports/6" },
      failures: [
        { ...excuses, known: false, state: "new", changedCause: false, count: 1 },
        { ...excuses, known: false, state: "back", changedCause: false, count: 1 },
        { ...excuses, known: true, state: "known", changedCause: false, count: 30 },
      ],
      tests: [
        { ...failure, name: "adds", variant: "chromium" },
        { ...failure, name: "adds", variant: "chromium", occurrence: 2, state: "back" },
        ...Array.from({ length: 30 }, () => ({
          ...failure,
          name: "adds",
          variant: "firefox",
          known: true,
          state: "known" as const,
          changedCause: false,
        })),
      ],
    }),
  );
  using sandbox = createSandbox({}, inCi);
  const { stdout } = await sandbox.plumb("gate", "--url", server.url);
  const lines = stdout.map((line) => line.trim());
  expect(lines).toContain("adds (chromium)  [new]");
  expect(lines).toContain("adds (chromium) (2)  [back]");
  expect(lines.filter((line) => line === "adds (firefox)")).toHaveLength(8);
  expect(lines).toContain("and 22 more");
});

test("waits until the reports are there and have ended", async () => {
  await using server = await startStubServer(
    gateResponse(),
    gateResponse(gateReport({ status: "running" })),
    gateResponse(gateReport()),
  );
  using sandbox = createSandbox({}, inCi);

  expect(await sandbox.plumb("gate", "--url", server.url)).toMatchObject({ code: 0 });
  expect(sandbox.delays).toEqual([2000, 2000]);
});

test.for([
  [
    gateResponse(),
    "There is no report of build 77 after 4 s: nothing was checked. Was it uploaded with the same --build?",
  ],
  [gateResponse(gateReport({ status: "running" })), "1 report still running after 4 s"],
] as const)("gives up after the timeout: %#", async ([response, message]) => {
  await using server = await startStubServer(response);
  using sandbox = createSandbox({}, inCi);

  const { code, stderr } = await sandbox.plumb("gate", "--url", server.url, "--timeout", "4");

  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(sandbox.delays).toEqual([2000, 2000]);
});

test("prints which suite has no report in the build", async () => {
  await using server = await startStubServer(gateResponse());
  using sandbox = createSandbox({}, inCi);

  const { stderr } = await sandbox.plumb("gate", "--url", server.url, "--suite", "nope", "--timeout", "4");

  expect(stderr).toContain(
    "There is no report of build 77 in the suite nope after 4 s: nothing was checked. Check --build, --suite and --environment.",
  );
});

test("a report can be specified by its URL", async () => {
  await using server = await startStubServer(gateResponse(gateReport()));
  using sandbox = createSandbox({});

  expect(await sandbox.plumb("gate", `${server.url}/reports/7?tab=metrics`, "--url", server.url)).toMatchObject({
    code: 0,
  });
  expect(server.requests[0]?.url.search).toBe("?reportId=7");
});

test.for(["69", "#69"])("%s is the number of a report in the project of the key", async (name) => {
  await using server = await startStubServer(gateResponse(gateReport({ number: 69 })));
  using sandbox = createSandbox({});

  const { code, stdout } = await sandbox.plumb("gate", name, "--url", server.url);

  expect(code).toBe(0);
  expect(server.requests[0]?.url.search).toBe("?number=69");
  expect(stdout[0]).toBe("Report #69 of web (staging, main)");
});

test("without a base it prints a note, and every failure is new", async () => {
  const baseBranches = ["main", "master"];
  await using server = await startStubServer(
    gateResponse({ ...red, comparedWith: null, baseBranches }),
    gateResponse(gateReport({ comparedWith: null, baseBranches })),
  );
  using sandbox = createSandbox({}, inCi);
  const text = "with no base: there is no earlier run on main, master, so every failure is new";

  const first = await sandbox.plumb("gate", "--url", server.url, "--max-new-failures", "0");
  expect(first.code).toBe(4);
  expect(first.stdout).toContain(`  FAILED  1 new failure counted (limit 0), ${text}`);
  const second = await sandbox.plumb("gate", "--url", server.url, "--max-new-failures", "0");
  expect(second.code).toBe(0);
  expect(second.stdout).toContain(`  passed  0 new failures counted (limit 0), ${text}`);
});

test.for([
  [404, "not_found", "The requested report could not be found.", "There is no report #7 in the project of this key."],
  [
    401,
    "unauthenticated",
    "Your session has expired. Please log in again.",
    "It is not a key of this server: keys begin with",
  ],
] as const)("explains a rejection with status %i", async ([status, code, output, text]) => {
  await using server = await startStubServer(refused(status, code, output));
  using sandbox = createSandbox({});
  const { code: ended, stderr } = await sandbox.plumb("gate", "7", "--url", server.url);
  expect(ended).toBe(1);
  expect(stderr).toContain(text);
  expect(stderr).not.toContain("session");
});

test("a rejected request fails the gate", async () => {
  await using server = await startStubServer(refused(401, "unauthenticated", "This API key was revoked."));
  using sandbox = createSandbox({}, inCi);

  const { code, stdout, stderr } = await sandbox.plumb("gate", "--url", server.url, "--json");

  expect(code).toBe(1);
  expect(stderr).toContain("The API key was not accepted. This API key was revoked.");
  expect(JSON.parse(stdout.join("\n"))).toMatchObject({
    exitCode: 1,
    error: expect.stringContaining("revoked") as string,
  });
});

test("--json prints one document with the figures and the rules", async () => {
  await using server = await startStubServer(gateResponse(red));
  using sandbox = createSandbox({}, inCi);

  const { code, stdout, stderr } = await sandbox.plumb("gate", "--url", server.url, "--json");

  expect(code).toBe(4);
  expect(JSON.parse(stdout.join("\n"))).toMatchObject({
    exitCode: 4,
    open: false,
    ignore: ["quarantined"],
    reports: [{ reportId: 7, rules: [{ rule: "max-failures", passed: false }], tests: [{ name: failure.name }] }],
  });
  expect(stderr).toContain("Gate FAILED");
});

test("on GitHub Actions the job summary has the same content, and hostile names stay text", async () => {
  await using server = await startStubServer(gateResponse(red));
  using sandbox = createSandbox({ "summary.md": "before\n" });
  const summary = join(sandbox.folder, "summary.md");
  using there = createSandbox(
    {},
    { ...inCi, env: { PLUMB_API_KEY: "plumb_secret", PLUMB_URL: server.url, GITHUB_STEP_SUMMARY: summary } },
  );

  expect(await there.plumb("gate")).toMatchObject({ code: 4 });

  const text = readFileSync(summary, "utf8");
  expect(text).toMatch(/^before\n### Plumb: gate FAILED\n/);
  expect(text).toContain("| ❌ | 1 failure counted \\(limit 0\\) |");
  expect(text).toContain(
    String.raw`[cart › pays \[link\]\(https\:\/\/evil\.test\) &lt;img src\=x&gt;](<http://plumb.test/reports/7?result=12>)`,
  );
  expect(text).toContain("expected &#124; 1");
});

test.for([
  [["gate"], "No build: pass a report"],
  [["gate", "seven"], "seven is not a report"],
  [["gate", "1", "2"], "too many arguments"],
  [["gate", "1", "--timeout", "soon"], "--timeout must be a number of seconds"],
] as const)("%j is refused: %s", async ([args, message]) => {
  using sandbox = createSandbox({}, { env: { PLUMB_URL: "http://127.0.0.1:9", PLUMB_API_KEY: "plumb_secret" } });
  const { code, stderr } = await sandbox.plumb(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("gives up on a server that accepts the request and never responds", async () => {
  const silent = createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  using sandbox = createSandbox({}, inCi);
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;

  const { code, stderr } = await sandbox.plumb("gate", "--url", url, "--timeout", "1");

  expect(code).toBe(1);
  expect(stderr).toContain("no response within 5 s");
  silent.close();
});

test("prints a note if a build has more reports than are checked", async () => {
  await using server = await startStubServer({
    status: 200,
    body: { success: true, data: [gateReport()], count: 251 },
  });
  using sandbox = createSandbox({}, inCi);

  const { stdout } = await sandbox.plumb("gate", "--url", server.url);

  expect(stdout).toContain("1 of 251 reports were checked: those that did not pass, and then the latest.");
});

test("reads a report at another server's URL from the configured server, with a note", async () => {
  await using server = await startStubServer(gateResponse(gateReport()));
  using sandbox = createSandbox({}, inCi);

  const { stderr } = await sandbox.plumb("gate", "https://other.example/reports/7", "--url", server.url);

  expect(stderr).toContain(`Reading report 7 from ${server.url} instead of the given address.`);
});
