import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { expect, test } from "vitest";
import { connectors } from "./bindings/registry.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { startFakeService } from "#testing/fake-service.ts";
import type { FakeReply } from "#testing/fakes/fake-http.ts";
import { refuseUnpublished } from "#testing/published-apis.ts";
import { filled } from "#testing/trackers.ts";

const outgoing = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });
const now = new Date("2026-03-04T10:00:00.000Z");

const header = "github-authentication-token-expiration";
const github = (end: string | null): FakeReply => ({
  headers: end === null ? {} : { [header]: end },
  body: { login: "ada" },
});

test.for([
  ["github", { apiUrl: "here", token: "x" }, github("2026-12-31 23:59:59 UTC"), "2026-12-31T23:59:59.000Z"],
  ["github", { apiUrl: "here", token: "x" }, github("2026-12-31 23:59:59 +0200"), "2026-12-31T21:59:59.000Z"],
  ["github", { apiUrl: "here", token: "x" }, github("2026-12-31 23:59:59 CEST"), "2026-12-31T23:59:59.000Z"],
  ["github", { apiUrl: "here", token: "x" }, github(null), null],
  ["github", { apiUrl: "here", token: "x" }, github("never"), null],
  ["github", { apiUrl: "here", token: "x" }, github("2026-13-41 23:59:59 UTC"), null],
  ["github", { apiUrl: "here", authentication: "app" }, github("2026-12-31 23:59:59 UTC"), null],
  ["gitlab", { url: "here", token: "x" }, { body: { id: 1, expires_at: "2026-12-31" } }, "2026-12-31T00:00:00.000Z"],
  ["gitlab", { url: "here", token: "x" }, { body: { id: 1, expires_at: null } }, null],
  ["gitlab", { url: "here", token: "x" }, { status: 404, body: {} }, null],
  [
    "slack",
    { botToken: "x", apiUrl: "here/api" },
    { body: { ok: true, expires_in: 43_200 } },
    "2026-03-04T22:00:00.000Z",
  ],
  ["slack", { botToken: "x", apiUrl: "here/api" }, { body: { ok: true } }, null],
  ["slack", { webhookUrl: "here/services/T1/B1/x" }, { status: 500 }, null],
] as const satisfies readonly (readonly [ConnectorId, Record<string, string>, FakeReply, string | null])[])(
  "%s with %j and the response %j expires at %s",
  async ([id, values, response, end]) => {
    const vendor = id;
    await using far = await startFakeService((request) => refuseUnpublished(vendor, request) ?? response);
    const read = connectors[id].readExpiry?.(filled(values, far.url), { outgoing, now });
    expect((await read)?.toISOString() ?? null).toBe(end);
  },
);

test("a service that rejects the token reports no end", async () => {
  await using far = await startFakeService(() => ({ status: 401 }));
  const values = { apiUrl: far.url, token: "x" };
  await expect(connectors.github.readExpiry?.(values, { outgoing, now })).rejects.toThrow("rejected the access token");
});
