import { expect, type Locator, type Page } from "@playwright/test";
import { ownProject, type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { junitReport, playwrightReport } from "./report-files.ts";

// Other files expect the seeded project to be the first one.
test.use({ database: "dropped-files" });

interface Dropped {
  readonly name: string;
  readonly content: string;
  readonly encoding: "utf8" | "base64";
}

/** Drags files over the page and drops them. */
async function dropFiles(page: Page, project: string, files: readonly Dropped[]): Promise<void> {
  const transfer = await page.evaluateHandle((input) => {
    const data = new DataTransfer();
    for (const { name, content, encoding } of input) {
      const bytes =
        encoding === "utf8"
          ? new TextEncoder().encode(content)
          : Uint8Array.from(atob(content), (c) => c.codePointAt(0) ?? 0);
      data.items.add(new File([bytes], name));
    }
    return data;
  }, files);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  const overlay = page.getByText(`Drop reports to upload them to ${project}`);
  await expect(overlay).toBeVisible();
  await overlay.dispatchEvent("drop", { dataTransfer: transfer });
}

/** Drops two reports, a screenshot and an unknown file on a new project's report list. Returns the upload panel. */
async function dropReports(page: Page, seeded: SeededProduct, project: string): Promise<Locator> {
  await ownProject(page, seeded, project);
  await signedIn(page, seeded);
  await page.goto("/reports");
  await expect(page.getByRole("heading", { name: "Test Reports" })).toBeVisible();
  const shot = (await page.screenshot()).toString("base64");
  await dropFiles(page, project, [
    { name: "results.xml", content: junitReport(12), encoding: "utf8" },
    { name: "report.json", content: playwrightReport(), encoding: "utf8" },
    { name: "shot.png", content: shot, encoding: "base64" },
    { name: "notes.bin", content: "AAECAwQFBgcICQ==", encoding: "base64" },
  ]);
  const panel = page.getByRole("region", { name: "Upload" });
  await expect(panel.getByRole("heading", { name: "Uploaded 4 files" })).toBeVisible();
  return panel;
}

/** Uploads a report with three tests to a new project and opens it. */
async function openReport(page: Page, seeded: SeededProduct, project: string): Promise<void> {
  const content = playwrightReport();
  const reportId = await uploadReport(
    await ownProject(page, seeded, project),
    { filename: "report.json", suite: "checkout" },
    content,
  );
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);
}

const testsOf = (page: Page) => page.getByRole("list", { name: "Tests" }).locator("button[data-result]");

test("each dropped file has an outcome", async ({ page, seeded }) => {
  const panel = await dropReports(page, seeded, "Outcomes");
  const verdict = (name: string) =>
    panel.getByRole("list", { name: "Files" }).getByRole("listitem").filter({ hasText: name });
  await expect(verdict("results.xml")).toContainText("Imported");
  await expect(verdict("report.json")).toContainText("Imported");
  await expect(verdict("shot.png")).toContainText("Artifact");
  await expect(verdict("notes.bin")).toContainText(/Rejected|Unused/);
  await expect(panel.getByRole("list", { name: "Uploaded reports" }).getByRole("link")).toHaveCount(2);
});

test("the list shows dropped reports, and counts link to their tests", async ({ page, seeded }) => {
  await dropReports(page, seeded, "Counts");
  const reports = page.getByRole("list", { name: "Reports", exact: true });
  await expect(reports.getByRole("listitem")).toHaveCount(2);
  await reports.getByRole("listitem").filter({ hasText: "1 flaky" }).getByRole("link", { name: "1 failed" }).click();
  await expect(page).toHaveURL(/\/reports\/\d+\?status=failed$/);
  await expect(page.getByRole("link", { name: "Failed 1" })).toHaveAttribute("aria-current", "page");
  await expect(testsOf(page)).toHaveCount(1);
});

test("a search filters the tests of a report and stays in the URL", async ({ page, seeded }) => {
  await openReport(page, seeded, "Search");
  // Tests that passed are folded.
  await expect(testsOf(page)).toHaveCount(2);
  await page.keyboard.press("/");
  await page.keyboard.type("balance");
  await expect(testsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=balance$/);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("balance");
  await expect(testsOf(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Clear the search" }).click();
  // Tests that passed are folded.
  await expect(testsOf(page)).toHaveCount(2);
});

test("a failed test opens by keyboard, with colours, escaped markup and its screenshot", async ({ page, seeded }) => {
  await dropReports(page, seeded, "Screenshot");
  await page
    .getByRole("list", { name: "Reports", exact: true })
    .getByRole("listitem")
    .filter({ hasText: "1 flaky" })
    .getByRole("link", { name: "1 failed" })
    .click();
  await page.getByRole("link", { name: "All 3" }).click();
  // Tests that passed are folded.
  await expect(testsOf(page)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.locator("body").click({ position: { x: 700, y: 5 } });
  // Moves from the header of the failure to its test.
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/result=\d+/);
  const message = page.getByLabel("error message", { exact: true }).first();
  await expect(message).toContainText("<img src=x onerror=document.title='pwned'>");
  await expect(message.locator("img")).toHaveCount(0);
  const red = message.getByText("Error", { exact: true });
  await expect(red).toHaveCSS("color", "rgb(200, 30, 30)");
  await expect(page.getByRole("tab", { name: "Attempt 2 Failed" })).toHaveAttribute("aria-selected", "true");
  await page
    .locator("summary")
    .filter({ hasText: /Test Steps/ })
    .click();
  await expect(page.getByRole("list", { name: "Steps" }).getByRole("listitem")).toHaveCount(2);
  const image = page.getByRole("img", { name: "screenshot" }).first();
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(300);
  await expect(page).not.toHaveTitle(/pwned/);
});
