import { readDefectSummary } from "@plumb/contract/failures/failures.ts";
import { listQuarantined } from "@plumb/contract/tests/quarantine.ts";
import { expect, type Page } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { admin, invitedMember, ownProject, type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "triage" });

const errors = {
  "opens the cart": "connect ECONNREFUSED 10.0.0.7:5432",
  "pays by card": "strict mode violation: getByRole('button', { name: 'Pay' }) resolved to 3 elements",
  "ships by post": "TypeError: Cannot read properties of undefined (reading 'balance')",
};

/** Uploads a report with three causes to a new project and waits until they are grouped. */
async function threeCauses(page: Page, seeded: SeededProduct, name: string) {
  const project = await ownProject(page, seeded, name);
  const reportId = await uploadReport(project, { filename: "r.xml", suite: "shop", build: "1" }, failingJunit(errors));
  await expect.poll(() => summaryOf(project).then(({ groups }) => groups)).toBe(3);
  return { project, reportId };
}

async function summaryOf({ client, projectId }: SeededProduct) {
  return (await client.call(readDefectSummary, { params: { projectId } })).data;
}

const progress = (page: Page) => page.getByRole("region", { name: "Triage" }).locator("[aria-live=polite]").first();

test("the causes of a report are triaged by keyboard; reload and Back keep the place", async ({ page, seeded }) => {
  const { project, reportId } = await threeCauses(page, seeded, "By keyboard");
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);
  await expect(page.getByRole("button", { name: "Triage", exact: true })).toBeVisible();
  await page.keyboard.press("t");
  await expect(progress(page)).toContainText("1 of 3 · 0 decided");
  await page.keyboard.press("4");
  await expect(progress(page)).toContainText("2 of 3 · 1 decided");
  await page.reload();
  await expect(progress(page)).toContainText("2 of 3 · 1 decided");
  await page.keyboard.press("3");
  await expect(progress(page)).toContainText("3 of 3 · 2 decided");
  await page.goBack();
  await expect(progress(page)).toContainText("2 of 3 · 2 decided");
  await page.keyboard.press("u");
  await expect(progress(page)).toContainText("2 of 3 · 1 decided");
  await page.keyboard.press("1");
  await page.keyboard.press("y");
  await expect(page.getByRole("heading", { name: /^2 causes decided in / })).toBeVisible();
  await expect(page.getByText("Every cause has a decision.")).toBeVisible();
  expect(await summaryOf(project)).toMatchObject({
    environmentIssues: 2,
    applicationDefects: 1,
    totalFailures: 3,
  });
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`/reports/${reportId}$`));
});

test("a cause is quarantined, assigned, merged into another one and restored by keyboard", async ({ page, seeded }) => {
  const { project } = await threeCauses(page, seeded, "Acts");
  const quarantined = async () => {
    const { projectId, client } = project;
    return (await client.call(listQuarantined, { params: { projectId } })).data.map(({ kind }) => kind);
  };
  const dialog = page.getByRole("dialog");
  await signedIn(page, seeded);
  await page.goto("/defects?triage=start");
  await expect(progress(page)).toContainText("1 of 3 · 0 decided · 0 of 3 failures");
  await page.keyboard.press("q");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expectAccessiblePage(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 test in quarantine, starting with the next run.")).toBeVisible();
  expect(await quarantined()).toEqual(["quarantine"]);
  await page.getByRole("alert").getByRole("button", { name: "Undo" }).click();
  await expect.poll(quarantined).toEqual([]);
  await page.keyboard.press("q");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByRole("radio", { name: "Mute" }).check();
  await dialog.getByRole("button", { name: "Mute" }).click();
  await expect(page.getByText("1 test muted.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("d");
  await expect(dialog.getByLabel("Due Date")).toBeFocused();
  await dialog.getByRole("button", { name: "Tomorrow" }).click();
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByText("Annotation created successfully")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("m");
  await expect(dialog.getByRole("combobox", { name: "Cause" })).toBeFocused();
  await expectAccessiblePage(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(progress(page)).toContainText("2 of 3 · 1 decided");
  await expect.poll(() => summaryOf(project).then(({ groups }) => groups)).toBe(2);
  await page.keyboard.press("u");
  await expect.poll(() => summaryOf(project).then(({ groups }) => groups)).toBe(3);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(page.getByRole("list", { name: "Decisions" })).toContainText("1 test in quarantine or muted");
  expect(await quarantined()).toEqual(["mute"]);
});

test("the tests of a selection are muted and released, and more than 200 are refused", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Muted");
  const many = Object.fromEntries(
    Array.from({ length: 201 }, (_, index) => [`test ${index}`, errors["opens the cart"]] as const),
  );
  await uploadReport(project, { filename: "r.xml", suite: "shop", build: "1" }, failingJunit(many));
  await expect.poll(() => summaryOf(project).then(({ totalFailures }) => totalFailures)).toBe(201);
  await signedIn(page, seeded);
  await page.goto("/defects?tab=tests");
  const bar = page.getByRole("region", { name: "Selection" });
  const dialog = page.getByRole("dialog", { name: "Quarantine the tests" });
  await page.getByRole("checkbox", { name: "Select all tests on this page" }).click();
  await bar.getByRole("button", { name: "Quarantine" }).click();
  await expect(dialog.getByText("and 40 more")).toBeVisible();
  await dialog.getByRole("radio", { name: "Mute" }).check();
  await dialog.getByLabel("Reason").fill("SHOP-7");
  await dialog.getByRole("button", { name: "Mute" }).click();
  await expect(page.getByText("50 tests muted.")).toBeVisible();
  await bar.getByRole("button", { name: "Quarantine" }).click();
  await expect(dialog.getByText("All of these tests (50) are in quarantine or muted.")).toBeVisible();
  await dialog.getByRole("button", { name: "Release 50 tests" }).click();
  await expect(page.getByText(/^50 tests released/)).toBeVisible();
  await bar.getByRole("button", { name: "Select all 201 that match" }).click();
  await bar.getByRole("button", { name: "Quarantine" }).click();
  await expect(dialog.getByText(/more than 200 tests/)).toBeVisible();
});

test("a decision that is not saved keeps the cause and shows the reason", async ({ page, seeded }) => {
  const { project } = await threeCauses(page, seeded, "Not saved");
  await signedIn(page, seeded);
  await page.goto("/defects?triage=start");
  await expect(progress(page)).toContainText("1 of 3 · 0 decided");
  await expectAccessiblePage(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessiblePage(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.route(/\/reclassify$/, (route) => route.abort());
  await page.keyboard.press("2");
  const alert = page.getByRole("alert").filter({ hasText: "1 decision not saved" });
  await expect(alert).toBeVisible();
  await expect(progress(page)).toContainText("2 of 3 · 0 decided");
  expect((await summaryOf(project)).dataIssues).toBe(0);
  await page.unroute(/\/reclassify$/);
  await alert.getByRole("button", { name: "Try Test Data Issue again" }).click();
  await expect(progress(page)).toContainText("2 of 3 · 1 decided");
  expect((await summaryOf(project)).dataIssues).toBe(1);
});

test("viewers read the causes, and the page explains why they cannot decide", async ({ page, seeded }) => {
  const { project } = await threeCauses(page, seeded, "Viewer");
  await signedIn(page, await invitedMember(project, "vera@example.org", "VIEWER"));
  await page.goto("/defects?triage=start");
  await expect(progress(page)).toContainText("1 of 3 · 0 decided");
  await expect(page.getByText("Users and leads of this project can set classes")).toBeVisible();
  await page.keyboard.press("4");
  await page.keyboard.press("j");
  await expect(progress(page)).toContainText("2 of 3 · 0 decided");
});

test("a selection reaches all tests that match, also on other pages, and one undo restores them", async ({
  page,
  seeded,
}) => {
  const project = await ownProject(page, seeded, "Selection");
  const many = Object.fromEntries(
    Array.from({ length: 63 }, (_, index) => [`test ${index}`, errors["opens the cart"]] as const),
  );
  await uploadReport(project, { filename: "r.xml", suite: "shop", build: "1" }, failingJunit(many));
  await expect.poll(() => summaryOf(project).then(({ totalFailures }) => totalFailures)).toBe(63);
  const before = await summaryOf(project);
  await signedIn(page, seeded);
  await page.goto("/defects?tab=tests");
  const bar = page.getByRole("region", { name: "Selection" });
  const boxes = page.getByRole("checkbox", { name: /^Select .*test \d/ });
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("4 tests selected");
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Select all tests on this page" }).click();
  await expect(bar).toContainText("50 tests selected");
  await bar.getByRole("button", { name: "Select all 63 that match" }).click();
  await expect(bar).toContainText("63 tests selected · 63 failures");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("checkbox", { name: /^Select .*test \d/, checked: true })).toHaveCount(13);
  await expect(bar).toContainText("63 tests selected");
  await page.keyboard.press("2");
  await expect(page.getByText(/^63 failures reclassified as Test Data Issue/)).toBeVisible();
  expect((await summaryOf(project)).dataIssues).toBe(63);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => summaryOf(project)).toMatchObject({ dataIssues: before.dataIssues });
});

test("a copied link leads through the sign-in to the same rows, filter and selection", async ({ page, seeded }) => {
  const { reportId } = await threeCauses(page, seeded, "Links");
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: (text: string) => Promise.resolve(sessionStorage.setItem("copied", text)) },
    });
  });
  const copied = () => page.evaluate(() => sessionStorage.getItem("copied") ?? "");
  await signedIn(page, seeded);
  await page.goto("/defects?window=7d&class=Environment+Issue");
  await page.locator("tr[data-row] [data-open-row]").first().focus();
  await page.keyboard.press("x");
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Copy link" }).click();
  await expect.poll(copied).toMatch(/\/defects\?window=7d&class=Environment\+Issue&select=/);
  const link = await copied();
  await page.goto(`/reports/${reportId}?q=pays&group=flat`);
  await page.locator("[data-open-row]").first().focus();
  await page.keyboard.press("o");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(copied).toMatch(/\/reports\/\d+\?q=pays&group=flat&result=\d+$/);
  const failure = await copied();

  for (const address of [link, failure]) {
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.goto(address);
    await page.getByLabel("Email").fill(admin.email);
    await page.getByLabel("Password", { exact: true }).fill(admin.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(address);
  }
  await expect(
    page.getByRole("list", { name: "Tests" }).getByRole("button", { expanded: true, name: /pays by card/ }),
  ).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("region", { name: "Selection" })).toContainText("1 cause selected");
});

test("a failure in a report is classified, assigned and copied from the keyboard", async ({ page, seeded }) => {
  const { project, reportId } = await threeCauses(page, seeded, "Report keys");
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}?group=flat`);
  const list = page.getByRole("list", { name: "Tests" });
  await expect(list.locator("[data-open-row]")).toHaveCount(4);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("J");
  await expect(page.getByRole("region", { name: "Selection" })).toContainText("2 failures selected");
  const rows = list.locator("[data-open-row]");
  await rows.nth(2).click({ modifiers: ["Control"] });
  await expect(page.getByRole("region", { name: "Selection" })).toContainText("3 failures selected");
  await rows.nth(2).click({ modifiers: ["Control"] });
  await expect(list.getByRole("button", { expanded: true })).toHaveCount(0);
  await rows.nth(1).focus();
  await page.keyboard.press("2");
  await expect(page.getByText(/^2 failures reclassified as Test Data Issue/)).toBeVisible();
  expect((await summaryOf(project)).dataIssues).toBe(2);
  await page.keyboard.press("k");
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: /^Assign/ });
  await expect(dialog.getByRole("textbox", { name: "Note" })).toHaveValue(/\/reports\/\d+\?result=\d+$/);
  await expect(dialog.getByRole("button", { name: "Assign" })).toBeFocused();
  await expectAccessiblePage(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  // The second key of a jump has no effect in the list.
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await expect(page).toHaveURL(/\/analysis/);
});

test("keys that are typed before a dialog has loaded do nothing", async ({ page, seeded }) => {
  const { project, reportId } = await threeCauses(page, seeded, "Slow dialogs");
  const loading = Promise.withResolvers<void>();
  await page.route(/\/assets\/(command-palette|assign-dialog)-[^/]+\.js$/, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}?group=flat`);
  await page.getByRole("list", { name: "Tests" }).locator("[data-open-row]").first().focus();
  await page.keyboard.press("a");
  await page.keyboard.press("2");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("3");
  loading.resolve();
  await expect(page.getByRole("dialog").first()).toBeVisible();
  expect(await summaryOf(project)).toMatchObject({ dataIssues: 0, environmentIssues: 1 });
});
