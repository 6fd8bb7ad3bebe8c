import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { Empty, Page, Some } from "./notifications-view.story.tsx";

test("the full list shows one page, the unread count of all pages, and a link to the next", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Page>("features/notifications/notifications-view/Page");
  await expect(view.getByRole("listitem")).toHaveCount(30);
  await expect(view.getByText("You have 412 unread notifications")).toBeVisible();
  await expect(view.getByRole("button", { name: "Show more" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("a single page has no pagination, and an empty list has a message", async ({ mount }) => {
  const some = await mount<typeof Some>("features/notifications/notifications-view/Some");
  await expect(some.getByRole("list", { name: "Notifications" })).toBeVisible();
  await expect(some.getByRole("button", { name: "Show more" })).toHaveCount(0);
  const empty = await mount<typeof Empty>("features/notifications/notifications-view/Empty");
  await expect(empty.getByText("No notifications yet")).toBeVisible();
});
