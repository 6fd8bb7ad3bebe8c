import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./password-form.story.tsx";
import type { Broken, Empty, Refused } from "./password-form.story.tsx";

const folder = "features/profile/password-form";

test("the button is enabled once everything is valid", async ({ mount }) => {
  const view = await mount<typeof Empty>(`${folder}/Empty`);
  const [current, next, again] = [
    view.getByLabel("Current Password"),
    view.getByLabel("New Password", { exact: true }),
    view.getByLabel("Confirm New Password"),
  ];
  const submit = view.getByRole("button", { name: "Change Password" });
  await expect(current).toBeFocused();
  await expect(submit).toBeDisabled();
  await current.fill("old secret");
  await next.fill("New secret 1");
  await expect(submit).toBeDisabled();
  await again.fill("New secret 2");
  await expect(view.getByText("Passwords do not match", { exact: true })).toBeVisible();
  await expect(submit).toBeDisabled();
  await again.fill("New secret 1");
  await expect(view.getByText("Passwords match", { exact: true })).toBeVisible();
  await again.press("Enter");
  await expect(view.getByText("It was sent")).toBeVisible();
});

test("errors appear at their field after leaving it", async ({ mount }) => {
  const view = await mount<typeof Empty>(`${folder}/Empty`);
  for (const [label, error] of [
    ["Current Password", "Current password is required"],
    ["New Password", "New password is required"],
    ["Confirm New Password", "Password confirmation is required"],
  ] as const) {
    await view.getByLabel(label, { exact: true }).focus();
    await view.getByLabel(label, { exact: true }).blur();
    await expect(view.getByText(error)).toBeVisible();
  }
  const next = view.getByLabel("New Password", { exact: true });
  await next.fill("short");
  await next.blur();
  await expect(view.getByText("New password must be at least 6 characters long")).toBeVisible();
  await view.getByLabel("Current Password").fill("the same");
  await next.fill("the same");
  await next.blur();
  await expect(view.getByText("New password must be different from current password")).toBeVisible();
  await view.getByLabel("Confirm New Password").fill("not the same");
  await view.getByLabel("Confirm New Password").blur();
  await expect(view.getByText("New passwords do not match")).toBeVisible();
});

test("an error that appears moves nothing", async ({ mount }) => {
  const view = await mount<typeof Empty>(`${folder}/Empty`);
  const cancel = view.getByRole("button", { name: "Cancel" });
  const before = await cancel.boundingBox();
  await view.getByLabel("New Password", { exact: true }).fill("short");
  await view.getByLabel("Confirm New Password").fill("shor");
  await view.getByLabel("Confirm New Password").blur();
  await expect(view.getByText("New passwords do not match")).toBeVisible();
  expect(await cancel.boundingBox()).toEqual(before);
});

test("the meter shows five criteria, and the list three requirements", async ({ mount }) => {
  const view = await mount<typeof Empty>(`${folder}/Empty`);
  const next = view.getByLabel("New Password", { exact: true });
  const meter = view.getByRole("meter", { name: "Password strength" });
  for (const [password, label] of [
    ["abc", "Very Weak"],
    ["abc1", "Weak"],
    ["abcdefg1", "Fair"],
    ["Abcdefg1", "Good"],
    ["Abcdef1!", "Strong"],
  ] as const) {
    await next.fill(password);
    await expect(view.getByText(label, { exact: true })).toBeVisible();
    await expect(meter).toHaveAttribute("aria-valuetext", label);
  }
  await expect(view.getByRole("listitem")).toHaveText([
    /At least 6 characters/,
    /Upper and lower case letters/,
    /A number/,
  ]);
  await expect(view.getByLabel("Met:", { exact: true })).toHaveCount(3);
  await next.fill("abcdef");
  await expect(view.getByLabel("Met:", { exact: true })).toHaveCount(1);
});

test("errors of the server appear at their field", async ({ mount }) => {
  const view = await mount<typeof Refused>(`${folder}/Refused`);
  await expect(view.getByLabel("Current Password")).toHaveAccessibleDescription("Current password is incorrect");
  await expect(view.getByLabel("Current Password")).toBeFocused();
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/profile/password-form", [
    { name: "Refused", ready: (view) => view.getByLabel("New Password", { exact: true }).fill("Abc 12") },
  ]));

test("names what failed if the server sent no message", async ({ mount }) => {
  const view = await mount<typeof Broken>(`${folder}/Broken`);
  await expect(view.getByRole("alert")).toHaveText("Failed to change password");
});
