import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "@playwright/test";
import { readSettings, updateSettings } from "@plumb/contract/administration/settings.ts";
import { writeStaticDemo } from "../demo/static/write-demo.ts";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { uploadWithScreenshot, watchFromDisk } from "./opened-from-disk.ts";
import { test, uploadReport } from "./product.ts";
import { outcomesReport } from "./report-files.ts";

test.use({ database: "static-demo" });

let folder = "";
let start = "";

test.beforeAll(async ({ seeded, browser }) => {
  // Builds the app, and opens every page.
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), "plumb-e2e-static-demo-"));
  const { client, address, projectId } = seeded;
  const { version } = (await client.call(readSettings)).data;
  await client.call(updateSettings, { body: { version, signUp: "open" } });
  await uploadReport(seeded, { filename: "r.json", suite: "checkout", build: "1" }, outcomesReport({ pays: "passed" }));
  await uploadWithScreenshot(seeded, "exported");
  const scope = { reports: 5, tests: 5 };
  const { responses, files } = await writeStaticDemo({ browser, address, client, projectId, scope, folder });
  expect(responses).toBeGreaterThan(20);
  expect(files).toBe(1);
  start = pathToFileURL(join(folder, "index.html")).href;
});

test.afterAll(async () => rm(folder, { recursive: true, force: true }));

test("the static demo opens from disk, and its pages lead to each other", async ({ page }) => {
  const seen = watchFromDisk(page);
  await page.goto(start);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(page.getByText(/^Recorded demo, read-only, as of /)).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "Test Reports" }).click();
  await page
    .getByRole("link", { name: /exported/ })
    .first()
    .click();
  await page.getByRole("list", { name: "Tests" }).locator("button[data-result]").first().click();
  await expect(page.getByLabel("error message", { exact: true }).first()).toBeVisible();
  const picture = page.getByRole("img", { name: /shot|screenshot/i }).first();
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await page.reload();
  await expect(page.getByLabel("error message", { exact: true }).first()).toBeVisible();
  await navigation.getByRole("link", { name: "Failure Analysis" }).click();
  await page.locator("button[aria-expanded=false]").first().click();
  await navigation.getByRole("link", { name: "Trend Analysis" }).click();
  await expect(page.getByRole("heading", { name: "Trend Analysis" })).toBeVisible();
  await navigation.getByRole("link", { name: "Tests", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Tests" }).first()).toBeVisible();
  expect(seen).toEqual([]);
});

test("what is not recorded, and every change, is refused with a reason", async ({ page }) => {
  await page.goto(`${start}#/reports`);
  await page
    .getByRole("link", { name: /exported/ })
    .first()
    .click();
  await page
    .getByRole("searchbox")
    .or(page.getByPlaceholder(/^Search \d+ tests/))
    .first()
    .fill("nothing like it");
  await expect(page.getByText(/This is a recorded demo, which does not contain these data/).first()).toBeVisible();
});

test("the static demo is accessible at both widths", async ({ page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(start);
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await expectAccessiblePage(page);
  }
});
