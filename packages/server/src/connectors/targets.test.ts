import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { expect, test } from "vitest";
import { forbiddenTarget } from "./targets.ts";
import { connectors } from "./bindings/registry.ts";

function forbidden(type: ConnectorId, allowed: readonly string[], settings: Record<string, string>): string | null {
  const { places } = connectors[type];
  if (places === undefined) throw new Error(`${type} has no places`);
  const account = { settings: {}, secrets: { botToken: "sealed" }, places: allowed };
  return forbiddenTarget(places, { settings, secrets: {} }, account);
}

test.for([
  ["github", "octo/shop", { repository: "octo/shop" }],
  ["github", "Octo/Shop", { repository: " octo/SHOP " }],
  ["github", "octo/*", { repository: "octo/web" }],
  ["github", "*", { repository: "other/web" }],
  ["gitlab", "shop/*", { project: "/shop/group/web/" }],
  ["gitlab", "42", { project: "42" }],
  ["jira", "SHOP", { projectKey: "shop" }],
  ["azure-boards", "My Shop", { project: "my shop" }],
  ["linear", "SHOP", { teamKey: "shop" }],
  ["slack", "#qa", { channel: "qa" }],
  ["slack", "C0123", { channel: "C0123" }],
  ["email", "example.org", { addresses: "Ada@Example.org; ben@example.org" }],
  ["email", "ada@example.net", { addresses: "ada@example.net" }],
] as const)("%s: %s covers %j", ([type, entry, settings]) => {
  expect(forbidden(type, [entry], settings)).toBeNull();
});

test.for([
  ["github", "octo/shop", { repository: "octo/shop2" }],
  ["github", "octo/*", { repository: "octo2/shop" }],
  ["github", "octo/*", { repository: "octocat/shop" }],
  ["github", "octo/shop", { repository: "octo/shop.git" }],
  ["gitlab", "shop/*", { project: "shop/../vault/web" }],
  ["gitlab", "shop/web", { project: "42" }],
  ["azure-boards", "*", { project: ".." }],
  ["jira", "SHOP", { projectKey: "SHOPPING" }],
  ["slack", "C0123", { channel: "c0123" }],
  ["slack", "#qa", { channel: "##qa" }],
  ["email", "example.org", { addresses: "ada@example.org, eve@evil.example" }],
  ["email", "example.org", { addresses: "eve@sub.example.org" }],
  ["email", "example.org", { addresses: "eve@notexample.org" }],
  ["email", "example.org", { addresses: "eve@example.org.evil.example" }],
  ["email", "ada@example.org", { addresses: "eve@ada@example.org" }],
] as const)("%s: %s does not cover %j", ([type, entry, settings]) => {
  expect(forbidden(type, [entry], settings)).not.toBeNull();
  expect(forbidden(type, [], settings)).not.toBeNull();
});

test("a channel with its own webhook does not use the bot of the server", () => {
  const { places } = connectors["slack"];
  const account = { settings: {}, secrets: { botToken: "sealed" }, places: [] };
  const binding = { settings: { channel: "#qa" }, secrets: { webhookUrl: "sealed" } };
  expect(places && forbiddenTarget(places, binding, account)).toBeNull();
});
