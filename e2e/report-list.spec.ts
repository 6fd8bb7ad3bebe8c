import { expect, type Page } from "@playwright/test";
import { listReportFilters } from "@plumb/contract/runs/report-list.ts";
import { createApiKey } from "@plumb/contract/projects/api-keys.ts";
import { readTexts } from "../packages/web/src/testing/read-screen.ts";
import { signedIn, test as seededTest, type SeededProduct, uploadReport } from "./product.ts";
import { shardReport } from "./report-files.ts";

/** All tests start with the same history, whose last report is the failed checkout. */
const test = seededTest.extend<object, { checkoutId: number }>({
  checkoutId: [async ({ seeded }, use) => use(await history(seeded)), { scope: "worker", auto: true }],
});
test.use({ database: "report-list" });

/** Returns a report with one test by this author. */
function authored(author: string, failed: boolean): string {
  const outcome = failed ? `<failure message="expected 201, got 500">AssertionError</failure>` : "";
  return `<testsuites><testsuite name="api"><testcase classname="api.Orders" name="order is kept" time="0.5"><properties><property name="author" value="${author}"/></properties>${outcome}</testcase></testsuite></testsuites>`;
}

/** Uploads forty passed nightly runs and then a failed checkout run. */
async function history(seeded: SeededProduct): Promise<number> {
  for (let night = 0; night < 40; night += 1) {
    const startedAt = new Date(Date.UTC(2030, 0, 1 + night, 2)).toISOString();
    const query = {
      filename: "n.xml",
      suite: "nightly",
      environment: "staging",
      branch: "main",
      build: `n${night}`,
      startedAt,
    };
    await uploadReport(seeded, query, authored("Grace Hopper", false));
  }
  const query = {
    filename: "c.xml",
    suite: "Checkout",
    environment: "qa",
    build: "c",
    commitAuthor: "Ada Byron",
    pullRequest: "12",
    startedAt: "2030-03-01T12:00:00Z",
  };
  return uploadReport(seeded, query, authored("Ada Lovelace", true));
}

const listCalls = (url: URL) => url.pathname === "/api/reports";
const cards = (page: Page) => page.getByRole("list", { name: "Reports", exact: true }).getByRole("article");

/** The browser ignores a key that is pressed while the page is still scrolling. */
const endShows = (page: Page, number: string) =>
  expect(async () => {
    await page.keyboard.press("End");
    await expect(page.getByText(number, { exact: true })).toBeVisible({ timeout: 3000 });
  }).toPass();

/** Opens the list of reports. */
async function openList(page: Page, seeded: SeededProduct): Promise<void> {
  await signedIn(page, seeded);
  await page.goto("/reports");
  await expect(cards(page).first()).toBeVisible();
}

const cardOf = (page: Page, name: string) => cards(page).filter({ has: page.getByRole("link", { name, exact: true }) });

test("the newest report comes first, with the authors of failed tests", async ({ page, seeded, checkoutId }) => {
  await openList(page, seeded);
  await expect(page.getByRole("heading", { name: "Test Reports" })).toBeVisible();
  await expect(page.getByText("View and analyze test execution reports")).toBeVisible();
  const first = cards(page).first();
  const [texts = []] = await readTexts(first);
  expect(texts.slice(0, 6)).toEqual(["Failed", "Checkout", "#41", "0.0%", "0 passed", "1 failed"]);
  expect(texts).toEqual(expect.arrayContaining(["qa", "junit"]));
  for (const name of ["Test Authors", "Failed Test Authors (requires attention)"])
    await expect(first.getByRole("list", { name, exact: true }).getByRole("listitem")).toHaveText(["Ada Lovelace"]);
  await expect(first.getByRole("link", { name: "Checkout" })).toHaveAttribute("href", `/reports/${checkoutId}`);
});

test("further pages load automatically", async ({ page, seeded }) => {
  await openList(page, seeded);
  await endShows(page, "#11");
  await endShows(page, "#1");
  await expect(async () => {
    await page.keyboard.press("Home");
    await expect.poll(() => page.evaluate(() => scrollY), { timeout: 3000 }).toBe(0);
  }).toPass();
});

test("? lists the keyboard shortcuts of the page and then restores the focus", async ({ page, seeded }) => {
  await openList(page, seeded);
  await cardOf(page, "Checkout").getByRole("link", { name: "Checkout" }).focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByRole("definition").filter({ hasText: "Select the report to compare it" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await expect(cardOf(page, "Checkout").getByRole("link", { name: "Checkout" })).toBeFocused();
});

test("a search filters while typing, and stays in the URL", async ({ page, seeded }) => {
  await openList(page, seeded);
  await page.keyboard.press("/");
  await page.keyboard.type("CHECK");
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\?q=CHECK$/);
  await page.keyboard.type("mate");
  await expect(page.getByRole("heading", { name: "No reports match your filters" })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Reset Filters" }).click();
  await expect(page).toHaveURL(/\/reports$/);
});

test("filters combine, survive a reload, and are removed one by one", async ({ page, seeded }) => {
  await openList(page, seeded);
  await page.getByRole("button", { name: "Filters" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter Reports" });
  await expect(dialog.getByRole("group", { name: "Environment" }).getByRole("checkbox")).toHaveCount(2);
  await dialog.getByRole("checkbox", { name: "Completed" }).check();
  await dialog.getByLabel("Author Name Filter (Regex)").fill("nobody | ^grace");
  await dialog.getByLabel("Start Date").fill("2030-01-31");
  await dialog.getByLabel("End Date").fill("2030-02-02");
  await dialog.getByRole("button", { name: "Apply Filters" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Filters (4)" })).toBeFocused();
  await expect(cards(page)).toHaveCount(3);
  await page.reload();
  await expect(cards(page)).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Filters (4)" })).toBeVisible();
  await page.getByRole("button", { name: "Remove From 31 Jan 2030" }).click();
  await expect(page.getByText("#1", { exact: true })).toBeHidden();
  await expect(page.getByText("#33", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove Author: nobody | ^grace" }).click();
  await page.getByRole("button", { name: "Filters (2)" }).click();
  await dialog.getByRole("button", { name: "Reset Filters" }).click();
  await expect(page).toHaveURL(/\/reports$/);
});

test("the list can be filtered by committer, pull request and author of failed tests", async ({ page, seeded }) => {
  const { client, projectId } = seeded;
  const owners = async () => (await client.call(listReportFilters, { query: { projectId } })).data.owner;
  await expect.poll(owners, "reports are counted by owner once they have ended").toContain("Ada Lovelace");
  await openList(page, seeded);
  await page.getByRole("button", { name: "Filters" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter Reports" });
  const choose = (group: string, name: string) =>
    dialog.getByRole("group", { name: group }).getByRole("checkbox", { name, exact: true }).press("Space");
  await choose("Commit Author", "Ada Byron");
  await choose("Pull Request", "12");
  await choose("Owner of Failed Tests", "Ada Lovelace");
  await dialog.getByRole("button", { name: "Apply Filters" }).click();
  await expect(cards(page)).toHaveCount(1);
  const address = new URL(page.url()).searchParams;
  expect([...address.keys()].toSorted()).toEqual(["commitAuthor", "owner", "pullRequest"]);
  await page.getByRole("button", { name: "Remove Commit author: Ada Byron" }).click();
  await page.getByRole("button", { name: "Remove Pull request: 12" }).click();
  await expect(page.getByRole("button", { name: "Remove Owner of failed tests: Ada Lovelace" })).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Remove Owner of failed tests: Ada Lovelace" }).click();
  await expect(page).toHaveURL(/\/reports$/);
});

test("order and filter are saved as a view and restored", async ({ page, seeded }) => {
  await openList(page, seeded);
  await page.getByRole("combobox", { name: "Sort reports" }).click();
  await page.getByRole("option", { name: "Lowest pass rate" }).click();
  await expect(page).toHaveURL(/sortBy=passRate&sortOrder=asc/);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByLabel("Name").fill("Worst first");
  await dialog.getByLabel("Share with the project").check();
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByText("The view was saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Worst first" })).toBeFocused();
  await page.goto("/reports");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Worst first" }).click();
  await expect(page).toHaveURL(/sortBy=passRate&sortOrder=asc/);
  await expect(page.getByRole("button", { name: "Worst first" })).toBeVisible();
});

test("two selected reports are compared, the older one as the base", async ({ page, seeded, checkoutId }) => {
  await openList(page, seeded);
  const older = cardOf(page, "nightly").first();
  await cardOf(page, "Checkout").getByRole("checkbox").check();
  await older.getByRole("checkbox").check();
  const olderId = /\d+$/.exec((await older.getByRole("link").first().getAttribute("href")) ?? "")?.[0];
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page).toHaveURL(new RegExp(`/reports/compare\\?base=${olderId}&head=${checkoutId}$`));
});

test("a running report updates, and new reports wait while the user reads the list", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  const send = (current: number) =>
    uploadReport(
      seeded,
      { filename: `shard-${current}.json`, suite: "sharded", build: "s", startedAt: "2030-04-01T12:00:00Z" },
      shardReport({ current, total: 2 }, current * 100, 10),
    );
  await send(1);
  await page.goto("/reports");
  const sharded = cards(page).filter({ hasText: "sharded" });
  await expect(sharded.getByText("Running", { exact: true })).toBeVisible();
  await expect(sharded.getByText("10 passed", { exact: true })).toBeVisible();
  await send(2);
  await expect(sharded.getByText("Completed", { exact: true })).toBeVisible();
  await expect(sharded.getByText("20 passed", { exact: true })).toBeVisible();

  await page.evaluate(() => window.scrollTo({ top: 800 }));
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(400);
  await uploadReport(
    seeded,
    { filename: "x.xml", suite: "brand-new", build: "x", startedAt: "2030-05-01T12:00:00Z" },
    authored("Linus", false),
  );
  const waiting = page.getByRole("button", { name: "1 new report" });
  await expect(waiting).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await waiting.click();
  await expect(cards(page).first()).toContainText("brand-new");
});

test("a list that fails to load shows an error, and recovers on the next attempt", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.route(listCalls, (route) =>
    route.fulfill({ status: 400, json: { success: false, error: "Out of paper", code: "invalid" } }),
  );
  await page.goto("/reports");
  await expect(page.getByRole("main").getByText("Failed to fetch reports")).toBeVisible();
  await expect(page.getByRole("alert").getByText("Out of paper")).toHaveCount(2);
  await page.unroute(listCalls);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(cards(page).first()).toBeVisible();
});

test("keeps loaded data with an explanation while offline", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/reports");
  await expect(cards(page).first()).toBeVisible();
  const notice = page.getByText("You are offline.");
  await page.context().setOffline(true);
  await expect(notice).toBeVisible();
  // Checks that the navigation does not cover the start of the notice.
  await notice.click({ trial: true, position: { x: 20, y: 10 } });
  await expect(cards(page).first()).toBeVisible();
  await page.getByRole("combobox", { name: "Search reports..." }).fill("Checkout");
  await page.context().setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect(cards(page)).toHaveCount(1);
});

test("API clients list and search the same reports", async ({ seeded, request }) => {
  const { data } = await seeded.client.call(createApiKey, {
    params: { projectId: seeded.projectId },
    body: { name: "Reader", scopes: ["read"] },
  });
  const headers = { authorization: `Bearer ${data.key}` };
  const listed = await request.get(
    `${seeded.address}/api/reports?projectId=${seeded.projectId}&limit=3&sortBy=startTime&sortOrder=desc`,
    { headers },
  );
  const searched = await request.post(`${seeded.address}/api/reports/search`, {
    headers,
    data: { projectId: seeded.projectId, query: "", filters: {}, limit: 3 },
  });
  expect(await searched.json()).toEqual(await listed.json());
});
