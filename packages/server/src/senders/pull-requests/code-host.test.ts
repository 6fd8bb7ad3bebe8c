import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { type ReceivedRequest, startFakeService } from "#testing/fake-service.ts";
import { junit } from "#testing/reports.ts";

const commit = "a".repeat(40);
const ofPullRequest = { branch: "cart", pullRequest: "12", commit, build: "77", startedAt: "2026-03-04T09:30:00Z" };
const red = { "a.xml": junit([["cart", "pays", "no"]]) };

interface Fake {
  head: string;
  readonly comments: { id: number; author: number; text: string }[];
  readonly statuses: Record<string, unknown>[];
  /** Requests that the service does not know. */
  readonly unknown: string[];
}

/** Answers as the services do; both have the same comments. */
function replyOf(fake: Fake, { method, url, body, headers }: ReceivedRequest) {
  const sent = (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>;
  const [path = ""] = url.split("?");
  const isAllowed = headers["authorization"] === "Bearer host_token" || headers["private-token"] === "host_token";
  const page = Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? "1");
  const list = fake.comments
    .slice((page - 1) * 100, page * 100)
    .map(({ id, author, text }) => ({ id, body: text, user: { login: `user${author}` }, author: { id: author } }));
  const project = "/api/v4/projects/octo%2Fshop";
  const known: Record<string, () => object> = {
    "GET /user": () => ({ login: "user1" }),
    "GET /api/v4/user": () => ({ id: 1, name: "Plumb" }),
    "GET /repos/octo/shop": () => ({ full_name: "octo/shop" }),
    [`GET ${project}`]: () => ({ name_with_namespace: "octo / shop" }),
    "GET /repos/octo/shop/pulls/12": () => ({ head: { sha: fake.head } }),
    [`GET ${project}/merge_requests/12`]: () => ({ sha: fake.head }),
    "GET /repos/octo/shop/issues/12/comments": () => list,
    [`GET ${project}/merge_requests/12/notes`]: () => list,
  };
  const response = known[`${method} ${path}`];
  if (!isAllowed) return { status: 401, body: {} };
  if (response !== undefined) return { body: response() };
  if (method === "POST" && /\/statuses\/a{40}$/.test(path)) {
    fake.statuses.push(sent);
    return { status: 201, body: {} };
  }
  const changed = fake.comments.find(({ id }) => path.endsWith(`/${id}`));
  if (/^(?:PATCH|PUT)$/.test(method) && changed !== undefined) {
    changed.text = String(sent["body"]);
    return { body: {} };
  }
  if (method === "POST" && /\/(?:comments|notes)$/.test(path)) {
    fake.comments.push({ id: 500 + fake.comments.length, author: 1, text: String(sent["body"]) });
    return { status: 201, body: {} };
  }
  fake.unknown.push(`${method} ${path}`);
  return { status: 404, body: {} };
}

const services = [
  ["github", "apiUrl", { repository: "octo/shop" }],
  ["gitlab", "url", { project: "octo/shop" }],
] as const;

async function connect(plumb: TestApp, [connector, address, values]: (typeof services)[number]) {
  const fake: Fake = { head: commit, comments: [], statuses: [], unknown: [] };
  const service = await startFakeService((request) => replyOf(fake, request));
  const { token, key, projectId } = await seedProject(plumb);
  const settings = { values: { [address]: service.url, token: "host_token" }, places: ["octo/shop"] };
  expect((await call(plumb, "PUT", `/api/connectors/${connector}`, { token, body: settings })).status).toBe(200);
  const body = { connector, owner: "server", offer: "code-host", values };
  expect((await call(plumb, "POST", `/api/projects/${projectId}/bindings`, { token, body })).status).toBe(200);
  return { fake, service, key, line: `<!-- plumb:pull-request:plumb.test:${projectId} -->\n` };
}

test.for(services)(
  "%s: a run of a pull request sets a status and writes one comment, which later runs edit",
  async (input) => {
    await using plumb = await createTestApp();
    const { fake, service, key, line } = await connect(plumb, input);
    await using _ = service;
    for (let n = 0; n < 150; n += 1) fake.comments.push({ id: 1000 + n, author: 2, text: "unrelated" });
    await send(plumb, key, red, { ...ofPullRequest, suite: "web" });
    await runJobs(plumb.context);
    const [own] = fake.comments.filter(({ author }) => author === 1);
    expect(own?.text.startsWith(`${line}### ❌ Shop: 1 failure new here`)).toBe(true);
    expect(fake.statuses.at(-1)).toMatchObject({
      state: input[0] === "github" ? "failure" : "failed",
      description: "Gate failed: 1 new, 0 also on the base branch, 0 flaky, 0 fixed",
    });

    await send(plumb, key, { "b.xml": junit([["api", "lists", "no"]]) }, { ...ofPullRequest, suite: "api" });
    await runJobs(plumb.context);
    expect(fake.comments).toHaveLength(151);
    expect(own?.text).toContain("2 failures new here");
    expect(fake.unknown).toEqual([]);
  },
);

test.for(services)(
  "%s: another account's copy of the comment, and a pull request with newer commits, are left alone",
  async (input) => {
    await using plumb = await createTestApp();
    const { fake, service, key, line } = await connect(plumb, input);
    await using _ = service;
    const copy = { id: 7, author: 2, text: `${line}copied` };
    fake.comments.push(copy);
    await send(plumb, key, red, ofPullRequest);
    await runJobs(plumb.context);
    expect(copy.text).toContain("copied");
    expect(fake.comments).toHaveLength(2);
    fake.head = "b".repeat(40);
    await send(plumb, key, { "b.xml": junit([["api", "lists", "no"]]) }, { ...ofPullRequest, suite: "api" });
    await runJobs(plumb.context);
    expect(fake.comments[1]?.text).toContain("1 failure new here");
  },
);

test("runs without a pull request, or with one that is not a number, send nothing", async () => {
  await using plumb = await createTestApp();
  const { fake, service, key } = await connect(plumb, services[0]);
  await using _ = service;
  await send(plumb, key, red, { branch: "main", commit });
  await send(plumb, key, { "b.xml": junit([["a", "b", "no"]]) }, { ...ofPullRequest, pullRequest: "../../x" });
  await runJobs(plumb.context);
  expect(fake.statuses).toEqual([]);
  expect(fake.comments).toEqual([]);
});
