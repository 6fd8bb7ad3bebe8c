import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./agent-setup.story.tsx";
import type { WithANewKey, WithoutAKey } from "./agent-setup.story.tsx";

const folder = "features/api-keys/agent-setup";

test("the settings are valid JSON with the address and a new key", async ({ mount }) => {
  const view = await mount<typeof WithANewKey>(`${folder}/WithANewKey`);
  const settings = async (transport: string): Promise<unknown> =>
    JSON.parse((await view.getByLabel(`settings for agents over ${transport}`, { exact: true }).textContent()) ?? "");
  expect(await settings("HTTP")).toEqual({
    mcpServers: {
      plumb: {
        type: "http",
        url: "https://plumb.example.com:4600/tests/mcp",
        headers: { Authorization: "Bearer plumb_0123456789" },
      },
    },
  });
  expect(await settings("stdio")).toEqual({
    mcpServers: {
      plumb: {
        command: "npx",
        args: ["-y", "https://plumb.example.com:4600/tests/packages/cli.tgz", "mcp"],
        env: { PLUMB_URL: "https://plumb.example.com:4600/tests", PLUMB_API_KEY: "plumb_0123456789" },
      },
    },
  });
  await expect(view.getByLabel("command for Claude Code", { exact: true })).toContainText(
    'claude mcp add --transport http plumb https://plumb.example.com:4600/tests/mcp \\\n  --header "Authorization: Bearer plumb_0123456789"',
  );
});

test("the settings of an existing key have a placeholder, because its secret is not stored", async ({ mount }) => {
  const view = await mount<typeof WithoutAKey>(`${folder}/WithoutAKey`);
  await expect(view.getByLabel("settings for agents over HTTP", { exact: true })).toContainText("Bearer plumb_…");
  await expect(view.getByLabel("address of the MCP server", { exact: true })).toHaveText(
    "https://plumb.example.com:4600/tests/mcp",
  );
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["WithoutAKey", "WithANewKey"]));
