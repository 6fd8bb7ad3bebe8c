import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { GateFailure } from "@plumb/contract/runs/gate.ts";
import { createSandbox } from "#testing/cli-sandbox.ts";
import { gateReport, gateResponse } from "#testing/responses.ts";
import { startStubServer } from "#testing/stub-server.ts";

const failure: GateFailure = {
  known: false,
  flaky: false,
  quarantined: false,
  name: "cart › pays",
  variant: "",
  occurrence: 1,
  state: "new",
  changedCause: false,
  file: "cart.spec.ts",
  errorLine: "expected 2 to be 3",
  location: { file: "/ci/builds/shop/e2e/cart.spec.ts", line: 12, column: 5 },
  url: "http://plumb.test/reports/7?result=1",
};
const red = (...tests: GateFailure[]) =>
  gateReport({
    status: "failed",
    failed: tests.length,
    passed: 1,
    failures: [{ ...failure, count: tests.length }],
    tests,
  });

/** Creates a repository with a test in `e2e`. */
function createRepository(env: Record<string, string> = {}) {
  const detected = { branch: "feature/pay", build: "42" };
  const sandbox = createSandbox(
    { "e2e/cart.spec.ts": "" },
    {
      env: { PLUMB_API_KEY: "plumb_secret", ...env },
      detected: () => Promise.resolve(detected),
    },
  );
  for (const args of [
    ["init", "-q"],
    ["add", "."],
  ])
    execFileSync("git", args, { cwd: sandbox.folder });
  return sandbox;
}

test("failures of the current branch are listed with their path in the repository", async () => {
  await using server = await startStubServer(gateResponse(red(failure)));
  using sandbox = createRepository();
  const { code, stdout, stderr } = await sandbox.plumb("failures", "--url", server.url);
  expect(code).toBe(0);
  expect(server.requests[0]?.url.search).toMatch(/branch=feature(%2F|\/)pay/);
  expect(stdout).toEqual(["cart › pays  [new]", "  e2e/cart.spec.ts:12:5", "  expected 2 to be 3", `  ${failure.url}`]);
  expect(stderr).toContain("1 failure in 1 report: #3 web");
});

test("problems have one line each, whatever the texts of a report contain", async () => {
  const hostile = { ...failure, name: "a\n/etc/passwd:1:1: error: b", errorLine: "c\r\n::error::d" };
  await using server = await startStubServer(gateResponse(red(hostile, { ...failure, file: null, location: null })));
  using sandbox = createRepository();
  const { stdout, stderr } = await sandbox.plumb("failures", "--url", server.url, "--format", "problem");
  expect(stdout).toEqual(["e2e/cart.spec.ts:12:5: error: a /etc/passwd:1:1: error: b: c ::error::d"]);
  expect(stderr).toContain("1 of them have no file");
});

/** Returns failures with these numbers, of a report with `failed` failures. */
function numbered(failed: number, from: number, until: number) {
  const tests = Array.from({ length: until - from }, (_, index) => ({
    ...failure,
    name: `pays ${from + index}`,
    url: `http://plumb.test/reports/7?result=${from + index}`,
  }));
  return gateReport({ status: "failed", failed, passed: 1, tests });
}

test("further pages of failures are read, up to 1,000 failures", async () => {
  const pages = [0, 200, 400, 600, 800].map((from) => gateResponse(numbered(5000, from, from + 200)));
  const [first = gateResponse(red()), ...others] = pages;
  await using server = await startStubServer(first, ...others);
  using sandbox = createRepository();
  const { stdout, stderr } = await sandbox.plumb("failures", "--url", server.url, "--format", "problem");
  expect(new Set(stdout).size).toBe(1000);
  expect(server.requests.map(({ url }) => url.searchParams.get("offset"))).toEqual([null, "200", "400", "600", "800"]);
  expect(stderr).toContain("5,000 failures in 1 report: #3 web; 4000 of them are not listed");
});

test("a server without pages is asked once more, and lists its failures once", async () => {
  await using server = await startStubServer(gateResponse(numbered(120, 0, 50)));
  using sandbox = createRepository();
  const { stdout, stderr } = await sandbox.plumb("failures", "--url", server.url, "--format", "problem");
  expect(stdout).toHaveLength(50);
  expect(stderr).toContain("70 of them are not listed");
});

test("SARIF has the required fields, and no result without a location", async () => {
  const spaced = { ...failure, location: { file: "a b#c.ts", line: 1, column: null }, state: "known" as const };
  await using server = await startStubServer(
    gateResponse(red(failure, failure, spaced, { ...failure, file: null, location: null })),
  );
  using sandbox = createSandbox({}, { detected: () => Promise.resolve({ branch: "main" }) });
  const { stdout } = await sandbox.plumb("failures", "--url", server.url, "--format", "sarif");
  const log = JSON.parse(stdout.join("\n")) as { runs: { results: { partialFingerprints: object }[] }[] };
  expect(log).toMatchObject({
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "Plumb", rules: [{ id: "test-failure" }] } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: [{ message: { text: /./ } }] }],
        results: [
          { ruleId: "test-failure", level: "error", baselineState: "new" },
          { message: { text: "cart › pays: expected 2 to be 3" } },
          {
            baselineState: "unchanged",
            locations: [{ physicalLocation: { artifactLocation: { uri: "a%20b%23c.ts" }, region: { startLine: 1 } } }],
          },
        ],
      },
    ],
  });
  const prints = log.runs[0]?.results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints)) ?? [];
  expect(new Set(prints).size).toBe(3);
});

test.for([
  [["--format", "xml"], "--format must be text, json, sarif, problem, not xml."],
  [["--commit", "main"], "--commit must be a hash"],
  [["--commit", "abcdef1", "--report", "7"], "Pass only one of"],
] as const)("%s is refused", async ([args, reason]) => {
  using sandbox = createRepository();
  expect(await sandbox.plumb("failures", "--url", "http://plumb.test", ...args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(reason) as string,
  });
});

const hostile: GateFailure = {
  ...failure,
  name: "pays, 100%: ok",
  errorLine: "\r\n::stop-commands::x ##vso[task.setvariable variable=a]b ##[error]c ##teamcity[d]",
};

test("GitHub gets an escaped command per failure, at most ten errors", async () => {
  await using server = await startStubServer(gateResponse(red(hostile, ...Array.from({ length: 14 }, () => failure))));
  using sandbox = createRepository({ GITHUB_ACTIONS: "true" });
  const { code, stdout } = await sandbox.plumb("gate", "--annotate", "--url", server.url);
  expect(code).toBe(4);
  const commands = stdout.filter((line) => line.trimStart().startsWith("::"));
  expect(commands).toHaveLength(10);
  expect(commands[0]).toBe(
    "::error file=e2e/cart.spec.ts,line=12,col=5,title=pays%2C 100%25%3A ok:::" +
      " :stop-commands::x # #vso[task.setvariable variable=a]b # #[error]c # #teamcity[d]",
  );
  // The list of the gate contains no commands, either.
  expect(stdout.filter((line) => /##\w*\[|^\s*::(?!error file)/.test(line))).toEqual([]);
  expect(server.requests[0]?.url.search).toContain("locations=true");
});

test("Azure gets an escaped command, and a known failure is a warning", async () => {
  const known = { ...failure, known: true, state: "known" as const, name: "a;b]c%d" };
  await using server = await startStubServer(gateResponse(red(known)));
  using sandbox = createRepository({ TF_BUILD: "True" });
  const { stdout } = await sandbox.plumb("gate", "--annotate", "--url", server.url);
  expect(stdout).toContain(
    "##vso[task.logissue type=warning;sourcepath=e2e/cart.spec.ts;linenumber=12;columnnumber=5;]a;b]c%AZP25d: expected 2 to be 3",
  );
});

test("GitLab gets a code quality report with a fingerprint per failure", async () => {
  await using server = await startStubServer(
    gateResponse(red(failure, failure, { ...failure, file: null, location: null })),
  );
  using sandbox = createRepository({ GITLAB_CI: "true" });
  await sandbox.plumb("gate", "--annotate", "--url", server.url);
  const issues = JSON.parse(readFileSync(join(sandbox.folder, "gl-code-quality-report.json"), "utf8")) as {
    fingerprint: string;
  }[];
  expect(issues).toHaveLength(2);
  expect(issues[0]).toMatchObject({
    description: "cart › pays: expected 2 to be 3",
    check_name: "test-failure",
    severity: "major",
    location: { path: "e2e/cart.spec.ts", lines: { begin: 12 } },
  });
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(2);
});

test("a path that the repository does not have is left out", async () => {
  const elsewhere = { ...failure, location: { file: "/opt/tool/runner.ts", line: 3, column: null } };
  await using server = await startStubServer(gateResponse(red(elsewhere)));
  using sandbox = createRepository({ GITHUB_ACTIONS: "true" });
  const { stdout } = await sandbox.plumb("gate", "--annotate", "--url", server.url);
  expect(stdout).toContain("::error title=cart › pays::expected 2 to be 3");
});
