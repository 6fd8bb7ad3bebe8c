import { expect } from "@playwright/test";
import { readTable, readTerms } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./metrics-view.story.tsx";
import type { Hostile, NoDurations, NoTests, WithFailures } from "./metrics-view.story.tsx";

const story = (name: string) => `features/metrics/metrics-view/${name}`;

test("cards show their formula on hover", async ({ mount }) => {
  const view = await mount<typeof WithFailures>(story("WithFailures"));
  await expect
    .poll(() => readTerms(view.locator("dl")))
    .toMatchObject({ "Total Tests": "1,248", "Pass Rate": "97.8%", "Avg Duration": "1.16 s" });
  const passRate = view.locator("dl").filter({ hasText: /^Pass Rate/ });
  await expect(passRate).toHaveAttribute("title", "1,180 passed ÷ 1,206 tests that ran (skipped tests are excluded)");
});

test("slices and their counts link to the tests they count", async ({ mount }) => {
  const view = await mount<typeof WithFailures>(story("WithFailures"));
  const legend = view.getByRole("list", { name: "Results of this report" });
  await expect(legend.getByRole("listitem")).toHaveText(["Passed 1,180", "Failed 24", "Errored 2", "Skipped 42"]);
  await expect(legend.getByRole("link", { name: "Errored 2" })).toHaveAttribute("href", "/reports/7?status=error");
});

test("lists three of the slowest tests at first, five or ten on request, each with a link", async ({ mount }) => {
  const view = await mount<typeof WithFailures>(story("WithFailures"));
  await expect(view.getByRole("heading", { name: "Test Duration (Top 3)" })).toBeVisible();
  const chart = view.getByRole("figure", { name: "The 3 slowest tests in seconds" });
  await expect(chart.getByRole("link")).toHaveCount(3);
  await expect(chart.getByRole("link").first()).toHaveAttribute("href", "/reports/7?result=100");
  await expect(chart.getByRole("link").first()).toHaveAccessibleName(
    /^Shop › Checkout › pays by card and gets a receipt by e-mail \[chromium\]\s+42\.31 s · Failed$/,
  );
  await view.getByRole("radiogroup", { name: "Number of slowest tests" }).getByText("10", { exact: true }).click();
  await expect(view.getByRole("heading", { name: "Test Duration (Top 10)" })).toBeVisible();
  await expect(view.getByRole("figure", { name: "The 10 slowest tests" }).getByRole("link")).toHaveCount(10);
});

test("failure reasons show the subject of a generic line and their share, and link to their tests", async ({
  mount,
}) => {
  const view = await mount<typeof WithFailures>(story("WithFailures"));
  const reasons = view.getByRole("list", { name: "Common Failure Reasons" }).getByRole("link");
  await expect(reasons.nth(0)).toContainText('expected "Payment accepted"');
  await expect(reasons.nth(0)).toContainText("16 tests · 61.5%");
  await expect(reasons.nth(0)).toHaveAttribute("href", "/reports/7?failure=e269b82c8b38dd44&status=failed");
  await expect(reasons.nth(1)).toHaveAttribute("href", "/reports/7?failure=caf24e2599686159");
  await expect(reasons.nth(2)).toContainText("No error message");
  await expect(reasons.nth(2)).toContainText("1 test · 3.8%");
  await expect(view.getByRole("link", { name: "2 more reasons" })).toHaveAttribute("href", "/reports/7?group=failure");
});

test("browsers link to their tests", async ({ mount }) => {
  const view = await mount<typeof WithFailures>(story("WithFailures"));
  const table = view.getByRole("table", { name: "Browser Coverage" });
  const rows = table.getByRole("row");
  expect((await readTable(table))[0]).toEqual({
    Browser: "Chromium",
    Tests: "844",
    Passed: "800",
    Failed: "22",
    Errored: "2",
    "Pass rate": "97.0%",
  });
  await expect(rows.nth(1).getByRole("link", { name: "22" })).toHaveAttribute(
    "href",
    "/reports/7?browser=chromium&status=failed",
  );
  await expect(rows.nth(3).getByRole("link", { name: "Unknown Browser" })).toHaveAttribute(
    "href",
    "/reports/7?browser=%7E",
  );
});

test("metadata has readable names", async ({ mount }) => {
  const view = await mount<typeof WithFailures>(story("WithFailures"));
  const details = view.getByRole("region", { name: "Test Run Details" });
  await expect(details.getByRole("term").filter({ hasText: /^(Operating system|Workers)$/ })).toHaveCount(2);
});

test("missing durations and tests have messages", async ({ mount }) => {
  const untimed = await mount<typeof NoDurations>(story("NoDurations"));
  await expect(untimed.getByText("No durations in this report")).toBeVisible();
  await expect(untimed.getByText("No tests failed")).toBeVisible();
  await expect(untimed.locator("dl").filter({ hasText: "Avg Duration" })).toHaveText("Avg Duration–");
  const none = await mount<typeof NoTests>(story("NoTests"));
  await expect(none.getByText("No tests in this report")).toHaveCount(4);
  await expect(none.locator("dl").filter({ hasText: "Pass Rate" })).toHaveText("Pass Rate–");
});

test("markup is escaped, and only web addresses become links", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Hostile>(story("Hostile"));
  await expect(view.locator("img, b > b")).toHaveCount(0);
  await expect(view.getByText("CI job")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/pwned/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/metrics/metrics-view", [
    {
      name: "WithFailures",
      ready: (view) => expect(view.getByRole("figure", { name: /slowest/ }).getByRole("link")).toHaveCount(3),
    },
    "NoTests",
  ]));
