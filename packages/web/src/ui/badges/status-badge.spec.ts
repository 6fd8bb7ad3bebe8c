import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./status-badge.story.tsx";
import type { All, OfAnEndedRun } from "./status-badge.story.tsx";

test("every outcome has a label and an icon", async ({ mount }) => {
  const view = await mount<typeof All>("ui/badges/status-badge/All");
  for (const word of [
    "Passed",
    "Failed",
    "Errored",
    "Skipped",
    "Flaky",
    "Queued",
    "Running",
    "Interrupted",
    "Not run",
    "Completed",
  ]) {
    await expect(view.getByText(word, { exact: true })).toHaveCount(2);
  }
  await expect(view.locator("svg[aria-hidden]")).toHaveCount(20);
});

test("nothing runs or waits after the end of its run", async ({ mount }) => {
  const view = await mount<typeof OfAnEndedRun>("ui/badges/status-badge/OfAnEndedRun");
  await expect(view.getByRole("paragraph")).toHaveText(["Interrupted", "Not run", "Failed"]);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "ui/badges/status-badge", ["All", "OfAnEndedRun"]));
