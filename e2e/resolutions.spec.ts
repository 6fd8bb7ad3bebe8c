import { expect } from "@playwright/test";
import { sendCommits } from "@plumb/contract/runs/commits.ts";
import { ownProject, signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "failures" });

const [before, after] = ["a".repeat(40), "b".repeat(40)];

const commit = (hash: string, parents: readonly string[], files: readonly string[]) => ({
  hash,
  parents: [...parents],
  author: "Ada",
  authoredAt: "2030-01-01T10:00:00Z",
  committedAt: "2030-01-01T10:00:00Z",
  subject: "Wait for the cart",
  files: [...files],
  fileCount: files.length,
});

test("the accuracy compares a resolved cause with the files that its fix changed", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Repository");
  await project.client.call(sendCommits, {
    query: { projectId: project.projectId },
    body: { commits: [commit(before, [], []), commit(after, [before], ["src/main/java/CartScreen.java"])] },
  });
  const where = { filename: "r.xml", suite: "shop", branch: "main" };
  const ambiguous = "strict mode violation: getByRole('button', { name: 'Pay' }) resolved to 3 elements";
  const failing = failingJunit({ "opens the cart": ambiguous });
  await uploadReport(project, { ...where, build: "1", commit: before }, failing);
  const passing =
    '<testsuites><testsuite name="shop"><testcase classname="shop" name="opens the cart"/></testsuite></testsuites>';
  await uploadReport(project, { ...where, build: "2", commit: after }, passing);
  await signedIn(page, seeded);
  const dialog = page.getByRole("dialog", { name: "Classification accuracy" });
  const months = dialog.getByRole("table", { name: "By month and class" });

  await test.step("the engine expected test code, but application code changed", async () => {
    await expect(async () => {
      await page.goto("/defects?show=quality");
      await expect(months).toContainText(/Automation Script Error.*0\.0%/s);
    }).toPass();
    await months.getByRole("link").first().click();
    await expect(dialog.getByRole("heading", { name: /^1 cause: / })).toBeVisible();
    await expect(dialog.getByRole("listitem")).toContainText("Only application code changed · does not agree");
  });

  await test.step("a lead corrects the class of the path, and the cause is compared again", async () => {
    await page.goto(`/projects/${project.projectId}?tab=settings`);
    const form = page.getByRole("form", { name: "Path classes" });
    await form.getByRole("textbox", { name: "Rules", exact: true }).fill("src/main/java/ test");
    await form.getByRole("button", { name: "Preview" }).click();
    await expect(form.getByRole("region", { name: "Preview" })).toContainText("test 1 file");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("The path classes were saved.")).toBeVisible();
    await expect(async () => {
      await page.goto("/defects?show=quality");
      await expect(months).toContainText(/Automation Script Error.*100\.0%/s);
    }).toPass();
  });

  await test.step("a listed cause opens", async () => {
    await dialog.getByRole("table", { name: "By change" }).getByRole("link").first().click();
    await dialog.getByRole("link", { name: ambiguous }).click();
    await expect(page).toHaveURL(/group=\d+/);
    await expect(dialog).toHaveCount(0);
  });
});
