import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { Said } from "./success-banner.story.tsx";

test("is shown for 3 s, restarts when repeated, and moves nothing", async ({ mount, page }) => {
  await page.clock.install({ time: 0 });
  const view = await mount<typeof Said>("features/profile/success-banner/Said");
  // Without this, the time that the steps take would count too.
  await page.clock.pauseAt(60_000);
  const button = view.getByRole("button");
  const box = await button.boundingBox();
  const output = view.getByText("Profile updated successfully!");
  await button.click();
  await expect(output).toBeVisible();
  expect(await button.boundingBox()).toEqual(box);
  await page.clock.runFor(2000);
  await button.click();
  await page.clock.runFor(2900);
  await expect(output).toBeVisible();
  await page.clock.runFor(200);
  await expect(output).toHaveCount(0);
});
