import { expect, test } from "vitest";
import { createGithubFake } from "#testing/fakes/github.ts";
import type { FakeReply } from "#testing/fakes/fake-http.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { filled, newTicket, now, startTracker, towards, trackerSetup } from "#testing/trackers.ts";
import { githubCodeHost } from "./code-host.ts";
import { githubTracker } from "./tracker.ts";

const setup = trackerSetup("GitHub");
const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

/** Starts the fake with access to its state. */
async function start() {
  const { state, respond } = createGithubFake("ghp_secret", () => now);
  state.repositories.set("octo/shop", { hasIssues: true, labels: ["bug"], issues: [] });
  const far = await startFakeService(respond);
  const connection = {
    credentials: filled(setup.credentials, far.url),
    binding: { repository: "octo/shop", labels: "bug" } as Record<string, string>,
    outgoing: towards(far.url),
    now,
  };
  return { state, far, connection, [Symbol.asyncDispose]: () => far[Symbol.asyncDispose]() };
}

test.for([
  [
    { status: 403, headers: { "retry-after": "20" }, body: { message: "You have exceeded a secondary rate limit." } },
    20_000,
  ],
  [
    {
      status: 403,
      headers: {
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Date.parse("2026-03-04T10:05:00Z") / 1000),
        date: "Wed, 04 Mar 2026 10:00:00 GMT",
      },
      body: { message: "API rate limit exceeded for user ID 1." },
    },
    300_000,
  ],
  [{ status: 403, body: { message: "You have triggered an abuse detection mechanism." } }, 60_000],
  [{ status: 429, body: { message: "Too many" } }, 60_000],
  [{ status: 429, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "soon" }, body: {} }, 60_000],
  [{ status: 200, body: { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] } }, 60_000],
] as const satisfies readonly (readonly [FakeReply, number])[])(
  "the rate limit %j is waited for: %d ms",
  async ([response, ms]) => {
    await using far = await startTracker(setup);
    far.override(() => response);
    const error = await failure(far.tracker.readMany(far.connection, ["octo/shop#1"]));
    expect(error).toMatchObject({ scope: "destination", retryAfterMs: ms });
    expect(String(error)).toMatch(/too many requests/);
  },
);

test("a missing permission does not count as a rate limit", async () => {
  await using far = await startTracker(setup);
  const body = { message: "Resource not accessible by personal access token" };
  far.override(() => ({ status: 403, headers: { "x-ratelimit-remaining": "4999" }, body }));
  expect(await failure(far.tracker.create(far.connection, newTicket))).toMatchObject({
    scope: "destination",
    retryAfterMs: null,
    message:
      "The access token may not do this; it needs read and write access to issues. GitHub says: Resource not accessible by personal access token.",
  });
});

test("tickets do not look deleted if the token lost its access to GraphQL", async () => {
  await using far = await startTracker(setup);
  far.override(() => ({ body: { data: { r0: null }, errors: [{ type: "FORBIDDEN", message: "SAML enforcement" }] } }));
  expect(await failure(far.tracker.readMany(far.connection, ["octo/shop#1"]))).toMatchObject({
    scope: "destination",
    message: "GitHub refused the query: SAML enforcement.",
  });
});

test("a locked issue rejects only its own comments", async () => {
  await using input = await start();
  const { connection, state } = input;
  const { id } = await githubTracker.create(connection, newTicket);
  const issue = state.repositories.get("octo/shop")?.issues[0];
  if (issue !== undefined) issue.locked = true;
  expect(await failure(githubTracker.comment(connection, id, newTicket.description))).toMatchObject({
    scope: "request",
    message: "This issue is locked on GitHub, so the access token cannot comment on it.",
  });
});

test("issues of a renamed repository keep their ids", async () => {
  await using input = await start();
  const { connection, state } = input;
  const { id } = await githubTracker.create(connection, newTicket);
  const repository = state.repositories.get("octo/shop");
  if (repository === undefined) throw new Error("no repository");
  state.repositories.delete("octo/shop");
  state.repositories.set("octo/store", repository);
  state.renamed.set("octo/shop", "octo/store");
  await githubTracker.comment(connection, id, newTicket.description);
  await githubTracker.changeState(connection, id, "closed");
  expect(repository.issues[0]?.comments).toHaveLength(1);
  expect((await githubTracker.readMany(connection, [id])).get(id)).toMatchObject({
    state: "closed",
    stateName: "Closed",
  });
  const [found] = await githubTracker.find(connection, "#1");
  expect(found).toMatchObject({ id: "octo/store#1" });
  expect(await githubTracker.readOwn(connection, "octo/store#1")).toEqual(found);
});

test("an issue that was transferred to another repository is not found", async () => {
  await using input = await start();
  const { connection, state } = input;
  const { id } = await githubTracker.create(connection, newTicket);
  const outgoing = {
    ...connection.outgoing,
    // GitHub redirects to the issue in its new repository.
    async request(expected: Parameters<typeof connection.outgoing.request>[0]) {
      const response = await connection.outgoing.request(expected);
      const isIssue = /\/issues\/\d+$/.test(expected.url);
      return { ...response, body: isIssue ? response.body.replaceAll("octo/shop", "octo/vault") : response.body };
    },
  };
  const transferred = { ...connection, outgoing };
  expect(state.repositories.size).toBe(1);
  expect(await githubTracker.find(transferred, "#1")).toEqual([]);
  expect(await githubTracker.readOwn(transferred, id)).toBeNull();
});

test("a redirect to another server is not followed, because it would receive the token", async () => {
  await using elsewhere = await startFakeService();
  await using far = await startTracker(setup);
  far.override(() => ({ status: 307, headers: { location: `${elsewhere.url}/x` } }));
  expect(await failure(far.tracker.create(far.connection, newTicket))).toMatchObject({ status: 307 });
  expect(elsewhere.received).toEqual([]);
});

test("issues must be enabled in the repository", async () => {
  await using input = await start();
  const { connection, state } = input;
  const repository = state.repositories.get("octo/shop");
  if (repository !== undefined) repository.hasIssues = false;
  const tools = { brandName: "Plumb", publicUrl: "https://plumb.example" };
  expect(String(await failure(githubTracker.testBinding(connection, tools)))).toMatch(
    "Issues are disabled in octo/shop.",
  );
  const error = await failure(githubTracker.create(connection, newTicket));
  expect(error).toMatchObject({ status: 410, scope: "destination" });
  expect(String(error)).toMatch("Issues are disabled in octo/shop");
});

test("labels of the binding and of the ticket are added once", async () => {
  await using input = await start();
  const { connection, state } = input;
  const [labels] = await githubTracker.describe(connection);
  expect(labels).toMatchObject({ id: "labels", kind: "choices", choices: [{ value: "bug", label: "bug" }] });
  await githubTracker.create(connection, { ...newTicket, fields: { labels: ["flaky, very", "bug"] } });
  await githubTracker.create({ ...connection, binding: { repository: "octo/shop" } }, newTicket);
  expect(state.repositories.get("octo/shop")?.issues.map((issue) => issue.labels)).toEqual([
    ["bug", "flaky, very"],
    [],
  ]);
});

test("reads all labels of a repository", async () => {
  await using input = await start();
  const names = Array.from({ length: 230 }, (_, index) => `label ${index}`);
  input.state.repositories.set("octo/shop", { hasIssues: true, labels: names, issues: [] });
  const [field] = await githubTracker.describe(input.connection);
  expect(field?.choices.map(({ value }) => value)).toEqual(names);
});

test("finds a created issue behind a page of newer ones, and never returns a pull request", async () => {
  await using input = await start();
  const { connection, state } = input;
  const created = await githubTracker.create(connection, newTicket);
  const issues = state.repositories.get("octo/shop")?.issues ?? [];
  const [first] = issues;
  if (first === undefined) throw new Error("no issue");
  for (let number = 2; number <= 75; number += 1)
    issues.push({ ...first, number, title: "Timeout again", body: null, isPullRequest: true });
  expect(await githubTracker.findCreated(connection, newTicket.mark)).toEqual(created);
  expect(await githubTracker.find(connection, "75")).toEqual([]);
  expect(await githubTracker.find(connection, "again")).toEqual([]);
});

test("does not read issues that are older than an attempt can be", async () => {
  await using input = await start();
  await githubTracker.create(input.connection, newTicket);
  const issues = input.state.repositories.get("octo/shop")?.issues ?? [];
  const [first] = issues;
  if (first === undefined) throw new Error("no issue");
  for (let number = 2; number <= 75; number += 1)
    issues.push({ ...first, number, body: null, createdAt: "2026-02-01T00:00:00Z" });
  input.far.received.length = 0;
  expect(await githubTracker.findCreated(input.connection, "plumb:other")).toBeNull();
  expect(input.far.received).toHaveLength(1);
});

test.for(["shop", "octo/..", "../octo", "octo/shop/issues", "octo/shop?x", "octo/sh op", "", "octo/shop#1"])(
  "the repository %j is refused before a request",
  async (repository) => {
    await using input = await start();
    const binding = { repository };
    const error = await failure(githubTracker.describe({ ...input.connection, binding }));
    expect(String(error)).toMatch("Enter the repository as owner/name");
    expect(input.far.received).toEqual([]);
  },
);

test("shows that an issue was closed as not planned", async () => {
  await using input = await start();
  const { id } = await githubTracker.create(input.connection, newTicket);
  const issue = input.state.repositories.get("octo/shop")?.issues[0];
  if (issue !== undefined) Object.assign(issue, { state: "closed", stateReason: "not_planned", assignee: "ada" });
  expect((await githubTracker.readMany(input.connection, [id])).get(id)).toMatchObject({
    state: "closed",
    stateName: "Closed as not planned",
    withoutFix: true,
    assignee: "ada",
  });
});

const allowed = ["Pull requests of octo/shop will be commented on.", "Issues will be created in octo/shop."];
const refused = "The token can read but not write octo/shop: it";

test.for([
  [{ scopes: "read:user, repo:status" }, {}, Array(2).fill(`${refused} needs the scope repo.`)],
  [{ scopes: "gist, repo" }, {}, allowed],
  [{ scopes: "" }, {}, allowed],
  // Everyone who can read a repository can create issues.
  [{}, { permissions: { pull: true, push: false } }, [`${refused}s account needs the role Write.`, allowed[1]]],
] as const)("the test of a connection finds out whether the token can write: %j %j", async ([token, rights, texts]) => {
  await using far = await start();
  Object.assign(far.state, token);
  far.state.repositories.set("octo/shop", { hasIssues: true, labels: [], issues: [], ...rights });
  const tools = { brandName: "Plumb", publicUrl: "https://plumb.test" };
  const results = [githubCodeHost, githubTracker].map(({ testBinding }) => testBinding(far.connection, tools));
  expect(await Promise.all(results.map((result) => result.catch((error: Error) => error.message)))).toEqual(texts);
});
