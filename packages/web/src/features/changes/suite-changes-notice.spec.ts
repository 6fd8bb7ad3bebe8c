import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./suite-changes-notice.story.tsx";
import type { Changed, Closed, Many, Nothing, OnlyRenamed } from "./suite-changes-notice.story.tsx";

test("removed tests lead to the base, the others to the report", async ({ mount }) => {
  const view = await mount<typeof Changed>("features/changes/suite-changes-notice/Changed");
  await expect(
    view.getByText(
      "2 removed, 1 newly skipped, 1 with fewer assertions, 14 with more retries, 1 with a longer time limit, 1 renamed",
    ),
  ).toBeVisible();
  await expect(view.getByRole("heading", { level: 2 })).toHaveText([
    "Removed, compared with the base (2)",
    "Newly skipped (1)",
    "Fewer assertions (1)",
    "More retries (14)",
    "Longer time limit (1)",
    "Renamed or moved (1)",
  ]);
  await expect(view.getByRole("listitem")).toHaveText([
    /pays by card \(chromium\)failed for 2 causes before$/,
    /shows the total \(chromium\)$/,
    /applies a voucher \(chromium\)failed for 1 cause before$/,
    /shows the sum \(chromium\) makes 2 assertions, 5 before$/,
    "Retries raised from 0 to 2 (project chromium, 14 tests)",
    "Time limit raised from 30 s to 120 s (project chromium, tests/cart.spec.ts › cart › checkout)",
    /adds one \(chromium\) → .*adds one item \(chromium\)$/,
  ]);
  await expect(view.getByRole("link", { name: "pays by card" })).toHaveAttribute("href", "/reports/84?result=101");
  await expect(view.getByRole("link", { name: "applies a voucher" })).toHaveAttribute("href", "/reports/85?result=103");
  await expect(view.getByRole("link", { name: "adds one item" })).toHaveAttribute("href", "/reports/85?result=105");
});

test("only the counts are visible until it is opened", async ({ mount }) => {
  const view = await mount<typeof Closed>("features/changes/suite-changes-notice/Closed");
  await expect(
    view.getByText(
      "2 removed, 1 newly skipped, 1 with fewer assertions, 14 with more retries, 1 with a longer time limit, 1 renamed",
    ),
  ).toBeVisible();
  await expect(view.getByRole("link")).toHaveCount(0);
});

test("there is nothing without changes, and empty lists are left out", async ({ mount, page }) => {
  await mount<typeof OnlyRenamed>("features/changes/suite-changes-notice/OnlyRenamed");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Renamed or moved (1)"]);
  await mount<typeof Nothing>("features/changes/suite-changes-notice/Nothing");
  await expect(page.locator("details")).toHaveCount(0);
});

test("long lists end with the number of the other tests", async ({ mount }) => {
  const view = await mount<typeof Many>("features/changes/suite-changes-notice/Many");
  await expect(view.getByText("and 49,990 more")).toHaveCount(3);
  await expect(view.getByText("and 49,999 more")).toHaveCount(1);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/changes/suite-changes-notice", [
    "Changed",
    "Closed",
    "Many",
  ]));
