import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./user-menu.story.tsx";
import type { LongNames, Named, Unknown, WithAvatar } from "./user-menu.story.tsx";

const folder = "features/session/user-menu";
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function opened(view: Locator): Promise<void> {
  await view.getByRole("button", { name: "AL: user menu of Ada Lovelace" }).press("Enter");
}

test("the menu shows the user and the sign-out", async ({ mount, page }) => {
  await opened(await mount<typeof Named>(`${folder}/Named`));
  await expect(page.getByText("ada.lovelace@example.org")).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/session/user-menu", [
    { name: "Named", ready: opened },
  ]));

test("a relative avatar URL uses the product's host", async ({ mount, page }) => {
  const requested = page.waitForRequest("**/avatars/7.webp");
  await page.route("**/avatars/7.webp", (route) => route.fulfill({ contentType: "image/png", body: onePixel }));
  const view = await mount<typeof WithAvatar>(`${folder}/WithAvatar`);
  expect((await requested).url()).toBe(new URL("/avatars/7.webp", page.url()).href);
  await expect(view.locator("img")).toHaveCount(1);
});

test("the name is User until the user is known", async ({ mount }) => {
  const view = await mount<typeof Unknown>(`${folder}/Unknown`);
  await expect(view.getByRole("button", { name: "US: user menu of User" })).toBeVisible();
});

test("names of any length and hostile addresses do no harm", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof LongNames>(`${folder}/LongNames`);
  await view.getByRole("button").click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await expect(page.locator("img")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
