import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { test } from "#testing/story-test.ts";
import type { Deep, FailedFarDown, Hostile, Nested, NoDurations, TenThousand, WithFiles } from "./step-list.story.tsx";

test("steps keep their order and show status, time and the first line of an error", async ({ mount }) => {
  const view = await mount<typeof Nested>("features/results/steps/step-list/Nested");
  const steps = view.getByRole("list", { name: "Steps" }).getByRole("listitem");
  await expect
    .poll(() => readTexts(steps))
    .toEqual([
      ["passed", "Before Hooks", "300 ms"],
      ["passed", "browserContext.newPage", "250 ms"],
      ["failed", "Pay", "900 ms", "Timeout of 900 ms"],
      ["skipped", "After Hooks", "(skipped)", "–"],
    ]);
  const indent = async (index: number) =>
    steps.nth(index).evaluate((element) => Number.parseFloat(getComputedStyle(element).paddingLeft));
  expect(await indent(1)).toBeGreaterThan(await indent(0));
});

test("the path to the failed step is open, and other steps open and close", async ({ mount }) => {
  const view = await mount<typeof Deep>("features/results/steps/step-list/Deep", {});
  const titles = view.getByRole("listitem");
  await expect(titles).toContainText(["Before Hooks (30)", "Pay", "fill", "press", "wait", "After Hooks (1)"]);
  await view.getByRole("button", { name: "30 steps below" }).click();
  await expect(titles).toHaveCount(36);
  await view.getByRole("button", { name: "3 steps below" }).click();
  await expect(view.getByText("press")).toHaveCount(0);
});

test("a step named by a link is marked, and its path is open", async ({ mount }) => {
  const view = await mount<typeof Deep>("features/results/steps/step-list/Deep", { chosen: 30 });
  await expect(view.locator("[aria-current]")).toContainText("fixture 30");
  await expect(view.getByRole("button", { name: "Link to step 31" })).toHaveCount(1);
});

test("renders the outermost of ten thousand steps, and more on request", async ({ mount }) => {
  const view = await mount<typeof TenThousand>("features/results/steps/step-list/TenThousand");
  const steps = view.getByRole("listitem");
  await expect(steps).toHaveCount(60);
  await view.getByRole("button", { name: "Show 500 more of 1,000 steps" }).click();
  await expect(steps).toHaveCount(560);
});

test("a failed step far down is shown first, with earlier ones on request", async ({ mount }) => {
  const view = await mount<typeof FailedFarDown>("features/results/steps/step-list/FailedFarDown", {});
  const steps = view.getByRole("listitem");
  await expect(view.getByText("no such button")).toBeVisible();
  await expect(steps.first()).toContainText("press 196");
  await view.getByRole("button", { name: "Show 500 earlier of 1,302 steps" }).click();
  await expect(steps.first()).toContainText("step 597");
  await view.getByRole("button", { name: "Show 500 earlier of 1,302 steps" }).click();
  await view.getByRole("button", { name: "Show 96 earlier of 1,302 steps" }).click();
  await expect(steps.first()).toContainText("step 1");
  await expect(view.getByRole("button", { name: /earlier/ })).toHaveCount(0);
});

test("a linked step takes precedence over the failed one", async ({ mount }) => {
  const view = await mount<typeof FailedFarDown>("features/results/steps/step-list/FailedFarDown", { chosen: 4 });
  await expect(view.getByRole("listitem")).toHaveCount(60);
  await expect(view.locator("[aria-current]")).toContainText("step 5");
});

test("unknown durations are dashes", async ({ mount }) => {
  const view = await mount<typeof NoDurations>("features/results/steps/step-list/NoDurations");
  await expect(view.getByText("–")).toHaveCount(2);
});

test("a step shows its location, and links to its attachments", async ({ mount }) => {
  const view = await mount<typeof WithFiles>("features/results/steps/step-list/WithFiles");
  await expect(view.getByText("checkout.spec.ts:12")).toHaveAttribute("title", "tests/shop/checkout.spec.ts:12");
  await expect(view.getByText("pages.ts:31")).toBeVisible();
  const ofPay = view.getByRole("list", { name: "Attached in step 2" });
  await expect(ofPay.getByRole("link", { name: "receipt.json" })).toHaveAttribute("target", "_blank");
  const ofClick = view.getByRole("list", { name: "Attached in step 3" }).getByRole("listitem");
  await expect(ofClick).toHaveCount(11);
  await expect(ofClick.last()).toHaveText("and 2 more");
  await expect(view.getByText("video.webm")).toHaveCount(0);
});

test("hostile titles are escaped and stay inside the page", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>("features/results/steps/step-list/Hostile");
  await expect(view.locator("b")).toHaveCount(0);
  await expect(view.getByText("<b onmouseover")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});
