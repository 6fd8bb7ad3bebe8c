import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./notification-rules.story.tsx";
import type {
  Form,
  FormOfSilentRule,
  Nothing,
  NothingToRead,
  ReadOnly,
  Several,
  WithoutChannel,
} from "./notification-rules.story.tsx";

const story = (name: string) => `features/notification-rules/notification-rules/${name}`;

test("without a channel, the page offers to connect one", async ({ mount }) => {
  const view = await mount<typeof WithoutChannel>(story("WithoutChannel"));
  await expect(view.getByRole("button")).toHaveCount(1);
  await view.getByRole("button", { name: "Connect a channel" }).click();
  await expect(view.locator("output")).toHaveText("connect");
});

test("the form shows before saving that a rule would send nothing, and links to the settings", async ({ mount }) => {
  const view = await mount<typeof FormOfSilentRule>(story("FormOfSilentRule"));
  const alert = view.getByRole("alert");
  await expect(alert).toContainText("Notifications through Slack are switched off");
  await expect(alert.getByRole("link", { name: "Open the general settings" })).toHaveAttribute("href", "/settings");
});

test("without rules, the page offers to add one", async ({ mount }) => {
  const view = await mount<typeof Nothing>(story("Nothing"));
  await view.getByRole("button", { name: "Add rule" }).click();
  await expect(view.locator("output")).toHaveText("add");
});

test("each rule shows its channel, events, conditions, quiet hours and problem", async ({ mount }) => {
  const view = await mount<typeof Several>(story("Several"));
  const first = view.getByRole("listitem", { name: "Red runs on main" });
  for (const text of [
    "Slack · #qa: Run failed, Run recovered",
    "Only environments: staging · branches: main · classes: Application Defect",
    "Quiet from 22:00 to 07:00 (Europe/Berlin), and on weekends",
    "On. Last message",
  ])
    await expect(first.getByText(text)).toBeVisible();
  await expect(view.getByText("switched off in the general settings")).toBeVisible();
  await view.getByRole("button", { name: "Switch off Red runs on main" }).click();
  await expect(view.locator("output")).toHaveText("switch 1");
});

test("members who do not manage the project only see the rules", async ({ mount }) => {
  const view = await mount<typeof ReadOnly>(story("ReadOnly"));
  await expect(view.getByText("Slack · #qa: Item overdue")).toBeVisible();
  await expect(view.getByText("priorities: Critical")).toBeVisible();
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("without rules, members read who can add them", async ({ mount }) => {
  const view = await mount<typeof NothingToRead>(story("NothingToRead"));
  await expect(view.getByText("The leads of Shop can add rules")).toBeVisible();
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("the form shows the channel, and the conditions of each event group", async ({ mount }) => {
  const view = await mount<typeof Form>(story("Form"));
  await expect(view.getByRole("option", { name: "Slack · #qa" })).toBeAttached();
  const group = (name: string) => view.getByRole("group", { name, exact: true });
  await expect(group("Runs").getByText("suites, environments, branches, tags, owners, classes")).toBeVisible();
  await expect(group("Analysis items").getByText("Conditions: owners, priorities")).toBeVisible();
  await expect(group("Incidents").getByText("No conditions apply")).toBeVisible();
  await view.getByLabel("Name").fill("Overdue");
  await group("Analysis items").getByLabel("Item overdue").check();
  await view.getByRole("combobox", { name: "Priorities (optional)" }).press("ArrowDown");
  await view.page().getByRole("option", { name: "Critical" }).click();
  await view.getByRole("button", { name: "Add rule" }).click();
  await expect(view.locator("output")).toContainText('"priority":["critical"]');
  await expect(view.locator("output")).toContainText('"item.overdue"');
});

test("the buttons of the long form are in sight, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const view = await mount<typeof Form>(story("Form"));
    await expect(view.getByRole("button", { name: "Add rule" })).toBeInViewport({ ratio: 1 });
  }
});

test("the form sends events, conditions and quiet hours, and shows a preview", async ({ mount }) => {
  const view = await mount<typeof Form>(story("Form"));
  await expect(view.getByRole("heading", { name: "In the last 30 days: 4 messages" })).toBeVisible();
  await expect(view.getByText("1 of them would have been summed up")).toBeVisible();
  await expect(view.getByRole("link", { name: "TypeError" })).toHaveAttribute(
    "href",
    "https://plumb.example/defects?group=7",
  );
  await view.getByRole("button", { name: "Add rule" }).click();
  await expect(view.getByText("Enter a name")).toBeVisible();
  await view.getByLabel("Name").fill("Red");
  await view.getByLabel("Branches (optional)").fill("main, release/*, main");
  await view.getByLabel("Quiet hours").check();
  await view.getByLabel("From").fill("25:00");
  await view.getByRole("button", { name: "Add rule" }).click();
  await expect(view.getByText("Enter a time such as 22:00")).toBeVisible();
  await view.getByLabel("From").fill("23:30");
  await view.getByRole("button", { name: "Add rule" }).click();
  await expect(view.locator("output")).toContainText('"branch":["main","release/*"]');
  await expect(view.locator("output")).toContainText('"from":1410,"until":420,"weekends":true');
});

test("a field with several choices has the style of the other fields", async ({ mount }) => {
  const view = await mount<typeof Form>(story("Form"));
  const field = view.getByRole("combobox", { name: "Classes (optional)" });
  await expect(field).toHaveCSS("appearance", "none");
});

test("has no accessibility violations and fits 360 pixels", async ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/notification-rules/notification-rules", [
    "WithoutChannel",
    "Nothing",
    "NothingToRead",
    "ReadOnly",
    "Several",
    "Form",
    "FormOfSilentRule",
  ]));
