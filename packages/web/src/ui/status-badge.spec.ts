import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { All } from "./status-badge.story.tsx";

for (const colorScheme of ["light", "dark"] as const) {
  test(`every outcome has a word and an icon that read in the ${colorScheme} theme`, async ({ mount, page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const view = await mount<typeof All>("ui/status-badge/All");
    for (const word of ["Passed", "Failed", "Errored", "Skipped", "Flaky", "Running", "Interrupted", "Completed"]) {
      await expect(view.getByText(word, { exact: true })).toHaveCount(2);
    }
    await expect(view.locator("svg[aria-hidden]")).toHaveCount(16);
    const { violations } = await new AxeBuilder({ page }).withRules(["color-contrast"]).analyze();
    expect(violations).toEqual([]);
  });
}
