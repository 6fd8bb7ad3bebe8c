import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./dashboard-view.story.tsx";
import type {
  Empty,
  Excluded,
  First,
  Green,
  Hostile,
  Loading,
  Many,
  Old,
  ManyCauses,
  OnlyRunning,
  Red,
  Running,
  Ungrouped,
  Viewer,
} from "./dashboard-view.story.tsx";

const story = (name: string) => `features/dashboard/dashboard-view/${name}`;

test("failed suites come first, with their last runs, start, changes and links", async ({ mount }) => {
  const view = await mount<typeof Red>(story("Red"));
  const suite = view.getByRole("list", { name: "Red suites" }).getByRole("listitem");
  await expect(suite).toHaveText(/checkout-e2e #1285.*Red since #1284, .*main · staging · a91f3c2/s);
  await expect(suite).toContainText("Last runs: #1281 green, #1282 green, #1283 green, #1284 red, #1285 red");
  await expect(suite).toContainText("3 new failures, 2 fixed");
  await expect(suite.getByRole("link", { name: "checkout-e2e #1285" })).toHaveAttribute("href", "/reports/85");
  await expect(suite.getByRole("link", { name: "#1284", exact: true })).toHaveAttribute("href", "/reports/84");
  await expect(suite.getByRole("link", { name: "Show changes" })).toHaveAttribute(
    "href",
    "/reports/compare?base=84&head=85",
  );
  await expect(suite.getByRole("link", { name: "vs last green #1283" })).toHaveAttribute(
    "href",
    "/reports/compare?base=83&head=85",
  );
  await expect(view.getByText("3 suites green")).toBeVisible();
});

test("each cause has one row with state, error, class, tests, suite, story, owner and actions", async ({ mount }) => {
  const view = await mount<typeof Red>(story("Red"));
  const causes = view.getByRole("list", { name: "Causes" }).getByRole("listitem");
  await expect(causes).toHaveText([
    /new.*reading 'balance'.*Application Defect2 testscheckout-e2e@checkout \+1.*Normalise search words.*Mira Lindqvist/s,
    /back.*ECONNREFUSED.*Environment Issue4 tests.*@platform/s,
    /known.*Timed out 5000 ms.*Unclassified4 tests.*No owner/s,
  ]);
  const first = causes.first();
  await expect(first.getByRole("link", { name: "2 tests" })).toHaveAttribute("href", /tab=tests&.*cause=1/);
  await expect(first.getByRole("link", { name: /^Open TypeError/ })).toHaveAttribute("href", "/defects?group=1");
  await expect(first.getByRole("button", { name: "Assign" })).toBeVisible();
  const read = await mount<typeof Viewer>(story("Viewer"));
  await expect(read.getByRole("list", { name: "Causes" }).getByRole("button")).toHaveCount(0);
  await expect(read.getByRole("link", { name: /^Open / })).toHaveCount(3);
});

test("causes and suites are complete in the first screen, without sideways scrolling", async ({ mount, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const view = await mount<typeof ManyCauses>(story("ManyCauses"));
  const causes = view.getByRole("list", { name: "Causes" }).getByRole("listitem");
  await expect(causes).toHaveCount(8);
  const last = (await causes.last().boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(900);
  await expect(view.getByRole("link", { name: "42 more causes" })).toHaveAttribute("href", /\/defects\?runs=/);
  for (const width of [1024, 360]) {
    await page.setViewportSize({ width, height: 740 });
    // Charts are drawn again after the window was resized.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("failures that are not grouped yet have a message", async ({ mount }) => {
  const view = await mount<typeof Ungrouped>(story("Ungrouped"));
  await expect(view.getByText("No causes yet. Failures are grouped shortly after a report is imported.")).toBeVisible();
});

test("a running run has one line with its progress and failures", async ({ mount }) => {
  const view = await mount<typeof Running>(story("Running"));
  const runs = view.getByRole("list", { name: "Running now" }).getByRole("listitem");
  await expect(runs).toHaveText(/checkout-e2e #1290.*26 of 60 done.*2 failures so far/s);
  await expect(runs.getByRole("link")).toHaveAttribute("href", "/reports/90");
});

test("the cards show metrics, formulas, and 30 days", async ({ mount }) => {
  const view = await mount<typeof Red>(story("Red"));
  await expect(view.getByRole("list", { name: "Metrics of all reports" }).getByRole("listitem")).toHaveText([
    /Test Reports\s*128.*41 in 30 days \(\+12\)/,
    /Total Tests Executed\s*48,210.*15,204 in 30 days \(\+4\.1%\)/,
    /Pass Rate\s*96%.*95% in 30 days \(−2 pt\)\s*96\.9% of tests run/,
    /Avg Duration\s*412 s.*394 s in 30 days \(−18 s\)/,
  ]);
  await expect(view.getByRole("img", { name: "By day, 30 days: 94.2% to 100%, 98% on the last day" })).toBeVisible();
  const value = (name: string) => view.getByRole("link", { name, exact: true });
  await expect(value("128")).toHaveAttribute("href", "/reports");
  await expect(value("96%")).toHaveAttribute("href", "/reports?sortBy=passRate&sortOrder=asc");
  await expect(value("96%")).toHaveAttribute("title", /46,330 passed of 48,210 tests = 96\.1%/);
  await expect(value("412 s")).toHaveAttribute("title", "52,736 s over 128 reports; 2 without a duration");
});

test("excluded failures change only the rate of tests that ran", async ({ mount }) => {
  const view = await mount<typeof Excluded>(story("Excluded"));
  const card = view.getByRole("listitem").filter({ hasText: "Pass Rate" });
  await expect(card).toContainText("97.9% of tests run, excluding 100 failures");
  await expect(card.getByRole("link", { name: "96%" })).toHaveAttribute(
    "title",
    /46,330 passed of 48,210 tests = 96\.1%;.* Of the 47,342 tests that ran, excluding 100 failures \(incidents and quarantine\), 97\.9% passed/,
  );
});

test("the distribution and the trend are described, and link to reports", async ({ mount, page }) => {
  const view = await mount<typeof Red>(story("Red"));
  await expect(view.locator("figure svg")).toHaveCount(2);
  await expect(view.getByRole("list", { name: "Test Results Distribution" }).getByRole("link")).toHaveText([
    "Passed 46,330",
    "Failed 1,112",
    "Skipped 768",
  ]);
  const points = view.getByRole("figure", { name: "Pass Rate Trends" }).getByRole("link");
  await expect(points).toHaveCount(7);
  // The seven newest reports are in chronological order.
  await expect(points.first()).toHaveAttribute("href", "/reports/79");
  await expect(points.last()).toHaveAttribute("href", "/reports/85");
  await points.last().hover();
  await expect(
    page.locator("[data-side]").getByText(/checkout-e2e #1285\s+96\.1%: 961 of 1,000 tests, excluding skipped ones/),
  ).toBeVisible();
  await expect(points.nth(3)).toHaveAccessibleName(/no tests ran/);
});

test("a dashboard without failures shows that, and the fixed tests", async ({ mount }) => {
  const view = await mount<typeof Green>(story("Green"));
  await expect(view.getByText("All green.")).toBeVisible();
  await expect(view.getByText("0 new failures, 2 fixed")).toBeVisible();
  await expect(view.getByRole("list", { name: "Red suites" })).toHaveCount(0);
});

test("a first run and an interrupted one are shown without changes", async ({ mount }) => {
  const view = await mount<typeof First>(story("First"));
  const suites = view.getByRole("list", { name: "Red suites" }).getByRole("listitem");
  await expect(suites).toHaveText([/checkout-e2e #1285.*Red since/s, /#1286.*Interrupted, red since/s]);
  await expect(view.getByRole("link", { name: "Show changes" })).toHaveCount(0);
  await expect(view.getByText("0.84 s")).toBeVisible();
});

test("shows the first of many failed suites, others on request, and the number of the rest", async ({ mount }) => {
  const view = await mount<typeof Many>(story("Many"));
  const suites = view.getByRole("list", { name: "Red suites" }).getByRole("listitem");
  await expect(suites).toHaveCount(5);
  await view.getByRole("button", { name: "Show 73 more red suites" }).click();
  await expect(suites).toHaveCount(10);
  await expect(view.getByRole("link", { name: "68 more red suites" })).toHaveAttribute("href", /\/reports\?status=/);
  await expect(view.getByText("474 suites green")).toBeVisible();
});

test("an empty project explains what to do, and shows no charts", async ({ mount }) => {
  const view = await mount<typeof Empty>(story("Empty"));
  await expect(view.getByText("No reports found. Run your first test to get started.")).toBeVisible();
  await expect(view.getByText("No data available")).toBeVisible();
  await expect(view.getByText("No trend data available")).toBeVisible();
  await expect(view.getByRole("list", { name: "Metrics of all reports" })).toContainText(/Test Reports\s*0/);
  await expect(view.getByText("Recent Reports")).toHaveCount(0);
});

test("a running first run appears neither as a result nor in the trend", async ({ mount }) => {
  const view = await mount<typeof OnlyRunning>(story("OnlyRunning"));
  await expect(view.getByText("All green.")).toHaveCount(0);
  await expect(view.getByText("No trend data available")).toBeVisible();
  await expect(view.getByRole("listitem").filter({ hasText: "Avg Duration" }), "none says how long it took").toHaveText(
    "Avg Duration–",
  );
});

test("keeps data that failed to refresh with a note, and can be retried", async ({ mount }) => {
  const view = await mount<typeof Old>(story("Old"));
  await expect(view.getByRole("status")).toContainText("These numbers could not be refreshed.");
  await view.getByRole("button", { name: "Try again" }).click();
  await expect(view.locator("[data-tries]")).toHaveText("1");
  await expect(view.getByText("128", { exact: true })).toBeVisible();
});

test("nothing moves when the metrics arrive", async ({ mount, page }) => {
  await mount<typeof Loading>(story("Loading"));
  const skeletons = page.locator("[aria-busy] > div");
  const indices = async (of: typeof skeletons) =>
    Promise.all((await of.all()).map(async (each) => Math.round((await each.boundingBox())!.y)));
  const before = await indices(skeletons);
  const view = await mount<typeof Red>(story("Red"));
  await expect(view.locator("figure svg")).toHaveCount(2);
  const cards = (await view.getByRole("list", { name: "Metrics of all reports" }).boundingBox())!;
  const charts = (await view
    .getByRole("heading", { name: "Test Results Distribution" })
    .locator("../..")
    .boundingBox())!;
  expect([Math.round(cards.y), Math.round(charts.y)]).toEqual([before[1], before[2]]);
  expect(Math.round(charts.height)).toBe(298);
});

test("hostile names are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>(story("Hostile"));
    await expect(view.getByText("<img src=x").first()).toBeVisible();
    await expect(view.locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});

const drawn = (view: Locator) => expect(view.locator("figure svg")).toHaveCount(2);

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/dashboard/dashboard-view", [
    { name: "Red", ready: drawn },
    { name: "Green", ready: drawn },
    "Empty",
    "ManyCauses",
    "Running",
    "Ungrouped",
  ]));
