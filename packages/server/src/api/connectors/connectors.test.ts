import type { Connector, ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import { expect, test } from "vitest";
import { createSecretBox } from "#core/secret-box.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { rowsOf, runStatement } from "#testing/database.ts";
import { type ReceivedRequest, startFakeService } from "#testing/fake-service.ts";
import { seedPerson } from "#testing/people.ts";

interface Reply {
  readonly data: ConnectorSetup;
  readonly error?: string;
}

const save = (plumb: TestApp, token: string, id: string, values: Record<string, string>) =>
  call<Reply>(plumb, "PUT", `/api/connectors/${id}`, { token, body: { values } });
const read = async (plumb: TestApp, token: string, id: string) =>
  (await call<Reply>(plumb, "GET", `/api/connectors/${id}`, { token })).body.data;

const gitlab = (url: string) => ({ url, token: "glpat-1" });
const gitlabServer = ({ url, headers }: ReceivedRequest) => {
  if (headers["private-token"] !== "glpat-1") return { status: 401, body: { message: "401 Unauthorized" } };
  return url === "/api/v4/user" ? { body: { id: 7, username: "ada", name: "Ada" } } : { status: 404 };
};

test("the list is fixed, and no connector is enabled without a test", async () => {
  await using plumb = await createTestApp();
  await seedProject(plumb);
  const { token } = await seedPerson(plumb, "ada");
  const { body } = await call<{ data: Connector[] }>(plumb, "GET", "/api/connectors", { token });
  expect(body.data.map(({ category }) => category).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => "bug_tracking"),
    ...Array.from({ length: 6 }, () => "notification"),
  ]);
  expect(body.data.filter(({ website }) => website === undefined).map(({ id }) => id)).toEqual(["email", "webhooks"]);
  expect(new Set(body.data.map(({ status }) => status))).toEqual(new Set(["not_connected"]));
  expect(body.data.filter(({ used }) => !used)).toEqual([]);
  // Only administrators see settings, including their names.
  expect(Object.keys(body.data[0] ?? {}).toSorted()).toEqual(
    ["category", "description", "id", "name", "status", "used", "version", "website"].toSorted(),
  );
});

test("a passing test enables a connector, and its secret is encrypted and never returned", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startFakeService(gitlabServer);
  const saved = await save(plumb, token, "gitlab", gitlab(`${far.url}/`));
  expect(saved.body.data).toMatchObject({
    connector: { status: "enabled" },
    values: { url: `${far.url}/` },
    secretsSet: ["token"],
    configured: true,
    disabled: false,
    lastTest: { at: plumb.time.now.toISOString(), passed: true, message: "Signed in as Ada." },
  });
  const responses = [saved.body, await read(plumb, token, "gitlab"), await rowsOf(plumb.context.db, "connector")];
  const audit = await call<{ data: { action: string; detail: object }[] }>(plumb, "GET", "/api/audit", { token });
  expect(JSON.stringify([responses, audit.body])).not.toContain("glpat-1");
  expect(audit.body.data.slice(0, 2)).toMatchObject([
    { action: "connector.tested", targetName: "GitLab Issues", detail: { passed: true } },
    { action: "connector.changed", detail: { token: "replaced" } },
  ]);
});

test("settings that fail their test are saved, marked as failed, and not enabled", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startFakeService(gitlabServer);
  const saved = await save(plumb, token, "gitlab", { ...gitlab(far.url), token: "wrong" });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      data: {
        connector: { status: "not_connected" },
        configured: true,
        lastTest: { passed: false, message: "GitLab rejected the access token." },
      },
    },
  });
  const mended = await save(plumb, token, "gitlab", { token: "glpat-1" });
  expect(mended.body.data).toMatchObject({ connector: { status: "enabled" } });
});

test("an empty secret keeps the stored one, which is not sent to a new URL", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startFakeService(gitlabServer);
  await using elsewhere = await startFakeService();
  await save(plumb, token, "gitlab", gitlab(far.url));
  expect((await save(plumb, token, "gitlab", { token: "" })).body.data).toMatchObject({
    secretsSet: ["token"],
    lastTest: { passed: true, message: "Signed in as Ada." },
  });
  expect(await save(plumb, token, "gitlab", { url: elsewhere.url })).toMatchObject({
    status: 400,
    body: { error: "Access token must be entered again because its destination has changed" },
  });
  expect(elsewhere.received).toEqual([]);
  expect((await read(plumb, token, "gitlab")).values["url"]).toBe(far.url);
});

test("a later failed test disables the connector until a test passes", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  let broken = false;
  await using far = await startFakeService((request) => (broken ? { status: 502 } : gitlabServer(request)));
  await save(plumb, token, "gitlab", gitlab(far.url));
  const again = () => call<Reply>(plumb, "POST", "/api/connectors/gitlab/test", { token });
  broken = true;
  expect((await again()).body.data).toMatchObject({
    connector: { status: "not_connected" },
    lastTest: { passed: false, message: "GitLab has a problem (HTTP 502). Try again later." },
  });
  broken = false;
  expect((await again()).body.data.connector.status).toBe("enabled");
});

test("a connector can be disabled, keeping its settings, or removed with all of them", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startFakeService(gitlabServer);
  await save(plumb, token, "gitlab", gitlab(far.url));
  const disable = (disabled: boolean) =>
    call<Reply>(plumb, "PUT", "/api/connectors/gitlab/disabled", { token, body: { disabled } });
  expect((await disable(true)).body.data).toMatchObject({
    connector: { status: "not_connected" },
    disabled: true,
    secretsSet: ["token"],
  });
  expect((await disable(false)).body.data.connector.status).toBe("enabled");
  const removed = await call<Reply>(plumb, "DELETE", "/api/connectors/gitlab", { token });
  expect(removed.body.data).toMatchObject({
    configured: false,
    secretsSet: [],
    lastTest: null,
    values: { url: "https://gitlab.com" },
  });
  expect(await disable(true)).toMatchObject({ status: 409, body: { error: "This connector is not configured." } });
  const audit = await call<{ data: { action: string }[] }>(plumb, "GET", "/api/audit?limit=3", { token });
  expect(audit.body.data.map(({ action }) => action)).toEqual([
    "connector.removed",
    "connector.enabled",
    "connector.disabled",
  ]);
});

test("reports that the stored secret cannot be read after the server secret changed", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startFakeService(gitlabServer);
  await save(plumb, token, "gitlab", gitlab(far.url));
  const encrypted = createSecretBox("an earlier secret").seal("glpat-1", "connector:gitlab:token");
  await runStatement(plumb.context.db, `update connector set secrets = '{"token": "${encrypted}"}'`);
  expect((await read(plumb, token, "gitlab")).problem).toBe(
    "The secret was stored under another PLUMB_SECRET. Enter it again, or start the server with the earlier one.",
  );
  const tested = await call<Reply>(plumb, "POST", "/api/connectors/gitlab/test", { token });
  expect(tested.body.data.lastTest?.passed).toBe(false);
  expect(tested.body.data.lastTest?.message).toContain("PLUMB_SECRET");
});

test("settings of another way to sign in are not stored", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startFakeService(() => ({ status: 401 }));
  const app = { authentication: "app", appId: "12", installationId: "345", privateKey: "pem" };
  await save(plumb, token, "github", { apiUrl: far.url, token: "ghp_1", appId: "9" });
  expect(await read(plumb, token, "github")).toMatchObject({ secretsSet: ["token"], values: { appId: "" } });
  await save(plumb, token, "github", { ...app, token: "ghp_2" });
  expect(await read(plumb, token, "github")).toMatchObject({ secretsSet: ["privateKey"], values: { appId: "12" } });
  expect(await save(plumb, token, "github", { authentication: "token" })).toMatchObject({
    status: 400,
    body: { error: "Access token is required" },
  });
});

test.for([
  ["gitlab", {}, "Access token is required"],
  [
    "gitlab",
    { url: "ftp://x", token: " " },
    "GitLab URL must begin with https:// or http://, Access token is required",
  ],
  ["gitlab", gitlab("https://a:b@x.example"), "GitLab URL must not contain a user name or password"],
  ["slack", { webhookUrl: "#tests" }, "Incoming webhook URL must begin with https:// or http://"],
  ["slack", { webhookUrl: "https://x.example/\na" }, "Incoming webhook URL contains a character that is not allowed"],
  [
    "email",
    { host: "x", port: "0", encryption: "soft", fromAddress: "a@b.example, c@d.example" },
    "Port must be a number from 1 to 65535, Encryption must be one of the choices, Sender address must be an email address",
  ],
  ["github", {}, "Access token is required"],
  [
    "github",
    { authentication: "app", token: "ghp_1" },
    "App ID is required, Installation ID is required, Private key is required",
  ],
  ["jira", { siteUrl: "https://x.example", apiToken: "1" }, "Email of the Jira account is required"],
  ["webhooks", {}, "Webhooks are configured in the settings of each project."],
] as const)("%s with %j is rejected: %s", async ([id, values, error]) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  expect(await save(plumb, token, id, values)).toMatchObject({ status: 400, body: { error } });
  expect((await read(plumb, token, id)).configured).toBe(false);
});
