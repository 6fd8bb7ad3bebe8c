import { readFile } from "node:fs/promises";
import { mondayOf } from "@plumb/analysis/trends/calendar.ts";
import { weekOf } from "@plumb/analysis/trends/iso-week.ts";
import { expect } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "week" });

const dayMs = 86_400_000;
/** Monday of last week. The runs are at noon, so that they belong to the same week in every time zone. */
const monday = mondayOf(Math.floor(Date.now() / dayMs)) - 7;
const noonOf = (day: number, minutes = 0) =>
  new Date((monday + day) * dayMs + dayMs / 2 + minutes * 60_000).toISOString();

test("a lead shows the last week, opens its details, and downloads it", async ({ page, seeded }) => {
  const send = (build: string, startedAt: string, failing: Record<string, string>) =>
    uploadReport(
      seeded,
      { filename: "r.xml", suite: "shop", build, branch: "main", commit: `c0ffee${build}`, startedAt },
      failingJunit(failing),
    );
  await signedIn(page, seeded);
  await page.goto("/trends");
  await page.getByRole("navigation", { name: "Over time" }).getByRole("link", { name: "Week" }).click();
  await expect(page.getByRole("heading", { name: "No data for a week yet" })).toBeVisible();
  await send("1", noonOf(1), { "sends the mail": "no net" });
  for (const minutes of [0, 1]) await send(`2${minutes}`, noonOf(2, minutes), { "pays the cart": "it broke" });

  await test.step("the page updates when runs are counted and tests evaluated", async () => {
    await page.goto(`/trends/week?week=${weekOf(monday)}`);
    await expect(page.getByRole("list", { name: "Metrics of the week" })).toContainText(/Total Runs\s*3/);
    const causes = page.getByRole("region", { name: "Causes that are new or came back" });
    await expect(causes).toContainText(/1 new.*it broke.*1 test · since run #2, commit c0ffee20/);
    await expect(page.getByRole("region", { name: "Causes that are gone" })).toContainText("no net");
    await expect(page.getByRole("region", { name: "Tests that got worse" })).toContainText(
      /Started failing.*pays the cart/,
    );
    await send("22", noonOf(2, 2), { "pays the cart": "it broke" });
    await expect(page.getByRole("region", { name: "Tests that got worse" })).toContainText(
      /Became broken.*pays the cart/,
    );
    await expect(page.getByRole("region", { name: "Broken tests without an owner" })).toContainText("pays the cart");
    await expectAccessiblePage(page);
  });

  await test.step("a row links to its test and back, and a suite filters the page", async () => {
    await page
      .getByRole("region", { name: "Tests that got worse" })
      .getByRole("link", { name: /pays the cart/ })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "pays the cart" })).toBeVisible();
    await page.goBack();
    await page.getByRole("button", { name: "Test suite" }).click();
    await page.getByRole("checkbox", { name: "shop" }).check();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/trends\/week\?week=.*suite=.*shop/);
    await expect(page.getByText("Only tests of the suite shop.")).toBeVisible();
  });

  await test.step("the page is saved as a document", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download PDF" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toMatch(new RegExp(`-${weekOf(monday)}\\.pdf$`));
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  });

  await test.step("printing shows only the page content", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "What got worse" })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  });

  await test.step("the following week is the current one", async () => {
    await page.getByRole("button", { name: "Next week" }).click();
    await expect(page.getByText(/, so far$/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Next week" })).toBeDisabled();
  });
});
