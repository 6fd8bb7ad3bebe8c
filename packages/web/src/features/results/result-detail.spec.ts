import { expect, test } from "@playwright/test";
import type { FlakyInTheEnd, ManyAttempts, OneAttempt, Skipped } from "./result-detail.story.tsx";

test("a single attempt needs no tabs", async ({ mount }) => {
  const view = await mount<typeof OneAttempt>("features/results/result-detail/OneAttempt");
  await expect(view.getByText("attempt 1 broke")).toBeVisible();
  await expect(view.getByRole("tab")).toHaveCount(0);
  await expect(view.getByText("tests/checkout.spec.ts:7")).toBeVisible();
  await expect(view.getByText("Duration –")).toBeVisible();
});

test("of many attempts the last failed one is chosen, and its tab is in view on a small screen", async ({
  mount,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof ManyAttempts>("features/results/result-detail/ManyAttempts");
  const chosen = view.getByRole("tab", { selected: true });
  await expect(chosen).toHaveAccessibleName("Attempt 9 Failed");
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await expect(view.getByText("attempt 9 broke")).toBeVisible();
});

test("of a flaky test the attempt that failed is chosen", async ({ mount }) => {
  const view = await mount<typeof FlakyInTheEnd>("features/results/result-detail/FlakyInTheEnd");
  await expect(view.getByRole("tab", { selected: true })).toHaveAccessibleName("Attempt 1 Failed");
});

test("a skipped test says why", async ({ mount }) => {
  const view = await mount<typeof Skipped>("features/results/result-detail/Skipped");
  await expect(view.getByText("Skipped: not in <b>this</b> region")).toBeVisible();
  await expect(view.getByRole("list", { name: "Annotations" })).toHaveText("issue SHOP-17");
  await expect(view.getByText("The report tells nothing more about this test.")).toBeVisible();
});
