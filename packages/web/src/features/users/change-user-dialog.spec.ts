import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./change-user-dialog.story.tsx";
import type { DeactivateOneself, LastAdministrator, Promote } from "./change-user-dialog.story.tsx";

const folder = "features/users/change-user-dialog";

test("the confirmation explains the effect, also for one's own account", async ({ mount, page }) => {
  await mount<typeof Promote>(`${folder}/Promote`);
  const dialog = page.getByRole("dialog", { name: "Make Person 1 an administrator?" });
  await expect(dialog).toContainText("Administrators see every project");
  await mount<typeof DeactivateOneself>(`${folder}/DeactivateOneself`);
  await expect(page.getByRole("dialog", { name: "Deactivate Person 1?" })).toContainText(
    "you are signed out immediately",
  );
});

test("the dialog explains why the last administrator must stay", async ({ mount, page }) => {
  await mount<typeof LastAdministrator>(`${folder}/LastAdministrator`);
  await expect(page.getByRole("alert")).toHaveText(
    "This is the last active administrator. Make another user an administrator first.",
  );
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/users/change-user-dialog", ["LastAdministrator"]));
