import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addComment, type FakeHost, head, token } from "@plumb/code-hosts/testing/fake-host.ts";
import { startAzure, startBitbucket, startGitHub, startGitLab } from "@plumb/code-hosts/testing/fake-hosts.ts";
import type { GateReport } from "@plumb/contract/runs/gate.ts";
import type { PullRequestSummary } from "@plumb/contract/runs/pull-request.ts";
import { expect, test } from "vitest";
import { createSandbox } from "#testing/cli-sandbox.ts";
import { gateReport, gateResponse, refused } from "#testing/responses.ts";
import { startStubServer } from "#testing/stub-server.ts";

const failure = { known: false, state: "new", changedCause: false, flaky: false, quarantined: false } as const;
const red = gateReport({ status: "failed", passed: 1, failed: 1, failures: [{ ...failure, count: 1 }] });
const summary: PullRequestSummary = {
  projectId: 1,
  projectName: "Shop",
  readAt: "2026-03-04T10:00:00.000Z",
  failures: { quarantined: 0, known: 0, flaky: 0, new: 1, back: 0 },
  causes: [
    {
      kind: "new",
      title: "“pays” and 2 more tests fail: expected 3, received 4",
      location: "cart › pays (cart.spec.ts:12)",
      failures: 1,
      back: 0,
      changedCause: 0,
      flakyTests: 0,
      quarantinedTests: 0,
      primaryClass: "Application Defect",
      subClass: null,
      confidence: null,
      owners: ["ada"],
      errorLine: "expected 3, received 4",
      evidence: [],
      tests: [{ name: "cart › pays", url: "http://plumb.test/reports/7?result=1" }],
      screenshotUrl: null,
      ticket: null,
      item: null,
      suspect: null,
      fix: null,
      since: null,
    },
  ],
  unlisted: { known: 0, flaky: 0, new: 0 },
  fixed: { count: 0, tests: [] },
  newlyFlaky: { count: 0, tests: [] },
  suiteChanges: {
    removed: { count: 0, tests: [] },
    renamed: { count: 0, tests: [] },
    newlySkipped: { count: 0, tests: [] },
    raisedRetries: { count: 0, limits: [] },
    raisedTimeouts: { count: 0, limits: [] },
    fewerAssertions: { count: 0, tests: [] },
  },
  missing: [],
  running: 0,
  reports: [],
  reportCount: 1,
};
const green: PullRequestSummary = { ...summary, failures: { ...summary.failures, new: 0 }, causes: [] };

const inPullRequest = { build: "77", pullRequest: "12", commit: head };
const response = (data: unknown) => ({ status: 200, body: { success: true, data } });

/** Runs the command once, against a Plumb server with this summary. */
/** Returns the responses for the reports of the build and of its commit. */
const gates = (report: GateReport) => [gateResponse(report), gateResponse(report)] as const;

async function comment(
  host: FakeHost,
  input: PullRequestSummary = summary,
  args: string[] = [],
  env: Record<string, string> = {},
) {
  await using server = await startStubServer(...gates(input.failures.new > 0 ? red : gateReport()), response(input));
  using sandbox = createSandbox(
    {},
    {
      detected: () => Promise.resolve(inPullRequest),
      env: { PLUMB_API_KEY: "plumb_secret", PLUMB_URL: "http://plumb.test", ...host.env, ...env },
    },
  );
  const result = await sandbox.plumb("comment", "--url", server.url, ...args);
  const visible = result.stdout.join("\n") + result.stderr;
  expect(visible).not.toContain(token);
  return { ...result, output: visible, requests: server.requests };
}

/** Makes the marker independent of the Plumb server's port. */
async function commentTwice(
  host: FakeHost,
  first: PullRequestSummary,
  second: PullRequestSummary,
  args: string[] = [],
) {
  await using server = await startStubServer(...gates(red), response(first), ...gates(red), response(second));
  using sandbox = createSandbox(
    {},
    { detected: () => Promise.resolve(inPullRequest), env: { PLUMB_API_KEY: "plumb_secret", ...host.env } },
  );
  const one = await sandbox.plumb("comment", "--url", server.url, ...args);
  const two = await sandbox.plumb("comment", "--url", server.url, ...args);
  return [one, two];
}

const hosts = [
  ["GitHub", startGitHub],
  ["GitLab", startGitLab],
  ["Bitbucket", startBitbucket],
  ["Azure DevOps", startAzure],
] as const;
const later = { ...summary, readAt: "2026-03-04T11:00:00.000Z", projectName: "Shop 2" };

test.for(hosts)("%s: one comment is created and later edited, and each run sets a status", async ([name, start]) => {
  await using host = await start();
  const [one, two] = await commentTwice(host, summary, later);
  expect(one).toMatchObject({ code: 0, stdout: [`The comment was created: ${name}, pull request 12.`] });
  expect(two).toMatchObject({ code: 0, stdout: [`The comment was updated: ${name}, pull request 12.`] });
  expect(host.violations).toEqual([]);
  expect(host.comments).toHaveLength(1);
  expect(host.comments[0]?.text).toContain("### ❌ Shop 2: 1 failure new here");
  expect(host.comments[0]?.text.includes("<details>")).toBe(name !== "Bitbucket");
  expect(host.statuses.length).toBeGreaterThan(0);
  expect(["failure", "failed", "FAILED"]).toContain(host.statuses[0]?.["state"]);
  expect(host.statuses[0]?.["description"]).toBe("Gate failed: 1 new, 0 also on the base branch, 0 flaky, 0 fixed");
});

test.for(hosts)("%s: the comment is found behind 250 others", async ([, start]) => {
  await using host = await start();
  for (let n = 0; n < 250; n += 1) addComment(host, `comment ${n}`, "ada");
  await commentTwice(host, summary, later);
  expect(host.violations).toEqual([]);
  expect(host.comments).toHaveLength(251);
});

test.for(hosts)(
  "%s: comments of others are never changed, even if they begin with the marker or quote it",
  async ([, start]) => {
    await using host = await start();
    await commentTwice(host, summary, later);
    const [own] = host.comments;
    const text = own?.text ?? "";
    host.comments.splice(0);
    const others = [text, `> ${text.replaceAll("\n", "\n> ")}\n\nWhat is this?`].map((copied) =>
      addComment(host, copied, "ada"),
    );
    const quoting = addComment(host, `Look at this:\n${text}`);
    const retained = [...others, quoting].map((each) => each.text);
    await commentTwice(host, later, { ...later, projectName: "Shop 3" });
    expect(host.violations).toEqual([]);
    expect([...others, quoting].map((each) => each.text)).toEqual(retained);
    expect(host.comments).toHaveLength(4);
  },
);

test.for(hosts)("%s: jobs that write at the same time leave one comment", async ([, start]) => {
  await using host = await start();
  await using server = await startStubServer((request, response_) => {
    const body = request.url?.startsWith("/api/gate") ? gateResponse(red).body : response(summary).body;
    response_.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  using sandbox = createSandbox(
    {},
    { detected: () => Promise.resolve(inPullRequest), env: { PLUMB_API_KEY: "plumb_secret", ...host.env } },
  );
  const jobs = await Promise.all(Array.from({ length: 6 }, () => sandbox.plumb("comment", "--url", server.url)));
  expect(jobs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(host.comments).toHaveLength(1);
});

test("a job with older results does not replace newer ones", async () => {
  await using host = await startGitHub();
  const [, two] = await commentTwice(host, later, summary);
  expect(two?.stdout).toEqual(["Another job wrote newer results: GitHub, pull request 12."]);
  expect(host.comments[0]?.text).toContain("Shop 2");
});

test("comments with another --id, or of another project, are separate", async () => {
  await using host = await startGitHub();
  await commentTwice(host, summary, { ...summary, projectId: 2 });
  await commentTwice(host, summary, summary, ["--id", "e2e"]);
  expect(host.comments).toHaveLength(3);
});

test("a comment is not written if everything always passed, but an earlier one is updated", async () => {
  await using host = await startGitHub();
  const { code, stdout } = await comment(host, green);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: ["There are no failures and no earlier comment, so none was written: GitHub, pull request 12."],
  });
  expect(host.comments).toEqual([]);
  expect(host.statuses).toMatchObject([{ state: "success" }]);
  await commentTwice(host, summary, { ...green, readAt: later.readAt });
  expect(host.comments[0]?.text).toContain("Shop: no new failures");
});

test("results of an older commit change no comment", async () => {
  await using host = await startGitHub();
  host.head = "b".repeat(40);
  const { code, output } = await comment(host);
  expect(code).toBe(0);
  expect(output).toContain("not the tested commit");
  expect(host.comments).toEqual([]);
});

test.for([
  [{ status: 429, headers: { "retry-after": "3" } }, 3000],
  [{ status: 403, headers: { "retry-after": "60" } }, 60_000],
  [{ status: 502 }, 1],
] as const)("a request is repeated after %j", async ([input, waitMs]) => {
  await using host = await startGitHub();
  host.failures.push(input, input);
  await using server = await startStubServer(...gates(red), response(summary));
  using sandbox = createSandbox(
    {},
    { detected: () => Promise.resolve(inPullRequest), env: { PLUMB_API_KEY: "plumb_secret", ...host.env } },
  );
  expect(await sandbox.plumb("comment", "--url", server.url)).toMatchObject({ code: 0 });
  expect(sandbox.delays.filter((ms) => ms >= waitMs)).toHaveLength(2);
  expect(host.comments).toHaveLength(1);
});

test("a read-only token of a fork is explained, and fails the build only with --strict", async () => {
  await using host = await startGitHub();
  const refusal = { status: 403, body: { message: `Resource not accessible by integration ${token}` } };
  host.failures.push(refusal, refusal, refusal);
  const { code, output } = await comment(host);
  expect(code).toBe(0);
  expect(output).toContain("Resource not accessible by integration ***");
  expect(output).toContain("use the workflow_run recipe in docs/pull-requests.md");
  host.failures.push(refusal, refusal, refusal);
  expect(await comment(host, summary, ["--strict"])).toMatchObject({ code: 1 });
});

test.for(hosts)("%s: a refused status does not hide that the comment was written", async ([name, start]) => {
  await using host = await start();
  host.onRequest = (route) => {
    if (/^POST .*\/statuses\b/.test(route)) host.failures.push({ status: 403, body: { message: `Not for ${token}` } });
  };
  const { code, stdout, stderr } = await comment(host);
  expect({ code, stdout }).toEqual({ code: 0, stdout: [`The comment was created: ${name}, pull request 12.`] });
  expect(stderr).toContain(`The commit status was refused: ${name} answered with status 403 (Not for ***).`);
  expect(stderr).toContain("The build continues; --strict makes it fail.");
  expect(await comment(host, later, ["--strict"])).toMatchObject({ code: 1 });
  expect(host.comments).toHaveLength(2);
});

test("a service that does not respond does not fail the build", async () => {
  await using host = await startGitHub({
    GITHUB_API_URL: "http://127.0.0.1:9",
    GITHUB_GRAPHQL_URL: "http://127.0.0.1:9",
  });
  const { code, output } = await comment(host);
  expect(code).toBe(0);
  expect(output).toContain("GitHub did not respond");
});

/** Writes the event of a workflow that a run of a fork started. */
async function inWorkflowRun(run: Record<string, unknown>, args: string[] = []) {
  const host = await startGitHub();
  const event = {
    workflow_run: {
      id: 501,
      event: "pull_request",
      head_sha: head,
      head_branch: "cart",
      head_repository: { id: 77, owner: { login: "fork" } },
      pull_requests: [],
      ...run,
    },
  };
  using files = createSandbox({});
  const path = join(files.folder, "event.json");
  writeFileSync(path, JSON.stringify(event));
  const result = await comment(host, summary, args, { GITHUB_EVENT_PATH: path });
  return { ...result, host };
}

test("in a workflow_run, the pull request is the one of the run's head, and the build is that of the run", async () => {
  const { code, requests, host } = await inWorkflowRun({});
  await using _ = host;
  expect(code).toBe(0);
  expect(requests.map(({ url }) => url.searchParams.get("build"))).toEqual(["501", null, null]);
  expect(requests.map(({ url }) => url.searchParams.get("commit"))).toEqual([null, head, head]);
  expect(host.violations).toEqual([]);
  expect(host.comments).toHaveLength(1);
});

test.for([
  [{}, ["--pull-request", "11"], "The head of pull request 11 is not the tested commit"],
  [{}, ["--commit", "b".repeat(40)], "but this workflow was started by a run of aaaa"],
  [{ head_repository: { id: 1, owner: { login: "fork" } } }, [], "This build is not of a pull request"],
  [{ event: "push" }, [], "This build is not of a pull request"],
] as const)("a workflow_run cannot comment on another pull request: %j %j", async ([run, args, text]) => {
  const { output, host } = await inWorkflowRun(run, [...args]);
  await using _ = host;
  expect(output).toContain(text);
  expect(host.comments).toEqual([]);
  expect(host.statuses).toEqual([]);
});

test.for([
  [{ GITHUB_TOKEN: "" }, "No token: set PLUMB_COMMENT_TOKEN or GITHUB_TOKEN or GH_TOKEN."],
  [
    { GITHUB_ACTIONS: "", GITLAB_CI: "true", CI_API_V4_URL: "http://x", CI_PROJECT_ID: "1" },
    "The job token of GitLab cannot write notes.",
  ],
  [{ GITHUB_ACTIONS: "" }, "This is none of them."],
] as const)("what is missing is explained: %j", async ([env, text]) => {
  await using host = await startGitHub();
  const { code, output } = await comment(host, summary, [], env);
  expect(code).toBe(2);
  expect(output).toContain(text);
});

test("without a pull request, nothing is written", async () => {
  using sandbox = createSandbox({}, { detected: () => Promise.resolve({ build: "77" }) });
  expect(await sandbox.plumb("comment", "--url", "http://127.0.0.1:9")).toMatchObject({
    code: 0,
    stdout: ["This build is not of a pull request: nothing to comment on."],
  });
});

test("--print shows the comment, and --no-status sets no status", async () => {
  await using host = await startGitHub();
  expect((await comment(host, summary, ["--print"])).output).toContain("### ❌ Shop: 1 failure new here");
  expect(host.comments).toEqual([]);
  await comment(host, summary, ["--no-status"]);
  expect(host.statuses).toEqual([]);
  expect(host.comments).toHaveLength(1);
});

test("--print writes no commands for CI systems", async () => {
  await using host = await startGitHub();
  const evidence = [
    "##vso[task.setvariable variable=a]b",
    "  ::set-env name=a::b",
    "section_start:1:a\r\u001B[0K",
    "##[error]c",
  ];
  const { output } = await comment(
    host,
    { ...summary, causes: summary.causes.map((cause) => ({ ...cause, evidence })) },
    ["--print"],
  );
  expect(output).toContain("# #vso[task.setvariable variable=a]b");
  expect(output).toContain("  : :set-env name=a::b");
  expect(output).not.toMatch(/^\s*::|##\w*\[|\r/m);
  expect(output).not.toContain("\u001B");
});

test("a Plumb server that refuses does not fail the build", async () => {
  await using host = await startGitHub();
  await using server = await startStubServer(refused(401, "unauthenticated", "This API key was revoked."));
  using sandbox = createSandbox(
    {},
    { detected: () => Promise.resolve(inPullRequest), env: { PLUMB_API_KEY: "plumb_secret", ...host.env } },
  );
  const { code, stderr } = await sandbox.plumb("comment", "--url", server.url);
  expect(code).toBe(0);
  expect(stderr).toContain("This API key was revoked.");
});

test("other workflows of the commit count, also while they are running", async () => {
  await using host = await startGitHub();
  const green = gateReport({ suite: "unit" });
  const other = gateReport({ reportId: 8, number: 4, suite: "e2e", status: "running" });
  const running: PullRequestSummary = { ...summary, failures: { ...summary.failures, new: 0 }, causes: [], running: 1 };
  await using server = await startStubServer(gateResponse(green), gateResponse(green, other), response(running));
  using sandbox = createSandbox(
    {},
    { detected: () => Promise.resolve(inPullRequest), env: { PLUMB_API_KEY: "plumb_secret", ...host.env } },
  );
  const { code } = await sandbox.plumb("comment", "--url", server.url);
  expect(code).toBe(0);
  expect(host.statuses).toMatchObject([{ state: "pending" }]);
  const [, ofCommit, ofSummary] = server.requests.map(({ url }) => new URL(url ?? "", server.url).searchParams);
  expect(Object.fromEntries(ofCommit ?? [])).toMatchObject({ commit: head, pullRequest: "12" });
  expect(Object.fromEntries(ofSummary ?? [])).toMatchObject({ commit: head, pullRequest: "12" });
});

test("reports that were uploaded without a commit are compared by build", async () => {
  await using host = await startGitHub();
  await using server = await startStubServer(gateResponse(red), gateResponse(), response(summary));
  using sandbox = createSandbox(
    {},
    { detected: () => Promise.resolve(inPullRequest), env: { PLUMB_API_KEY: "plumb_secret", ...host.env } },
  );
  await sandbox.plumb("comment", "--url", server.url);
  expect(new URL(server.requests[2]?.url ?? "", server.url).searchParams.get("build")).toBe("77");
  expect(host.statuses).toMatchObject([{ state: "failure" }]);
});

test("a red workflow keeps the status of the commit red after a green one", async () => {
  await using host = await startGitHub();
  const green = gateReport({ suite: "e2e" });
  await using server = await startStubServer(gateResponse(green), gateResponse(red, green), response(summary));
  using sandbox = createSandbox(
    {},
    { detected: () => Promise.resolve(inPullRequest), env: { PLUMB_API_KEY: "plumb_secret", ...host.env } },
  );
  await sandbox.plumb("comment", "--url", server.url);
  expect(host.statuses).toMatchObject([{ state: "failure" }]);
});
