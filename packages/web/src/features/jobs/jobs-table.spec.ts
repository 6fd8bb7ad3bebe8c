import { expect } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./jobs-table.story.tsx";
import type { Hostile, Jobs } from "./jobs-table.story.tsx";

const folder = "features/jobs/jobs-table";

test("each job shows its subject, attempts, and the error", async ({ mount }) => {
  const view = await mount<typeof Jobs>(`${folder}/Jobs`);
  await expect
    .poll(() => readTable(view.getByRole("table")))
    .toMatchObject([
      {
        Job: "Create an export Request ID 7b0f7f6c-3f7c-4d0e-8f43-7c2a4d0f1a2b The server stopped 3 times while it did this.",
        About: "Web shop",
        Attempts: "3",
      },
      { Job: "Send to another service", About: "Web shop · 12", Attempts: "1" },
      { Job: "Create an export", About: "Web shop", Attempts: "0" },
      { Job: "Clean up the database", About: "This server", Attempts: "0" },
    ]);
});

test("failed jobs can be retried and waiting ones run immediately, but not running ones", async ({ mount }) => {
  const view = await mount<typeof Jobs>(`${folder}/Jobs`);
  await view.getByRole("button", { name: "Try again: Create an export" }).click();
  await expect(view.locator("output")).toHaveText("4");
  await view.getByRole("button", { name: "Run now: Clean up the database" }).click();
  await expect(view.locator("output")).toHaveText("1");
  await expect(view.getByRole("row", { name: /Send to another service/ }).getByRole("button")).toHaveCount(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["Jobs"]));

test("hostile texts are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>(`${folder}/Hostile`);
    await expect(view.locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});
