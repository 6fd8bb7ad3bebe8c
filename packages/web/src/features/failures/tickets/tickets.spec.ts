import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./tickets.story.tsx";
import type { Created, Marks, Pushing, States } from "./tickets.story.tsx";

const story = (name: string) => `features/failures/tickets/tickets/${name}`;

test("a ticket shows its state, and whether the failure stayed away", async ({ mount }) => {
  const view = await mount<typeof States>(story("States"));
  await expect(view.getByRole("link", { name: "SHOP-12" })).toHaveAttribute("href", /jira\.example\.org/);
  for (const text of [
    "In Review",
    "Being created",
    "Jira has a problem (HTTP 502).",
    "Not created",
    "Done, quiet for 5 of 20 runs",
    "Done, verified: quiet for 20 runs",
    "Done, but the failure returned",
    "In Review, reopened because the failure returned",
    "Deleted in the tracker",
  ])
    await expect(view.getByText(text).first()).toBeVisible();
});

test("lists show the key of a ticket, or that it is being created", async ({ mount }) => {
  const view = await mount<typeof Marks>(story("Marks"));
  await expect(view.getByText("SHOP-12: Open")).toBeVisible();
  await expect(view.getByText("Ticket: Being created")).toBeVisible();
});

test("the button that creates tickets is in sight above a long list of causes", async ({ mount, page }) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  const view = await mount<typeof Pushing>(story("Pushing"));
  await expect(view.getByRole("button", { name: "Create 2 tickets" })).toBeInViewport({ ratio: 1 });
});

test("tickets are previewed, and causes with a ticket get no other one", async ({ mount }) => {
  const view = await mount<typeof Pushing>(story("Pushing"));
  await expect(view.getByText("This cause has a ticket already:")).toBeVisible();
  await expect(view.getByText("A similar cause has a ticket already:")).toBeVisible();
  await expect(view.getByRole("button", { name: "Create 2 tickets" })).toBeDisabled();
  await view.getByLabel("Priority").selectOption("High");
  await view.getByRole("textbox", { name: "Title" }).first().fill("Pay button hidden");
  await view.getByLabel("Create a ticket for this cause").nth(1).uncheck();
  await view.getByRole("button", { name: "Create ticket" }).click();
  await expect(view.locator("output")).toHaveText(
    '{"tickets":[{"groupId":7,"title":"Pay button hidden"}],"fields":{"priority":"1"},"screenshots":true}',
  );
  await view.getByText("Description").first().click();
  await expect(view.getByText("at tests/pay.spec.ts:12:3").first()).toBeVisible();
});

test("without a selection, no cause is chosen at first", async ({ mount }) => {
  const view = await mount<typeof Pushing>(story("Pushing"), { isSelection: false });
  await expect(view.getByRole("button", { name: "Create tickets", exact: true })).toBeDisabled();
  await view.getByLabel("Create a ticket for this cause").first().check();
  await view.getByLabel("Priority").selectOption("High");
  await view.getByText("More fields").click();
  await view.getByLabel("Labels").fill("checkout");
  await view.getByRole("button", { name: "Create ticket", exact: true }).click();
  await expect(view.locator("output")).toContainText('"fields":{"priority":"1","labels":"checkout"}');
});

test("each cause shows its class, and a field with several values takes several", async ({ mount }) => {
  const view = await mount<typeof Pushing>(story("Pushing"));
  await expect(view.getByText("Application Defect", { exact: true })).toHaveCount(2);
  await expect(view.getByText("Unclassified", { exact: true })).toBeVisible();
  await view.getByLabel("Priority").selectOption("High");
  await view.getByText("More fields").click();
  const components = view.getByRole("combobox", { name: "Components" });
  await components.click();
  await view.page().getByRole("option", { name: "Checkout" }).click();
  await view.page().getByRole("option", { name: "Search" }).click();
  await components.press("Tab");
  await view.getByRole("button", { name: "Create 2 tickets" }).click();
  await expect(view.locator("output")).toContainText('"components":["10","12"]');
});

test("several causes become one ticket with its own title, and screenshots can be left out", async ({ mount }) => {
  const view = await mount<typeof Pushing>(story("Pushing"));
  await expect(view.getByLabel("One ticket for each cause")).toBeChecked();
  await view.getByLabel("One ticket for both causes").check();
  const title = view.getByRole("textbox", { name: "Title" });
  await expect(title).toHaveValue("TimeoutError: #pay-7 was not visible (and 1 other cause)");
  await title.fill("Payment is broken");
  await view.getByLabel("Priority").selectOption("High");
  await view.getByLabel("Attach screenshots").uncheck();
  await view.getByRole("button", { name: "Create ticket", exact: true }).click();
  await expect(view.locator("output")).toHaveText(
    '{"tickets":[{"groupId":7,"title":"Payment is broken","alsoGroupIds":[8]}],"fields":{"priority":"1"},"screenshots":false}',
  );
});

test("without a chosen cause, the button names no number", async ({ mount }) => {
  const view = await mount<typeof Pushing>(story("Pushing"));
  for (const index of [1, 0]) await view.getByLabel("Create a ticket for this cause").nth(index).uncheck();
  await expect(view.getByRole("button", { name: "Create tickets", exact: true })).toBeDisabled();
});

test("several new tickets show their progress and results", async ({ mount }) => {
  const view = await mount<typeof Created>(story("Created"));
  await expect(view.getByRole("status")).toHaveText(/^1 of 3 tickets created, 1 rejected\. You can close this window/);
  await expect(view.getByText("Field Team is required.")).toBeVisible();
});

test("an existing ticket is found and linked", async ({ mount }) => {
  const view = await mount<typeof Pushing>(story("Pushing"));
  await view.getByText("Link a ticket that exists already").click();
  await view.getByLabel("Key, address or title").fill(" SHOP-3 ");
  await view.getByRole("button", { name: "Find" }).click();
  await expect(view.locator("output")).toHaveText("find SHOP-3");
  await view.getByRole("button", { name: "Link SHOP-3" }).click();
  await expect(view.locator("output")).toHaveText("link 1");
});

test("has no accessibility violations and fits 360 pixels", async ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/failures/tickets/tickets", [
    "States",
    "Pushing",
    "Marks",
    "Created",
  ]));
