import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./filter-form.story.tsx";
import type { Active, ActiveLong, Filled, Fresh, Many, NothingYet } from "./filter-form.story.tsx";

const story = (name: string) => `features/reports/filter-form/${name}`;

test("selections apply immediately, and empty ones are omitted", async ({ mount }) => {
  const view = await mount<typeof Fresh>(story("Fresh"));
  const group = (name: string) => view.getByRole("group", { name });
  await group("Status").getByRole("checkbox", { name: "Failed" }).check();
  await group("Environment").getByRole("checkbox", { name: "qa" }).check();
  await group("Framework").getByRole("checkbox", { name: "playwright" }).check();
  await group("Framework").getByRole("checkbox", { name: "playwright" }).uncheck();
  await group("Commit Author").getByRole("checkbox", { name: "Grace Hopper" }).check();
  await group("Pull Request").getByRole("checkbox", { name: "shop/web!4" }).check();
  await group("Owner of Failed Tests").getByRole("checkbox", { name: "@shop" }).check();
  await view.getByLabel("Author Name Filter (Regex)").fill("ada | grace");
  await view.getByLabel("Start Date").fill("2030-01-02");
  await expect(view.getByLabel("Done")).toHaveText("");
  await view.getByRole("button", { name: "Apply Filters" }).click();
  expect(JSON.parse((await view.getByLabel("Done").textContent()) ?? "")).toEqual({
    status: ["failed"],
    environment: ["qa"],
    commitAuthor: ["Grace Hopper"],
    pullRequest: ["shop/web!4"],
    owner: ["@shop"],
    author: "ada | grace",
    startDate: "2030-01-02",
  });
});

test("opens with active filters, including values without reports", async ({ mount }) => {
  const view = await mount<typeof Filled>(story("Filled"));
  await expect(view.getByRole("checkbox", { name: "Interrupted" })).toBeChecked();
  await expect(view.getByRole("checkbox", { name: "moon" })).toBeChecked();
  await expect(view.getByLabel("Author Name Filter (Regex)")).toHaveValue("ada | ^grace");
  await expect(view.getByLabel("End Date")).toHaveValue("2030-01-31");
  await view.getByLabel("End Date").fill("2029-12-31");
  await expect(view.getByText("Must not be before the start date")).toBeVisible();
  await view.getByRole("button", { name: "Apply Filters" }).click();
  await expect(view.getByLabel("End Date")).toBeFocused();
  await expect(view.getByLabel("Done"), "nothing is applied").toHaveText("");
  await view.getByRole("button", { name: "Cancel" }).click();
  await expect(view.getByLabel("Done")).toHaveText("cancel");
  await view.getByRole("button", { name: "Reset Filters" }).click();
  await expect(view.getByLabel("Done")).toHaveText("reset");
});

test("without reports there are no choices, and rare filters are hidden", async ({ mount }) => {
  const view = await mount<typeof NothingYet>(story("NothingYet"));
  await expect(view.getByRole("group")).toHaveCount(4);
  await expect(view.getByText("No options yet")).toHaveCount(3);
});

test("shows the first of many options, finds the others, and keeps the buttons in view", async ({ mount }) => {
  const view = await mount<typeof Many>(story("Many"));
  const group = view.getByRole("group", { name: "Environment" });
  await expect(group.getByRole("checkbox")).toHaveCount(100);
  await expect(group.getByText("Showing the first 100. Type to find others.")).toBeVisible();
  await expect(view.getByRole("button", { name: "Apply Filters" })).toBeInViewport();
  const find = group.getByRole("searchbox", { name: "Find in Environment" });
  await find.fill("pr-299");
  await find.press("Enter");
  await expect(view.getByLabel("Done"), "Enter applies nothing yet").toHaveText("");
  await group.getByRole("checkbox", { name: /^pr-299-/ }).check();
  await find.fill("nowhere");
  await expect(group.getByRole("checkbox"), "what is chosen stays").toHaveCount(1);
  await group.getByRole("checkbox").click();
  await expect(group.getByText("No matches")).toBeVisible();
});

test("long values are cut to fit their chip", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const view = await mount<typeof ActiveLong>(story("ActiveLong"));
  const box = await view.getByRole("listitem").first().boundingBox();
  expect(box?.width).toBeLessThanOrEqual(360);
});

test("each active filter can be removed separately", async ({ mount }) => {
  const view = await mount<typeof Active>(story("Active"));
  await expect(view.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toHaveText([
    "Status: Failed",
    "Status: Interrupted",
    "Environment: moon",
    "Branch: main",
    "Fact: browser=chrome-143",
    "Commit author: Ada Lovelace",
    "Pull request: 12",
    "Owner of failed tests: @shop",
    "Author: ada | ^grace",
    "From 1 Jan 2030",
    "Until 31 Jan 2030",
  ]);
  for (const label of [
    "Status: Failed",
    "Environment: moon",
    "Pull request: 12",
    "Owner of failed tests: @shop",
    "Author: ada | ^grace",
    "From 1 Jan 2030",
  ])
    await view.getByRole("button", { name: `Remove ${label}` }).click();
  expect(JSON.parse((await view.getByLabel("Left").textContent()) ?? "")).toEqual({
    q: "cart",
    status: ["interrupted"],
    branch: ["main"],
    fact: ["browser=chrome-143"],
    commitAuthor: ["Ada Lovelace"],
    endDate: "2030-01-31",
  });
  await view.getByRole("button", { name: "Reset Filters" }).click();
  await expect(view.getByRole("list", { name: "Active filters" })).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/reports/filter-form", [
    "Fresh",
    "Filled",
    "NothingYet",
    "Many",
    "Active",
    "ActiveLong",
  ]));
