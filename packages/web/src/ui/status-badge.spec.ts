import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./status-badge.story.tsx";
import type { All } from "./status-badge.story.tsx";

test("every outcome has a word and an icon", async ({ mount }) => {
  const view = await mount<typeof All>("ui/status-badge/All");
  for (const word of [
    "Passed",
    "Failed",
    "Errored",
    "Skipped",
    "Flaky",
    "Queued",
    "Running",
    "Interrupted",
    "Completed",
  ]) {
    await expect(view.getByText(word, { exact: true })).toHaveCount(2);
  }
  await expect(view.locator("svg[aria-hidden]")).toHaveCount(18);
});

test("it has no accessibility findings, and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "ui/status-badge", ["All"]));
