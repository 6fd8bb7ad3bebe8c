import { createClient } from "@plumb/client/client.ts";
import { listProjects } from "@plumb/contract/projects/projects.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { expect, type Locator } from "@playwright/test";
import { test } from "./demo-product.ts";

/** Id of the latest red report of the demo's web shop. */
async function redReport({ address, token }: { readonly address: string; readonly token: string }): Promise<number> {
  const client = createClient({ baseUrl: address, token: () => token });
  const { data: projects } = await client.call(listProjects);
  const { data } = await client.call(listReports, { query: { projectId: projects[0]?.id ?? 0, limit: 100 } });
  const red = data.find(
    ({ testSuite, branch, status }) => testSuite === "Web shop" && branch === "main" && status === "failed",
  );
  return red?.id ?? 0;
}

const top = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;

test("the first failure of a red report is on the first screen, at 1440 and 360 pixels", async ({ page, demo }) => {
  const reportId = await redReport(demo);
  await page.addInitScript((token) => localStorage.setItem("token", token), demo.token);
  for (const [width, height, limit] of [
    [1440, 900, 300],
    [360, 740, 420],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/reports/${reportId}`);
    await expect(page.locator("button[data-result]").first()).toContainText("Failed");
    await expect(page.getByRole("link", { name: /^vs last green #\d+$/ })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await top(page.locator("button[data-result]").first()), `at ${width}`).toBeLessThanOrEqual(limit);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
  }
});

test("histories start at one place, and names keep their space at 1024 pixels", async ({ page, demo }) => {
  const reportId = await redReport(demo);
  await page.addInitScript((token) => localStorage.setItem("token", token), demo.token);
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto(`/reports/${reportId}`);
  await expect(page.locator("[data-strip]:has(i)").nth(3)).toBeVisible();
  const strips = await page.locator("[data-strip]").all();
  const starts = await Promise.all(strips.map(async (strip) => (await strip.boundingBox())?.x));
  expect(new Set(starts).size).toBe(1);
  const names = await page.locator("button[data-result] [data-name]").all();
  // 28 characters of the monospaced name are 219 pixels wide.
  for (const name of names) expect((await name.boundingBox())?.width ?? 0).toBeGreaterThan(219);
});

test("passed tests are folded below failures, and the summary does not repeat the counters", async ({ page, demo }) => {
  const reportId = await redReport(demo);
  await page.addInitScript((token) => localStorage.setItem("token", token), demo.token);
  await page.goto(`/reports/${reportId}`);
  const rest = page.getByRole("button", { name: /^Passed and skipped/ });
  await expect(rest).toHaveAttribute("aria-expanded", "false");
  await rest.click();
  await expect(page.locator("button[data-result]").filter({ hasText: "Passed" }).first()).toBeVisible();
  await page.getByRole("tab", { name: "Summary" }).click();
  await expect(page.getByText("Pass Rate", { exact: true })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Filter by outcome" })).toHaveCount(0);
});

test("a report is kept from its menu, and a trace selects the attempt that it belongs to", async ({ page, demo }) => {
  const reportId = await redReport(demo);
  await page.addInitScript((token) => localStorage.setItem("token", token), demo.token);
  await page.goto(`/reports/${reportId}`);
  const menu = page.getByRole("button", { name: /^Actions for Web shop #/ });
  await menu.click();
  await page.getByRole("menuitem", { name: "Keep", exact: true }).click();
  await expect(page.getByText(/^This report is kept$/)).toBeVisible();
  await expect(page.locator("main header").getByText("Kept", { exact: true })).toHaveCount(1);
  await menu.click();
  await expect(page.getByRole("menuitem", { name: "Stop keeping" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page
    .getByRole("button", { name: /^Open the trace of/ })
    .first()
    .click();
  await expect(page).toHaveURL(/trace=\d+/);
  const attempt = page.getByRole("tab", { name: /^Attempt/, selected: true });
  await expect(attempt).toHaveText(/^Attempt 2/);
  const dialog = page.getByRole("dialog", { name: "Trace" });
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page).not.toHaveURL(/trace=/);
  await expect(attempt).toHaveText(/^Attempt 2/);
});

test("in a narrow window, all actions are in one menu, which gets the focus after a dialog", async ({ page, demo }) => {
  const reportId = await redReport(demo);
  await page.addInitScript((token) => localStorage.setItem("token", token), demo.token);
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto(`/reports/${reportId}`);
  const menu = page.getByRole("button", { name: /^Actions for Web shop #/ });
  await menu.click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Triage",
    /^Annotations/,
    "Export PDF",
    "Export JSON",
    "Export HTML",
    "Share",
    /^(Keep|Stop keeping)$/,
  ]);
  await page.getByRole("menuitem", { name: "Export HTML" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(menu).toBeFocused();
});
