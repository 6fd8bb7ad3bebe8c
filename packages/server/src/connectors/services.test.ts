import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { expect, test } from "vitest";
import { connectors } from "./bindings/registry.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { OutgoingError } from "#outgoing/outgoing-error.ts";
import { type FakeService, type ReceivedRequest, startFakeService } from "#testing/fake-service.ts";

type Reply = ReturnType<NonNullable<Parameters<typeof startFakeService>[0]>>;

const loopback = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });

/** Runs the connector's test against a service that responds as `response` defines; `here` is the service's address. */
async function tryOut(
  id: ConnectorId,
  values: Record<string, string>,
  reply: (request: ReceivedRequest) => Reply,
): Promise<{ said: string; received: FakeService["received"] }> {
  await using far = await startFakeService(reply);
  const filled = Object.entries(values).map(([name, value]) => [name, value.replace("here", far.url)] as const);
  const tools = { outgoing: loopback, brandName: "Plumb", publicUrl: "http://plumb.test", tester: "ada@example.test" };
  const response = await connectors[id].test(Object.fromEntries(filled), tools).then(
    ({ message }) => message,
    (error: unknown) => {
      if (error instanceof OutgoingError) return error.message;
      throw error;
    },
  );
  return { said: response, received: far.received };
}

test.for([
  [{ body: "ok" }, "A test message was posted to the channel."],
  [{ status: 404, body: "no_service" }, "Slack rejected the message at this address: no service."],
  [{ status: 500 }, "Slack has a problem (HTTP 500). Try again later."],
] as const)("Slack with the response %j: %s", async ([response, expected]) => {
  const { said, received } = await tryOut("slack", { webhookUrl: "here/services/T/B/x" }, () => response);
  expect(said).toBe(expected);
  expect(received).toMatchObject([{ method: "POST", url: "/services/T/B/x" }]);
});

test.for([
  [{ status: 202 }, "Teams accepted a test message; it should appear in the channel."],
  [{ status: 200, body: "1" }, "A test message was posted to the channel."],
  [{ status: 404 }, "Teams has no such webhook any more. Create a new one, and enter its URL."],
] as const)("Teams with the response %j: %s", async ([response, expected]) => {
  expect((await tryOut("teams", { webhookUrl: "here/workflows/1" }, () => response)).said).toBe(expected);
});

test.for([
  [
    { status: 301, headers: { location: "https://gitlab.example/api" } },
    "GitLab redirects to https://gitlab.example (HTTP 301). Enter the address it redirects to.",
  ],
  [{ body: "<html>a router</html>" }, "This address did not respond like the GitLab API. Check the address."],
  [{ status: 429 }, "GitLab received too many requests (HTTP 429). Try again later."],
] as const)("a service with the response %j: %s", async ([response, expected]) => {
  expect((await tryOut("gitlab", { url: "here", project: "a", token: "b" }, () => response)).said).toBe(expected);
});
