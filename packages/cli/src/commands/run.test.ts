import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accepted, gateResponse, gateReport, refused, verdict } from "#testing/responses.ts";
import { startStubServer } from "#testing/stub-server.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";

/** Arguments that run a Node script as the test command. */
const node = (script: string) => ["--", process.execPath, "-e", script];
const writes = `require("fs").mkdirSync("test-results", { recursive: true }); require("fs").writeFileSync("test-results/a.xml", "<a/>");`;

test("sends the reports of the command, even if it failed, and ends with its exit code", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox({ "test-results/old.xml": "yesterday" });
  utimesSync(join(sandbox.folder, "test-results/old.xml"), 1_700_000_000, 1_700_000_000);

  const script = `${writes} console.log("1 failed"); console.error("oops"); process.exitCode = 7`;
  const { code, stdout, stderr } = await sandbox.plumb("run", "--url", server.url, ...node(script));

  expect(code).toBe(7);
  expect(server.requests.map(({ files }) => files)).toEqual([{ "test-results/a.xml": "<a/>" }]);
  expect(stdout).toContain("1 failed");
  expect(stdout.at(-1)).toBe("http://plumb.test/reports/7");
  expect(stderr).toContain("oops");
});

test("does not send files from before the command unless they were rewritten", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox({ "test-results/before.xml": "<a/>", "test-results/again.xml": "<old/>" });

  const script = `require("fs").writeFileSync("test-results/again.xml", "<a/>")`;
  await sandbox.plumb("run", "--url", server.url, ...node(script));

  expect(server.requests.map(({ files }) => files)).toEqual([{ "test-results/again.xml": "<a/>" }]);
});

test("reporters find server, key and build in their environment", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox({}, { detected: () => Promise.resolve({ branch: "main", commit: "c1" }) });

  const names = ["PLUMB_URL", "PLUMB_API_KEY", "PLUMB_BUILD", "PLUMB_SUITE", "PLUMB_BRANCH", "PLUMB_COMMIT", "HOME"];
  const script = `${writes} console.log(JSON.stringify(${JSON.stringify(names)}.map((name) => process.env[name])))`;
  const { stdout } = await sandbox.plumb("run", "--url", server.url, "--suite", "web", ...node(script));

  const build = server.requests[0]?.url.searchParams.get("build");
  expect(build).toMatch(/^run-/);
  expect(JSON.parse(stdout[0] ?? "")).toEqual([server.url, "plumb_secret", build, "web", "main", "c1", sandbox.folder]);
});

test.for([
  ["the command's failure counts before the upload's", 5, [], 5],
  ["an upload that failed is not hidden by a command that succeeded", 0, [], 1],
  ["--strict has the upload's failure count first", 5, ["--strict"], 1],
] as const)("%s", async ([, ended, options, expected]) => {
  await using server = await startStubServer(refused(401, "unauthenticated", "Revoked."));
  using sandbox = createSandbox({});
  const script = `${writes} process.exitCode = ${ended}`;
  expect(await sandbox.plumb("run", "--url", server.url, ...options, ...node(script))).toMatchObject({
    code: expected,
  });
});

test.for([
  [[], 0],
  [["--strict"], 3],
] as const)("without reports it prints a note: %j", async ([options, expected]) => {
  using sandbox = createSandbox({});
  const { code, stderr } = await sandbox.plumb("run", "--url", "http://127.0.0.1:9", ...options, ...node("0"));
  expect(code).toBe(expected);
  expect(stderr).toContain("No report was sent");
});

test.for([
  [[], 0],
  [["--reports", "test-results"], 1],
] as const)(
  "screenshots without a report are accepted, unless specified as reports: %j",
  async ([options, expected]) => {
    const files = [verdict({ name: "test-results/shot.png", verdict: "rejected", format: null, tests: 0 })];
    await using server = await startStubServer(
      refused(422, "unreadable_report", "No report could be read.", { files }),
    );
    using sandbox = createSandbox({});
    const script = `require("fs").mkdirSync("test-results"); require("fs").writeFileSync("test-results/shot.png", "png")`;
    const { code } = await sandbox.plumb("run", "--url", server.url, ...options, ...node(script));
    expect(server.requests).toHaveLength(1);
    expect(code).toBe(expected);
  },
);

test("--reports sets the location", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox({});
  const script = `for (const name of ["one.xml", "two.txt", "three.log"]) require("fs").writeFileSync(name, name)`;
  await sandbox.plumb("run", "--url", server.url, "--reports", "*.xml, two.txt", ...node(script));
  expect(Object.keys(server.requests[0]?.files ?? {})).toEqual(["one.xml", "two.txt"]);
});

test("forwards a signal to the command and sends its reports", async () => {
  await using server = await startStubServer(accepted());
  let hear: ((signal: NodeJS.Signals) => void) | undefined;
  using sandbox = createSandbox(
    {},
    {
      onSignal: (listener) => {
        hear = listener;
        return () => undefined;
      },
    },
  );
  const script = `${writes} process.on("SIGTERM", () => process.exit(9)); console.log("ready"); setInterval(() => {}, 1000)`;
  const ended = sandbox.plumb("run", "--url", server.url, ...node(script));
  await sandbox.waitForText("ready");
  hear?.("SIGTERM");

  expect(await ended).toMatchObject({ code: 9 });
  expect(server.requests).toHaveLength(1);
});

test("exits with 128 plus the signal number if a signal ended the command, and with 127 if it does not exist", async () => {
  using sandbox = createSandbox({});
  const at = ["--url", "http://127.0.0.1:9"];
  expect(await sandbox.plumb("run", ...at, ...node(`process.kill(process.pid, "SIGKILL")`))).toMatchObject({
    code: 137,
  });
  const missing = await sandbox.plumb("run", ...at, "--", "no-such-command-anywhere");
  expect(missing.code).toBe(127);
  expect(missing.stderr.trim()).toBe("no-such-command-anywhere could not be started: there is no such command");
});

test("--json keeps the standard output for its document, whatever the command prints", async () => {
  await using server = await startStubServer(accepted());
  using sandbox = createSandbox({});
  const script = `${writes} console.log("noise"); process.exitCode = 4`;
  const { stdout, stderr } = await sandbox.plumb("run", "--json", "--url", server.url, ...node(script));
  expect(JSON.parse(stdout.join("\n"))).toMatchObject({
    exitCode: 4,
    command: { exitCode: 4 },
    runs: [{ reportId: 7 }],
  });
  expect(stderr).toContain("noise");
});

test("--json after the command belongs to the command", async () => {
  using sandbox = createSandbox({});
  const { stdout } = await sandbox.plumb(
    "run",
    "--url",
    "http://127.0.0.1:9",
    ...node("console.log(process.argv.at(-1))"),
    "--",
    "--json",
  );
  expect(stdout).toEqual(["--json"]);
});

test("without a command it explains the usage", async () => {
  using sandbox = createSandbox({});
  const { code, stderr } = await sandbox.plumb("run", "--url", "http://127.0.0.1:9");
  expect(code).toBe(2);
  expect(stderr).toContain("plumb run -- npm test");
});

const excused = { known: false, state: "new", changedCause: false, flaky: false, quarantined: true, count: 1 } as const;
const quarantined = gateReport({ status: "failed", passed: 1, failed: 1, failures: [excused] });
const failing = gateReport({ status: "failed", passed: 1, failed: 1, failures: [{ ...excused, quarantined: false }] });

test.for([
  ["a quarantined failure passes although the command failed", 1, quarantined, 0],
  ["a failure that counts ends with 4", 1, failing, 4],
  ["a failure that counts fails a command that hides it", 0, failing, 4],
  ["a command that failed without a failed test stays failed", 3, gateReport(), 3],
  ["a command that a signal ended stays failed", 130, quarantined, 130],
  ["an interrupted run fails", 1, gateReport({ ...quarantined, incomplete: true }), 4],
] as const)("with --gate %s", async ([, ended, report, expected]) => {
  await using server = await startStubServer(accepted(), gateResponse(report));
  using sandbox = createSandbox({});
  const script = `${writes} process.exitCode = ${ended}`;
  const { code } = await sandbox.plumb("run", "--url", server.url, "--gate", "--max-failures", "0", ...node(script));
  expect(code).toBe(expected);
  expect(server.requests.at(-1)?.url.search).toBe("?reportId=7");
});

test("with --gate the reports of this build are checked if a reporter sends them", async () => {
  await using server = await startStubServer(gateResponse(quarantined));
  using sandbox = createSandbox({}, { detected: () => Promise.resolve({ build: "77" }) });
  const { code } = await sandbox.plumb(
    "run",
    "--url",
    server.url,
    "--gate",
    "--suite",
    "web",
    ...node("process.exitCode = 1"),
  );
  expect(code).toBe(0);
  expect(server.requests[0]?.url.search).toBe("?build=77&suite=web");
});

test("with --gate a failed upload never passes", async () => {
  await using server = await startStubServer(refused(401, "unauthenticated", "Revoked."));
  using sandbox = createSandbox({});
  expect(await sandbox.plumb("run", "--url", server.url, "--gate", ...node(writes))).toMatchObject({ code: 1 });
});

test("a rule without --gate is refused before anything starts", async () => {
  using sandbox = createSandbox({});
  const { code, stderr } = await sandbox.plumb(
    "run",
    "--url",
    "http://127.0.0.1:9",
    "--max-failures",
    "0",
    ...node("0"),
  );
  expect(code).toBe(2);
  expect(stderr).toContain("--max-failures requires --gate.");
});
