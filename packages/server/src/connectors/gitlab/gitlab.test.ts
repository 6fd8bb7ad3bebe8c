import { expect, test } from "vitest";
import { createGitlabFake } from "#testing/fakes/gitlab.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { filled, newTicket, now, startTracker, towards, trackerSetup } from "#testing/trackers.ts";
import { gitlabCodeHost } from "./code-host.ts";
import { gitlabTracker } from "./tracker.ts";

const setup = trackerSetup("GitLab");
const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

async function start() {
  const { state, respond } = createGitlabFake(setup.secret, () => now);
  state.projects.push({
    id: 42,
    path: "shop/web",
    name: "Shop / Web",
    issuesEnabled: true,
    labels: ["bug"],
    issues: [],
  });
  const far = await startFakeService(respond);
  const connection = {
    credentials: filled(setup.credentials, far.url),
    binding: setup.binding,
    outgoing: towards(far.url),
    now,
  };
  return { state, far, connection, [Symbol.asyncDispose]: () => far[Symbol.asyncDispose]() };
}

test("the closed rest of a moved issue is missing, because it would look like a solved one", async () => {
  await using input = await start();
  const { id } = await gitlabTracker.create(input.connection, newTicket);
  const issue = input.state.projects[0]?.issues[0];
  if (issue !== undefined) Object.assign(issue, { state: "closed", movedToId: 99 });
  expect(await gitlabTracker.readMany(input.connection, [id])).toEqual(new Map());
});

test("issues keep their ids if the path of their project changes, and are missing if it is deleted", async () => {
  await using input = await start();
  const { connection, state } = input;
  const { id } = await gitlabTracker.create(connection, newTicket);
  const [project] = state.projects;
  if (project === undefined) throw new Error("no project");
  project.path = "store/web";
  expect((await gitlabTracker.readMany(connection, [id])).get(id)?.key).toBe("#1");
  state.projects.length = 0;
  expect(await gitlabTracker.readMany(connection, [id])).toEqual(new Map());
});

test("finds an issue by the addresses that GitLab has used", async () => {
  await using input = await start();
  const created = await gitlabTracker.create(input.connection, newTicket);
  const { url } = input.far;
  for (const text of [`${url}/shop/web/-/work_items/1`, `${url}/shop/web/-/issues/1#note_7`, "shop/web#1", "#1", "1"])
    expect(await gitlabTracker.find(input.connection, text)).toEqual([created]);
  expect(await gitlabTracker.find(input.connection, "https://elsewhere.example/shop/web/-/issues/1")).toEqual([]);
});

test("a title does not mention users or other issues", async () => {
  await using input = await start();
  await gitlabTracker.create(input.connection, { ...newTicket, title: "@all see #12 !7 &3 and a@b.example" });
  expect(input.state.projects[0]?.issues[0]?.title).toBe(
    "@\u200ball see #\u200b12 !\u200b7 &\u200b3 and a@\u200bb.example",
  );
});

test("messages about fields are shown", async () => {
  await using input = await start();
  const far = await startFakeService(() => ({
    status: 400,
    body: { message: { title: ["is too long (maximum is 255 characters)"], base: ["is locked"] } },
  }));
  const connection = { ...input.connection, credentials: filled(setup.credentials, far.url) };
  expect(await failure(gitlabTracker.create(connection, newTicket))).toMatchObject({
    message: "GitLab refused the request (HTTP 400): title is too long (maximum is 255 characters); base is locked.",
  });
  await far[Symbol.asyncDispose]();
});

test("a project without issues is refused by its test", async () => {
  await using input = await start();
  const [project] = input.state.projects;
  if (project !== undefined) project.issuesEnabled = false;
  const tools = { brandName: "Plumb", publicUrl: "https://plumb.example" };
  expect(String(await failure(gitlabTracker.testBinding(input.connection, tools)))).toMatch(
    "Issues are disabled in shop/web.",
  );
});

const allowed = "Merge requests of Shop / Web will be commented on.";
const refused = "The token can read but not write shop/web: it needs the";

test.for([
  [{ scopes: ["read_api"] }, `${refused} scope api.`, `${refused} scope api.`],
  [{ accessLevel: 10 }, `${refused} role Developer.`, `${refused} role Reporter.`],
  [{ accessLevel: 20 }, `${refused} role Developer.`, "Issues will be created in Shop / Web."],
  [{ accessLevel: 30 }, allowed, "Issues will be created in Shop / Web."],
  [{ accessLevel: null }, allowed, "Issues will be created in Shop / Web."],
  [{ scopes: ["api", "read_api"] }, allowed, "Issues will be created in Shop / Web."],
] as const)("the test of a connection finds out whether the token can write: %j", async ([rights, host, tracker]) => {
  await using input = await start();
  Object.assign(input.state, rights);
  const tools = { brandName: "Plumb", publicUrl: "https://plumb.example" };
  const results = [gitlabCodeHost, gitlabTracker].map(({ testBinding }) => testBinding(input.connection, tools));
  expect(await Promise.all(results.map((result) => result.catch((error: Error) => error.message)))).toEqual([
    host,
    tracker,
  ]);
});

test("an expired token is named", async () => {
  await using far = await startTracker(trackerSetup("GitLab"));
  const description = "Token is expired. You can either do re-authorization or token refresh.";
  far.override(() => ({ status: 401, body: { error: "invalid_token", error_description: description } }));
  await expect(far.tracker.find(far.connection, "timeout")).rejects.toThrow(
    "GitLab rejected the access token. It has expired: create a new one.",
  );
});
