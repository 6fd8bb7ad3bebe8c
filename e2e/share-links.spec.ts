import { createShareLink, revokeShareLink, type ShareTarget } from "@plumb/contract/projects/share-links.ts";
import { listResults } from "@plumb/contract/runs/results.ts";
import { type Browser, expect, type Page } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { ownProject, type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { outcomesReport, playwrightReport } from "./report-files.ts";

test.use({ database: "share-links" });

/** Uploads a run with a failed test into a new project. */
async function createRun(page: Page, seeded: SeededProduct, name: string) {
  const project = await ownProject(page, seeded, name);
  const reportId = await uploadReport(project, { filename: "r.json", suite: "checkout" }, playwrightReport());
  return { project, reportId };
}

async function shareUrl(project: SeededProduct, target: ShareTarget): Promise<{ id: number; path: string }> {
  const { client, projectId } = project;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { data } = await client.call(createShareLink, { params: { projectId }, body: { target, expiresAt } });
  return { id: data.id, path: new URL(data.url).pathname };
}

/** Opens the link in a browser without a session. Collects rejected requests and messages about errors. */
async function openAsGuest(browser: Browser, seeded: SeededProduct, path: string) {
  const context = await browser.newContext({ baseURL: seeded.address });
  const guest = await context.newPage();
  const problems: string[] = [];
  guest.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  guest.on("pageerror", (error) => problems.push(error.message));
  await guest.goto(path);
  return { guest, problems, [Symbol.asyncDispose]: () => context.close() };
}

/** No link leads to another page of the app, apart from signing in. */
async function expectNoWayOut(guest: Page): Promise<void> {
  const inApp = guest.locator("a[href^='/']");
  for (const link of await inApp.all()) {
    const href = (await link.getAttribute("href")) ?? "";
    if ((await link.textContent()) !== "Sign in") expect(href).toMatch(/^\/s\//);
  }
  await expect(guest.getByRole("navigation", { name: "Main" })).toHaveCount(0);
}

test("a report is shared from its page, read without an account, and revoked in the project", async ({
  page,
  seeded,
  browser,
}) => {
  const { project, reportId } = await createRun(page, seeded, "Shared report");
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);
  await page.getByRole("button", { name: "Actions for checkout #1" }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  const url = (await dialog.getByLabel("share link", { exact: true }).textContent()) ?? "";
  const { pathname } = new URL(url);

  await using opened = await openAsGuest(browser, seeded, pathname);
  const { guest, problems } = opened;
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("checkout #1");
  await expect(guest.getByText(/^Shared (by .+ )?from Shared report, until /)).toBeVisible();
  await guest.getByRole("list", { name: "Tests" }).locator("button[data-result]").first().click();
  await expect(guest.getByLabel("error message", { exact: true }).first()).toBeVisible();
  await expect(guest.getByRole("button", { name: "Next test" })).toBeVisible();
  await guest.getByRole("button", { name: "Passed 1", exact: true }).click();
  await expect(guest.getByRole("list", { name: "Tests" })).toContainText("shows the balance");
  await expectNoWayOut(guest);
  expect(problems).toEqual([]);

  await page.goto(`/projects/${project.projectId}?tab=share-links`);
  await expect(page.getByRole("table")).toContainText("opened 1 time");
  await page.getByRole("button", { name: "Revoke the link to #1 of checkout" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("table")).toContainText("Revoked");
  // The page that is still open notices it with its next request.
  await guest.getByRole("button", { name: "Flaky 1", exact: true }).click();
  await expect(guest.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "This link has ended" })).toBeVisible();
});

test("a failure, a comparison and a week are readable, and lead nowhere else", async ({ page, seeded, browser }) => {
  const { project, reportId } = await createRun(page, seeded, "Shared others");
  const { client } = project;
  const outcomes = { adds: "failed", pays: "passed" } as const;
  const headId = await uploadReport(
    project,
    { filename: "r.json", suite: "checkout", build: "2" },
    outcomesReport(outcomes),
  );
  const { data: rows } = await client.call(listResults, { params: { reportId }, query: { limit: 1 } });
  const failure = await shareUrl(project, { kind: "failure", reportId, resultId: rows[0]?.id ?? 0 });
  const comparison = await shareUrl(project, { kind: "comparison", baseId: reportId, headId });
  const week = await shareUrl(project, { kind: "week", week: "2026-W09", timeZone: "UTC" });
  {
    await using opened = await openAsGuest(browser, seeded, failure.path);
    await expect(opened.guest.getByRole("heading", { level: 1 })).toContainText(
      "pays the rest by card in #1 of checkout",
    );
    await expect(opened.guest.getByLabel("error message", { exact: true }).first()).toBeVisible();
    await expectNoWayOut(opened.guest);
    expect(opened.problems).toEqual([]);
  }
  {
    await using opened = await openAsGuest(browser, seeded, comparison.path);
    const kinds = opened.guest.getByRole("navigation", { name: "Filter by change" });
    await kinds.getByRole("link", { name: /^Added/ }).click();
    await expect(opened.guest).toHaveURL(/\/s\/share_[^?]*\?show=added$/);
    await expect(opened.guest.getByRole("list", { name: "Tests" })).toContainText("pays");
    await expectNoWayOut(opened.guest);
    expect(opened.problems).toEqual([]);
  }
  {
    await using opened = await openAsGuest(browser, seeded, week.path);
    await expect(opened.guest.getByText("Shared others · Week 9")).toBeVisible();
    await expectNoWayOut(opened.guest);
    expect(opened.problems).toEqual([]);
  }
});

test("chats show the name of the target of a link that works, and nothing else", async ({ page, seeded }) => {
  const { project, reportId } = await createRun(page, seeded, "Preview");
  const { id, path } = await shareUrl(project, { kind: "report", reportId });
  const previewOf = async (address: string) => {
    const html = await (await page.request.get(`${seeded.address}${address}`)).text();
    return [...html.matchAll(/property="og:(\w+)" content="([^"]*)"/g)].map(([, name, content]) => [name, content]);
  };
  expect(await previewOf(path)).toEqual([
    ["type", "website"],
    ["title", "#1 of checkout"],
    ["description", "Preview"],
  ]);
  expect(await previewOf(`/reports/${reportId}`)).toEqual([]);
  const { client, projectId } = project;
  await client.call(revokeShareLink, { params: { projectId, linkId: id } });
  expect(await previewOf(path)).toEqual([]);
});

test("a signed-in reader keeps their session while reading a link", async ({ page, seeded }) => {
  const { project, reportId } = await createRun(page, seeded, "Shared with a user");
  const { path, id } = await shareUrl(project, { kind: "report", reportId });
  await signedIn(page, seeded);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("checkout #1");
  const { client, projectId } = project;
  await client.call(revokeShareLink, { params: { projectId, linkId: id } });
  await page.reload();
  await expect(page.getByRole("heading", { name: "This link has ended" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Main" }).first()).toBeVisible();
});

test("the pages of links are accessible at both widths and in both themes", async ({ page, seeded, browser }) => {
  const { project, reportId } = await createRun(page, seeded, "Accessible links");
  const { data: rows } = await project.client.call(listResults, { params: { reportId }, query: { limit: 1 } });
  const links = [
    await shareUrl(project, { kind: "report", reportId }),
    await shareUrl(project, { kind: "failure", reportId, resultId: rows[0]?.id ?? 0 }),
    { path: "/s/share_1_unknown" },
  ];
  for (const { path } of links) {
    await using opened = await openAsGuest(browser, seeded, path);
    await expect(opened.guest.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of [1440, 360]) {
      await opened.guest.setViewportSize({ width, height: 900 });
      await expectAccessiblePage(opened.guest);
    }
  }
});
