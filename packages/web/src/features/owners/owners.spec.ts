import { expect, test } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./owners.story.tsx";
import type { NoOwner, Owner, Rules, RulesOfViewer } from "./owners.story.tsx";

const file = "features/owners/owners";
const story = (name: string) => `${file}/${name}`;

test("invalid rules are marked, and rules are previewed before saving", async ({ mount }) => {
  const view = await mount<typeof Rules>(story("Rules"));
  await expect(view.getByRole("list", { name: "Problems" })).toHaveText("Line 2: This pattern matches nothing");
  await view.getByRole("textbox", { name: "Rules" }).fill("* @web");
  await view.getByRole("button", { name: "Preview" }).click();
  await expect(view.getByRole("list", { name: "Problems" })).toHaveCount(0);
  const output = view.getByRole("region", { name: "Preview" });
  await expect
    .poll(() => readTexts(output.getByRole("listitem")))
    .toEqual([
      ["@web", "380 tests"],
      [expect.stringContaining("<img src"), "1 test"],
      ["No owner", "12 tests"],
    ]);
  await expect(output).toContainText("Without an owner, in legacy/old.py");
  await expect(output).toContainText("Preview of 12,000 of 50,000 files");
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByLabel("Done")).toHaveText('"* @web"');
});

test("users without permission can read the rules", async ({ mount }) => {
  const view = await mount<typeof RulesOfViewer>(story("RulesOfViewer"));
  await expect(view.getByRole("textbox", { name: "Rules" })).not.toBeEditable();
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("the owner of a test can be changed with permission, and links to all their tests", async ({ mount }) => {
  const view = await mount<typeof Owner>(story("Owner"));
  await expect(view.getByRole("link", { name: "@web" })).toHaveAttribute(
    "href",
    "/tests?view=all&owner=%5B%22%40web%22%5D",
  );
  await view.getByRole("button", { name: "Change" }).click();
  await expect(view.getByPlaceholder("From rules and reports")).toBeFocused();
  await view.getByRole("button", { name: "Cancel" }).click();
  await expect(view.getByRole("button", { name: "Change" })).toBeFocused();
  await view.getByRole("button", { name: "Change" }).click();
  await view.getByPlaceholder("From rules and reports").fill("ben");
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByRole("region", { name: "Owner" })).toContainText("ben");
  const viewer = await mount<typeof NoOwner>(story("NoOwner"));
  await expect(viewer.getByRole("region", { name: "Owner" })).toContainText("Nobody");
  await expect(viewer.getByRole("button")).toHaveCount(0);
});

test("every state has no axe violations, wide and narrow, light and dark", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, ["Rules", "RulesOfViewer", "Owner", "NoOwner"]));
