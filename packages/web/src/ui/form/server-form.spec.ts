import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./server-form.story.tsx";
import type { Form } from "./server-form.story.tsx";

const story = "ui/form/server-form/Form";

async function fillIn(view: Locator) {
  await view.getByLabel("Name").fill("Ada");
  await view.getByRole("combobox", { name: "Role" }).click();
  await view.page().getByRole("option", { name: "Lead" }).click();
}

test("missing fields have a message, and the first gets the focus", async ({ mount }) => {
  const view = await mount<typeof Form>(story);
  await view.getByLabel("Note").fill("kept");
  await view.getByRole("button", { name: "Send" }).click();
  await expect(view.getByText("Name is required")).toBeVisible();
  await expect(view.getByText("Choose a role")).toBeVisible();
  await expect(view.getByLabel("Name")).toBeFocused();
  await fillIn(view);
  await expect(view.getByText("Name is required")).toHaveCount(0);
  await view.getByRole("button", { name: "Send" }).click();
  await expect(view.getByRole("status")).toContainText('"name":"Ada","note":"kept","kind":"a","role":"Lead"');
});

test("a placeholder stays muted in an invalid field", async ({ mount }) => {
  const view = await mount<typeof Form>(story);
  const name = view.getByLabel("Name");
  const color = () => name.evaluate((field) => getComputedStyle(field, "::placeholder").color);
  const before = await color();
  await view.getByRole("button", { name: "Send" }).click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  expect(await color()).toBe(before);
});

for (const [path, label] of [
  ["name", "Name"],
  ["note", "Note"],
  ["role", "Role"],
  ["password", "Password"],
  ["other.days", "Days"],
] as const) {
  test(`a server error for ${path} is shown at ${label}, which gets the focus`, async ({ mount }) => {
    const view = await mount<typeof Form>(story, { fields: { [path]: "The server says no" } });
    await fillIn(view);
    await view.getByRole("button", { name: "Send" }).click();
    const field = view.getByLabel(label, { exact: true }).and(view.page().locator("input, textarea"));
    await expect(field).toHaveAccessibleDescription("The server says no");
    await expect(field).toBeFocused();
    await expect(view.getByRole("alert")).toHaveCount(0);
  });
}

test("the first of several fields on the page gets the focus, or the first choice of a group", async ({ mount }) => {
  const view = await mount<typeof Form>(story, { fields: { password: "Too short", kind: "Not this one" } });
  await fillIn(view);
  await view.getByRole("button", { name: "Send" }).click();
  await expect(view.getByText("Not this one")).toBeVisible();
  await expect(view.getByText("Too short")).toBeVisible();
  await expect(view.getByLabel("A", { exact: true })).toBeFocused();
});

test("an error without a field is shown above the form until it is cleared", async ({ mount }) => {
  const view = await mount<typeof Form>(story, { fields: { note: "Too long", age: "Age is required" } });
  await fillIn(view);
  await view.getByRole("button", { name: "Send" }).click();
  await expect(view.getByRole("alert")).toHaveText("Age is required");
  await expect(view.getByText("Too long")).toBeVisible();
  await view.getByRole("button", { name: "Take back" }).click();
  await expect(view.getByRole("alert")).toHaveCount(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "ui/form/server-form", [
    { name: "Form", ready: (view) => view.getByRole("button", { name: "Send" }).click() },
  ]));
