import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./members-table.story.tsx";
import type { Hostile, Managed, Nobody, ReadOnly } from "./members-table.story.tsx";

const managed = "features/members/members-table/Managed";

test("a role with more rights is changed immediately", async ({ mount, page }) => {
  const view = await mount<typeof Managed>(managed);
  await view.getByRole("combobox", { name: "Role of Grace Hopper" }).click();
  await page.getByRole("option", { name: "Lead" }).click();
  await expect(view.locator("output")).toHaveText("2 is LEAD");
});

test("removing a member, or stepping down as the last lead, asks for confirmation", async ({ mount, page }) => {
  const view = await mount<typeof Managed>(managed);
  await view.getByRole("button", { name: "Remove Grace Hopper" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Grace Hopper will no longer see this project and its reports.");
  await expect(dialog).toContainText("What they created");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(view.getByRole("button", { name: "Remove Grace Hopper" })).toBeFocused();
  await expect(view.locator("output")).toHaveText("");

  await view.getByRole("combobox", { name: "Role of Ada Lovelace" }).click();
  await page.getByRole("option", { name: "User" }).click();
  await expect(dialog).toContainText("The project will have no lead");
  await dialog.getByRole("button", { name: "Change role" }).click();
  await expect(view.locator("output")).toHaveText("1 is USER");
});

test("users without permission see names and roles, but no buttons", async ({ mount }) => {
  const view = await mount<typeof ReadOnly>("features/members/members-table/ReadOnly");
  await expect(view.getByRole("row").nth(1).getByText("Ada Lovelace (you)")).toBeVisible();
  await expect(view.getByRole("row").nth(1).getByText("Lead", { exact: true })).toBeVisible();
  await expect(view.getByRole("row").nth(3)).toContainText("deactivated");
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("an empty list explains who can still see the project", async ({ mount }) => {
  const view = await mount<typeof Nobody>("features/members/members-table/Nobody");
  await expect(view.getByText("No members yet.")).toBeVisible();
});

test("hostile names are escaped and stay inside the page at 360 pixels", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Hostile>("features/members/members-table/Hostile");
  await expect(view.getByText("<img src=x").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expect(page).not.toHaveTitle(/pwned/);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/members/members-table", ["Managed", "Hostile"]));
