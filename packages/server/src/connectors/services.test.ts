import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { expect, test } from "vitest";
import { connectors } from "./registry.ts";
import { linearApi } from "./linear.ts";
import { createOutgoing, type Outgoing } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { type FakeService, type ReceivedRequest, startFakeService } from "#testing/fake-service.ts";

type Answer = ReturnType<NonNullable<Parameters<typeof startFakeService>[0]>>;

const loopback = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });
const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** Runs the connector's test against a service that responds as `answer` defines; `here` is the service's address. */
async function tryOut(
  id: ConnectorId,
  values: Record<string, string>,
  answer: (request: ReceivedRequest) => Answer,
): Promise<{ said: string; received: FakeService["received"] }> {
  await using far = await startFakeService(answer);
  const filled = Object.entries(values).map(([name, value]) => [name, value.replace("here", far.url)] as const);
  // Requests to Linear's fixed address are sent to this server instead.
  const outgoing: Outgoing = {
    ...loopback,
    request: (given) => loopback.request({ ...given, url: given.url.replace(linearApi, `${far.url}/graphql`) }),
  };
  const tools = { outgoing, brandName: "Plumb", publicUrl: "http://plumb.test", tester: "ada@example.test" };
  const said = await connectors[id].test(Object.fromEntries(filled), tools).catch((error: unknown) => {
    if (error instanceof OutgoingError) return error.message;
    throw error;
  });
  return { said, received: far.received };
}

const azure = { organizationUrl: "here/example", project: "My Shop", token: "token" };
const azureServer = ({ url, headers }: ReceivedRequest): Answer => {
  if (headers.authorization !== basic("", "token")) return { status: 203, body: "<html>Sign in</html>" };
  return url === "/example/_apis/projects/My%20Shop?api-version=7.1" ? { body: { name: "My Shop" } } : { status: 404 };
};

test.for([
  [{}, "The project is My Shop."],
  [{ token: "wrong" }, "Azure DevOps rejected the access token."],
  [
    { project: "None" },
    "Azure DevOps has no project None in this organization, or the access token has no access to it.",
  ],
] as const)("Azure Boards with %j: %s", async ([change, said]) => {
  expect((await tryOut("azure-boards", { ...azure, ...change }, azureServer)).said).toBe(said);
});

const linear = { teamKey: "shop", apiKey: "lin_1" };
const linearServer = ({ headers, body }: ReceivedRequest): Answer => {
  if (headers.authorization !== "lin_1") return { status: 400, body: { errors: [{ message: "Authentication" }] } };
  const { variables } = JSON.parse(body) as { variables: { key: string } };
  const nodes = variables.key === "SHOP" ? [{ name: "Shop" }] : [];
  return { body: { data: { viewer: { name: "Ada" }, teams: { nodes } } } };
};

test.for([
  [{}, "Signed in as Ada; the team is Shop."],
  [{ apiKey: "wrong" }, "Linear rejected the API key."],
  [{ teamKey: "NOPE" }, "Linear has no team NOPE, or this key has no access to it."],
] as const)("Linear with %j: %s", async ([change, said]) => {
  expect((await tryOut("linear", { ...linear, ...change }, linearServer)).said).toBe(said);
});

test.for([
  [{ body: "ok" }, "A test message was posted to the channel."],
  [{ status: 404, body: "no_service" }, "Slack rejected the message at this address: no service."],
  [{ status: 500 }, "Slack has a problem (HTTP 500). Try again later."],
] as const)("Slack with the response %j: %s", async ([answer, expected]) => {
  const { said, received } = await tryOut("slack", { webhookUrl: "here/services/T/B/x" }, () => answer);
  expect(said).toBe(expected);
  expect(received).toMatchObject([{ method: "POST", url: "/services/T/B/x" }]);
  expect(JSON.parse(received[0]?.body ?? "")).toEqual({
    text: "Plumb (http://plumb.test) is connected to this channel. This message is a test.",
  });
});

test.for([
  [{ status: 202 }, "Teams accepted a test message; it should appear in the channel."],
  [{ status: 200, body: "1" }, "A test message was posted to the channel."],
  [{ status: 400 }, "Teams rejected the message at this address (HTTP 400). Copy it again from the workflow."],
] as const)("Teams with the response %j: %s", async ([answer, expected]) => {
  const { said, received } = await tryOut("teams", { webhookUrl: "here/workflows/1" }, () => answer);
  expect(said).toBe(expected);
  expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", content: { type: "AdaptiveCard" } }],
  });
});

test.for([
  [
    { status: 301, headers: { location: "https://gitlab.example/api" } },
    "GitLab redirects to https://gitlab.example (HTTP 301). Enter the address it redirects to.",
  ],
  [{ body: "<html>a router</html>" }, "This address did not respond like the GitLab API. Check the address."],
  [{ status: 429 }, "GitLab received too many requests (HTTP 429). Try again later."],
] as const)("a service with the response %j: %s", async ([answer, expected]) => {
  expect((await tryOut("gitlab", { url: "here", project: "a", token: "b" }, () => answer)).said).toBe(expected);
});
