import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./export-actions.story.tsx";
import type { Buttons, Icons, TestCases } from "./export-actions.story.tsx";

const story = (name: string) => `features/exports/export-actions/${name}`;

test("a card has four exports with names", async ({ mount }) => {
  const view = await mount<typeof Icons>(story("Icons"));
  const icons = view.getByRole("group", { name: "Export checkout-e2e #1" });
  for (const name of ["Export PDF", "Export JSON", "Export HTML (no artifacts)", "Export HTML with artifacts"])
    await expect(icons.getByRole("button", { name })).toHaveAttribute("title", name);
});

test("a report has three exports; HTML opens a dialog and has the focus afterwards", async ({ mount, page }) => {
  const view = await mount<typeof Buttons>(story("Buttons"));
  const names = await view.getByRole("group", { name: "Export" }).getByRole("button").allTextContents();
  expect(names).toEqual(["Export PDF", "Export JSON", "Export HTML"]);
  await view.getByRole("button", { name: "Export HTML" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(view.getByRole("button", { name: "Export HTML" })).toBeFocused();
});

test("one menu of the tests is open at a time, and a click elsewhere closes it", async ({ mount, page }) => {
  const view = await mount<typeof TestCases>(story("TestCases"));
  const buttons = view.getByRole("button", { name: "Test Case Actions" });
  await buttons.nth(0).click();
  await expect(page.getByRole("menuitem")).toHaveText(["PDF", "JSON", "Lite Export", "Full Export"]);
  await buttons.nth(1).click();
  await expect(page.getByRole("menuitem"), "Without artifacts there is no full export").toHaveText([
    "PDF",
    "JSON",
    "Lite Export",
  ]);
  await view.getByRole("heading").click();
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/exports/export-actions", [
    "Icons",
    "Buttons",
    "TestCases",
  ]));
