import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { expect, test } from "vitest";
import { connectors } from "./bindings/registry.ts";
import type { Message } from "./message.ts";
import { createOutgoing } from "#outgoing/outgoing.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { createDiscordFake, createSlackFake, createTeamsFake } from "#testing/fakes/chat.ts";
import { refuseUnpublished, type Vendor } from "#testing/published-apis.ts";
import { filled } from "#testing/trackers.ts";

const outgoing = createOutgoing({ allowPrivateHosts: ["127.0.0.1"] });

/** Nothing has a text. Services refuse blocks with empty texts: https://github.com/vvanouytsel/jetspotter/issues/26 */
const blank = (text: string): Message => ({
  title: text,
  url: "https://plumb.example/reports/12",
  tone: "neutral",
  facts: [{ label: text, value: text }],
  blocks: [
    { kind: "heading", text },
    { kind: "paragraph", content: [text] },
    { kind: "paragraph", content: [] },
    { kind: "paragraph", content: [{ text, url: "https://plumb.example" }, { code: text }] },
    { kind: "code", text },
    { kind: "list", items: [] },
    { kind: "list", items: [[text], []] },
  ],
  actions: [{ label: text, url: "https://plumb.example/reports/12" }],
  footer: text,
});

test.for([
  ["slack", "slack", () => createSlackFake("x"), { webhookUrl: "here/services/T1/B1/x" }],
  ["discord", "discord", createDiscordFake, { webhookUrl: "here/api/webhooks/1/x" }],
  ["teams", "teams", createTeamsFake, { webhookUrl: "here/workflows/1" }],
] as const satisfies readonly (readonly [ConnectorId, Vendor, () => object, object])[])(
  "%s: a message with empty texts is sent",
  async ([id, vendor, createFake, values]) => {
    const { state, respond } = createFake();
    await using far = await startFakeService((request) => refuseUnpublished(vendor, request) ?? respond(request));
    const connection = { credentials: filled(values, far.url), binding: { channel: "#qa" }, outgoing, now: new Date() };
    for (const text of ["", " ", "\n", "\u200B", "\u0000"]) await connectors[id].channel?.send(connection, blank(text));
    expect(state.posts).toHaveLength(5);
  },
);
