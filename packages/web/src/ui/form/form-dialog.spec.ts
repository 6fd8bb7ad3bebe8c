import { expect, type Page } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./form-dialog.story.tsx";
import type { Dialog } from "./form-dialog.story.tsx";

const story = "ui/form/form-dialog/Dialog";
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Sample" });
const questionOf = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });

for (const [way, leave] of [
  ["Escape", (page: Page) => page.keyboard.press("Escape")],
  ["a click beside it", (page: Page) => page.mouse.click(5, 5)],
  ["its cross", (page: Page) => dialogOf(page).getByRole("button", { name: "Close" }).click()],
] as const) {
  for (const retained of [true, false])
    test(`${way} asks before typed text is lost, and discards it only after a confirmation (${retained ? "kept" : "made"})`, async ({
      mount,
      page,
    }) => {
      await (await mount<typeof Dialog>(story, { kept: retained })).getByRole("button", { name: "Open" }).click();
      const note = dialogOf(page).getByLabel("Note");
      await note.fill("typed");
      await leave(page);
      await expect(questionOf(page)).toContainText("Your input has not been saved.");
      await questionOf(page).getByRole("button", { name: "Stay" }).click();
      await expect(questionOf(page)).toHaveCount(0);
      await expect(note).toHaveValue("typed");
      await leave(page);
      await questionOf(page).getByRole("button", { name: "Leave without saving" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Open" })).toBeFocused();
    });
}

test("Escape on the confirmation returns to the text", async ({ mount, page }) => {
  await (await mount<typeof Dialog>(story)).getByRole("button", { name: "Open" }).click();
  await dialogOf(page).getByLabel("Note").fill("typed");
  await page.keyboard.press("Escape");
  await expect(questionOf(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(questionOf(page)).toHaveCount(0);
  await expect(dialogOf(page).getByLabel("Note")).toBeFocused();
});

test("without changes it closes without a confirmation", async ({ mount, page }) => {
  const view = await mount<typeof Dialog>(story);
  const open = () => view.getByRole("button", { name: "Open" }).click();
  const dialog = dialogOf(page);
  await test.step("nothing was typed, or only in a search field", async () => {
    await open();
    await dialog.getByLabel("Find").fill("something");
    await dialog.getByLabel("Note").focus();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("it was typed and removed", async () => {
    await open();
    await dialog.getByLabel("Note").fill("typed");
    await dialog.getByLabel("Note").fill("as it was");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("it was saved, and the dialog stays", async () => {
    await open();
    await dialog.getByLabel("Note").fill("typed");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("Cancel means it", async () => {
    await open();
    await dialog.getByLabel("Note").fill("once more");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "ui/form/form-dialog", [
    { name: "Dialog", ready: (view) => view.getByRole("button", { name: "Open" }).click() },
  ]));
