import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./edit-conflict.story.tsx";
import type { Contested, OnlyBeside } from "./edit-conflict.story.tsx";

test("both changes are shown side by side, and the user chooses one", async ({ mount }) => {
  const view = await mount<typeof Contested>("features/projects/edit-conflict/Contested");
  await expect(view.getByRole("alert")).toContainText("Another user changed this project");
  await expect(view.getByRole("row", { name: "Description <b>Theirs</b> Mine" })).toBeVisible();
  await expect(view.getByRole("row")).toHaveCount(2);
  await expect(view.getByText("which are kept either way: Status (Inactive).")).toBeVisible();
  await view.getByRole("button", { name: "Use theirs" }).click();
  await expect(view.locator("output")).toHaveText("theirs");
  await view.getByRole("button", { name: "Keep mine" }).click();
  await expect(view.locator("output")).toHaveText("mine");
});

test("without a conflict, both changes can be kept", async ({ mount }) => {
  const view = await mount<typeof OnlyBeside>("features/projects/edit-conflict/OnlyBeside");
  await expect(view.getByRole("table")).toHaveCount(0);
  await view.getByRole("button", { name: "Save mine as well" }).click();
  await expect(view.locator("output")).toHaveText("mine");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/projects/edit-conflict", [
    "Contested",
    "OnlyBeside",
  ]));
