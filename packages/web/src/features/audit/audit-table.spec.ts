import { expect } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./audit-table.story.tsx";
import type { Acts, Hostile } from "./audit-table.story.tsx";

const folder = "features/audit/audit-table";

test("each event shows actor, action, object, means and address, with the exact time on hover", async ({ mount }) => {
  const view = await mount<typeof Acts>(`${folder}/Acts`);
  const row = view.getByRole("row", { name: /Project changed/ });
  const [first] = await readTable(view.getByRole("table"));
  expect(first).toMatchObject({
    Who: "ada@example.org",
    What: "Project changed Web shop",
    Details: "Description: The shop Retention days: 90",
    Address: "127.0.0.1",
  });
  await expect(view.getByRole("row", { name: /Analysis item created/ })).toContainText(
    "Claude Code (agent of ben@example.org)",
  );
  await expect(row.getByRole("time")).toHaveAttribute("title", /Jan 2030/);
  await expect(view.getByRole("row", { name: /Invitation accepted new@example\.org/ })).toContainText("in Web shop");
});

test("a name links to the events of that user", async ({ mount }) => {
  const view = await mount<typeof Acts>(`${folder}/Acts`);
  await view.getByRole("button", { name: "new@example.org" }).click();
  await expect(view.locator("output")).toHaveText("new@example.org");
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/audit/audit-table", ["Acts"]));

test("hostile texts are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>(`${folder}/Hostile`);
    await expect(view.locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});
