import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./export-choice.story.tsx";
import type { Calculating, Failed, WithArtifacts, WithoutArtifacts } from "./export-choice.story.tsx";

const story = (name: string) => `features/exports/export-choice/${name}`;

test("lite and full exports are shown side by side with their sizes", async ({ mount }) => {
  const view = await mount<typeof WithArtifacts>(story("WithArtifacts"));
  await expect(view.getByRole("region", { name: "Lite Export" })).toContainText("About 184.0 kB, 3 seconds");
  const full = view.getByRole("region", { name: "Full Export" });
  await expect(full).toContainText("Adds 214 artifacts.");
  await expect(full).toContainText("About 18.4 MB, 4 minutes");
  await full.getByRole("button", { name: "Full Export" }).click();
  await expect(view.locator("output")).toHaveText("full");
});

test("without artifacts, the full export is disabled with the reason", async ({ mount }) => {
  const view = await mount<typeof WithoutArtifacts>(story("WithoutArtifacts"));
  const full = view.getByRole("button", { name: "Full Export" });
  await expect(full).toHaveAttribute("aria-disabled", "true");
  await expect(full).toHaveAttribute("title", "No artifacts available in this report");
  await expect(full).toHaveAccessibleDescription("No artifacts available in this report");
  await full.press("Enter");
  await expect(view.locator("output")).toHaveText("");
  await view.getByRole("button", { name: "Lite Export" }).press("Enter");
  await expect(view.locator("output")).toHaveText("lite");
});

test("shows typical sizes while the real ones are unknown", async ({ mount }) => {
  const calculating = await mount<typeof Calculating>(story("Calculating"));
  await expect(calculating.getByRole("region", { name: "Lite Export" })).toContainText("About 50KB, 5 seconds");
  await expect(calculating.getByRole("region", { name: "Full Export" })).toContainText("About 30 seconds");
  await expect(calculating.getByRole("button", { name: "Full Export" })).toBeDisabled();
  const failed = await mount<typeof Failed>(story("Failed"));
  await expect(failed.getByRole("region", { name: "Lite Export" })).toContainText("About 50KB, 5 seconds");
  await expect(failed.getByRole("button", { name: "Full Export" })).toHaveAttribute("aria-disabled", "true");
  // The number of artifacts is unknown.
  await expect(failed.getByRole("region", { name: "Full Export" })).toContainText(
    "Failed to get export size estimates",
  );
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/exports/export-choice", [
    "WithArtifacts",
    "WithoutArtifacts",
    "Failed",
  ]));
