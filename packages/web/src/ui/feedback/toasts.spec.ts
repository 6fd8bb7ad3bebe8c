import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { Three, Undoable } from "./toasts.story.tsx";

for (const [width, edge] of [
  [1440, 80],
  [360, 130],
] as const) {
  test(`several toasts do not cover the page header at ${width} pixels, and expand on hover`, async ({
    mount,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await mount<typeof Three>("ui/feedback/toasts/Three");
    const toasts = page.getByRole("alert");
    await expect(toasts).toHaveCount(3);
    const bottoms = async () =>
      Promise.all(
        (await toasts.all()).map(async (toast) => {
          const box = await toast.boundingBox();
          return (box?.y ?? 0) + (box?.height ?? 0);
        }),
      );
    await expect.poll(async () => Math.max(...(await bottoms()))).toBeLessThan(edge);
    await expect(toasts.last()).toBeInViewport();
    await toasts.last().hover();
    // Waits until the messages are stacked without overlap.
    await expect.poll(async () => new Set((await bottoms()).map((bottom) => Math.floor(bottom / 40))).size).toBe(3);
  });
}

test("an action can be undone from its toast, once", async ({ mount, page }) => {
  const view = await mount<typeof Undoable>("ui/feedback/toasts/Undoable");
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.first().click();
  await expect(view.getByLabel("Undone")).toHaveText("1");
});

test("after undo the focus stays where it was, or moves to the page", async ({ mount, page }) => {
  const view = await mount<typeof Undoable>("ui/feedback/toasts/Undoable");
  const before = view.getByRole("button", { name: "What had the focus" });
  await before.focus();
  await page.getByRole("button", { name: "Undo" }).first().focus();
  await page.keyboard.press("Enter");
  await expect(before).toBeFocused();
  const next = await mount<typeof Undoable>("ui/feedback/toasts/Undoable");
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(next.getByRole("main")).toBeFocused();
});
