import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./access-choice.story.tsx";
import type { Failed, Nothing, Several } from "./access-choice.story.tsx";

const folder = "ui/input/access-choice";

test("only selected objects are ended", async ({ mount }) => {
  const view = await mount<typeof Several>(`${folder}/Several`);
  await expect(view.getByText("API keys and webhooks keep working unless you select them here.")).toBeVisible();
  await expect(view.locator("output")).toHaveText("[]");
  await view.getByRole("checkbox", { name: "Revoke API key Nightly (Shop)" }).check();
  await view.getByRole("checkbox", { name: /^Revoke invitation/ }).check();
  await expect(view.locator("output")).toHaveText(JSON.stringify(["key 1 1", "invitation 3"]));
});

test("a failed list shows an error, and an empty one nothing", async ({ mount }) => {
  const failed = await mount<typeof Failed>(`${folder}/Failed`);
  await expect(failed.getByRole("alert")).toContainText("Failed to load what this person created");
  const empty = await mount<typeof Nothing>(`${folder}/Nothing`);
  await expect(empty.getByRole("checkbox")).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["Several", "Many", "Failed"]));
