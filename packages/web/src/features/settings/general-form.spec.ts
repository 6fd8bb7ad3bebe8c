import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./general-form.story.tsx";
import type { Conflict, Form } from "./general-form.story.tsx";

const folder = "features/settings/general-form";
/** One pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("the settings show stored values, and only changes are saved", async ({ mount }) => {
  const view = await mount<typeof Form>(`${folder}/Form`);
  await expect(view.getByLabel("Brand name")).toHaveValue("Plumb");
  await expect(view.getByLabel("Email notifications")).toBeChecked();
  await expect(view.getByLabel("Slack notifications")).not.toBeChecked();
  await expect(view.getByLabel("Teams notifications")).not.toBeChecked();
  await expect(view.getByLabel("Invitation only")).toBeChecked();
  await view.getByLabel("Slack notifications").check();
  await view.getByLabel("Off", { exact: true }).check();
  await expect(view.getByText("Unsaved changes")).toBeVisible();
  await view.getByRole("button", { name: "Save Settings" }).click();
  await expect(view.getByText('save {"signUp":"off","notifications":{"slack":true}}')).toBeVisible();
});

test("an unreadable colour is adjusted, with a note", async ({ mount }) => {
  const view = await mount<typeof Form>(`${folder}/Form`);
  const color = view.getByLabel("Primary colour", { exact: true });
  await color.fill("#ffe600");
  await expect(view.getByText(/^Too light for the light theme; links there use #\w{6}\.$/)).toBeVisible();
  await color.fill("#123");
  await expect(view.getByRole("alert")).toHaveText("Enter the color as # and six hexadecimal digits");
  await view.getByRole("button", { name: "Save Settings" }).click();
  await expect(view.getByText(/^save/)).toHaveCount(0);
  await view.getByLabel("Pick the primary color").fill("#0055aa");
  await expect(color).toHaveValue("#0055aa");
});

test("a logo is chosen, shown and removed, and other or too large files are rejected", async ({ mount }) => {
  const view = await mount<typeof Form>(`${folder}/Form`);
  const choose = async (name: string, mimeType: string, buffer: Buffer) =>
    view.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
  await choose("logo.svg", "image/svg+xml", Buffer.from("<svg/>"));
  await expect(view.getByRole("alert")).toHaveText("Only JPEG, PNG, and WebP images are allowed");
  await choose("logo.png", "image/png", Buffer.alloc(200_000));
  await expect(view.getByRole("alert")).toHaveText("The logo must be less than 200 kB");
  await choose("logo.png", "image/png", png);
  await expect(view.getByAltText("Current logo")).toBeVisible();
  await expect(view.getByRole("alert")).toHaveCount(0);
  await view.getByRole("button", { name: "Remove logo" }).click();
  await expect(view.getByAltText("Current logo")).toHaveCount(0);
});

test("when two users save concurrently, the second one chooses", async ({ mount }) => {
  const view = await mount<typeof Conflict>(`${folder}/Conflict`);
  await expect(view.getByRole("alert")).toContainText("Failed to save settings");
  await expect(view.getByRole("alert")).toContainText("Your changes have not been saved; they are still in this form.");
  await expect(view.getByLabel("Brand name")).toHaveValue("Checks");
  await view.getByRole("button", { name: "Save mine as well" }).click();
  await expect(view.getByText("mine", { exact: true })).toBeVisible();
  await view.getByRole("button", { name: "Discard mine and load theirs" }).click();
  await expect(view.getByText("theirs", { exact: true })).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/settings/general-form", [
    "Form",
    "Conflict",
    "Failed",
  ]));
