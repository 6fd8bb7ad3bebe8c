import { expect } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./share-links-table.story.tsx";
import type { Several } from "./share-links-table.story.tsx";

const folder = "features/share/share-links-table";

test("each link shows its target, use and state", async ({ mount }) => {
  const view = await mount<typeof Several>(`${folder}/Several`);
  await expect
    .poll(() => readTable(view.getByRole("table")))
    .toMatchObject([
      {
        Shows: "Report #12 of Checkout",
        Created: "1 Jan 2030 by Ada Lovelace",
        "Last used": "2 Jan 2030, opened 3 times",
      },
      { Actions: "Revoked" },
      { Shows: "Comparison #11 and #12 of بوابة الدفع", Actions: "Report deleted" },
      { Shows: "Week Week 2030-W01", "Last used": "Never", Actions: "Expired" },
      { Actions: "Creator left the project" },
    ]);
});

test("revoking asks for confirmation", async ({ mount, page }) => {
  const view = await mount<typeof Several>(`${folder}/Several`);
  const revoke = view.getByRole("button", { name: "Revoke the link to #12 of Checkout" });
  await revoke.click();
  const dialog = page.getByRole("dialog", { name: "Revoke this link?" });
  await expect(dialog).toContainText("The link to #12 of Checkout stops working immediately.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(view.getByRole("status")).toHaveText("0");
  await revoke.click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(view.getByRole("status")).toHaveText("5");
});

test("the table is accessible", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["Several", "Nothing"]));
