import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { head as commit, token as hostToken } from "@plumb/code-hosts/testing/fake-host.ts";
import { startGitHub } from "@plumb/code-hosts/testing/fake-hosts.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { playwright } from "#testing/reports.ts";

const cli = fileURLToPath(new URL("../../../../cli/src/main.ts", import.meta.url));

/** Runs the command line as a CI job does, and returns its exit code and output. */
async function plumb(args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [cli, ...args], { env: { PATH: process.env["PATH"], ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  return { code, output };
}

const report = (failing: readonly string[]) =>
  playwright(
    ["pays @octocat", "connects"].map((title) => ({
      title,
      attempts: [
        {
          status: failing.includes(title) ? "failed" : "passed",
          start: 0,
          seconds: 1,
          worker: 0,
          message: title === "connects" ? "Error: connect ECONNREFUSED 10.0.0.1:5432" : "Error: fixes #12",
        },
      ],
    })),
  );

test("plumb comment tells a pull request of GitHub what the server knows, and edits the comment after the fix", async () => {
  await using server = await createTestApp();
  await server.app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const { token, key, projectId } = await seedProject(server);
  await using github = await startGitHub();
  const event = join(server.context.config.dataDir, "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 12, head: { sha: commit }, base: { ref: "main" } } }));
  const env = {
    PLUMB_URL: url,
    PLUMB_API_KEY: key,
    ...github.env,
    GITHUB_REF: "refs/pull/12/merge",
    GITHUB_RUN_ID: "901",
    GITHUB_EVENT_PATH: event,
    HOME: server.context.config.dataDir,
  };
  const sent = { suite: "web", commit };
  await send(
    server,
    key,
    { "a.json": report(["connects"]) },
    { ...sent, branch: "main", startedAt: "2026-03-01T08:00:00Z" },
  );
  const ofPullRequest = { ...sent, branch: "cart", pullRequest: "12", targetBranch: "main" };
  await send(
    server,
    key,
    { "b.json": report(["connects", "pays @octocat"]) },
    { ...ofPullRequest, build: "901", startedAt: "2026-03-02T08:00:00Z" },
  );

  const first = await plumb(["comment", "--max-new-failures", "0"], env);
  expect(first).toEqual({ code: 0, output: "The comment was created: GitHub, pull request 12.\n" });
  expect(github.statuses).toMatchObject([{ state: "failure" }]);
  const text = github.comments[0]?.text ?? "";
  expect(text).toContain("### ❌ Shop: 1 failure new here");
  expect(text).toContain("Environment Issue");
  expect(text).toContain("also fails on main since [run 1]");
  expect(text).not.toContain("@octocat");
  // References in code are text.
  expect(text.replace("```text\nError: fixes #12\n```", "")).not.toMatch(/#\d/);

  await send(
    server,
    key,
    { "c.json": report([]) },
    { ...ofPullRequest, build: "902", startedAt: "2026-03-03T08:00:00Z" },
  );
  server.time.now = new Date("2026-03-04T11:00:00.000Z");
  const second = await plumb(["comment", "--max-new-failures", "0"], { ...env, GITHUB_RUN_ID: "902" });
  expect(second).toEqual({ code: 0, output: "The comment was updated: GitHub, pull request 12.\n" });
  expect(github.statuses).toMatchObject([{ state: "failure" }, { state: "success" }]);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.text).toContain("### ✅ Shop: no new failures");
  expect(github.comments[0]?.text).toContain("Fixed here: 1 test");

  // The server edits the same comment. The command reached it at another address than its public one.
  const settings = { values: { apiUrl: github.url, token: hostToken } };
  await call(server, "PUT", `/api/projects/${projectId}/connectors/github`, { token, body: settings });
  const body = { connector: "github", owner: "project", offer: "code-host", values: { repository: "octo/shop" } };
  await call(server, "POST", `/api/projects/${projectId}/bindings`, { token, body });
  const build = { ...ofPullRequest, build: "903", startedAt: "2026-03-04T12:00:00Z" };
  server.time.now = new Date("2026-03-04T13:00:00.000Z");
  await send(server, key, { "d.json": report(["connects", "pays @octocat"]) }, build);
  await runJobs(server.context);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.text).toContain("### ❌ Shop: 1 failure new here");
  expect(github.violations).toEqual([]);
});
