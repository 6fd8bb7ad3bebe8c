import { createApiKey } from "@plumb/contract/projects/api-keys.ts";
import { expect, type Page } from "@playwright/test";
import { ownProject, type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";

test.use({ database: "trends" });

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const metrics = (page: Page) => page.getByRole("list", { name: "Metrics of these runs" });

/** Uploads a run that started some days ago. */
const send = (project: SeededProduct, build: string, suite: string, days: number, failing: Record<string, string>) =>
  uploadReport(project, { filename: "r.xml", suite, build, startedAt: daysAgo(days) }, failingJunit(failing));

async function threeRuns(project: SeededProduct): Promise<void> {
  await send(project, "1", "shop", 10, { "pays the cart": "it broke" });
  await send(project, "2", "shop", 3, { "pays the cart": "it broke" });
  await send(project, "3", "api", 3, {});
}

/** Opens the trends of a new project with three runs, and waits until they are counted. */
async function openTrends(page: Page, seeded: SeededProduct, name: string): Promise<SeededProduct> {
  const project = await ownProject(page, seeded, name);
  await threeRuns(project);
  await signedIn(page, seeded);
  await page.goto("/trends");
  await expect(metrics(page)).toContainText(/Total Runs\s*3/);
  return project;
}

test("the page updates when the first runs are counted", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Counted");
  await signedIn(page, seeded);
  await page.goto("/trends");
  await expect(page.getByRole("heading", { name: "No trend data" })).toBeVisible();
  await threeRuns(project);
  await expect(metrics(page)).toContainText(/Total Runs\s*3/);
  await expect(metrics(page)).toContainText(/Failed Runs\s*2/);
});

test("an event of a deployment script is marked and listed", async ({ page, seeded }) => {
  const project = await openTrends(page, seeded, "Deployments");
  const { client, projectId, address } = project;
  const { data } = await client.call(createApiKey, { params: { projectId }, body: { name: "Deploys" } });
  const sent = await page.request.post(`${address}/api/trends/events`, {
    headers: { authorization: `Bearer ${data.key}` },
    data: { kind: "deploy", title: "Shop 2.4.1" },
  });
  expect(sent.status()).toBe(200);
  await expect(page.getByRole("region", { name: "Events" })).toContainText("Shop 2.4.1");
});

test("users add and delete events", async ({ page, seeded }) => {
  await openTrends(page, seeded, "Events");
  await page.getByRole("button", { name: "Add event" }).click();
  const dialog = page.getByRole("dialog", { name: "Add event" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Database moved");
  await dialog.getByRole("textbox", { name: "Link" }).fill("http://plain.test");
  await dialog.getByRole("button", { name: "Add event" }).click();
  await expect(dialog).toContainText("The address must begin with https://");
  await dialog.getByRole("textbox", { name: "Link" }).fill("https://status.example");
  await dialog.getByRole("button", { name: "Add event" }).click();
  const events = page.getByRole("region", { name: "Events" });
  await expect(events.getByRole("link", { name: "Database moved" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add event" })).toBeFocused();
  await events.getByRole("button", { name: "Delete Database moved" }).press("Enter");
  await expect(events.getByText("Database moved")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add event" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(events.getByRole("link", { name: "Database moved" })).toHaveAttribute("href", "https://status.example");
});

test("the suite filter applies to everything and is in the URL", async ({ page, seeded }) => {
  await openTrends(page, seeded, "Suites");
  await page.getByRole("button", { name: "shop", exact: true }).click();
  await expect(page).toHaveURL(/\/trends\?suite=.*shop/);
  await expect(metrics(page)).toContainText(/Total Runs\s*2/);
  await page.reload();
  await expect(metrics(page)).toContainText(/Total Runs\s*2/);
});

test("keys zoom into days and back out", async ({ page, seeded }) => {
  await openTrends(page, seeded, "Zoom");
  await page.getByRole("button", { name: "shop", exact: true }).click();
  await expect(metrics(page)).toContainText(/Total Runs\s*2/);
  await page.getByRole("figure", { name: "Runs", exact: true }).getByRole("slider").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+PageUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/range=custom.*zoomed=30d/);
  await expect(metrics(page)).toContainText(/Total Runs\s*1/);
  await expectAccessiblePage(page);
  await page.getByRole("button", { name: "Back to last 30 days" }).click();
  await expect(metrics(page)).toContainText(/Total Runs\s*2/);
});

test("a point links to its reports", async ({ page, seeded }) => {
  await openTrends(page, seeded, "Points");
  await page.getByRole("button", { name: "shop", exact: true }).click();
  await expect(metrics(page)).toContainText(/Total Runs\s*2/);
  await page.getByRole("figure", { name: "Runs", exact: true }).getByRole("slider").focus();
  await page.keyboard.press("End");
  for (let day = 0; day < 3; day++) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reports\?.*startDate=\d{4}-\d\d-\d\d/);
  await expect(page.getByRole("link", { name: "shop" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "api", exact: true })).toHaveCount(0);
});
