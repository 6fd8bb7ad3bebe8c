import { listAuditEvents } from "@plumb/contract/administration/audit.ts";
import { expect } from "@playwright/test";
import { signedIn, test } from "./product.ts";

test.use({ database: "jobs" });

test("an administrator sees the server's jobs and runs one immediately", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/settings?tab=jobs");
  await expect(page.getByRole("heading", { name: "No failed jobs" })).toBeVisible();

  await page.getByText(/^Scheduled \d+$/).click();
  await expect(page).toHaveURL(/tab=jobs&jobs=scheduled/);
  const row = page.getByRole("row", { name: /Delete expired records/ });
  await expect(row).toContainText("This server");
  await expect(row).toContainText("Never");
  await row.getByRole("button", { name: "Run now: Delete expired records" }).click();
  await expect(page.getByText("The job will run shortly")).toBeVisible();
  // The list updates automatically.
  await expect(row).not.toContainText("Never", { timeout: 15_000 });

  const { data } = await seeded.client.call(listAuditEvents, { query: { action: "job.retried" } });
  expect(data).toMatchObject([{ targetName: "Delete expired records" }]);
});
