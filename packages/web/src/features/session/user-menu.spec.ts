import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { LongNames, Named, Unknown, WithAvatar } from "./user-menu.story.tsx";

const folder = "features/session/user-menu";
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

for (const colorScheme of ["light", "dark"] as const) {
  test(`the menu says who it is and offers the way out in the ${colorScheme} theme`, async ({ mount, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const view = await mount<typeof Named>(`${folder}/Named`);
    await view.getByRole("button", { name: "AL: user menu of Ada Lovelace" }).press("Enter");
    await expect(page.getByText("ada.lovelace@example.org")).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    const rules = new AxeBuilder({ page }).disableRules(["region", "landmark-one-main", "page-has-heading-one"]);
    expect((await rules.analyze()).violations).toEqual([]);
  });
}

test("a relative avatar lies on the product's own host", async ({ mount, page }) => {
  const asked = page.waitForRequest("**/avatars/7.webp");
  await page.route("**/avatars/7.webp", (route) => route.fulfill({ contentType: "image/png", body: onePixel }));
  const view = await mount<typeof WithAvatar>(`${folder}/WithAvatar`);
  expect((await asked).url()).toBe(new URL("/avatars/7.webp", page.url()).href);
  await expect(view.locator("img")).toHaveCount(1);
});

test("until it is known who it is, the name is User", async ({ mount }) => {
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
