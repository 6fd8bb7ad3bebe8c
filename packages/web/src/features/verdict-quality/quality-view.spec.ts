import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./quality-view.story.tsx";
import type { Reviewed, Untouched } from "./quality-view.story.tsx";

const file = "features/verdict-quality/quality-view";

test("shows the share of confirmed verdicts, by class and origin", async ({ mount }) => {
  const view = await mount<typeof Reviewed>(`${file}/Reviewed`);
  await expect(view.getByText("62 of 64 verdicts that people looked at were kept: 96.9%.")).toBeVisible();
  const rows = (name: string) => view.getByRole("table", { name }).getByRole("row");
  await expect(rows("By class").nth(1)).toHaveText("Application Defect201995.0%");
  await expect(rows("By what decided")).toHaveText([
    /Decided by/,
    /Rule strict-mode-violation\s*584040100.0%/,
    /Rule of this project “Sandbox is away”\s*122150.0%/,
    /Trained model\s*102242291.7%/,
    /Decisions of this project\s*800–/,
  ]);
  const corrected = view.getByRole("region", { name: "What was corrected" }).getByRole("row");
  await expect(corrected.nth(1)).toHaveText("Application Defect191000");
});

test("explains what is counted if there are no reviews", async ({ mount }) => {
  const view = await mount<typeof Untouched>(`${file}/Untouched`);
  await expect(view.getByText(/^Not reviewed yet\./)).toBeVisible();
  await expect(view.getByRole("table")).toHaveCount(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, ["Reviewed", "Untouched"]));
