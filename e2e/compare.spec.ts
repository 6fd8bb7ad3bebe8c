import { createProject } from "@plumb/contract/projects/projects.ts";
import { expect, type Page } from "@playwright/test";
import { readTexts } from "../packages/web/src/testing/read-screen.ts";
import { type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { outcomesReport, shardReport } from "./report-files.ts";

const at = (hour: number) => `2026-03-04T${String(hour).padStart(2, "0")}:00:00Z`;

type Outcomes = Parameters<typeof outcomesReport>[0];

/** Uploads a run of a suite. */
const send = (seeded: SeededProduct, suite: string, hour: number, outcomes: Outcomes) =>
  uploadReport(
    seeded,
    { filename: "r.json", suite, build: `${suite} ${hour}`, startedAt: at(hour) },
    outcomesReport(outcomes),
  );

const kindsOf = (page: Page) => page.getByRole("navigation", { name: "Filter by change" });
const testsOf = (page: Page) => page.getByRole("list", { name: "Tests" }).getByRole("listitem");

/** Uploads two runs with a test of each change, and compares them. */
async function compareTwo(page: Page, seeded: SeededProduct, suite: string): Promise<{ base: number; head: number }> {
  const before = { adds: "passed", pays: "failed", ships: "passed", wraps: "failed", drops: "passed" } as const;
  const after = { adds: "failed", pays: "failed", ships: "flaky", wraps: "passed", greets: "passed" } as const;
  const base = await send(seeded, suite, 8, before);
  const head = await send(seeded, suite, 9, after);
  await signedIn(page, seeded);
  await page.goto(`/reports/compare?base=${base}&head=${head}`);
  return { base, head };
}

test("changes are counted and listed, new failures first", async ({ page, seeded }) => {
  await compareTwo(page, seeded, "counted changes");
  await expect(kindsOf(page).getByRole("link")).toHaveText([
    "All changes 5",
    "New failures 1",
    "Back again 0",
    "Fixed 1",
    "Newly flaky 1",
    "Different cause 0",
    "Slower 0",
    "Added 1",
    "Removed 1",
    "Still failing 1",
  ]);
  await expect(testsOf(page)).toContainText(["adds", "wraps", "ships", "greets", "drops"]);
  await expect(page.getByRole("heading", { level: 2 })).toContainText([
    "New failures",
    "Fixed",
    "Newly flaky",
    "Added",
    "Removed",
  ]);
  await expect(testsOf(page).nth(0).getByText("Passed", { exact: true })).toBeVisible();
  await expect(testsOf(page).nth(0).getByText("Failed", { exact: true })).toBeVisible();
  await expect(testsOf(page).nth(3).getByText("not in this report")).toBeVisible();
  await expect(testsOf(page).nth(4).getByText("gone")).toBeVisible();
});

test("selecting a kind filters the tests, and Back shows all of them", async ({ page, seeded }) => {
  await compareTwo(page, seeded, "kinds of changes");
  await kindsOf(page).getByRole("link", { name: "Removed" }).click();
  await expect(page).toHaveURL(/show=removed$/);
  await expect(testsOf(page)).toHaveText([/drops/]);
  await kindsOf(page).getByRole("link", { name: "Slower" }).click();
  await expect(page.getByText("No tests: slower")).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(testsOf(page)).toHaveCount(5);
});

test("swapping turns new failures into fixed ones", async ({ page, seeded }) => {
  const { base, head } = await compareTwo(page, seeded, "swapped");
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(page).toHaveURL(new RegExp(`base=${head}&head=${base}$`));
  await expect(kindsOf(page).getByRole("link", { name: "Fixed 1" })).toBeVisible();
  await expect(kindsOf(page).getByRole("link", { name: "Removed 1" })).toBeVisible();
});

test("another report is found by a search and compared", async ({ page, seeded }) => {
  const { base } = await compareTwo(page, seeded, "searched");
  const other = await send(seeded, "searched", 10, { adds: "failed" });
  await page.getByRole("combobox", { name: "Head" }).fill("searched");
  await page
    .getByRole("option", { name: /searched #\d+/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`base=${base}&head=${other}$`));
  await expect(kindsOf(page).getByRole("link", { name: "Removed 4" })).toBeVisible();
});

test("a test opens in the report of its column", async ({ page, seeded }) => {
  const { base, head } = await compareTwo(page, seeded, "opened");
  await page.goto(`/reports/compare?base=${base}&head=${head}&show=newFailure`);
  await testsOf(page).getByRole("link", { name: "Failed" }).click();
  await expect(page).toHaveURL(new RegExp(`/reports/${head}\\?result=\\d+`));
  await expect(page.getByRole("button", { name: /adds/, expanded: true })).toBeVisible();
});

test("both results of a test open in place, and stay open after a reload", async ({ page, seeded }) => {
  const { head } = await compareTwo(page, seeded, "in place");
  await testsOf(page).nth(0).getByRole("button", { name: "Both results of adds" }).click();
  await expect(page).toHaveURL(new RegExp(`head=${head}&open=\\d+$`));
  const steps = testsOf(page).nth(0).getByRole("table", { name: "Steps" });
  await expect(steps.getByRole("columnheader")).toContainText(["Step", /#\d+/, /#\d+/]);
  await page.reload();
  await expect(steps).toBeVisible();
  // A test that only one report has.
  await testsOf(page).nth(3).getByRole("button", { name: "Both results of greets" }).click();
  await expect(testsOf(page).nth(3).getByRole("table", { name: "Steps" })).toBeVisible();
  await expect(testsOf(page).getByRole("table")).toHaveCount(1);
  await testsOf(page).nth(3).getByRole("button", { expanded: true }).click();
  await expect(page).toHaveURL(new RegExp(`head=${head}$`));
});

test("keys open a test in place, and presets change the base", async ({ page, seeded }) => {
  const { base, head } = await compareTwo(page, seeded, "presets");
  const presets = page.getByRole("navigation", { name: "Compare with" }).getByRole("link");
  await expect(presets).toHaveText([/^previous #\d+$/]);
  await expect(presets).toHaveAttribute("aria-current", "page");
  const other = await send(seeded, "presets", 10, { adds: "passed" });
  await page.goto(`/reports/compare?base=${base}&head=${other}`);
  await presets.filter({ hasText: "previous" }).click();
  await expect(page).toHaveURL(new RegExp(`base=${head}&head=${other}$`));
  await expect(page.getByText("Commits between: unknown, because a report has no commit.")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/open=\d+$/);
});

test("a report links to its changes since the previous run", async ({ page, seeded }) => {
  const { base, head } = await compareTwo(page, seeded, "previous run");
  await page.goto(`/reports/${head}`);
  await expect(page.getByRole("link", { name: /^vs #\d+$/ })).toHaveAttribute(
    "href",
    `/reports/compare?base=${base}&head=${head}`,
  );
  await page.getByRole("link", { name: "1 new", exact: true }).click();
  await expect(testsOf(page)).toHaveText([/adds/]);
});

const between = (...ids: number[]) => encodeURIComponent(JSON.stringify(ids));

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Tests" }).getByRole("row").filter({ hasText: name });

/** Uploads three runs, in which a test breaks, one is fixed and one fails once. */
async function threeRuns(page: Page, seeded: SeededProduct, suite: string): Promise<readonly [number, number, number]> {
  const first = await send(seeded, suite, 8, { adds: "passed", pays: "failed", ships: "passed", wraps: "passed" });
  const second = await send(seeded, suite, 9, { adds: "failed", pays: "failed", ships: "failed", wraps: "passed" });
  const third = await send(seeded, suite, 10, { adds: "failed", pays: "passed", ships: "passed", wraps: "passed" });
  await signedIn(page, seeded);
  return [first, second, third];
}

test("several reports are selected in the list and compared from the oldest to the newest", async ({
  page,
  seeded,
}) => {
  const [first, second, third] = await threeRuns(page, seeded, "selected");
  await page.goto("/reports?q=selected");
  const boxes = page.getByRole("checkbox", { name: /^Select selected/ });
  await expect(boxes).toHaveCount(3);
  for (const box of await boxes.all()) await box.check();
  await expect(page.getByRole("region", { name: "Selected reports" })).toContainText("3 reports");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(new RegExp(`base=${first}&head=${third}&between=${between(second)}$`));
  await expect
    .poll(() => readTexts(rowOf(page, "adds").getByRole("cell")))
    .toEqual([
      expect.arrayContaining(["adds"]),
      expect.arrayContaining(["New failure"]),
      expect.arrayContaining(["Passed"]),
      expect.arrayContaining(["Changed:", "Failed"]),
      expect.arrayContaining(["Failed"]),
    ]);
  await expect(rowOf(page, "pays")).toContainText("Fixed");
  await expect(rowOf(page, "ships")).toContainText("Failed in between");
  await expect(rowOf(page, "wraps")).toHaveCount(0);
});

test("a filter and a search narrow the tests, also after a reload", async ({ page, seeded }) => {
  const [first, second, third] = await threeRuns(page, seeded, "narrowed");
  await page.goto(`/reports/compare?base=${first}&head=${third}&between=${between(second)}`);
  await kindsOf(page).getByRole("link", { name: "All tests 4" }).click();
  await expect(rowOf(page, "wraps")).toContainText("Unchanged");
  await page.getByRole("searchbox", { name: "Search tests..." }).fill("pays");
  await expect(kindsOf(page).getByRole("link", { name: "All tests 1" })).toBeVisible();
  await expect(page).toHaveURL(/q=pays/);
  await page.reload();
  await expect(rowOf(page, "pays")).toBeVisible();
  await expect(rowOf(page, "adds")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(rowOf(page, "adds")).toBeVisible();
});

test("a report is added in order, and one is removed", async ({ page, seeded }) => {
  const [first, second, third] = await threeRuns(page, seeded, "added");
  await page.goto(`/reports/compare?base=${first}&head=${third}&between=${between(second)}`);
  const fourth = await send(seeded, "added", 11, { adds: "passed", pays: "passed", ships: "passed", wraps: "failed" });
  await page.getByRole("button", { name: "Add a report" }).click();
  await page.getByRole("combobox", { name: "Another report" }).fill("added");
  await page
    .getByRole("option", { name: /added #\d+/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`head=${fourth}&between=${between(second, third)}`));
  await expect(rowOf(page, "wraps")).toContainText("New failure");
  await page.getByRole("button", { name: "Compare without report 2" }).click();
  await expect(page).toHaveURL(new RegExp(`head=${fourth}&between=${between(third)}`));
  await kindsOf(page).getByRole("link", { name: "All tests 4" }).click();
  await expect(rowOf(page, "ships")).toContainText("Unchanged");
});

test("one click compares the two reports between which the test broke", async ({ page, seeded }) => {
  const [first, second, third] = await threeRuns(page, seeded, "broken");
  await page.goto(`/reports/compare?base=${first}&head=${third}&between=${between(second)}`);
  await rowOf(page, "adds")
    .getByRole("link", { name: /^since #\d+$/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`base=${first}&head=${second}&show=newFailure$`));
  await expect(page.getByRole("list", { name: "Tests" }).getByRole("listitem")).toHaveText([/adds/, /ships/]);
});

test("a missing report is named, and the others are compared", async ({ page, seeded }) => {
  const [first, , third] = await threeRuns(page, seeded, "one missing");
  await page.goto(`/reports/compare?base=${first}&head=${third}&between=${between(999_999)}`);
  await expect(page.getByText("Report 999999 no longer exists")).toBeVisible();
  await expect(rowOf(page, "adds")).toContainText("New failure");
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page).toHaveURL(new RegExp(`base=${first}&head=${third}$`));
});

test("rejects a missing report, a report of another project and the same report twice", async ({ page, seeded }) => {
  const mine = await uploadReport(seeded, { filename: "m.json", suite: "mine" }, outcomesReport({ adds: "passed" }));
  const { data: project } = await seeded.client.call(createProject, {
    body: { name: "Warehouse", description: "What the shop sells", type: "other" },
  });
  const other = await uploadReport(
    { ...seeded, projectId: project.id },
    { filename: "o.json", suite: "other" },
    outcomesReport({ adds: "passed" }),
  );
  await signedIn(page, seeded);
  for (const head of [999_999, other]) {
    await page.goto(`/reports/compare?base=${mine}&head=${head}`);
    await expect(page.getByText("Report Not Found")).toBeVisible();
    await expect(page.getByText("The requested report could not be found.")).toBeVisible();
  }
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(/\/reports$/);
  await page.goto(`/reports/compare?base=${mine}&head=${mine}`);
  await expect(page.getByText("You chose the same report twice")).toBeVisible();
  await page.goto("/reports/compare?base=x&head=-1");
  await expect(page.getByText("Choose two reports")).toBeVisible();
});

test("renders only the visible rows when there are thousands of changes", async ({ page, seeded }) => {
  const send = (first: number) =>
    uploadReport(
      seeded,
      { filename: "l.json", suite: "large", build: `large ${first}`, startedAt: at(first === 0 ? 1 : 2) },
      shardReport({ current: 1, total: 1 }, first, 3000),
    );
  const base = await send(0);
  const head = await send(3000);
  await signedIn(page, seeded);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/reports/compare?base=${base}&head=${head}`);
  const tests = page.getByRole("list", { name: "Tests" });
  await expect(tests.getByText("test 3000", { exact: true })).toBeVisible();
  await expect(tests.locator("[aria-setsize='6000']").first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.keyboard.press("j");
  await expect(tests.getByRole("button", { name: "Both results of test 3000" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(tests.getByRole("button", { name: "Both results of test 3001" })).toBeFocused();
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
  await expect(tests.getByText("test 2999", { exact: true })).toBeVisible();
  expect(await tests.getByRole("listitem").count()).toBeLessThan(60);
});
