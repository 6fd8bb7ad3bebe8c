import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./profile-form.story.tsx";
import type { Editing, Failed, Hostile, Saving } from "./profile-form.story.tsx";

const folder = "features/profile/profile-form";

test.use({ timezoneId: "America/Chicago" });

test("only changes are sent, trimmed", async ({ mount }) => {
  const view = await mount<typeof Editing>(`${folder}/Editing`);
  await expect(view.getByLabel("Display Name")).toBeFocused();
  await view.getByLabel("Display Name").fill(" Countess ");
  await view.getByLabel("Location").fill("");
  await view.getByLabel("Timezone").selectOption("Asia/Tokyo");
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByRole("status")).toHaveText(
    '{"display_name":"Countess","location":"","timezone":"Asia/Tokyo"}',
  );
  await view.getByRole("button", { name: "Cancel" }).click();
  await expect(view.getByRole("status")).toHaveText("cancelled");
});

test("errors appear at their field after leaving it, and all of them on saving", async ({ mount }) => {
  const view = await mount<typeof Editing>(`${folder}/Editing`);
  const phone = view.getByLabel("Phone");
  await phone.fill("call me");
  await expect(phone).not.toHaveAttribute("aria-invalid", "true");
  await phone.blur();
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await expect(view.getByText("Invalid phone number format")).toBeVisible();
  await view.getByLabel("Website").fill("example");
  await view.getByLabel("Display Name").fill("a".repeat(101));
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByRole("alert").last()).toHaveText(
    "Display name must be less than 100 characters, Invalid phone number format, Please enter a valid website URL",
  );
  await expect(view.getByRole("status")).toHaveText("");
  await phone.fill("");
  await view.getByLabel("Website").fill("https://example.org");
  await view.getByLabel("Display Name").fill("Ada");
  await expect(view.getByRole("alert")).toHaveCount(0);
});

test("an error that appears moves nothing, so that a click hits the button", async ({ mount, page }) => {
  const view = await mount<typeof Editing>(`${folder}/Editing`);
  const save = view.getByRole("button", { name: "Save" });
  const before = await save.boundingBox();
  await view.getByLabel("Phone").fill("call me");
  await view.getByLabel("Bio").fill("b".repeat(501));
  await view.getByLabel("Website").fill("example");
  await view.getByLabel("Location").focus();
  await expect(view.getByText("Please enter a valid website URL")).toBeVisible();
  expect(await save.boundingBox()).toEqual(before);
  await view.getByLabel("Website").focus();
  await page.mouse.click((before?.x ?? 0) + 5, (before?.y ?? 0) + 3);
  await expect(view.getByRole("alert").last()).toContainText(", Please enter a valid website URL");
});

test("the bio has a counter, and the address cannot be changed", async ({ mount }) => {
  const view = await mount<typeof Editing>(`${folder}/Editing`);
  await view.getByLabel("Bio").fill("b".repeat(501));
  await expect(view.getByText("501/500")).toBeVisible();
  await view.getByLabel("Bio").blur();
  await expect(view.getByText("Bio must be less than 500 characters")).toBeVisible();
  await expect(view.getByLabel("Email")).not.toBeEditable();
  await expect(view.getByText("Email cannot be changed")).toBeVisible();
});

test("offers nineteen time zones, and that of this device in one click", async ({ mount }) => {
  const view = await mount<typeof Editing>(`${folder}/Editing`);
  const select = view.getByLabel("Timezone");
  await expect(select.locator("option")).toHaveCount(19);
  await expect(select.locator("optgroup")).toHaveCount(7);
  await view.getByRole("button", { name: "Use this device's: America/Chicago" }).click();
  await expect(select).toHaveValue("America/Chicago");
  await expect(view.getByRole("button", { name: /^Use this device/ })).toHaveCount(0);
});

test("keeps a time zone that is not in the list", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Hostile>(`${folder}/Hostile`);
  await expect(view.getByLabel("Timezone")).toHaveValue("Africa/Cairo");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("a failed save shows a message", async ({ mount }) => {
  const view = await mount<typeof Failed>(`${folder}/Failed`);
  await expect(view.getByRole("alert")).toContainText("Failed to update profile");
  await expect(view.getByRole("alert")).toContainText("The server cannot be reached.");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/profile/profile-form", ["Failed", "Hostile"]));

test("the form cannot be saved again or cancelled while it is being saved", async ({ mount }) => {
  const view = await mount<typeof Saving>(`${folder}/Saving`);
  await expect(view.getByRole("button", { name: "Save" })).toBeDisabled();
  await expect(view.getByRole("button", { name: "Cancel" })).toBeDisabled();
});
