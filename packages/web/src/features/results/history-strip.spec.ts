import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { First, Thirty } from "./history-strip.story.tsx";

const story = "features/results/history-strip/Thirty";

test("each outcome leads to its result and says run, status, duration and environment", async ({ mount, page }) => {
  const view = await mount<typeof Thirty>(story);
  const bars = view.getByRole("link");
  await expect(bars).toHaveCount(30);
  await expect(view.getByText("Failed in 3 of the last 30 runs")).toBeVisible();
  await expect(bars.nth(29)).toHaveAttribute("aria-current", "true");
  await expect(bars.nth(20)).toHaveAccessibleName(/^#21 · Flaky · 14\.20 s · staging · /);
  await expect(bars.nth(10)).toHaveAccessibleName(/^#11 · Skipped · – · staging/);
  await expect(bars.nth(0)).toHaveAttribute("href", "/reports/100?result=1000");
  await bars.nth(20).focus();
  await expect(view.getByText(/^#21 · Flaky/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});

test("a test without a past says so", async ({ mount }) => {
  const view = await mount<typeof First>("features/results/history-strip/First");
  await expect(view.getByText("First run of this test")).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the strip has no accessibility findings in the ${colorScheme} theme`, async ({ mount, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await mount<typeof Thirty>(story);
    const { violations } = await new AxeBuilder({ page })
      .include("#root")
      .disableRules(["region", "heading-order"])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`)).toEqual([]);
  });
}
