import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { ownProject, type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "failure-filters" });

const refused = "connect ECONNREFUSED 10.0.0.7:5432";
const ambiguous = "strict mode violation: getByRole('button', { name: 'Pay' }) resolved to 3 elements";

/** Uploads failures of two branches, environments and suites, some in a browser and with tags and facts. */
async function sendFailures(project: SeededProduct): Promise<void> {
  await uploadReport(
    project,
    { filename: "r.xml", suite: "shop", build: "1", branch: "main", environment: "staging", tag: ["nightly"] },
    failingJunit({ "opens in firefox": refused, "opens in chrome": refused, "pays by card": ambiguous }),
  );
  await uploadReport(
    project,
    { filename: "r.xml", suite: "api", build: "2", branch: "feature/a", environment: "prod", fact: ["os=linux"] },
    failingJunit({ "opens in firefox": refused }),
  );
}

const heading = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

async function pick(page: Page, filter: string, value: string): Promise<void> {
  await page.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("button", { name: filter, exact: true }).click();
  await page.getByRole("checkbox", { name: value, exact: true }).click();
  await page.keyboard.press("Escape");
}

test("filters apply to all lists and are in the address: reload, back, a link, a saved view, clear", async ({
  page,
  seeded,
}) => {
  const project = await ownProject(page, seeded, "Filtered");
  await sendFailures(project);
  await signedIn(page, seeded);
  await page.goto("/defects");
  await heading(page, "4 failures in the last 30 days, grouped into 2 causes");

  await test.step("each filter narrows the counts and every list", async () => {
    await pick(page, "Branch", "main");
    await heading(page, "3 failures in the last 30 days, grouped into 2 causes");
    await pick(page, "Browser", "firefox");
    await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
    await expect(page.getByRole("table", { name: "Groups" }).locator("tr[data-row]")).toHaveCount(1);
    await page.getByRole("tab", { name: "By Test Case" }).click();
    await expect(page.getByRole("link", { name: /opens in firefox/ })).toHaveCount(1);
    await page.getByRole("tab", { name: "By Suite/Run" }).click();
    await expect(page.locator("tr[data-row]")).toHaveCount(1);
    await page.getByRole("tab", { name: "Groups (Deduped)" }).click();
  });

  await test.step("a reload keeps them, and Back takes the last one away", async () => {
    await page.reload();
    await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
    const chips = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
    await expect(chips).toHaveText(["Branch: main", "Browser: firefox"]);
    await page.getByRole("button", { name: "Remove Browser: firefox" }).click();
    await heading(page, "3 failures in the last 30 days, grouped into 2 causes");
    await page.goBack();
    await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
  });

  await test.step("an opened cause counts only the matching failures", async () => {
    await page.locator("tr[data-row] [data-open-row]").first().click();
    await expect(page.getByRole("region", { name: "Cause" })).toContainText("opens in firefox");
    await expect(page.getByRole("region", { name: "Cause" })).not.toContainText("opens in chrome");
  });

  await test.step("a saved view contains the filters", async () => {
    await page.getByRole("button", { name: "Views", exact: true }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByLabel("Name").fill("Firefox on main");
    await page.getByRole("button", { name: "Save view" }).click();
    await expect(page.getByText("The view was saved")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await heading(page, "4 failures in the last 30 days, grouped into 2 causes");
    await page.getByRole("button", { name: "Views", exact: true }).click();
    await page.getByRole("menuitem", { name: "Firefox on main" }).click();
    await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
    await expect(page.getByRole("button", { name: "Firefox on main" })).toBeVisible();
  });

  await test.step("a link with a value that no failure has gives an empty page and a way back", async () => {
    await page.goto(`/defects?branch=${encodeURIComponent('["deleted"]')}&tag=nightly`);
    await expect(page.getByText("No failures in the last 30 days match your filters.")).toBeVisible();
    await page.getByRole("button", { name: "Remove Branch: deleted" }).click();
    await heading(page, "3 failures in the last 30 days, grouped into 2 causes");
    await page.goto("/defects?fact=os%3Dlinux");
    await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
  });
});

test("a value with characters that addresses give a meaning survives a reload", async ({ page, seeded }) => {
  const branch = "feature/100% & a=b+c#1 [x],?";
  const project = await ownProject(page, seeded, "Characters");
  const failing = failingJunit({ "opens in firefox": refused });
  await uploadReport(project, { filename: "r.xml", suite: "shop", build: "1", branch }, failing);
  await uploadReport(project, { filename: "r.xml", suite: "shop", build: "2", branch: "404" }, failing);
  await signedIn(page, seeded);
  await page.goto("/defects");
  await heading(page, "2 failures in the last 30 days, grouped into 1 cause");
  await pick(page, "Branch", branch);
  await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
  await page.reload();
  await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
  await page.getByRole("button", { name: `Remove Branch: ${branch}` }).click();
  await pick(page, "Branch", "404");
  await page.reload();
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
  await expect(chips).toHaveText(["Branch: 404"]);
  await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
});

test("my tests are those with one of my owner names, also at 360 pixels", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Mine");
  await sendFailures(project);
  await signedIn(page, seeded);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/defects");
  await heading(page, "4 failures in the last 30 days, grouped into 2 causes");
  await page.getByRole("button", { name: "My tests", exact: true }).click();
  await expect(page.getByText("Your tests are those whose owner is your user name")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expect(page).toHaveURL(/mine=true/);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await heading(page, "4 failures in the last 30 days, grouped into 2 causes");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("the navigation opens a page with its default view, and links never change", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Defaults");
  await sendFailures(project);
  await signedIn(page, seeded);
  await page.goto("/defects?branch=main");
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");
  await expect(chips).toHaveText(["Branch: main"]);
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Main only");
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("button", { name: "Main only", exact: true }).click();
  await page.getByRole("menuitem", { name: "Manage views…" }).click();
  await page.getByRole("checkbox", { name: "Open the page with Main only" }).click();
  await expect(page.getByRole("checkbox", { name: "Open the page with Main only" })).toBeChecked();
  await page.keyboard.press("Escape");

  const navigation = page.getByRole("navigation").getByRole("link", { name: "Failure Analysis" });
  await page.getByRole("link", { name: "Test Reports" }).first().click();
  await navigation.click();
  await expect(chips).toHaveText(["Branch: main"]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await heading(page, "4 failures in the last 30 days, grouped into 2 causes");
  await expect(chips).toHaveCount(0);
  await page.goBack();
  await expect(chips).toHaveText(["Branch: main"]);
  await page.goBack();
  await expect(page).toHaveURL(/\/reports/);

  await page.goto("/defects");
  await heading(page, "4 failures in the last 30 days, grouped into 2 causes");
  await page.goto("/defects?environment=prod");
  await expect(chips).toHaveText(["Environment: prod"]);
  await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
});

test("a query filters by typing and by a link, and the CSV has the rows of the list", async ({ page, seeded }) => {
  const project = await ownProject(page, seeded, "Queries");
  await sendFailures(project);
  await signedIn(page, seeded);
  await page.goto("/defects");
  await heading(page, "4 failures in the last 30 days, grouped into 2 causes");
  const field = page.getByRole("combobox", { name: "Search tests..." });
  const chips = page.getByRole("list", { name: "Active filters" }).getByRole("listitem");

  await test.step("fields and values are completed, and a filter becomes a chip", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("-tag:nig");
    await page.getByRole("option", { name: "nightly" }).click();
    await expect(chips).toHaveText(["Not tag: nightly"]);
    await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
    await page.reload();
    await expect(chips).toHaveText(["Not tag: nightly"]);
  });

  await test.step("an error keeps the list", async () => {
    await field.fill("opens brwser:firefox");
    await field.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "Did you mean browser?" })).toBeVisible();
    await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
  });

  await test.step("a saved view has the excluded values", async () => {
    await field.fill("");
    await page.getByRole("button", { name: "Views", exact: true }).click();
    await page.getByRole("menuitem", { name: "Save this view…" }).click();
    await page.getByLabel("Name").fill("Not nightly");
    await page.getByRole("button", { name: "Save view" }).click();
    await expect(page.getByText("The view was saved")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await heading(page, "4 failures in the last 30 days, grouped into 2 causes");
    await page.getByRole("button", { name: "Views", exact: true }).click();
    await page.getByRole("menuitem", { name: "Not nightly" }).click();
    await expect(chips).toHaveText(["Not tag: nightly"]);
  });

  await test.step("a link with a query opens its filters, and a link with an error shows it", async () => {
    await page.goto(`/defects?query=${encodeURIComponent("branch:main -browser:firefox opens")}`);
    await expect(chips).toHaveText(["Branch: main", "Not browser: firefox"]);
    await expect(field).toHaveValue("opens");
    await heading(page, "1 failure in the last 30 days, grouped into 1 cause");
    await page.goto(`/defects?query=${encodeURIComponent("branch:main onwer:ana")}`);
    await expect(field).toHaveValue("branch:main onwer:ana");
    await expect(page.getByRole("alert").filter({ hasText: "Did you mean owner?" })).toBeVisible();
    await heading(page, "4 failures in the last 30 days, grouped into 2 causes");
  });

  await test.step("the CSV has the rows of the list", async () => {
    await page.goto("/defects?tab=tests&not=tag:nightly");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export these failed tests as CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/-failed-tests-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("opens in firefox");
  });
});
