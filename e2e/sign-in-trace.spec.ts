import { expect } from "@playwright/test";
import { admin, test } from "./product.ts";

// Always records a trace, which is used as sample data for the demo project.
test.use({ trace: "on", screenshot: "on" });

test("an existing account signs in and reads the dashboard", async ({ page, seeded }) => {
  await page.goto(`${seeded.address}/login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Show or hide the password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(page).toHaveTitle("Dashboard - Plumb");
});
