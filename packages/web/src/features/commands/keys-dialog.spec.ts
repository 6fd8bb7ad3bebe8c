import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./keys-dialog.story.tsx";
import type { OfAPage } from "./keys-dialog.story.tsx";

test("each key is listed once with its action, and Escape closes the list", async ({ mount, page }) => {
  const view = await mount<typeof OfAPage>("features/commands/keys-dialog/OfAPage");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog.getByRole("definition")).toHaveText([
    "Search reports...",
    "Next report",
    "Previous report",
    "Select the report",
    "Keyboard shortcuts",
    "Go to Test Reports",
    "Command palette",
    "Close the open dialog",
  ]);
  await expect(dialog.getByRole("term").nth(1)).toHaveText("j or ↓");
  await expect(dialog.getByRole("term").filter({ hasText: "g" }).locator("kbd")).toHaveText(["g", "r"]);
  await page.keyboard.press("Escape");
  await expect(view.locator("output")).toHaveText("closed");
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/commands/keys-dialog", ["OfAPage"]));
