import { expect } from "@playwright/test";
import { signedIn, test } from "./product.ts";
import { junitReport } from "./report-files.ts";

test("upload details are sent with the files and kept for the session", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/reports");
  await page.getByRole("button", { name: "Suite and branch" }).click();
  const form = page.getByRole("form", { name: "Suite and branch for the next uploads" });
  await form.getByLabel("Suite").fill(" nightly ");
  await form.getByLabel("Environment").fill("staging");
  await form.getByLabel("Branch").fill("release/7");
  await form.getByRole("button", { name: "Close the details" }).click();
  await expect(form).toHaveCount(0);

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload reports" }).click();
  await (await chooser).setFiles({ name: "results.xml", mimeType: "text/xml", buffer: Buffer.from(junitReport(3)) });
  const panel = page.getByRole("region", { name: "Upload" });
  await expect(panel.getByText("Sent with suite nightly, environment staging, branch release/7")).toBeVisible();
  await panel.getByRole("link", { name: /^nightly #\d+$/ }).click();
  await expect(page.getByRole("heading", { name: /^nightly #\d+$/ })).toBeVisible();
  await expect(page.getByTitle("Branch release/7")).toBeVisible();

  await page.goto("/reports");
  await page.getByRole("button", { name: "suite nightly" }).click();
  await form.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("button", { name: "Suite and branch" })).toBeVisible();
});
