import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./connect-channel.story.tsx";
import type { Account, Listed, Unlisted } from "./connect-channel.story.tsx";

const folder = "features/connectors/connect-channel/connect-channel";
const story = (name: string) => `${folder}/${name}`;

test("the account is sent to be tested, and the reason of a failed test is shown", async ({ mount }) => {
  const view = await mount<typeof Account>(story("Account"));
  await expect(view.getByRole("alert")).toContainText("Slack rejected the bot token.");
  await view.getByRole("textbox", { name: "Bot token" }).fill("xoxb-1");
  await view.getByRole("button", { name: "Test account" }).click();
  await expect(view.locator("output")).toHaveText('{"botToken":"xoxb-1","apiUrl":"https://slack.com/api"}');
});

test("a channel is chosen by name and stored by its ID", async ({ mount, page }) => {
  const view = await mount<typeof Listed>(story("Listed"));
  await view.getByRole("button", { name: "Connect and send a test" }).click();
  await expect(view.getByText("Choose a channel", { exact: true })).toBeVisible();
  await view.getByRole("combobox", { name: "Channel" }).click();
  await page.getByRole("option", { name: "#qa" }).click();
  await view.getByLabel("Run failed").check();
  await expect(view.getByText("Preview for slack: run.failed, cause.new")).toBeVisible();
  await view.getByRole("button", { name: "Connect and send a test" }).click();
  await expect(view.locator("output")).toHaveText(
    '{"values":{"channel":"C1","channelName":"#qa"},"events":["run.failed","cause.new","cause.returned","cause.fixed"]}',
  );
});

test("a channel that is not in the list is entered by name", async ({ mount }) => {
  const view = await mount<typeof Listed>(story("Listed"));
  await view.getByRole("button", { name: "Enter a name instead" }).click();
  await view.getByRole("textbox", { name: "Channel", exact: true }).fill("#secret");
  await view.getByRole("button", { name: "Connect and send a test" }).click();
  await expect(view.locator("output")).toContainText('"channel":"#secret"');
});

test("without a list, the form shows the reason and has a field for the name", async ({ mount }) => {
  const view = await mount<typeof Unlisted>(story("Unlisted"));
  await expect(view.getByRole("note")).toContainText("channels:read");
  await expect(view.getByRole("textbox", { name: "Channel", exact: true })).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", async ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["Account", "Listed", "Unlisted"]));
