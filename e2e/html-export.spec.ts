import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "@playwright/test";
import { listHtmlExports, startHtmlExport } from "@plumb/contract/runs/exports.ts";
import { unzipped } from "../packages/server/src/testing/archives.ts";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { uploadWithScreenshot, watchFromDisk } from "./opened-from-disk.ts";
import { type SeededProduct, test, uploadReport } from "./product.ts";

// The report must be the first of its project, so other tests must not upload to it.
test.use({ database: "html-export" });

let folder = "";
let full = "";
let lite = "";

test.beforeAll(async ({ seeded }) => {
  folder = await mkdtemp(join(tmpdir(), "plumb-e2e-html-export-"));
  const reportId = await uploadWithScreenshot(seeded, "exported");
  full = await exported(seeded, reportId, true);
  lite = await exported(seeded, reportId, false);
});

test.afterAll(async () => rm(folder, { recursive: true, force: true }));

/** Report with output outside its tests. */
const printing = `<testsuite name="setup"><testcase name="seeds the shop"/><system-out>12 users seeded</system-out></testsuite>`;

/** Creates an export, waits for it, unpacks it and returns the address of its page. */
async function exported(
  product: SeededProduct,
  reportId: number,
  includeArtifacts: boolean,
  name = includeArtifacts ? "full" : "lite",
): Promise<string> {
  const { client, projectId, address } = product;
  const requested = await client.call(startHtmlExport, {
    params: { reportId },
    query: { includeArtifacts: includeArtifacts ? "true" : "false" },
  });
  const made = async () => {
    const { data } = await client.call(listHtmlExports, { query: { projectId } });
    return data.find(({ exportId }) => exportId === requested.data.exportId);
  };
  await expect.poll(made).toMatchObject({ state: "done", error: null });
  const link = new URL((await made())?.downloadUrl ?? "", address);
  const files = await unzipped(Buffer.from(await (await fetch(link)).arrayBuffer()));
  const target = join(folder, name);
  for (const [path, content] of files) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
  return pathToFileURL(join(target, "index.html")).href;
}

test("an export opens from disk, can be searched, grouped and read, and makes no requests", async ({ page }) => {
  const wrongs = watchFromDisk(page);
  await page.goto(full);
  const tests = page.getByRole("list", { name: "Tests" });
  await expect(page.getByRole("heading", { name: "exported #1" })).toBeVisible();
  // Failures are grouped by cause and passed tests are folded, as on the server.
  await expect(tests.locator("button[data-result]")).toHaveCount(2);
  await expect(tests.locator("button[data-group]")).toHaveText([/received.*1 failed.*1 flaky/, /Passed/]);
  await tests.locator("button[data-group]").last().click();
  await expect(tests.locator("button[data-result]")).toHaveCount(3);
  await page.getByRole("button", { name: "Flaky 1" }).click();
  await expect(tests.locator("button[data-result]")).toHaveCount(1);
  await page.getByRole("button", { name: "All 3" }).click();
  await page.getByRole("searchbox").fill("PAYS the");
  await expect(tests.locator("button[data-result]")).toHaveCount(1);
  await tests.getByRole("button", { name: /pays the rest by card/ }).click();
  await expect(tests.getByText("<img src=x onerror=document.title='pwned'>").first()).toBeVisible();
  await tests.getByText(/^Test Steps \(/).click();
  await expect(tests.getByRole("list", { name: "Steps" })).toBeVisible();
  await expect
    .poll(() =>
      tests
        .getByRole("img", { name: "screenshot" })
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(1);
  await page.reload();
  await expect(page.getByRole("searchbox")).toHaveValue("PAYS the");
  await expect(tests.getByText(/^Test Steps \(/)).toBeVisible();
  await page.getByRole("searchbox").fill("");
  await page.getByText("Files", { exact: true }).click();
  await expect(tests.getByRole("button", { name: /^checkout\.spec\.ts/, expanded: true })).toBeVisible();
  expect(await page.title()).toContain("exported #1");
  expect(wrongs).toEqual([]);
});

test("output outside the tests is loaded on demand", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "setup.xml", suite: "printing" }, printing);
  await page.goto(await exported(seeded, reportId, false, "printing"));
  await page.getByText("Output outside the tests").click();
  await expect(page.getByText("12 users seeded")).toBeVisible();
});

test("rows are reached from the keyboard", async ({ page }) => {
  await page.goto(full);
  await expect(page.getByRole("list", { name: "Tests" }).locator("button[data-result]")).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.getByRole("button", { name: /refunds to the card/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /refunds to the card/, expanded: true })).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("several tests stay open side by side after a reload, each with a link to the next", async ({ page }) => {
  await page.goto(full);
  const tests = page.getByRole("list", { name: "Tests" });
  const opened = tests.locator("button[data-result][aria-expanded=true]");
  await tests.getByRole("button", { name: /pays the rest by card/ }).click();
  await expect(tests.getByText(/^Test Steps \(/).first()).toBeVisible();
  await tests
    .getByRole("button", { name: /^Passed/ })
    .last()
    .click();
  const pressed = tests.getByRole("button", { name: /shows the balance/ });
  await pressed.scrollIntoViewIfNeeded();
  const before = await pressed.boundingBox();
  await pressed.click();
  await expect(opened).toHaveCount(2);
  // The clicked row keeps its position, although the row above it is also open.
  expect((await pressed.boundingBox())?.y).toBe(before?.y);
  await page.reload();
  await expect(opened).toHaveText([/pays the rest by card/, /shows the balance/]);
  await pressed.click();
  await expect(opened).toHaveText([/pays the rest by card/]);
  await page.getByRole("button", { name: "Next test" }).click();
  await expect(opened).toHaveText([/refunds to the card/]);
  await page.keyboard.press("p");
  await expect(opened).toHaveText([/pays the rest by card/]);
});

test("an export is accessible, also at 360 pixels", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(full);
  await page.getByRole("button", { name: /pays the rest by card/ }).click();
  await expect(page.getByText(/^Test Steps \(/).first()).toBeVisible();
  await expectAccessiblePage(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessiblePage(page);
});

test("an export without artifacts lists them as omitted", async ({ page }) => {
  const wrongs = watchFromDisk(page);
  await page.goto(lite);
  await expect(page.getByText("Artifact files are not included")).toBeVisible();
  await page.getByRole("button", { name: /pays the rest by card/ }).click();
  await page
    .locator("summary")
    .filter({ hasText: /Artifacts \(/ })
    .first()
    .click();
  await expect(page.getByText(/\d+ B, not in this export/)).toBeVisible();
  await expect(page.getByRole("img", { name: "screenshot" })).toHaveCount(0);
  expect(wrongs).toEqual([]);
});

test("prints the failures instead of the list", async ({ page }) => {
  await page.goto(lite);
  await expect(page.getByRole("list", { name: "Tests" }).locator("button[data-result]")).toHaveCount(2);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(page.getByRole("heading", { name: "1 failure" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Tests" })).toBeHidden();
});

test("a page with an incomplete folder shows an error", async ({ page }) => {
  await rm(join(folder, "lite/data/rows-0001.js"));
  await page.goto(lite);
  await expect(page.getByRole("heading", { name: "This export is incomplete" })).toBeVisible();
  await expect(page.getByText("data/rows-0001.js")).toBeVisible();
});
