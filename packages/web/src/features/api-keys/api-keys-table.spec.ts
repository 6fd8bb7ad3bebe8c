import { expect } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./api-keys-table.story.tsx";
import type { Nothing, Several } from "./api-keys-table.story.tsx";

const several = "features/api-keys/api-keys-table/Several";

test("each key shows its scopes, last use and expiry", async ({ mount }) => {
  const view = await mount<typeof Several>(several);
  await expect
    .poll(() => readTable(view.getByRole("table")))
    .toMatchObject([
      {
        Name: "GitHub Actions",
        Scopes: "Upload reports",
        Created: "1 Jan 2030 by Ada Lovelace",
        "Last used": "2 Jan 2030",
        Expires: "Never",
      },
      {
        Name: "Wall",
        Scopes: "Upload reports, Read",
        Created: "1 Jan 2030 by Old Hand (no longer a lead)",
        "Last used": "Never",
        Expires: "1 May 2999",
      },
      { Name: "Spring", Actions: "Expired" },
      { Name: "Leaked", Actions: "Revoked 2 Jan 2030" },
    ]);
});

test("revoking asks for confirmation", async ({ mount, page }) => {
  const view = await mount<typeof Several>(several);
  await view.getByRole("button", { name: "Revoke GitHub Actions" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke GitHub Actions?" });
  await expect(dialog).toContainText("Requests that use this key will be rejected.");
  await expect(dialog).toContainText("It was last used");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(view.getByRole("button", { name: "Revoke GitHub Actions" })).toBeFocused();
  await expect(view.locator("output")).toHaveText("0");
  await view.getByRole("button", { name: "Revoke GitHub Actions" }).click();
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(view.locator("output")).toHaveText("1");
});

test("without keys it explains their purpose", async ({ mount }) => {
  const view = await mount<typeof Nothing>("features/api-keys/api-keys-table/Nothing");
  await expect(view.getByText("No API keys yet.")).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/api-keys/api-keys-table", ["Several", "Nothing"]));
