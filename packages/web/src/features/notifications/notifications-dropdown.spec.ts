import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./notifications-dropdown.story.tsx";
import type {
  Askable,
  Eleven,
  Empty,
  Failed,
  Hostile,
  Loading,
  Offline,
  One,
  Some,
  Ten,
} from "./notifications-dropdown.story.tsx";

const story = "features/notifications/notifications-dropdown";
const contains = (...texts: readonly unknown[]) => expect.arrayContaining([...texts]) as string[];

test("each notification shows content, time, and whether it was read", async ({ mount }) => {
  const view = await mount<typeof Some>(`${story}/Some`);
  await expect(view.getByText("You have 3 unread notifications", { exact: true })).toBeVisible();
  await expect
    .poll(() => readTexts(view.getByRole("listitem")))
    .toEqual([
      contains("Unread, Error:", "checkout-e2e is red", "just now", "Storefront"),
      contains("Unread, Analysis item:", "42 min ago", "Storefront", "by Grace Hopper", "due 9 Mar 2026"),
      contains("Unread, Success:", "5 h ago"),
      contains("Notice:", "3 days ago"),
      contains("Warning:", expect.stringMatching(/ \d{4}$/)),
    ]);
  const leadsTo = (name: RegExp) => view.getByRole("link", { name });
  await expect(leadsTo(/checkout-e2e/)).toHaveAttribute("href", "/reports/128");
  await expect(leadsTo(/coupon/)).toHaveAttribute("href", "/analysis?annotation=12");
  await expect(leadsTo(/Old shop/)).toHaveCount(0);
});

test("a click anywhere on a row opens it", async ({ mount }) => {
  const view = await mount<typeof Some>(`${story}/Some`);
  await view
    .getByRole("listitem")
    .first()
    .click({ position: { x: 150, y: 45 } });
  await expect(view.getByText("Asked: open 15 at /reports/128")).toBeVisible();
});

test("one notification is singular, and ten need no further page", async ({ mount }) => {
  const one = await mount<typeof One>(`${story}/One`);
  await expect(one.getByText("You have 1 unread notification", { exact: true })).toBeVisible();
  const ten = await mount<typeof Ten>(`${story}/Ten`);
  await expect(ten.getByRole("listitem")).toHaveCount(10);
  await expect(ten.getByRole("link", { name: /^View all/ })).toHaveCount(0);
});

test("shows the ten newest of eleven, with a link to all", async ({ mount }) => {
  const view = await mount<typeof Eleven>(`${story}/Eleven`);
  await expect(view.getByRole("listitem")).toHaveCount(10);
  await expect(view.getByRole("listitem").first()).toContainText("suite-11 is red");
  await view.getByRole("link", { name: "View all notifications in Analysis Activity" }).click();
  await expect(view.getByText("Asked: view all at /analysis")).toBeVisible();
});

test("reading and deleting by keyboard keep the position", async ({ mount, page }) => {
  const view = await mount<typeof Some>(`${story}/Some`);
  await view.getByRole("button", { name: "Mark as read: checkout-e2e is red" }).press("Enter");
  await expect(view.getByText("You have 2 unread notifications")).toBeVisible();
  const first = view.getByRole("button", { name: "Delete: checkout-e2e is red" });
  await expect(first).toBeFocused();
  await first.press("Enter");
  await expect(view.getByText("Asked: delete 15")).toBeVisible();
  for (const left of [4, 3, 2, 1]) {
    await expect(view.getByRole("listitem")).toHaveCount(left);
    await page.keyboard.press("Enter");
  }
  await expect(view.getByText("No notifications yet")).toBeFocused();
});

test("all are marked as read immediately, but cleared only after a confirmation", async ({ mount, page }) => {
  const view = await mount<typeof Some>(`${story}/Some`);
  await view.getByRole("button", { name: "Mark all as read" }).click();
  await expect(view.getByText("You have 0 unread notifications")).toBeVisible();
  await expect(view.getByRole("button", { name: "Mark all as read" })).toBeDisabled();
  await view.getByRole("button", { name: "Clear all" }).click();
  await expect(view.getByText("They are deleted on all your devices.")).toBeVisible();
  await expect(view.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(view.getByText("Asked: read up to 15")).toBeVisible();
  await view.getByRole("button", { name: "Clear all" }).click();
  await view.getByRole("button", { name: "Clear all" }).click();
  await expect(view.getByText("Asked: clear up to 15")).toBeVisible();
  await expect(view.getByText("No notifications yet")).toBeFocused();
});

test("missing data is reported, and known data stays", async ({ mount }) => {
  const empty = await mount<typeof Empty>(`${story}/Empty`);
  await expect(empty.getByText("No notifications yet")).toBeVisible();
  await expect(empty.getByRole("button", { name: "Clear all" })).toHaveCount(0);
  const loading = await mount<typeof Loading>(`${story}/Loading`);
  await expect(loading.locator("[aria-busy=true]")).toBeVisible();
  const failed = await mount<typeof Failed>(`${story}/Failed`);
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(failed.getByText("Asked: try again")).toBeVisible();
  const offline = await mount<typeof Offline>(`${story}/Offline`);
  await expect(offline.getByText("You are offline.")).toBeVisible();
  await expect(offline.getByRole("listitem")).toHaveCount(5);
});

test("browser notifications are offered, and the permission is requested only on click", async ({ mount }) => {
  const view = await mount<typeof Askable>(`${story}/Askable`);
  await expect(view.getByText("Asked: nothing")).toBeVisible();
  await view.getByRole("button", { name: "Turn on" }).click();
  await expect(view.getByText("Asked: permission")).toBeVisible();
});

test("a hostile notification is escaped, links nowhere and stays inside the page", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>(`${story}/Hostile`);
    await expect(view.getByText("<img src=x").first()).toBeVisible();
    await expect(view.getByRole("link")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/notifications/notifications-dropdown", [
    "Some",
    "Eleven",
    "Empty",
    "Failed",
    "Offline",
    "Askable",
  ]));

test("on a low screen the list scrolls, and its surroundings stay visible", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 500 });
  const view = await mount<typeof Eleven>(`${story}/Eleven`);
  const [button, first] = [view.getByRole("button", { name: "Clear all" }), view.getByRole("listitem").first()];
  const below = await first.evaluate((row) => row.getBoundingClientRect().top);
  expect(await button.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(below);
  await expect(view.getByRole("link", { name: /^View all/ })).toBeInViewport({ ratio: 1 });
});
