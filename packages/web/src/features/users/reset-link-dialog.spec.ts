import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./reset-link-dialog.story.tsx";
import type { Failed, Made, Making } from "./reset-link-dialog.story.tsx";

const folder = "features/users/reset-link-dialog";

test("the link can be copied, with its effect and expiry", async ({ mount, page }) => {
  await mount<typeof Made>(`${folder}/Made`);
  const dialog = page.getByRole("dialog", { name: "Password reset link for Grace Hopper" });
  await expect(dialog).toContainText("Share it only with the account owner. No email was sent.");
  await expect(dialog).toContainText(/It works once, until 1 Jan 2030/);
  await expect(dialog.getByRole("button", { name: "Copy password reset link" })).toBeVisible();
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/users/reset-link-dialog", ["Made"]));

test("there is nothing to copy during and after a failed creation", async ({ mount, page }) => {
  await mount<typeof Making>(`${folder}/Making`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await mount<typeof Failed>(`${folder}/Failed`);
  await expect(page.getByRole("alert")).toHaveText("Failed to create the link");
});
