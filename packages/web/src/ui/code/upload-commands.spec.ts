import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { OfAForeignName, OfAServer, OfCypress, OfSelenium, WithAKey } from "./upload-commands.story.tsx";

test("all commands contain the server's URL, and install from it", async ({ mount }) => {
  const view = await mount<typeof OfAServer>("ui/code/upload-commands/OfAServer");
  const cli = view.getByLabel("CLI command", { exact: true });
  const settings = view.getByLabel("settings", { exact: true });
  await expect(settings).toHaveText(
    /^export PLUMB_URL=https:\/\/plumb.example.com:4600\/tests\s+export PLUMB_API_KEY=…$/,
  );
  await expect(cli).toContainText("npx -y https://plumb.example.com:4600/tests/packages/cli.tgz");
  await expect(view.getByLabel("curl command", { exact: true })).toContainText(
    '"https://plumb.example.com:4600/tests/api/ingest/uploads"',
  );
  await expect(view.getByLabel("reporter command", { exact: true })).toContainText(
    "https://plumb.example.com:4600/tests/packages/reporter-playwright.tgz",
  );
  await expect(view.getByLabel("reporter configuration", { exact: true })).toContainText("@plumb/reporter-playwright");
  await expect(view.getByText("The configuration of every tool is in docs/reporters.md of Plumb.")).toBeVisible();
});

test("every example contains a key that was just created", async ({ mount }) => {
  const view = await mount<typeof WithAKey>("ui/code/upload-commands/WithAKey");
  await expect(view.getByLabel("settings", { exact: true })).toContainText("export PLUMB_API_KEY=plumb_0123456789");
  for (const agents of ["settings of ReportPortal agents for JavaScript", "settings of other ReportPortal agents"])
    await expect(view.getByLabel(agents, { exact: true })).toContainText("plumb_0123456789");
  await expect(view.getByText("…")).toHaveCount(0);
});

test("the type of the project selects the example", async ({ mount }) => {
  const playwright = await mount<typeof OfAServer>("ui/code/upload-commands/OfAServer");
  await expect(playwright.getByLabel("reporter configuration", { exact: true })).toContainText(
    "@plumb/reporter-playwright",
  );
  const cypress = await mount<typeof OfCypress>("ui/code/upload-commands/OfCypress");
  await expect(cypress.getByLabel("reporter command", { exact: true })).toContainText("reporter-mocha.tgz");
  await expect(cypress.getByLabel("reporter configuration", { exact: true })).toContainText(
    "@plumb/reporter-mocha/cypress",
  );
  const selenium = await mount<typeof OfSelenium>("ui/code/upload-commands/OfSelenium");
  await expect(selenium.getByLabel("reporter configuration", { exact: true })).toHaveCount(0);
  await expect(selenium.getByLabel("CLI command", { exact: true })).toContainText("surefire-reports/TEST-*.xml");
});

test("ReportPortal agents get the endpoint and the encoded project name", async ({ mount }) => {
  const view = await mount<typeof OfAServer>("ui/code/upload-commands/OfAServer");
  const script = view.getByLabel("settings of ReportPortal agents for JavaScript", { exact: true });
  await expect(script).toContainText('endpoint: "https://plumb.example.com:4600/tests/api/v1"');
  await expect(script).toContainText('project: "web-shop"');
  const others = view.getByLabel("settings of other ReportPortal agents", { exact: true });
  await expect(others).toContainText("rp.endpoint = https://plumb.example.com:4600/tests");
  await expect(others).toContainText("rp.project = web-shop");
});

test("a project whose name needs encoding is addressed by its number", async ({ mount }) => {
  const view = await mount<typeof OfAForeignName>("ui/code/upload-commands/OfAForeignName");
  await expect(view.getByLabel("settings of other ReportPortal agents", { exact: true })).toContainText(
    "rp.project = 7",
  );
});
