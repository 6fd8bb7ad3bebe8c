import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";
import { createSlackFake } from "#testing/fakes/chat.ts";
import { startFakeService } from "#testing/fake-service.ts";
import type { TestApp } from "#testing/app.ts";

interface Listed {
  readonly channels: { name: string; values: Record<string, string> }[] | null;
  readonly isPartial: boolean;
  readonly problem: string | null;
}

async function seedSlack(plumb: TestApp) {
  const { token, projectId } = await seedProject(plumb);
  const { state, respond } = createSlackFake("xoxb-1");
  const slack = await startFakeService(respond);
  const values = { botToken: "xoxb-1", apiUrl: `${slack.url}/api` };
  const base = `/api/projects/${projectId}`;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- like `call`, the caller knows the response
  const as = <Data>(method: "GET" | "POST" | "PUT", path: string, body?: object) =>
    call<{ data: Data; error?: string }>(plumb, method, path, { token, ...(body !== undefined && { body }) });
  return {
    slack,
    state,
    values,
    as,
    base,
    list: async (owner: string) => as<Listed>("GET", `${base}/connectors/slack/channels?owner=${owner}`),
    [Symbol.asyncDispose]: () => slack[Symbol.asyncDispose](),
  };
}

test("lists all pages of the channels of a bot, and stores the ID of the chosen one", async () => {
  await using plumb = await createTestApp();
  await using project = await seedSlack(plumb);
  expect((await project.list("project")).status).toBe(409);
  await project.as("PUT", `${project.base}/connectors/slack`, { values: project.values });
  project.state.channels = [
    ...Array.from({ length: 1200 }, (_, index) => ({ id: `C${index + 100}`, name: `z${index}` })),
    { id: "C1", name: "qa", isPrivate: true },
  ];
  const { data } = (await project.list("project")).body;
  expect(data).toMatchObject({ isPartial: false, problem: null });
  expect(data.channels).toHaveLength(1201);
  const qa = data.channels?.find(({ name }) => name === "#qa");
  expect(qa?.values).toEqual({ channel: "C1", channelName: "#qa" });
  const created = await project.as<object>("POST", `${project.base}/bindings`, {
    connector: "slack",
    owner: "project",
    offer: "channel",
    values: qa?.values,
  });
  expect(created.body.data).toMatchObject({
    binding: { name: "#qa", values: { channel: "C1" } },
    message: "A test message was posted to #qa.",
  });
  expect(project.state.posts).toHaveLength(1);
});

test("lists public channels without the scope for private ones, and explains which scope is missing", async () => {
  await using plumb = await createTestApp();
  await using project = await seedSlack(plumb);
  await project.as("PUT", `${project.base}/connectors/slack`, { values: project.values });
  project.state.channels = [
    { id: "C1", name: "qa" },
    { id: "C2", name: "secret", isPrivate: true },
  ];
  project.state.scopes = ["chat:write", "channels:read"];
  expect((await project.list("project")).body.data.channels?.map(({ name }) => name)).toEqual(["#qa"]);
  project.state.scopes = ["chat:write"];
  expect((await project.list("project")).body.data).toEqual({
    channels: null,
    isPartial: false,
    problem:
      "The bot token lacks the scope channels:read, so its channels cannot be listed. Enter the name of the channel.",
  });
});

test("a rate limit after the first page leaves the list incomplete, and is reported before it", async () => {
  await using plumb = await createTestApp();
  await using project = await seedSlack(plumb);
  await project.as("PUT", `${project.base}/connectors/slack`, { values: project.values });
  project.state.channels = Array.from({ length: 1200 }, (_, index) => ({ id: `C${index}`, name: `c${index}` }));
  project.state.maxLists = 1;
  const first = (await project.list("project")).body.data;
  expect([first.channels?.length, first.isPartial, first.problem]).toEqual([999, true, null]);
  const second = (await project.list("project")).body.data;
  expect(second).toMatchObject({ channels: null, problem: expect.stringMatching(/Slack/) as string });
});

test("the server's account lists the channels that an administrator allows", async () => {
  await using plumb = await createTestApp();
  await using project = await seedSlack(plumb);
  project.state.channels = ["qa", "dev", "board"].map((name, index) => ({ id: `C${index + 1}`, name }));
  const places = ["C2", "#qa"];
  await project.as("PUT", "/api/connectors/slack", { values: project.values, places });
  expect((await project.list("server")).body.data.channels).toEqual([
    { name: "#dev", values: { channel: "C2", channelName: "#dev" } },
    { name: "#qa", values: { channel: "#qa" } },
  ]);
});

test("the first connection to Slack switches its notifications on, unless an administrator switched them off", async () => {
  await using plumb = await createTestApp();
  await using project = await seedSlack(plumb);
  await project.as("PUT", `${project.base}/connectors/slack`, { values: project.values });
  const connect = () =>
    project.as<{ binding: { id: number } }>("POST", `${project.base}/bindings`, {
      connector: "slack",
      owner: "project",
      offer: "channel",
      values: { channel: "#qa" },
    });
  const switches = async () =>
    (await project.as<{ notifications: object }>("GET", "/api/settings")).body.data.notifications;
  const preview = async (channel: object) => {
    const body = { events: ["run.failed"], ...channel };
    const { body: response } = await project.as<{ problem: object | null }>(
      "POST",
      `${project.base}/notification-rules/preview`,
      body,
    );
    return response.data.problem;
  };
  expect(await switches()).toEqual({ email: true, slack: false, teams: false });
  expect(await preview({ connector: "slack" })).toBeNull();
  const { id } = (await connect()).body.data.binding;
  expect(await switches()).toEqual({ email: true, slack: true, teams: false });
  expect(await preview({ bindingId: id })).toBeNull();
  await project.as("PUT", "/api/settings", { notifications: { slack: false } });
  const off = {
    text: "Notifications through Slack are switched off in the general settings of this server.",
    tab: "general",
  };
  await connect();
  expect([await preview({ bindingId: id }), await preview({ connector: "slack" })]).toEqual([off, off]);
  await project.as("PUT", "/api/settings", { notifications: { slack: true } });
  await project.as("PUT", `${project.base}/bindings/${id}`, { enabled: false });
  expect(await preview({ bindingId: id })).toEqual({ text: "The connection #qa is disabled.", tab: "connections" });
});

test("a service without a list of channels and a webhook have none", async () => {
  await using plumb = await createTestApp();
  await using project = await seedSlack(plumb);
  const none = { channels: null, isPartial: false, problem: null };
  const teams = await project.as<Listed>("GET", `${project.base}/connectors/teams/channels?owner=project`);
  expect(teams.body.data).toEqual(none);
  const webhookUrl = `${project.slack.url}/services/T1/B1/x`;
  await project.as("PUT", `${project.base}/connectors/slack`, {
    values: { webhookUrl, apiUrl: project.values.apiUrl },
  });
  expect((await project.list("project")).body.data).toEqual(none);
});
