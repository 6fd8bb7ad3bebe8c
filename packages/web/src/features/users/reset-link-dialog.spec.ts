import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { Failed, Made, Making } from "./reset-link-dialog.story.tsx";

const folder = "features/users/reset-link-dialog";

for (const colorScheme of ["light", "dark"] as const) {
  test(`the link can be copied, with what it does and until when, in the ${colorScheme} theme`, async ({
    mount,
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await mount<typeof Made>(`${folder}/Made`);
    const dialog = page.getByRole("dialog", { name: "Password reset link for Grace Hopper" });
    await expect(dialog).toContainText("Pass it on to its owner only; nothing was mailed.");
    await expect(dialog).toContainText(/It works once, until 1 Jan 2030/);
    await expect(dialog.getByRole("button", { name: "Copy password reset link" })).toBeVisible();
    expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
  });
}

test("while it is made, and if it cannot be, there is nothing to copy", async ({ mount, page }) => {
  await mount<typeof Making>(`${folder}/Making`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  await mount<typeof Failed>(`${folder}/Failed`);
  await expect(page.getByRole("alert")).toHaveText("Failed to make the link");
});
