import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./sessions-list.story.tsx";
import type { Hostile, Many, OnlyThis, Three } from "./sessions-list.story.tsx";

const folder = "features/profile/sessions-list";

test("each session shows its details, and other sessions can be ended", async ({ mount }) => {
  const view = await mount<typeof Three>(`${folder}/Three`);
  const sessions = view.getByRole("listitem");
  await expect(sessions).toContainText(["Chrome 126 on macOS", "Firefox 128 on Linux", "Safari 17 on iPhone"]);
  for (const text of ["This device", "Last seen", "Signed in"])
    await expect(sessions.first().getByText(text)).toBeVisible();
  await expect(view.getByRole("button")).toHaveCount(2);
  await view.getByRole("button", { name: "Sign out Firefox 128 on Linux" }).click();
  await expect(view.getByText("Ended 2")).toBeVisible();
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/profile/sessions-list", ["Three"]));

test("the only session cannot be ended here", async ({ mount }) => {
  const view = await mount<typeof OnlyThis>(`${folder}/OnlyThis`);
  await expect(view.getByText("This device")).toBeVisible();
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("shows the most recently used of many sessions, then all", async ({ mount }) => {
  const view = await mount<typeof Many>(`${folder}/Many`);
  await expect(view.getByRole("listitem")).toHaveCount(8);
  await view.getByRole("button", { name: "Show all 200" }).click();
  await expect(view.getByRole("listitem")).toHaveCount(200);
});

test("the name of a program is escaped and stays in its row", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Hostile>(`${folder}/Hostile`);
  await expect(view.getByText("Unknown device")).toHaveCount(2);
  await expect(page.locator("img")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
