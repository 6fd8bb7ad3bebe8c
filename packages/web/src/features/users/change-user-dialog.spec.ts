import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import type { DeactivateOneself, LastAdministrator, Promote } from "./change-user-dialog.story.tsx";

const folder = "features/users/change-user-dialog";

test("the question says what it means, and to oneself what is special about that", async ({ mount, page }) => {
  await mount<typeof Promote>(`${folder}/Promote`);
  const dialog = page.getByRole("dialog", { name: "Make Person 1 an administrator?" });
  await expect(dialog).toContainText("Administrators see every project");
  await mount<typeof DeactivateOneself>(`${folder}/DeactivateOneself`);
  await expect(page.getByRole("dialog", { name: "Deactivate Person 1?" })).toContainText("you are signed out at once");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`why the last administrator stays one is said in the dialog, in the ${colorScheme} theme`, async ({
    mount,
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await mount<typeof LastAdministrator>(`${folder}/LastAdministrator`);
    await expect(page.getByRole("alert")).toHaveText(
      "This is the last active administrator. Make somebody else an administrator first.",
    );
    expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
  });
}
