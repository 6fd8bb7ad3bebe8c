import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { Changed, Failed, First, Loading, Many, Nothing } from "./report-changes-line.story.tsx";

test("each count leads to exactly those tests", async ({ mount }) => {
  const view = await mount<typeof Changed>("features/changes/report-changes-line/Changed");
  await expect(view.getByRole("link")).toHaveText(["vs #1284", "3 new", "2 fixed", "4 known", "1 newly flaky"]);
  const leadsTo = (name: string) => view.getByRole("link", { name, exact: true });
  await expect(leadsTo("vs #1284")).toHaveAttribute("href", "/reports/compare?base=84&head=85");
  for (const [name, show] of [
    ["3 new", "newFailure"],
    ["2 fixed", "fixed"],
    ["4 known", "stillFailing"],
    ["1 newly flaky", "newlyFlaky"],
  ] as const)
    await expect(leadsTo(name)).toHaveAttribute("href", `/reports/compare?base=84&head=85&show=${show}`);
});

test("where nothing changed, and where there is nothing to compare with, it says so", async ({ mount, page }) => {
  await mount<typeof Nothing>("features/changes/report-changes-line/Nothing");
  await expect(page.getByText("nothing changed")).toBeVisible();
  await mount<typeof First>("features/changes/report-changes-line/First");
  await expect(page.getByText("The first finished report of this suite and environment")).toBeVisible();
});

test("a failure is quiet and can be tried again", async ({ mount }) => {
  const view = await mount<typeof Failed>("features/changes/report-changes-line/Failed");
  await view.getByRole("button", { name: "Try again" }).click();
  await expect(view.getByRole("status")).toHaveText("1");
});

test("the line is as high while it loads as when it is there", async ({ mount, page }) => {
  const heights = [];
  await mount<typeof Loading>("features/changes/report-changes-line/Loading");
  heights.push((await page.locator("[aria-busy]").boundingBox())?.height);
  await mount<typeof Changed>("features/changes/report-changes-line/Changed");
  heights.push((await page.locator("main > div").boundingBox())?.height);
  await mount<typeof First>("features/changes/report-changes-line/First");
  heights.push((await page.locator("#root p").boundingBox())?.height);
  expect(new Set(heights).size).toBe(1);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`what changed reads well and fits 360 pixels in the ${colorScheme} theme`, async ({ mount, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await mount<typeof Many>("features/changes/report-changes-line/Many");
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}
