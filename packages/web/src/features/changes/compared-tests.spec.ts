import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./compared-tests.story.tsx";
import type { Commits, Compared, Hostile, Opened, Picks, Unknown } from "./compared-tests.story.tsx";

const compared = "features/changes/compared-tests/Compared";

test("two reports are shown side by side, with the changes of their counters", async ({ mount }) => {
  const view = await mount<typeof Compared>(compared);
  await expect(view.getByRole("heading", { level: 2 })).toHaveText(["checkout-e2e #12", "checkout-e2e #13"]);
  await expect(view.getByRole("link", { name: "checkout-e2e #13" })).toHaveAttribute("href", "/reports/8");
  await expect(view.getByRole("list", { name: "Counters, from base to head" }).getByRole("listitem")).toHaveText([
    /Total\s*2,000 → 2,001\s*\+1$/,
    /Passed\s*1,990 → 1,980\s*−10 \(worse\)/,
    /Failed\s*6 → 14\s*\+8 \(worse\)/,
    /Errored\s*0 → 3\s*\+3 \(worse\)/,
    /Flaky\s*0 → 0\s*±0/,
    /Skipped\s*4 → 4\s*±0/,
    /Pass rate\s*99.6% → 99.1%\s*−0.5 pt \(worse\)/,
    /Duration\s*1m 00s → 1m 12s\s*\+12.00 s \(worse\)/,
  ]);
});

test("unknown values have no difference", async ({ mount }) => {
  const view = await mount<typeof Unknown>("features/changes/compared-tests/Unknown");
  await expect(view.getByRole("listitem").filter({ hasText: "Pass rate" })).toHaveText(/– → 99.1%\s*–$/);
  await expect(view.getByRole("listitem").filter({ hasText: "Duration" })).toHaveText(/– → 1m 12s\s*–$/);
});

test("each kind filters the list to its tests, and shows its definition", async ({ mount }) => {
  const view = await mount<typeof Compared>(compared);
  const kinds = view.getByRole("navigation", { name: "Filter by change" }).getByRole("link");
  await expect(kinds).toHaveText([
    "All changes 1,226",
    "New failures 3",
    "Back again 1",
    "Fixed 2",
    "Newly flaky 1",
    "Different cause 1",
    "Slower 12",
    "Added 1,204",
    "Removed 0",
    "Still failing 4",
  ]);
  await expect(kinds.nth(0)).toHaveAttribute("href", "/reports/compare?base=7&head=8");
  await expect(kinds.nth(1)).toHaveAttribute("aria-current", "page");
  await expect(kinds.nth(6)).toHaveAttribute("href", "/reports/compare?base=7&head=8&show=slower");
  await expect(kinds.nth(6)).toHaveAttribute("title", /at least twice as long and at least one second longer/);
});

test("a test links to its result in either report, with both outcomes", async ({ mount }) => {
  const view = await mount<typeof Compared>(compared);
  const title = view.getByRole("link", { name: "checkout › pays by card" });
  await expect(title).toHaveAttribute("href", "/reports/8?result=21");
  await expect(view.getByRole("link", { name: "Passed" }).first()).toHaveAttribute("href", "/reports/7?result=11");
  await expect(view.getByRole("link", { name: "Failed" }).first()).toHaveAttribute("href", "/reports/8?result=21");
  await expect(view.getByText("Error: no answer from the bank").first()).toBeVisible();
  await expect(view.getByText("1.20 s → 30.00 s").first()).toBeVisible();
  // A test that exists only in the base report links to that report.
  await expect(view.getByRole("link", { name: "is dropped (2)" })).toHaveAttribute("href", "/reports/7?result=11");
  await expect(view.getByText("gone")).toBeVisible();
  await expect(view.getByText("not in this report")).toBeVisible();
});

test("a test opens and closes in place", async ({ mount }) => {
  const view = await mount<typeof Opened>("features/changes/compared-tests/Opened");
  const toggle = view.getByRole("button", { name: "Both results of pays by card" });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await toggle.click();
  await expect(view.getByText("Both results", { exact: true })).toBeVisible();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  // The button covers the whole row.
  await view.getByText("pays by card").click({ force: true });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
});

test("presets link to the comparisons with earlier runs, the chosen one is marked", async ({ mount }) => {
  const view = await mount<typeof Picks>("features/changes/compared-tests/Picks");
  const presets = view.getByRole("navigation", { name: "Compare with" }).getByRole("link");
  await expect(presets).toHaveText(["previous #12", "last green #9", "main #11"]);
  await expect(presets.nth(1)).toHaveAttribute("href", "/reports/compare?base=5&head=8");
  await expect(presets.nth(0)).toHaveAttribute("aria-current", "page");
  const option = view.getByLabel("Option");
  await expect(option).toContainText("checkout-e2e #13");
  await expect(option).toContainText("Failed · feature/cards · staging · a91f3c2 Combine gift cards");
});

test("commits between two reports fold out, with a link to the code host", async ({ mount }) => {
  const view = await mount<typeof Commits>("features/changes/compared-tests/Commits");
  await view.getByText("2 known commits between").click();
  const list = view.getByRole("list", { name: "Commits between" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(view.getByText("There may be more commits that the server does not know.")).toBeVisible();
  await expect(view.getByRole("link", { name: "Compare on the code host" })).toHaveAttribute("href", /compare/);
  await expect(view.getByText("Both reports tested the same commit.")).toBeVisible();
  await expect(view.getByText("unknown, because a report has no commit")).toBeVisible();
});

test("hostile names are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>("features/changes/compared-tests/Hostile");
    await expect(view.locator("img, script")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/changes/compared-tests", [
    "Compared",
    "Opened",
    "Picks",
    "Commits",
  ]));
