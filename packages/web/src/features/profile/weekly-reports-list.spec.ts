import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./weekly-reports-list.story.tsx";
import type { Empty, Filled } from "./weekly-reports-list.story.tsx";

const folder = "features/profile/weekly-reports-list";

test("a weekly report is unsubscribed, and an empty list explains how to get one", async ({ mount }) => {
  const view = await mount<typeof Filled>(`${folder}/Filled`);
  await view.getByRole("button", { name: "Unsubscribe from Shop" }).click();
  await expect(view.getByRole("status")).toHaveText("unsubscribed 2");
  const empty = await mount<typeof Empty>(`${folder}/Empty`);
  await expect(empty.getByText("press “Email me weekly”")).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["Filled", "Empty", "Pending"]));
