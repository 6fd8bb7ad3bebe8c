import { createProject } from "@plumb/contract/projects/projects.ts";
import { expect } from "@playwright/test";
import { signedIn, test, uploadReport } from "./product.ts";
import { outcomesReport, shardReport } from "./report-files.ts";

const at = (hour: number) => `2026-03-04T${String(hour).padStart(2, "0")}:00:00Z`;

test("two reports of the list are compared test by test, swapped, and kept in the URL", async ({ page, seeded }) => {
  const send = (hour: number, outcomes: Parameters<typeof outcomesReport>[0]) =>
    uploadReport(
      seeded,
      { filename: "r.json", suite: "compared", build: `compare ${hour}`, startedAt: at(hour) },
      outcomesReport(outcomes),
    );
  const base = await send(8, { adds: "passed", pays: "failed", ships: "passed", wraps: "failed", drops: "passed" });
  const head = await send(9, { adds: "failed", pays: "failed", ships: "flaky", wraps: "passed", greets: "passed" });
  await signedIn(page, seeded);
  await page.goto(`/reports/compare?base=${base}&head=${head}`);
  const kinds = page.getByRole("navigation", { name: "Filter by change" });
  const tests = page.getByRole("list", { name: "Tests" }).getByRole("listitem");

  await test.step("changes are counted and listed, new failures first", async () => {
    await expect(kinds.getByRole("link")).toHaveText([
      "All changes 6",
      "New failures 1",
      "Back again 0",
      "Still failing 1",
      "Fixed 1",
      "Newly flaky 1",
      "Other cause 0",
      "Slower 0",
      "Added 1",
      "Removed 1",
    ]);
    await expect(tests).toHaveText([
      /Passed.*Failed.*adds/,
      /pays/,
      /ships/,
      /wraps/,
      /not there.*greets/,
      /gone.*drops/,
    ]);
  });

  await test.step("selecting a kind filters the tests, and Back shows all of them", async () => {
    await kinds.getByRole("link", { name: "Removed" }).click();
    await expect(page).toHaveURL(/show=removed$/);
    await expect(tests).toHaveText([/drops/]);
    await kinds.getByRole("link", { name: "Slower" }).click();
    await expect(page.getByText("No tests here: slower")).toBeVisible();
    await page.goBack();
    await page.goBack();
    await expect(tests).toHaveCount(6);
  });

  await test.step("swapping turns new failures into fixed ones", async () => {
    await page.getByRole("button", { name: "Swap" }).click();
    await expect(page).toHaveURL(new RegExp(`base=${head}&head=${base}$`));
    await expect(kinds.getByRole("link", { name: "Fixed 1" })).toBeVisible();
    await expect(kinds.getByRole("link", { name: "Removed 1" })).toBeVisible();
  });

  await test.step("another report is found by a search and compared", async () => {
    const other = await send(10, { adds: "failed" });
    await page.getByRole("combobox", { name: "Head" }).fill("compared");
    await page.getByRole("option", { name: /compared #\d+.*10:00:00/ }).click();
    await expect(page).toHaveURL(new RegExp(`base=${head}&head=${other}$`));
    await expect(kinds.getByRole("link", { name: "Removed 4" })).toBeVisible();
  });

  await test.step("a test opens in the report of its column", async () => {
    await page.goto(`/reports/compare?base=${base}&head=${head}&show=newFailure`);
    await tests.getByRole("link", { name: "adds" }).click();
    await expect(page).toHaveURL(new RegExp(`/reports/${head}\\?result=\\d+`));
    await expect(page.getByRole("button", { name: /adds/, expanded: true })).toBeVisible();
  });

  await test.step("the report shows changes since the previous run", async () => {
    await page.goto(`/reports/${head}`);
    await expect(page.getByRole("link", { name: /^vs #\d+$/ })).toHaveAttribute(
      "href",
      `/reports/compare?base=${base}&head=${head}`,
    );
    await page.getByRole("link", { name: "1 new", exact: true }).click();
    await expect(tests).toHaveText([/adds/]);
  });
});

const between = (...ids: number[]) => encodeURIComponent(JSON.stringify(ids));

test("several reports are compared side by side, with the run that broke a test", async ({ page, seeded }) => {
  const send = (hour: number, outcomes: Parameters<typeof outcomesReport>[0]) =>
    uploadReport(
      seeded,
      { filename: "s.json", suite: "several", build: `several ${hour}`, startedAt: at(hour) },
      outcomesReport(outcomes),
    );
  const first = await send(8, { adds: "passed", pays: "failed", ships: "passed", wraps: "passed" });
  const second = await send(9, { adds: "failed", pays: "failed", ships: "failed", wraps: "passed" });
  const third = await send(10, { adds: "failed", pays: "passed", ships: "passed", wraps: "passed" });
  await signedIn(page, seeded);
  const kinds = page.getByRole("navigation", { name: "Filter by change" });
  const row = (name: string) => page.getByRole("table", { name: "Tests" }).getByRole("row").filter({ hasText: name });

  await test.step("they are selected in the list, and compared from the oldest to the newest", async () => {
    await page.goto("/reports?q=several");
    const boxes = page.getByRole("checkbox", { name: /^Select several/ });
    await expect(boxes).toHaveCount(3);
    for (const box of await boxes.all()) await box.check();
    await expect(page.getByRole("region", { name: "Selected reports" })).toContainText("3 reports");
    await page.keyboard.press("c");
    await expect(page).toHaveURL(new RegExp(`base=${first}&head=${third}&between=${between(second)}$`));
    await expect(row("adds").getByRole("cell")).toHaveText([
      /adds/,
      /New failure/,
      /^Passed/,
      /^Changed here:\s*Failed/,
      /^Failed/,
    ]);
    await expect(row("pays")).toContainText("Fixed");
    await expect(row("ships")).toContainText("Failed in between");
    await expect(row("wraps")).toHaveCount(0);
  });

  await test.step("a filter and a search narrow the tests, also after a reload", async () => {
    await kinds.getByRole("link", { name: "All tests 4" }).click();
    await expect(row("wraps")).toContainText("Unchanged");
    await page.getByRole("searchbox", { name: "Search tests..." }).fill("pays");
    await expect(kinds.getByRole("link", { name: "All tests 1" })).toBeVisible();
    await expect(page).toHaveURL(/q=pays/);
    await page.reload();
    await expect(row("pays")).toBeVisible();
    await expect(row("adds")).toHaveCount(0);
    await page.getByRole("button", { name: "Clear the search" }).click();
    await expect(row("adds")).toBeVisible();
  });

  await test.step("a report is added in order, and one is removed", async () => {
    const fourth = await send(11, { adds: "passed", pays: "passed", ships: "passed", wraps: "failed" });
    await page.getByRole("button", { name: "Add a report" }).click();
    await page.getByRole("combobox", { name: "Another report" }).fill("several");
    await page.getByRole("option", { name: /several #\d+.*11:00:00/ }).click();
    await expect(page).toHaveURL(new RegExp(`head=${fourth}&between=${between(second, third)}`));
    await expect(row("wraps")).toContainText("New failure");
    await page.getByRole("button", { name: "Compare without report 2" }).click();
    await expect(page).toHaveURL(new RegExp(`head=${fourth}&between=${between(third)}`));
    await expect(row("ships")).toContainText("Unchanged");
  });

  await test.step("one click compares the two reports between which the test broke", async () => {
    await row("wraps")
      .getByRole("link", { name: /^since #\d+$/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`base=${third}&head=\\d+&show=newFailure$`));
    await expect(page.getByRole("list", { name: "Tests" }).getByRole("listitem")).toHaveText([/wraps/]);
  });

  await test.step("a missing report is named, and the others are compared", async () => {
    await page.goto(`/reports/compare?base=${first}&head=${third}&between=${between(999_999)}`);
    await expect(page.getByText("Report 999999 is not there any more")).toBeVisible();
    await expect(row("adds")).toContainText("New failure");
    await page.getByRole("button", { name: "Take it out" }).click();
    await expect(page).toHaveURL(new RegExp(`base=${first}&head=${third}$`));
  });
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
  await expect(page.getByText("This is the same report twice")).toBeVisible();
  await page.goto("/reports/compare?base=x&head=-1");
  await expect(page.getByText("Choose two reports")).toBeVisible();
});

test("renders only the visible rows of thousands of changes", async ({ page, seeded }) => {
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
  await expect(tests.getByRole("link", { name: "test 3000" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(tests.getByRole("link", { name: "test 3001" })).toBeFocused();
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
  await expect(tests.getByText("test 2999", { exact: true })).toBeVisible();
  expect(await tests.getByRole("listitem").count()).toBeLessThan(60);
});
