import { expect } from "@playwright/test";
import { admin, test } from "./product.ts";

test.use({ database: "first-day", prepared: false });

test("the first account of an empty server becomes the administrator and creates the first project", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle("Create account - Plumb");
  await expect(page.getByText("the first account becomes its administrator")).toBeVisible();
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Account created successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await page.getByLabel("Name").fill("Web shop");
  await page.getByLabel("Description").fill("What customers see");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(page.getByText("No reports found. Run your first test to get started.")).toBeVisible();
  await page.getByText("More ways: reporters, CI jobs, ReportPortal agents").click();
  const command = page.getByLabel("CLI command", { exact: true });
  const settings = page.getByLabel("settings", { exact: true });
  await expect(settings).toContainText(`export PLUMB_URL=${new URL(page.url()).origin}`);
  // The package can be downloaded without signing in.
  const [address = ""] = /http\S+\.tgz/.exec(await command.innerText()) ?? [];
  const file = await fetch(address);
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toBe("application/gzip");
});
