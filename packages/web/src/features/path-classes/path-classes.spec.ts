import { expect, test } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./path-classes.story.tsx";
import type { ComparingAgain, Rules, WithoutCommits } from "./path-classes.story.tsx";

const file = "features/path-classes/path-classes";

test("invalid rules are marked, and rules are previewed before saving", async ({ mount }) => {
  const view = await mount<typeof Rules>(`${file}/Rules`);
  await expect(view.getByRole("list", { name: "Problems" })).toContainText("Line 2: Unknown class");
  await view.getByRole("textbox", { name: "Rules" }).fill("src/main/ test");
  await view.getByRole("button", { name: "Preview" }).click();
  await expect(view.getByRole("list", { name: "Problems" })).toHaveCount(0);
  const preview = view.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Preview of 12,000 of 20,000 files");
  await expect(preview.getByRole("listitem")).toHaveText([/^test 380 files/, /^no class 1 file<img src/]);
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByLabel("Done")).toHaveText('"src/main/ test"');
});

test("the built-in rules can be opened", async ({ mount }) => {
  const view = await mount<typeof Rules>(`${file}/Rules`);
  await view.getByText("Built-in rules").click();
  await expect(view.getByRole("textbox", { name: "Built-in rules" })).toHaveValue(/^pom\.xml configuration$/m);
});

test("reports that causes are being compared again", async ({ mount }) => {
  const view = await mount<typeof ComparingAgain>(`${file}/ComparingAgain`);
  await expect(view.getByText(/^Comparing/)).toHaveText("Comparing 1,200 resolved causes with the new rules.");
});

test("explains an empty preview", async ({ mount }) => {
  const view = await mount<typeof WithoutCommits>(`${file}/WithoutCommits`);
  await view.getByRole("button", { name: "Preview" }).click();
  await expect(view.getByRole("region", { name: "Preview" })).toContainText("No changed files to preview");
});

test("every state has no axe violations, wide and narrow, light and dark", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, ["Rules", "ComparingAgain", "WithoutCommits"]));
