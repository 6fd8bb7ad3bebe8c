import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./connectors-view.story.tsx";
import type { Configuring, Mixed, NoAdministrator, NothingEnabled, Unused } from "./connectors-view.story.tsx";

const mixed = "features/connectors/connectors-view/Mixed";

test("the summary shows counts, and the filters select by category with their counts", async ({ mount }) => {
  const view = await mount<typeof Mixed>(mixed);
  const button = (name: string) => view.getByRole("button", { name, exact: true });
  for (const name of ["2 Active Integrations", "7 Available to Configure", "9 Total Integrations"])
    await expect(button(name)).toBeVisible();
  await button("Bug Tracking Systems 5").click();
  await expect(view.getByRole("listitem")).toHaveCount(5);
  await button("Notification Channels 4").click();
  await expect(view.getByRole("heading", { level: 2 })).toHaveText([
    "Email Server",
    "Slack",
    "Webhooks",
    "Microsoft Teams",
  ]);
  await expect(button("Notification Channels 4")).toHaveAttribute("aria-pressed", "true");
  await button("All Integrations 9").click();
  await expect(view.getByRole("listitem")).toHaveCount(9);
});

test("the button regains the focus after the settings close", async ({ mount, page }) => {
  const view = await mount<typeof Configuring>("features/connectors/connectors-view/Configuring");
  const button = view.getByRole("listitem").filter({ hasText: "Jira Cloud" }).getByRole("button");
  await button.click();
  await page.getByRole("dialog", { name: "Configure Jira Cloud" }).getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("each count filters the list to its connectors", async ({ mount }) => {
  const view = await mount<typeof Mixed>(mixed);
  await view.getByRole("button", { name: "2 Active Integrations" }).click();
  await expect(view.getByRole("heading", { level: 2 })).toHaveText(["Jira Cloud", "Email Server"]);
  await view.getByRole("button", { name: "9 Total Integrations" }).click();
  await expect(view.getByRole("listitem")).toHaveCount(9);
});

test("a card has name, version, website, description, status and a link to its settings", async ({ mount, page }) => {
  const view = await mount<typeof Mixed>(mixed);
  const card = view.getByRole("listitem").filter({ hasText: "Jira Cloud" });
  await expect
    .poll(() => readTexts(card))
    .toEqual([
      [
        "Jira Cloud",
        "Enabled",
        "Create issues for failures and send messages about runs with Jira Cloud.",
        "v1.0.0",
        "Website",
        "Configure",
      ],
    ]);
  await expect(card.getByRole("link", { name: "Website of Jira Cloud (opens in a new tab)" })).toHaveAttribute(
    "href",
    "https://example.org",
  );
  await card.getByRole("button", { name: "Configure Jira Cloud" }).focus();
  await page.keyboard.press("Enter");
  await expect(view.getByRole("status")).toHaveText("jira");
  for (const name of ["Email Server", "Webhooks"]) {
    await expect(
      view
        .getByRole("listitem")
        .filter({ has: page.getByRole("heading", { name }) })
        .getByRole("link", { name: /Website/ }),
    ).toHaveCount(0);
  }
  await expect(view.getByRole("link", { name: "Configure Webhooks" })).toHaveAttribute(
    "href",
    "/settings?tab=webhooks",
  );
});

test("an unused connector is marked, and not counted as active", async ({ mount }) => {
  const view = await mount<typeof Unused>("features/connectors/connectors-view/Unused");
  await expect(view.getByRole("button", { name: "1 Active Integrations" })).toBeVisible();
  const card = view.getByRole("listitem").filter({ hasText: "Slack" });
  await expect(card).toContainText("Connected");
  await expect(card).toContainText("Coming");
  await view.getByRole("button", { name: "1 Active Integrations" }).click();
  await expect(view.getByRole("heading", { level: 2 })).toHaveText(["Email Server"]);
});

test("without an enabled connector the filter explains how to enable one", async ({ mount }) => {
  const view = await mount<typeof NothingEnabled>("features/connectors/connectors-view/NothingEnabled");
  await view.getByRole("button", { name: "0 Active Integrations" }).click();
  await expect(view.getByText("No active connectors")).toBeVisible();
  await view.getByRole("button", { name: "Show all" }).click();
  await expect(view.getByRole("listitem")).toHaveCount(9);
});

test("users who are not administrators see the list and who configures it", async ({ mount }) => {
  const view = await mount<typeof NoAdministrator>("features/connectors/connectors-view/NoAdministrator");
  await expect(view.getByText("Only an administrator can configure connectors.")).toBeVisible();
  const configure = view.getByRole("button", { name: "Configure Jira Cloud" });
  await expect(configure).toBeDisabled();
  await expect(configure).toHaveAccessibleDescription("Only an administrator can configure connectors.");
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/connectors/connectors-view", ["Mixed"]));
