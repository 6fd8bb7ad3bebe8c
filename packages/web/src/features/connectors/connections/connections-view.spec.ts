import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./connections-view.story.tsx";
import type { Adding, Editing, EditingWithSecret, Nothing, Several } from "./connections-view.story.tsx";

const story = (name: string) => `features/connectors/connections/connections-view/${name}`;

test("without connections, the page explains them and offers to add one", async ({ mount }) => {
  const view = await mount<typeof Nothing>(story("Nothing"));
  await expect(view.getByRole("heading", { name: "No connections yet" })).toBeVisible();
  await view.getByRole("button", { name: "Add connection" }).click();
  await expect(view.locator("output")).toHaveText("add");
});

test("each connection shows its purpose, its state, and why it cannot send", async ({ mount, page }) => {
  const view = await mount<typeof Several>(story("Several"));
  for (const [name = "", ...texts] of [
    ["Jira · SHOP", "Working", "Creates tickets", "Jira has no project SHOP"],
    ["Slack · #qa", "Failing", "Sends messages", "Own account", "Last attempt failed"],
    ["Jira · NEW", "Nothing sent yet"],
    ["Jira · xxx", "Failing", "was deleted"],
    ["Jira · OLD", "Disabled"],
    ["Jira · REFUSED", "Failing", "Last attempt failed"],
  ])
    for (const text of texts) await expect(view.getByRole("listitem", { name }).getByText(text).first()).toBeVisible();
  await view.getByRole("button", { name: "Actions for Jira · OLD" }).click();
  await page.getByRole("menuitem", { name: "Enable" }).click();
  await expect(view.locator("output")).toHaveText("switch 5");
  await view.getByRole("button", { name: "Actions for Slack · #qa" }).click();
  // The other menu may still be closing.
  const menu = page.getByRole("menu", { name: "Actions for Slack · #qa" });
  await menu.getByRole("menuitem", { name: "Deliveries" }).click();
  await expect(view.locator("output")).toHaveText("log 2");
});

test("the form asks for the settings of the chosen connector, and needs a working account", async ({ mount }) => {
  const view = await mount<typeof Adding>(story("Adding"));
  await view.getByLabel("Project key").fill("SHOP");
  await view.getByRole("button", { name: "Test and add" }).click();
  await expect(view.locator("output")).toHaveText(
    '{"connector":"jira","offer":"tracker","owner":"server","values":{"projectKey":"SHOP"}}',
  );
  await view.getByLabel("Connector").selectOption("Slack: sends messages");
  await expect(view.getByText("Slack is not enabled on this server.")).toBeVisible();
  await expect(view.getByRole("button", { name: "Test and add" })).toBeDisabled();
  await view.getByLabel("This project's own account").check();
  await view.getByRole("button", { name: "Configure the project's account" }).click();
  await expect(view.locator("output")).toHaveText("configure slack");
});

test("a webhook needs no account", async ({ mount }) => {
  const view = await mount<typeof Adding>(story("Adding"));
  await view.getByLabel("Connector").selectOption("Webhooks: sends messages");
  await expect(view.getByRole("radiogroup")).toHaveCount(0);
  await expect(view.getByRole("note")).toHaveText("The test posts a message to this address.");
  await view.getByLabel("Receiver URL").fill("https://hooks.example.org");
  await view.getByRole("button", { name: "Test and add" }).click();
  await expect(view.locator("output")).toContainText('"connector":"webhooks","offer":"channel","owner":"project"');
});

test("an existing connection keeps its connector", async ({ mount }) => {
  const view = await mount<typeof Editing>(story("Editing"));
  await expect(view.getByLabel("Project key")).toHaveValue("SHOP");
  await expect(view.getByLabel("Connector")).toHaveCount(0);
});

test("an optional secret is kept, or removed on demand", async ({ mount }) => {
  const view = await mount<typeof EditingWithSecret>(story("EditingWithSecret"));
  const secret = view.getByRole("textbox", { name: "Webhook URL of this channel" });
  await expect(secret).toHaveAttribute("placeholder", "Stored; leave empty to keep it");
  await view.getByLabel("Remove the stored webhook URL of this channel").check();
  await expect(secret).toBeDisabled();
  await view.getByLabel("The server's account").check();
  await view.getByLabel("This project's own account").check();
  await expect(view.getByText("Slack has no working account of this project.")).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", async ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/connectors/connections/connections-view", [
    "Nothing",
    "Several",
    "Adding",
    "Editing",
    "EditingWithSecret",
  ]));
