import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { createProject } from "@plumb/contract/projects/projects.ts";
import { listResults } from "@plumb/contract/runs/results.ts";
import { signedIn, test, uploadReport } from "./product.ts";
import { playwrightReport } from "./report-files.ts";

/** Runs an action that downloads a file, and returns the file. */
async function saved(page: Page, action: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), action()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

test("a report saved as JSON is the same report after an upload to another project", async ({ page, seeded }) => {
  const { client } = seeded;
  const query = { filename: "report.json", suite: "moved", environment: "staging", branch: "main" };
  const reportId = await uploadReport(seeded, query, playwrightReport());
  // The name sorts after the other project, because a new session shows the first project.
  const { data: vault } = await client.call(createProject, {
    body: { name: "Vault", description: "Reports of before", type: "playwright" },
  });
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);

  const { name, content } = await saved(page, () => page.getByRole("button", { name: "Export JSON" }).click());
  await expect(page.getByText("JSON report downloaded successfully!")).toBeVisible();
  expect(name).toMatch(/^plumb-moved-\d+\.json$/);

  const copyId = await uploadReport(
    { ...seeded, projectId: vault.id },
    { filename: name } as Parameters<typeof uploadReport>[1],
    content.toString(),
  );
  const rows = async (id: number) =>
    (await client.call(listResults, { params: { reportId: id } })).data.map(
      ({ id: _id, testId: _test, ...row }) => row,
    );
  expect(await rows(copyId)).toEqual(await rows(reportId));
  await page.goto(`/reports/${copyId}`);
  await expect(page.getByRole("heading", { name: "moved #1" })).toBeVisible();
  await expect(page.getByText("staging").first()).toBeVisible();
});

test("a report is saved as PDF and HTML, and the dialog lists both", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "report.json", suite: "kept" }, playwrightReport());
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);

  const pdf = await saved(page, () => page.getByRole("button", { name: "Export PDF" }).click());
  await expect(page.getByText("PDF report downloaded successfully!")).toBeVisible();
  expect(pdf.content.subarray(0, 5).toString()).toBe("%PDF-");

  await page.getByRole("button", { name: "Export HTML" }).click();
  const dialog = page.getByRole("dialog", { name: "Export HTML report" });
  await expect(dialog.getByRole("button", { name: "Full Export" })).toHaveAttribute(
    "title",
    "No artifacts available in this report",
  );
  const html = await saved(page, () => dialog.getByRole("button", { name: "Lite Export" }).click());
  await expect(page.getByText("HTML report export generated successfully!")).toBeVisible();
  expect(html.name).toMatch(/^plumb-kept-\d+\.zip$/);
  expect(html.content.subarray(0, 2).toString()).toBe("PK");

  await page.getByRole("button", { name: "Export HTML" }).click();
  const list = dialog.getByRole("list", { name: "Exports" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").first()).toContainText(/plumb-kept-\d+\.zip.*Ready.*HTML/);
  const again = await saved(page, () => list.getByRole("link", { name: /Download .*\.pdf/ }).click());
  expect(again.content.equals(pdf.content)).toBe(true);
  await page.route(/\/exports\/\d+$/, (route) => route.abort());
  await list.getByRole("link", { name: /Download .*\.zip/ }).click();
  await expect(page.getByText("Failed to download HTML report export")).toBeVisible();
  await page.unroute(/\/exports\/\d+$/);
  await list.getByRole("button", { name: /Delete .*\.zip/ }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
});

test("the list exports its reports one by one, and all of them as a table", async ({ page, seeded }) => {
  await uploadReport(seeded, { filename: "report.json", suite: "listed", build: "1" }, playwrightReport());
  await uploadReport(seeded, { filename: "report.json", suite: "unlisted", build: "1" }, playwrightReport());
  await signedIn(page, seeded);
  await page.goto("/reports?suite=listed");
  const icons = page.getByRole("group", { name: /^Export listed #/ });

  const json = await saved(page, () => icons.getByRole("button", { name: "Export JSON" }).click());
  expect(JSON.parse(json.content.toString())).toMatchObject({ report: { suite: "listed" } });
  const full = icons.getByRole("button", { name: /^Export HTML with artifacts/ });
  await full.hover();
  await expect(full).toHaveAttribute("title", "No artifacts available in this report");

  const csv = await saved(page, () => page.getByRole("button", { name: "Export these reports as CSV" }).click());
  expect(csv.name).toMatch(/^plumb-Storefront-reports-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = csv.content.toString().trimEnd().split("\r\n");
  expect(lines.map((line) => line.split(",")[1])).toEqual(["suite", "listed"]);
});
