import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./shared-header.story.tsx";
import type { Named, Nameless } from "./shared-header.story.tsx";

const folder = "features/share/shared-header";

test("it says who shared what until when, and links to the same content in the app", async ({ mount }) => {
  const named = await mount<typeof Named>(`${folder}/Named`);
  await expect(named).toContainText(/Shared by Mira Lindqvist from Shop, until 12 Mar 2030/);
  await expect(named.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/reports/12");
});

test("a creator without a name is not named", async ({ mount }) => {
  const nameless = await mount<typeof Nameless>(`${folder}/Nameless`);
  await expect(nameless).toContainText("Shared from Shop, until");
  await expect(nameless.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/reports/12?result=7");
});

test("the header is accessible", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["Named", "Long", "Nameless", "Ended"]));
