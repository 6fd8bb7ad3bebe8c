import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./boards-list.story.tsx";
import type { AddPin, Form, Several, Taken } from "./boards-list.story.tsx";

test("own boards come first, and those of others have the name of their owner", async ({ mount }) => {
  const view = await mount<typeof Several>("features/boards/boards-list/Several");
  const own = view.getByRole("region", { name: "My boards" }).getByRole("listitem");
  await expect(own).toHaveText(["Release checks", "Web teams Shared"]);
  const others = view.getByRole("region", { name: "Shared by others" });
  await expect(others.getByRole("listitem").first()).toContainText("by Mira Lindqvist");
  await expect(others.getByRole("link").first()).toHaveAttribute("href", "/boards/3");
});

test("a board needs a name, and the message of the server is next to it", async ({ mount }) => {
  let view = await mount<typeof Form>("features/boards/boards-list/Form");
  await view.getByRole("button", { name: "Create board" }).click();
  await expect(view.getByText("Enter a name for the board")).toBeVisible();
  await expect(view.getByRole("textbox", { name: "Name" })).toBeFocused();
  view = await mount<typeof Taken>("features/boards/boards-list/Taken");
  await expect(view.getByText("You already have a board with this name.")).toBeVisible();
});

test("a pin needs a project, which is found among 300 by typing", async ({ mount, page }) => {
  const view = await mount<typeof AddPin>("features/boards/boards-list/AddPin");
  await view.getByRole("button", { name: "Add pin" }).click();
  await expect(view.getByText("Choose a project")).toBeVisible();
  await view
    .getByRole("combobox", { name: "Project" })
    .or(view.getByRole("textbox", { name: "Project" }))
    .fill("299");
  await page.getByRole("option", { name: "Service 299" }).click();
  await expect(view.getByText("Choose a project")).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/boards/boards-list", [
    "Several",
    "Nothing",
    "Form",
    "Taken",
    "AddPin",
  ]));
