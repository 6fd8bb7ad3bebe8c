import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./saved-views.story.tsx";
import type {
  Managed,
  ManagedByViewer,
  NoViews,
  Opening,
  SaveForm,
  SaveFormOfViewer,
  SomeViews,
  ViewsFailed,
  ViewsLoading,
} from "./saved-views.story.tsx";

const story = (name: string) => `features/reports/saved-views/${name}`;

test("the menu names the current view, and applies another", async ({ mount, page }) => {
  const view = await mount<typeof SomeViews>(story("SomeViews"));
  await view.getByRole("button", { name: "Red on main" }).press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText([
    "Red on main",
    "Slow",
    "Nightly",
    "Save this view…",
    "Manage views…",
  ]);
  await expect(page.getByRole("menuitem", { name: "Current view Red on main" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Nightly" }).click();
  await expect(view.getByLabel("Done")).toHaveText('{"tag":["nightly"]}');
});

test("without views the menu offers to save one", async ({ mount, page }) => {
  const view = await mount<typeof NoViews>(story("NoViews"));
  await view.getByRole("button", { name: "Views" }).click();
  await expect(page.getByText("No saved views yet")).toBeVisible();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await expect(view.getByLabel("Done")).toHaveText("save");
});

test("a view can be saved while the list is still loading", async ({ mount, page }) => {
  const view = await mount<typeof ViewsLoading>(story("ViewsLoading"));
  await view.getByRole("button", { name: "Views" }).click();
  await expect(page.getByText("Loading…")).toBeVisible();
  await expect(page.getByRole("menuitem")).toHaveText(["Save this view…"]);
});

test("the menu's button regains the focus after the dialog", async ({ mount, page }) => {
  const view = await mount<typeof Opening>(story("Opening"));
  await view.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(view.getByRole("button", { name: "Views" })).toBeFocused();
});

test("shows that views failed to load", async ({ mount, page }) => {
  const view = await mount<typeof ViewsFailed>(story("ViewsFailed"));
  await view.getByRole("button", { name: "Views" }).click();
  await expect(page.getByText("Failed to load the views")).toBeVisible();
});

test("a view is saved with its name, shared or not", async ({ mount }) => {
  const view = await mount<typeof SaveForm>(story("SaveForm"));
  await expect(view.getByRole("alert")).toHaveCount(0);
  await view.getByRole("button", { name: "Save view" }).click();
  await expect(view.getByText("Enter a name for the view")).toBeVisible();
  await expect(view.getByLabel("Name")).toBeFocused();
  await view.getByLabel("Name").fill("  Red  ");
  await view.getByLabel("Share with the project").check();
  await view.getByLabel("Name").press("Enter");
  await expect(view.getByLabel("Done")).toHaveText('{"name":"Red","shared":true}');
});

test("a viewer sees why they cannot share", async ({ mount }) => {
  const view = await mount<typeof SaveFormOfViewer>(story("SaveFormOfViewer"));
  await expect(view.getByLabel("Share with the project")).toBeDisabled();
  await expect(view.getByText("Viewers can save private views")).toBeVisible();
  await expect(view.getByText("Failed to save the view")).toBeVisible();
});

test("users rename, share and delete their own views, and delete shared ones with permission", async ({ mount }) => {
  const view = await mount<typeof Managed>(story("Managed"));
  const done = view.getByLabel("Done");
  await view.getByRole("button", { name: "Rename Red on main" }).press("Enter");
  const field = view.getByLabel("New name for Red on main");
  await expect(field).toBeFocused();
  await field.fill("Red");
  await field.press("Enter");
  await expect(done).toHaveText("rename 1 Red");
  await expect(view.getByRole("button", { name: "Rename Red on main" })).toBeFocused();
  await view.getByRole("checkbox", { name: "Share Red on main" }).click();
  await expect(done).toHaveText("share 1 true");
  await view.getByRole("button", { name: "Delete Slow" }).press("Enter");
  await expect(view.getByText("Delete Slow for all members of the project?")).toBeVisible();
  await view.getByRole("button", { name: "Keep" }).click();
  await expect(view.getByRole("button", { name: "Delete Slow" })).toBeFocused();
  await view.getByRole("button", { name: "Delete Slow" }).click();
  await view.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(done).toHaveText("delete 2");
  await expect(view.getByText("by Grace Hopper")).toBeVisible();
  await expect(view.getByRole("button", { name: "Delete Nightly" })).toHaveCount(0);
  await expect(view.getByRole("button", { name: "Rename Nightly" })).toHaveCount(0);
});

test("a viewer cannot share, but can stop sharing", async ({ mount }) => {
  const view = await mount<typeof ManagedByViewer>(story("ManagedByViewer"));
  await expect(view.getByRole("checkbox", { name: "Share Red on main" })).toBeDisabled();
  await expect(view.getByRole("checkbox", { name: "Share Slow" })).toBeEnabled();
});

async function opened(view: Locator, page: Page): Promise<void> {
  await view.getByRole("button").first().click();
  await expect(page.getByRole("menuitem", { name: "Save this view…" })).toBeVisible();
}

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/reports/saved-views", [
    { name: "SomeViews", ready: opened },
    { name: "NoViews", ready: opened },
    { name: "ViewsLoading", ready: opened },
    "Managed",
    "SaveForm",
    "SaveFormOfViewer",
  ]));
