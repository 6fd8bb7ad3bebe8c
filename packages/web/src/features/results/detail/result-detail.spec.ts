import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./result-detail.story.tsx";
import type {
  BrokenOff,
  FlakyInTheEnd,
  Known,
  ManyAttempts,
  OneAttempt,
  Running,
  Skipped,
  Whole,
} from "./result-detail.story.tsx";

test("a single attempt has no tabs", async ({ mount }) => {
  const view = await mount<typeof OneAttempt>("features/results/detail/result-detail/OneAttempt");
  await expect(view.getByText("attempt 1 broke")).toBeVisible();
  await expect(view.getByRole("tab")).toHaveCount(0);
  await expect(view.getByText("tests/checkout.spec.ts:7")).toBeVisible();
  await view.getByText("Test Environment").first().click();
  await expect(view.getByText("Duration –")).toBeVisible();
});

test("selects the last failed one of many attempts, with its tab in view on a small screen", async ({
  mount,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof ManyAttempts>("features/results/detail/result-detail/ManyAttempts");
  const chosen = view.getByRole("tab", { selected: true });
  await expect(chosen).toHaveAccessibleName("Attempt 9 Failed");
  // Scrolling rounds to whole pixels.
  await expect(chosen).toBeInViewport({ ratio: 0.99 });
  await expect(view.getByText("attempt 9 broke")).toBeVisible();
});

test("selects the failed attempt of a flaky test", async ({ mount }) => {
  const view = await mount<typeof FlakyInTheEnd>("features/results/detail/result-detail/FlakyInTheEnd");
  await expect(view.getByRole("tab", { selected: true })).toHaveAccessibleName("Attempt 1 Failed");
});

test("a running test shows its last step", async ({ mount }) => {
  const view = await mount<typeof Running>("features/results/detail/result-detail/Running");
  await expect(view.getByText("Running. Last reported step: click the button Pay")).toBeVisible();
  await expect(view.getByText("open the cart")).toBeVisible();
  await expect(view.getByText("stdout")).toBeVisible();
});

test("a test without an end shows its last step, and is not running", async ({ mount }) => {
  const view = await mount<typeof BrokenOff>("features/results/detail/result-detail/BrokenOff");
  await expect(view.getByText("Last reported step: click the button Pay", { exact: true })).toBeVisible();
  await expect(view.getByText("Running")).toHaveCount(0);
});

test("a skipped test shows its reason", async ({ mount }) => {
  const view = await mount<typeof Skipped>("features/results/detail/result-detail/Skipped");
  await expect(view.getByText("Skipped: not in <b>this</b> region")).toBeVisible();
  await expect(view.getByText("No further details reported.")).toBeVisible();
});

test("an annotation links to the tests that also have it, and an address in it is a link", async ({ mount }) => {
  const view = await mount<typeof Skipped>("features/results/detail/result-detail/Skipped");
  const rows = view.getByRole("list", { name: "Annotations" }).getByRole("listitem");
  await expect(rows).toHaveText(["issue SHOP-17", "see https://shop.test/17", "To be fixed:"]);
  const leadsTo = (row: number) =>
    rows
      .nth(row)
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(await leadsTo(0)).toEqual(["?annotation=issue", "?annotation=issue%3DSHOP-17"]);
  expect(await leadsTo(1)).toEqual(["?annotation=see", "https://shop.test/17"]);
  expect(await leadsTo(2)).toEqual(["?annotation=fixme"]);
});

test("shows the environment from the report, without facts that it does not have", async ({ mount, page }) => {
  const view = await mount<typeof Whole>("features/results/detail/result-detail/Whole");
  await view.getByText(/^Test Steps \(2\)/).click();
  const facts = view.locator("section", { has: page.getByRole("heading", { name: "Test Environment" }) });
  await expect(facts.getByRole("definition")).toHaveText([
    "WebKit",
    "Debian 13",
    "1280x720",
    "1",
    /4 Mar 2026/,
    "Mozilla/5.0",
  ]);
  const bare = await mount<typeof OneAttempt>("features/results/detail/result-detail/OneAttempt");
  await bare.getByText("Test Environment").first().click();
  await expect(bare.getByRole("definition")).toHaveText(["0"]);
});

test("attempt and step are selected by the URL", async ({ mount, page }) => {
  const view = await mount<typeof Whole>("features/results/detail/result-detail/Whole");
  await expect(view.getByRole("tab", { selected: true })).toHaveAccessibleName("Attempt 2 Failed");
  await view.getByText(/^Test Steps \(2\)/).click();
  await view.getByRole("listitem").filter({ hasText: "press" }).hover();
  await view.getByRole("button", { name: "Link to step 2" }).click();
  await expect(page.locator("output").last()).toHaveText('{"attempt":1,"step":1}');
  await expect(view.locator("li[aria-current]")).toContainText("press");
  await view.getByRole("tab", { name: "Attempt 1" }).click();
  await expect(page.locator("output").last()).toHaveText('{"attempt":0}');
  await expect(view.getByText("attempt 1 broke")).toBeVisible();
});

test("the timeline of an attempt opens in a dialog and restores the focus", async ({ mount, page }) => {
  const view = await mount<typeof Whole>("features/results/detail/result-detail/Whole");
  await view.getByText(/^Test Steps \(2\)/).click();
  await view.getByRole("button", { name: "Timeline" }).click();
  await expect(page.getByRole("dialog", { name: "Test Execution Timeline" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(view.getByRole("button", { name: "Timeline" })).toBeFocused();
});

test("a failure has its sentence, error and last step at the top, at most 20 controls, and the rest is collapsed", async ({
  mount,
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  const view = await mount<typeof Known>("features/results/detail/result-detail/Known");
  const error = view.getByLabel("error message", { exact: true });
  await expect(error).not.toContainText("Expected");
  await expect(view.getByRole("figure", { name: "Difference" })).toHaveText("Expected1Received0");
  await expect(view.getByText("Failed after step Search (1.22 s) at search.spec.ts:15")).toBeVisible();
  const controls = await view
    .getByTestId("opened")
    .locator("a[href], button, summary, [role=tab]")
    .evaluateAll((all) => all.filter((control) => control.checkVisibility()).length);
  expect(controls).toBeGreaterThan(10);
  expect(controls).toBeLessThanOrEqual(20);
  await expect(view.getByRole("tab", { name: "Attempt 2 Failed Trace" })).toBeVisible();
  await view.getByText(/^Test Steps \(2\)/).click();
  await expect(view.getByRole("list", { name: "Steps" }).getByRole("listitem").last()).toHaveText(
    "Failed here search.spec.ts:15",
  );
});

// Windows of 1440, 1280, 1024 and 360 pixels, without the sidebar.
for (const width of [1200, 1010, 740, 360])
  test(`the error is at most 72 pixels below its row, ${width} pixels wide`, async ({ mount, page }) => {
    await page.setViewportSize({ width, height: 900 });
    const view = await mount<typeof Known>("features/results/detail/result-detail/Known");
    const top = (await view.getByTestId("opened").boundingBox())?.y ?? Number.NaN;
    const error = view.getByLabel("error message", { exact: true });
    await expect(error).toBeInViewport();
    expect(((await error.boundingBox())?.y ?? Number.NaN) - top).toBeLessThanOrEqual(72);
  });

test("in a narrow window, the sentence has one line and opens", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  const view = await mount<typeof Known>("features/results/detail/result-detail/Known");
  const owner = view.getByText(/Owner: /);
  await expect(owner).not.toBeInViewport({ ratio: 1 });
  await view.getByRole("button", { name: "More" }).click();
  await expect(owner).toBeInViewport({ ratio: 1 });
  await expect(view.getByRole("button", { name: "Less" })).toHaveAttribute("aria-expanded", "true");
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/results/detail/result-detail", [
    "Whole",
    "Known",
  ]));
