import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { playwright } from "#testing/reports.ts";

const cli = fileURLToPath(new URL("../../../../cli/src/main.ts", import.meta.url));
const commit = "c".repeat(40);

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
  const { key } = await seedProject(server);
  const comments: { id: number; body: string; user: { login: string; type: string } }[] = [];
  const states: unknown[] = [];
  await using github = await startFakeService(({ method, url: path, body }) => {
    const sent = (body === "" ? {} : JSON.parse(body)) as { body?: string; state?: string };
    if (path === "/graphql") return { body: { data: { viewer: { login: "github-actions[bot]" } } } };
    if (path === "/repos/octo/shop/pulls/12") return { body: { head: { sha: commit } } };
    if (path.endsWith(`/statuses/${commit}`)) return states.push(sent.state) > 0 ? { status: 201, body: {} } : {};
    if (method === "GET" && path.startsWith("/repos/octo/shop/issues/12/comments?")) return { body: comments };
    if (method === "PATCH" && path === "/repos/octo/shop/issues/comments/1" && comments[0] !== undefined) {
      comments[0].body = sent.body ?? "";
      return { body: {} };
    }
    if (method === "POST" && path === "/repos/octo/shop/issues/12/comments") {
      comments.push({ id: 1, body: sent.body ?? "", user: { login: "github-actions[bot]", type: "Bot" } });
      return { status: 201, body: {} };
    }
    return { status: 404, body: { message: "Not Found" } };
  });
  const event = join(server.context.config.dataDir, "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 12, head: { sha: commit }, base: { ref: "main" } } }));
  const env = {
    PLUMB_URL: url,
    PLUMB_API_KEY: key,
    GITHUB_ACTIONS: "true",
    GITHUB_REPOSITORY: "octo/shop",
    GITHUB_REF: "refs/pull/12/merge",
    GITHUB_RUN_ID: "901",
    GITHUB_EVENT_PATH: event,
    GITHUB_API_URL: github.url,
    GITHUB_GRAPHQL_URL: `${github.url}/graphql`,
    GITHUB_TOKEN: "ghs_host_token",
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
  expect(states).toEqual(["failure"]);
  const text = comments[0]?.body ?? "";
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
  expect(states).toEqual(["failure", "success"]);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain("### ✅ Shop: no new failures");
  expect(comments[0]?.body).toContain("Fixed here: 1 test");
});
