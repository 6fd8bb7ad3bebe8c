import { readFile } from "node:fs/promises";
import { mondayOf } from "@plumb/analysis/trends/calendar.ts";
import { weekOf } from "@plumb/analysis/trends/iso-week.ts";
import { expect, type Page } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { ownProject, type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "week" });

const dayMs = 86_400_000;
/** Monday of last week. The runs are at noon, so that they belong to the same week in every time zone. */
const monday = mondayOf(Math.floor(Date.now() / dayMs)) - 7;
const noonOf = (day: number, minutes = 0) =>
  new Date((monday + day) * dayMs + dayMs / 2 + minutes * 60_000).toISOString();

/** Uploads a run of last week. */
const send = (project: SeededProduct, build: string, startedAt: string, failing: Record<string, string>) =>
  uploadReport(
    project,
    { filename: "r.xml", suite: "shop", build, branch: "main", commit: `c0ffee${build}`, startedAt },
    failingJunit(failing),
  );

/** Opens last week in a new project, in which one test got worse, and waits until the tests are evaluated. */
async function openWeek(page: Page, seeded: SeededProduct, name: string): Promise<SeededProduct> {
  const project = await ownProject(page, seeded, name);
  await send(project, "1", noonOf(1), { "sends the mail": "no net" });
  for (const minutes of [0, 1]) await send(project, `2${minutes}`, noonOf(2, minutes), { "pays the cart": "it broke" });
  await signedIn(page, seeded);
  await page.goto(`/trends/week?week=${weekOf(monday)}`);
  await expect(worseTests(page).getByText("Started failing", { exact: true })).toBeVisible();
  return project;
}

const worseTests = (page: Page) => page.getByRole("region", { name: "Tests that got worse" });

test("the trends link to the week, which explains that there are no runs yet", async ({ page, seeded }) => {
  await ownProject(page, seeded, "Empty");
  await signedIn(page, seeded);
  await page.goto("/trends");
  await page.getByRole("navigation", { name: "Over time" }).getByRole("link", { name: "Week" }).click();
  await expect(page.getByRole("heading", { name: "No weekly data yet" })).toBeVisible();
});

test("the page updates when runs are counted and tests evaluated", async ({ page, seeded }) => {
  const project = await openWeek(page, seeded, "Updates");
  await expect(page.getByRole("list", { name: "Metrics of the week" })).toContainText(/Total Runs\s*3/);
  const causes = page.getByRole("region", { name: "Causes that are new or came back" });
  await expect(causes.getByText("1 new")).toBeVisible();
  await expect(causes.getByText("it broke")).toBeVisible();
  await expect(causes.getByText("1 test · since run #2, commit c0ffee20")).toBeVisible();
  await expect(page.getByRole("region", { name: "Resolved causes" })).toContainText("no net");
  await expect(worseTests(page).getByRole("link", { name: /pays the cart/ })).toBeVisible();
  await send(project, "22", noonOf(2, 2), { "pays the cart": "it broke" });
  await expect(worseTests(page).getByText("Became broken", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Broken tests without an owner" })).toContainText("pays the cart");
  await expectAccessiblePage(page);
});

test("a row links to its test and back, and a suite filters the page", async ({ page, seeded }) => {
  await openWeek(page, seeded, "Links");
  await page
    .getByRole("region", { name: "Tests that got worse" })
    .getByRole("link", { name: /pays the cart/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "pays the cart" })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Test suite" }).click();
  await page.getByRole("checkbox", { name: "shop" }).check();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/trends\/week\?week=.*suite=.*shop/);
  await expect(page.getByText("Only tests of the suite shop.")).toBeVisible();
});

test("the page is saved as a document", async ({ page, seeded }) => {
  await openWeek(page, seeded, "Document");
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PDF" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(new RegExp(`-${weekOf(monday)}\\.pdf$`));
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
});

test("the report is subscribed on its page, and unsubscribed in the profile", async ({ page, seeded }) => {
  await openWeek(page, seeded, "Weekly");
  const subscribe = page.getByRole("button", { name: "Email me weekly" });
  await subscribe.click();
  await expect(subscribe).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("You will get this report when this server sends email")).toBeVisible();
  await page.goto("/profile#notifications");
  await expect(page.getByText("an administrator has to configure the connector “Email Server”")).toBeVisible();
  const reports = page.getByRole("list", { name: "Weekly reports" });
  await reports.getByRole("button", { name: "Unsubscribe from Weekly" }).click();
  await expect(page.getByText("press “Email me weekly”")).toBeVisible();
  await page.goBack();
  await expect(subscribe).toHaveAttribute("aria-pressed", "false");
});

test("printing shows only the page content", async ({ page, seeded }) => {
  await openWeek(page, seeded, "Print");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "What got worse" })).toBeVisible();
});

test("the following week is the current one", async ({ page, seeded }) => {
  await openWeek(page, seeded, "Next");
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page.getByText(/, so far$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Next week" })).toBeDisabled();
});
