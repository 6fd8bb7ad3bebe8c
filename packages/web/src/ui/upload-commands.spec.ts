import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { OfAForeignName, OfAServer } from "./upload-commands.story.tsx";

test("all commands are filled in with the server's address, and install from it", async ({ mount }) => {
  const view = await mount<typeof OfAServer>("ui/upload-commands/OfAServer");
  const cli = view.getByLabel("CLI command", { exact: true });
  await expect(cli).toContainText("PLUMB_URL=https://plumb.example.com:4600/tests PLUMB_API_KEY=…");
  await expect(cli).toContainText("npx -y https://plumb.example.com:4600/tests/packages/cli.tgz");
  await expect(view.getByLabel("curl command", { exact: true })).toContainText(
    '"https://plumb.example.com:4600/tests/api/ingest/uploads"',
  );
  await expect(view.getByLabel("reporter command", { exact: true })).toContainText(
    "https://plumb.example.com:4600/tests/packages/reporter-playwright.tgz",
  );
  await expect(view.getByLabel("reporter configuration", { exact: true })).toContainText("@plumb/reporter-playwright");
  await expect(view.getByLabel("command that runs the tests", { exact: true })).toContainText(
    "export PLUMB_URL=https://plumb.example.com:4600/tests",
  );
});

test("ReportPortal agents are told the endpoint, and the project as an address names it", async ({ mount }) => {
  const view = await mount<typeof OfAServer>("ui/upload-commands/OfAServer");
  const script = view.getByLabel("settings of ReportPortal agents for JavaScript", { exact: true });
  await expect(script).toContainText('endpoint: "https://plumb.example.com:4600/tests/api/v1"');
  await expect(script).toContainText('project: "web-shop"');
  const others = view.getByLabel("settings of other ReportPortal agents", { exact: true });
  await expect(others).toContainText("rp.endpoint = https://plumb.example.com:4600/tests");
  await expect(others).toContainText("rp.project = web-shop");
});

test("a project whose name would have to be encoded goes by its number", async ({ mount }) => {
  const view = await mount<typeof OfAForeignName>("ui/upload-commands/OfAForeignName");
  await expect(view.getByLabel("settings of other ReportPortal agents", { exact: true })).toContainText(
    "rp.project = 7",
  );
});
