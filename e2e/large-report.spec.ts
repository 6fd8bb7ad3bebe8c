import { expect } from "@playwright/test";
import { signedIn, test, uploadReport } from "./product.ts";
import { junitOfFiles, junitReport } from "./report-files.ts";

const count = 20_000;

test("a large report scrolls to its end, can be searched, and renders only visible rows", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "large.xml", suite: "large" }, junitReport(count));
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);
  const tests = page.getByRole("list", { name: "Tests" });
  await tests.getByRole("button", { name: /^Passed and skipped/ }).click();
  await expect(tests.getByText("order 0 is kept")).toBeVisible();

  await page.keyboard.press("End");
  await expect(tests.getByText(`order ${count - 1} is kept`)).toBeVisible();
  expect(await page.locator("*").count()).toBeLessThan(3000);

  await page.getByRole("searchbox").fill("order 12345 kept");
  await expect(tests.getByRole("listitem")).toHaveCount(1);
  await expect(tests.getByText("order 12345 is kept")).toBeVisible();
});

test("rows below move down when a row opens and back up when it closes", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "rows.xml", suite: "rows" }, junitReport(50));
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}?group=flat`);
  const row = (index: number) => page.locator(`li[data-index="${index}"]`);
  const distance = async () => ((await row(1).boundingBox())?.y ?? 0) - ((await row(0).boundingBox())?.y ?? 0);
  await expect.poll(distance).toBe(44);
  await row(0).getByRole("button").first().click();
  await expect(row(0).getByLabel("error message", { exact: true })).toBeVisible();
  const height = async () => (await row(0).boundingBox())?.height ?? 0;
  expect(await height()).toBeGreaterThan(100);
  // Heights are measured in whole pixels, and again when the open row grows.
  await expect.poll(async () => Math.abs((await distance()) - (await height()))).toBeLessThan(1);
  await row(0).getByRole("button").first().click();
  await expect.poll(distance).toBe(44);
});

test("a link scrolls to a row far down the list; a row that the filter excludes appears above the list", async ({
  page,
  seeded,
}) => {
  const reportId = await uploadReport(seeded, { filename: "linked.xml", suite: "linked" }, junitReport(3000));
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}?q=order+2500+kept`);
  const tests = page.getByRole("list", { name: "Tests" });
  await tests.getByRole("button").first().click();
  await expect(page).toHaveURL(/result=\d+/);
  const result = new URL(page.url()).searchParams.get("result");

  await page.goto(`/reports/${reportId}?result=${result}`);
  const opened = tests.locator("button[data-result][aria-expanded=true]");
  await expect(opened).toContainText("order 2500 is kept");
  await expect(opened).toBeInViewport();
  await expect(page.getByRole("article", { name: "Opened test" })).toHaveCount(0);
  await page.keyboard.press("Home");
  await expect(tests.getByText("order 0 is kept")).toBeInViewport();

  await page.goto(`/reports/${reportId}?status=failed&result=${result}`);
  await expect(page.getByRole("article", { name: "Opened test" })).toContainText("order 2500 is kept");
});

test("opening another test does not move the content that is being read", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "beside.xml", suite: "beside" }, junitReport(60));
  await signedIn(page, seeded);
  // The window must be lower than an open row.
  await page.setViewportSize({ width: 1440, height: 420 });
  for (const group of ["flat", "browser"]) {
    await page.goto(`/reports/${reportId}?group=${group}`);
    const heads = page.getByRole("list", { name: "Tests" }).locator("button[data-result]");
    const opened = heads.and(page.locator("[aria-expanded=true]"));
    await heads.first().click();
    await expect(page.getByLabel("error message", { exact: true }).first()).toBeVisible();
    const below = await heads.nth(2).getAttribute("data-result");
    const next = page.locator(`button[data-result="${below}"]`);
    await next.scrollIntoViewIfNeeded();
    const before = (await next.boundingBox())?.y ?? Number.NaN;
    await next.click();
    await expect(next).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("heading", { name: "Test Environment" })).not.toHaveCount(0);
    // Each of the two open rows above may differ by a fraction of a pixel.
    expect(Math.abs(((await next.boundingBox())?.y ?? Number.NaN) - before)).toBeLessThanOrEqual(2);
    await expect(page).toHaveURL(/result=\d+&also=|also=.*&result=\d+/);

    await page.reload();
    await expect(next).toBeInViewport();
    await expect(next).toHaveAttribute("aria-expanded", "true");
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(heads.first()).toHaveAttribute("aria-expanded", "true");
    await heads.first().click();
    await expect(heads.first()).toHaveAttribute("aria-expanded", "false");
    await expect(page).toHaveURL(new RegExp(`result=${below}$`));
    await expect(opened).toHaveCount(1);
  }
});

test("files beyond the first 500 load on scrolling, and a link opens a row in the last one", async ({
  page,
  seeded,
}) => {
  const files = Array.from({ length: 1200 }, (_, index) => `part-${String(index).padStart(4, "0")}.spec.ts`);
  const reportId = await uploadReport(seeded, { filename: "files.xml", suite: "files" }, junitOfFiles(files));
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}?group=file`);
  const tests = page.getByRole("list", { name: "Tests" });
  await expect(tests.getByText("part-0000.spec.ts")).toBeVisible();
  const last = tests.getByText("part-1199.spec.ts");
  await expect(async () => {
    await page.keyboard.press("End");
    await expect(last).toBeVisible({ timeout: 2000 });
  }).toPass();
  await last.click();
  await tests.getByText("keeps part-1199.spec.ts").click();
  await expect(page).toHaveURL(/result=\d+/);

  await page.reload();
  const opened = tests.locator("button[data-result][aria-expanded=true]");
  await expect(opened).toContainText("keeps part-1199.spec.ts");
  await expect(opened).toBeInViewport();
});
