import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { Counted, Running } from "./counter-tiles.story.tsx";

const story = "features/report/counters/counter-tiles/Counted";

test("each counter filters the list to its tests", async ({ mount }) => {
  const view = await mount<typeof Counted>(story, {});
  const tile = (name: string) => view.getByRole("link", { name });
  await expect(tile("All 50,000")).toHaveAttribute("aria-current", "page");
  await expect(tile("Failed 988")).toHaveAttribute("href", "/reports/7?status=failed");
  await expect(tile("Errored 0")).toHaveAttribute("href", "/reports/7?status=error");
  await expect(tile("Flaky 31")).toHaveAttribute("href", "/reports/7?status=flaky");
  // The other counts are 988 failed, 31 flaky and 12 skipped. Together, they add up to the total.
  await expect(tile("Passed 48,969")).toHaveAttribute("href", "/reports/7?status=firstPassed");
});

test("the selected counter is marked, and other filters are kept", async ({ mount }) => {
  const view = await mount<typeof Counted>(story, {
    search: { status: "skipped", q: "gift card", group: "file", result: 9 },
  });
  await expect(view.locator("[aria-current]")).toHaveText(/Skipped\s*12/);
  await expect(view.getByRole("link", { name: "Failed 988" })).toHaveAttribute(
    "href",
    "/reports/7?q=gift+card&group=file&status=failed",
  );
});

test("on another tab no counter is selected, and each links to the tests", async ({ mount }) => {
  const view = await mount<typeof Counted>(story, { search: { tab: "metrics", status: "failed" } });
  await expect(view.locator("[aria-current]")).toHaveCount(0);
  await expect(view.getByRole("link", { name: "Passed" })).toHaveAttribute("href", "/reports/7?status=firstPassed");
});

test("during a run, tests without an outcome have a counter, and the parts add up to the total", async ({ mount }) => {
  const view = await mount<typeof Running>("features/report/counters/counter-tiles/Running");
  await expect(view.getByRole("link", { name: "Unfinished 260" })).toHaveAttribute("href", "/reports/7?status=running");
  const counts = await view.getByRole("link").locator("b").allTextContents();
  const [all, ...parts] = counts.map(Number);
  expect(parts.reduce((sum, count) => sum + count, 0)).toBe(all);
});
