import { expect, test } from "@playwright/test";
import type { Hostile, Mixed, None } from "./artifact-list.story.tsx";

test("images stand in place, other files are links, and a file that was not uploaded says so", async ({ mount }) => {
  const view = await mount<typeof Mixed>("features/results/artifact-list/Mixed");
  await expect(view.getByRole("img", { name: "screenshot" })).toBeVisible();
  await expect(view.getByRole("link", { name: "Open screenshot in a new tab" })).toHaveAttribute("target", "_blank");
  await expect(view.getByRole("listitem").nth(1)).toHaveText("trace.ziptrace · 1.2 MB");
  await expect(view.getByRole("listitem").nth(2)).toContainText("server.log");
  const missing = view.getByRole("listitem").nth(3);
  await expect(missing).toContainText("not uploaded");
  await expect(missing.getByRole("link")).toHaveCount(0);
});

test("without artifacts nothing is drawn", async ({ mount }) => {
  const view = await mount<typeof None>("features/results/artifact-list/None");
  await expect(view.getByRole("list")).toHaveCount(0);
});

test("an HTML file is a link, never part of the page, whatever it is called", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>("features/results/artifact-list/Hostile");
  await expect(view.getByRole("listitem")).toHaveCount(2);
  await expect(view.locator("img, iframe")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/pwned/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});
