import { expect, type Locator, type Page } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./users-table.story.tsx";
import type { Asked, Hostile, Many, Team } from "./users-table.story.tsx";

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/users/users-table", ["Team", "Hostile"]));

test("each account shows role, status, last visit and projects", async ({ mount }) => {
  const view = await mount<typeof Team>("features/users/users-table/Team");
  await expect(view.getByRole("row", { name: /ada@example\.org/ }).getByText("You", { exact: true })).toBeVisible();
  await expect
    .poll(() => readTable(view.getByRole("table")))
    .toMatchObject([
      { Role: "Administrator", Status: "Active", "Last seen": "2 Jan 2030", Projects: "All (administrator)" },
      { Role: "User", Status: "Active" },
      { Role: "User", Status: "Deactivated", "Last seen": "Never", Projects: "None" },
    ]);
  const grace = view.getByRole("row", { name: /Grace/ });
  await expect(grace.getByText("Project 5")).toBeHidden();
  await grace.getByText("2 more").click();
  await expect(grace.getByText("Project 5")).toBeVisible();
});

test("the menu of a row offers applicable actions, also by keyboard", async ({ mount, page }) => {
  const view = await mount<typeof Team>("features/users/users-table/Team");
  await view.getByRole("button", { name: "Actions for ada@example.org" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText([
    "Create password reset link",
    "Remove administrator role",
    "Deactivate",
  ]);
  // The menu handles keys once its first item has the focus.
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(view.getByRole("button", { name: "Actions for ada@example.org" })).toBeFocused();
  await view.getByRole("button", { name: "Actions for person3@example.org" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Make administrator", "Reactivate"]);
});

/** Expects that the button of the menu has the focus again after each dialog that the menu opens. */
async function expectFocusBack(page: Page, view: Locator): Promise<void> {
  const actions = view.getByRole("button", { name: "Actions for person2@example.org" });
  for (const [item, close] of [
    ["Deactivate", "Cancel"],
    ["Create password reset link", "Done"],
  ] as const) {
    await actions.click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("dialog").getByRole("button", { name: close }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(actions).toBeFocused();
  }
}

test("the menu's button regains the focus after the dialog it opened", async ({ mount, page }) =>
  expectFocusBack(page, await mount<typeof Asked>("features/users/users-table/Asked")));

test("the focus is restored even in a slow browser, or to a dialog that is already closed", async ({ mount, page }) => {
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window);
    const late = (callback: () => void, ms?: number) => set(callback, (ms ?? 0) === 0 ? 350 : ms);
    Object.assign(window, { setTimeout: late });
  });
  await expectFocusBack(page, await mount<typeof Asked>("features/users/users-table/Asked"));
});

test("hundreds of accounts and hostile names stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await mount<typeof Many>("features/users/users-table/Many");
    const view = await mount<typeof Hostile>("features/users/users-table/Hostile");
    await expect(view.getByText("<img src=x").first()).toBeVisible();
    await expect(view.locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});
