import {
  addComment,
  type FakeHost,
  head as commit,
  me,
  token as hostToken,
} from "@plumb/code-hosts/testing/fake-host.ts";
import { startAzure, startGitHub, startGitLab } from "@plumb/code-hosts/testing/fake-hosts.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { junit } from "#testing/reports.ts";

const ofPullRequest = { branch: "cart", pullRequest: "12", commit, build: "77", startedAt: "2026-03-04T09:30:00Z" };
const red = { "a.xml": junit([["cart", "pays", "no"]]) };

const services = [
  ["github", startGitHub, "apiUrl", { repository: "octo/shop" }],
  ["gitlab", startGitLab, "url", { project: "octo/shop" }],
  ["azure-boards", startAzure, "organizationUrl", { project: "The Shop", repository: "6f1d" }],
] as const;

interface Saved {
  readonly data: { readonly binding: { readonly id: number } };
}
interface Listed {
  readonly data: readonly { readonly status: string; readonly error: string | null }[];
}

async function connect(plumb: TestApp, [connector, start, address, values]: (typeof services)[number]) {
  const host = await start();
  const { token, key, projectId } = await seedProject(plumb);
  const url = `${host.url}${connector === "azure-boards" ? "/octo" : ""}`;
  const settings = { values: { [address]: url, token: hostToken }, places: ["octo/shop", "The Shop"] };
  expect((await call(plumb, "PUT", `/api/connectors/${connector}`, { token, body: settings })).status).toBe(200);
  const body = { connector, owner: "server", offer: "code-host", values };
  const bound = await call<Saved>(plumb, "POST", `/api/projects/${projectId}/bindings`, { token, body });
  expect(bound.status).toBe(200);
  const deliveries = async () => {
    const path = `/api/projects/${projectId}/bindings/${bound.body.data.binding.id}/deliveries`;
    return (await call<Listed>(plumb, "GET", path, { token })).body.data;
  };
  return { host, key, projectId, deliveries };
}

const own = ({ comments }: FakeHost) => comments.filter(({ author }) => author === me);

test.for(services)(
  "%s: a run of a pull request sets a status and writes one comment, which later runs edit",
  async (input) => {
    await using plumb = await createTestApp();
    const { host, key, deliveries } = await connect(plumb, input);
    await using _ = host;
    for (let n = 0; n < 150; n += 1) addComment(host, "unrelated", "ada");
    // Abbreviated, as by `git rev-parse --short`.
    await send(plumb, key, red, { ...ofPullRequest, commit: commit.slice(0, 8), suite: "web" });
    await runJobs(plumb.context);
    const [comment] = own(host);
    expect(comment?.text.split("\n")[1]).toBe("### ❌ Shop: 1 failure new here");
    expect(host.statuses.at(-1)).toMatchObject({
      state: input[0] === "github" ? "failure" : "failed",
      ...(input[0] !== "azure-boards" && { sha: commit }),
      description: "Gate failed: 1 new, 0 also on the base branch, 0 flaky, 0 fixed",
      ...(input[0] === "gitlab" && { project: "5", pipeline: 900 }),
    });

    await send(plumb, key, { "b.xml": junit([["api", "lists", "no"]]) }, { ...ofPullRequest, suite: "api" });
    await runJobs(plumb.context);
    expect(host.comments).toHaveLength(151);
    expect(comment?.text).toContain("2 failures new here");
    expect(host.violations).toEqual([]);
    expect(await deliveries()).toMatchObject([
      { status: "delivered", error: null },
      { status: "delivered", error: null },
    ]);
  },
);

test.for(services)("%s: the comment of an older version is edited, and the copy of a user is not", async (input) => {
  await using plumb = await createTestApp();
  const { host, key, projectId } = await connect(plumb, input);
  await using _ = host;
  const earlier = `<!-- plumb:pull-request:plumb.test:${projectId} -->\nearlier`;
  const copy = addComment(host, earlier, "ada");
  addComment(host, earlier);
  await send(plumb, key, red, ofPullRequest);
  await runJobs(plumb.context);
  expect(copy.text).toBe(earlier);
  expect(host.comments).toHaveLength(2);
  expect(host.comments[1]?.text).toContain("1 failure new here");

  host.head = "b".repeat(40);
  await send(plumb, key, { "b.xml": junit([["api", "lists", "no"]]) }, { ...ofPullRequest, suite: "api" });
  await runJobs(plumb.context);
  expect(host.comments[1]?.text).toContain("1 failure new here");
});

test.for(services)("%s: the log of a delivery contains the reason if only the status is refused", async (input) => {
  await using plumb = await createTestApp();
  const { host, key, deliveries } = await connect(plumb, input);
  await using _ = host;
  host.onRequest = (route) => {
    if (/^POST .*\/statuses\b/.test(route))
      host.failures.push({ status: 403, body: { message: "Not for this token" } });
  };
  await send(plumb, key, red, ofPullRequest);
  await runJobs(plumb.context);
  expect(own(host)).toHaveLength(1);
  expect(host.statuses).toEqual([]);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ status: "delivered" });
  expect(delivery?.error).toMatch(/^The commit status was refused: .*Not for this token\.$/);
});

test("runs without a pull request, or with one that is not a number, send nothing", async () => {
  await using plumb = await createTestApp();
  const { host, key } = await connect(plumb, services[0]);
  await using _ = host;
  await send(plumb, key, red, { branch: "main", commit });
  await send(plumb, key, { "b.xml": junit([["a", "b", "no"]]) }, { ...ofPullRequest, pullRequest: "../../x" });
  await runJobs(plumb.context);
  expect(host.statuses).toEqual([]);
  expect(host.comments).toEqual([]);
});

test("a green workflow does not replace the red one of the same commit", async () => {
  await using plumb = await createTestApp();
  const { host, key } = await connect(plumb, services[0]);
  await using _ = host;
  await send(plumb, key, red, { ...ofPullRequest, suite: "unit" });
  await runJobs(plumb.context);
  expect(host.statuses.at(-1)).toMatchObject({ state: "failure" });
  const green = { "a.xml": junit([["cart", "buys"]]) };
  await send(plumb, key, green, { ...ofPullRequest, build: "78", suite: "e2e" });
  await runJobs(plumb.context);
  expect(host.statuses.at(-1)).toMatchObject({ state: "failure" });
  expect(own(host)).toHaveLength(1);
  expect(own(host)[0]?.text).toContain("1 failure new here");
  await send(
    plumb,
    key,
    { "a.xml": junit([["cart", "pays"]]) },
    { ...ofPullRequest, build: "79", suite: "unit", startedAt: "2026-03-04T10:30:00Z" },
  );
  await runJobs(plumb.context);
  expect(host.statuses.at(-1)).toMatchObject({ state: "success" });
});

test("the status is pending while a report of another workflow is running", async () => {
  await using plumb = await createTestApp();
  const { host, key } = await connect(plumb, services[0]);
  await using _ = host;
  const live = await openLive(plumb, key, { suite: "e2e", build: "78", branch: "cart", pullRequest: "12", commit });
  await live.batch([testEvent("a", "passed")]);
  await send(plumb, key, { "a.xml": junit([["cart", "buys"]]) }, { ...ofPullRequest, suite: "unit" });
  await runJobs(plumb.context);
  expect(host.statuses.at(-1)).toMatchObject({ state: "pending" });
  await live.complete();
  await runJobs(plumb.context);
  expect(host.statuses.at(-1)).toMatchObject({ state: "success" });
});
