import { updateSettings } from "@plumb/contract/administration/settings.ts";
import { register } from "@plumb/contract/people/auth.ts";
import { expect } from "@playwright/test";
import { signedIn, test } from "./product.ts";

test.use({ database: "first-screen" });
test.beforeEach(async ({ page, seeded }) => signedIn(page, seeded));

test("passwords are changed and settings saved without scrolling", async ({ page }) => {
  await page.goto("/profile");
  await expect(page.getByRole("button", { name: "Change Password" })).toBeInViewport({ ratio: 1 });
  await page.goto("/settings");
  for (const label of ["Brand name", "Footer text", "Email notifications", "Slack notifications"])
    await expect(page.getByLabel(label)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: "Save Settings" })).toBeInViewport({ ratio: 1 });
});

test("with twelve accounts, the invitations are in sight, and all accounts can be reached", async ({
  page,
  seeded,
}) => {
  await seeded.client.call(updateSettings, { body: { signUp: "open" } });
  for (let index = 1; index < 12; index += 1) {
    const email = `user-${index}@example.org`;
    await seeded.client.call(register, { body: { username: email, email, password: "correct horse" } });
  }
  await page.goto("/settings?tab=users");
  const rows = page.getByRole("table", { name: "Users" }).getByRole("row");
  await expect(rows).toHaveCount(13);
  await expect(page.getByRole("heading", { name: "Pending Invitations" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("No invitations have been sent yet.")).toBeInViewport({ ratio: 1 });
  await rows.last().scrollIntoViewIfNeeded();
  // Scrolling rounds to whole pixels.
  await expect(rows.last()).toBeInViewport({ ratio: 0.99 });
  await expect(page.getByRole("columnheader", { name: "Last seen" })).toBeInViewport({ ratio: 1 });
});

test("all tabs of the settings are in sight on a small screen", async ({ page }) => {
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/settings");
    const tabs = page.getByRole("tab");
    await expect(tabs).toHaveCount(9);
    for (const tab of await tabs.all()) await expect(tab).toBeInViewport({ ratio: 1 });
  }
});
