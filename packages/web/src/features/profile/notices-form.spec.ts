import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./notices-form.story.tsx";
import type { Failed, Filled, NotConfigured, SwitchedOff } from "./notices-form.story.tsx";

const folder = "features/profile/notices-form";

test("the choice is sent, with separate names", async ({ mount }) => {
  const view = await mount<typeof Filled>(`${folder}/Filled`);
  const save = view.getByRole("button", { name: "Update Notifications" });
  await expect(save).toBeDisabled();
  await view.getByLabel("When my tests start failing").selectOption("On every branch");
  await view.getByLabel("My teams").fill("@shop/payments,, @checkout ,");
  await view.getByLabel("Due dates").selectOption("No email");
  await save.click();
  await expect(view.getByRole("status")).toHaveText(
    '{"ownerNotices":"all","mailChoices":{"assigned":"at-once","watched":"daily","due":"off","tests":"daily","connections":"at-once","other":"off"},"ownerNames":["@shop/payments","@checkout"]}',
  );
});

test("too many and too long names are reported before sending", async ({ mount }) => {
  const view = await mount<typeof Filled>(`${folder}/Filled`);
  const names = view.getByLabel("My teams");
  const save = view.getByRole("button", { name: "Update Notifications" });
  await names.fill(Array.from({ length: 21 }, (_, index) => `@team-${index}`).join(","));
  await save.click();
  await expect(view.getByText("Enter at most 20 names")).toBeVisible();
  await names.fill("a".repeat(101));
  await save.click();
  await expect(view.getByText("Each name must be 100 characters or less")).toBeVisible();
  await expect(view.getByRole("status")).toHaveText("");
});

test("a rejection is shown", async ({ mount }) => {
  const view = await mount<typeof Failed>(`${folder}/Failed`);
  await expect(view.getByRole("alert")).toContainText("Failed to update notifications");
});

test("the form explains why no email is sent", async ({ mount }) => {
  const view = await mount<typeof NotConfigured>(`${folder}/NotConfigured`);
  await expect(view.getByText("an administrator has to configure the connector “Email Server”")).toBeVisible();
  const off = await mount<typeof SwitchedOff>(`${folder}/SwitchedOff`);
  await expect(off.getByText("An administrator switched off email notifications")).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, [
    "Filled",
    "Saving",
    "Failed",
    "NotConfigured",
    "SwitchedOff",
    "Hostile",
  ]));
