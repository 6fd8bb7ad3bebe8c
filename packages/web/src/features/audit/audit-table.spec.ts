import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { Acts, Hostile } from "./audit-table.story.tsx";

const folder = "features/audit/audit-table";

test("each act says who did what to what, how, and from where, with the exact time on hover", async ({ mount }) => {
  const view = await mount<typeof Acts>(`${folder}/Acts`);
  const row = view.getByRole("row", { name: /Project changed/ });
  await expect(row).toContainText(
    /ada@example\.org.*Project changed Web shop.*description: The shop.*settings\.retentionDays: 90.*127\.0\.0\.1/,
  );
  await expect(row.getByRole("time")).toHaveAttribute("title", /Jan 2030/);
  await expect(view.getByRole("row", { name: /Invitation accepted new@example\.org/ })).toContainText("in Web shop");
});

test("a name leads to what that person did", async ({ mount }) => {
  const view = await mount<typeof Acts>(`${folder}/Acts`);
  await view.getByRole("button", { name: "new@example.org" }).click();
  await expect(view.locator("output")).toHaveText("new@example.org");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the audit has no accessibility findings in the ${colorScheme} theme, wide and narrow`, async ({
    mount,
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const rules = new AxeBuilder({ page }).disableRules(["region", "landmark-one-main", "page-has-heading-one"]);
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await mount<typeof Acts>(`${folder}/Acts`);
      expect((await rules.analyze()).violations).toEqual([]);
    }
  });
}

test("hostile texts stay text and inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>(`${folder}/Hostile`);
    await expect(view.locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});
