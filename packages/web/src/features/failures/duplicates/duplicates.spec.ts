import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./duplicates.story.tsx";
import type { Busy, Hostile, None, Proposals, TooMany } from "./duplicates.story.tsx";

const file = "features/failures/duplicates/duplicates";
const story = (name: string) => `${file}/${name}`;

test("two causes are shown side by side, with the reason, the difference and the result of a merge", async ({
  mount,
  page,
}) => {
  await mount<typeof Proposals>(story("Proposals"));
  const dialog = page.getByRole("dialog", { name: "Likely duplicates" });
  await expect(dialog.getByText("2 proposals in 30 days. Nothing changes until you merge")).toBeVisible();
  const card = dialog.getByRole("article").first();
  await expect(card).toContainText(
    "87% similar: 7 words in common, differences highlighted. Both occur in 2 tests and 1 run.",
  );
  await expect(card.locator("mark")).toHaveText(["after", "<n>", "attempts"]);
  const [retained, merged] = [card.getByRole("listitem").nth(0), card.getByRole("listitem").nth(1)];
  await expect(retained.getByText("Keep", { exact: true })).toBeVisible();
  await expect(retained.getByText("12 failures · 3 tests · 6 runs")).toBeVisible();
  await expect(merged.getByText("Merge into it", { exact: true })).toBeVisible();
  await expect(merged.getByText("4 failures · 2 tests · 4 runs")).toBeVisible();
  await expect(card).toContainText("Merged: 16 failures · 3 tests · 9 runs");
  await expect(dialog.getByRole("article").nth(1)).toContainText("same target or host and kind of failure");
});

test("works by keyboard: decided causes disappear, and the focus stays in the list", async ({ mount, page }) => {
  await mount<typeof Proposals>(story("Proposals"));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Merge: Could not load" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Done")).toHaveText("merge 1 2");
  await expect(dialog.getByRole("article")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Not the same: getByRole" })).toBeFocused();
  await page.keyboard.press("Space");
  await expect(dialog.getByLabel("Done")).toHaveText("apart 3 4");
  await expect(dialog.getByText("No causes in 30 days are similar enough to suggest.")).toBeVisible();
});

test("counts hidden and uncompared causes, and allows one decision at a time", async ({ mount, page }) => {
  await mount<typeof TooMany>(story("TooMany"));
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("180 proposals in 30 days, the 1 most likely shown.");
  await expect(dialog).toContainText("1,234 causes of this period were not compared with all others");
  await mount<typeof Busy>(story("Busy"));
  await expect(page.getByRole("button", { name: /^Merge:/ })).toBeDisabled();
  await mount<typeof None>(story("None"));
  await expect(page.getByRole("list", { name: "Proposals" }).getByRole("listitem")).toHaveCount(0);
});

test("errors are escaped, whatever they contain", async ({ mount, page }) => {
  await mount<typeof Hostile>(story("Hostile"));
  await expect(page.getByRole("dialog")).toContainText("<img src=x onerror=");
  await expect(page.locator("img")).toHaveCount(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, ["Proposals", "None", "TooMany", "Hostile"]));
