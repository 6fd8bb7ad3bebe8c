import { expect, type Page } from "@playwright/test";
import { listResults } from "@plumb/contract/runs/results.ts";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { readTexts } from "../packages/web/src/testing/read-screen.ts";
import { signedIn, test, uploadReport } from "./product.ts";
import { junitReport, playwrightReport } from "./report-files.ts";

const rows = (page: Page) => page.getByRole("list", { name: "Tests" }).locator("button[data-result]");
const heads = (page: Page) => page.getByRole("list", { name: "Tests" }).locator("button[data-group]");

test("a report opens with its failures, and a failed test shows its details", async ({ page, seeded }) => {
  const upload = (build: string) =>
    uploadReport(
      seeded,
      { filename: "results.json", suite: "checkout-e2e", build, environment: "staging" },
      playwrightReport(),
    );
  await upload("story-1");
  const reportId = await upload("story-2");
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);

  await test.step("failures come first, grouped by their error", async () => {
    await expect
      .poll(() => readTexts(heads(page)))
      .toEqual([expect.arrayContaining(["1", "failed", "flaky"]), ["Passed", "1 test"]]);
    const outcomes = async () => (await readTexts(rows(page))).map(([outcome]) => outcome);
    await expect.poll(outcomes).toEqual(["Failed", "Flaky"]);
    await expect(rows(page)).toContainText(["pays the rest by card", "refunds"]);
    await heads(page).last().click();
    await expect(rows(page)).toContainText(["pays the rest by card", "refunds", "balance"]);
    await expect(page.getByRole("tab", { selected: true })).toHaveText("Test Results");
  });

  await test.step("an opened test shows the last failed attempt, its output and its history", async () => {
    await rows(page).first().click();
    await expect(page.getByRole("tab", { name: "Attempt 2 Failed", selected: true })).toBeVisible();
    await expect(page.getByLabel("error message", { exact: true })).toContainText("expect(locator).toHaveText");
    await page.getByText(/^Test Steps \(/).click();
    await expect(page.getByRole("heading", { name: "Test Environment" })).toBeVisible();
    await expect(page.getByText("Chromium", { exact: true })).toBeVisible();
    await expect(page.getByText(/Failing since #\d+.* \(2 runs\)/).last()).toBeVisible();
    await expect(page).not.toHaveTitle(/pwned/);
  });

  await test.step("attempt and step are in the URL, and a reload restores them", async () => {
    await page.getByRole("tab", { name: "Attempt 1" }).click();
    await page.getByText(/^Test Steps \(/).click();
    await page.getByRole("button", { name: "Link to step 2" }).click();
    await expect(page).toHaveURL(/attempt=1&step=2|step=2&attempt=1/);
    await page.reload();
    await expect(page.getByRole("tab", { name: "Attempt 1 Failed", selected: true })).toBeVisible();
    await expect(page.locator("li[aria-current]").filter({ hasText: "Pay" })).toBeInViewport();
  });

  await test.step("its history links to the same test in the previous run", async () => {
    await page.locator("summary", { hasText: "History" }).click();
    await page.getByRole("figure", { name: "History" }).getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(`/reports/(?!${reportId}\\b)\\d+\\?result=\\d+$`));
    await expect(rows(page).and(page.locator("[aria-expanded=true]"))).toContainText("pays the rest by card");
  });
});

test("failure patterns in the summary filter the tests, and the filter can be removed", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "a.xml", suite: "patterns" }, junitReport(40));
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}?tab=summary`);
  const pattern = page.getByRole("region", { name: "Failure patterns" }).getByRole("link");
  for (const text of ["expected 201, got 500", "100.0%", "2 of 2"])
    await expect(pattern.getByText(text).first()).toBeVisible();
  await pattern.click();
  await expect(page).toHaveURL(/\?failure=[0-9a-f]{16}$/);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: /^Remove the filter/ }).click();
  await expect(page.getByRole("button", { name: /Passed and skipped/ })).toBeVisible();
});

test("tests are grouped by file and by browser, and a link opens a test in a collapsed group", async ({
  page,
  seeded,
}) => {
  const reportId = await uploadReport(seeded, { filename: "b.xml", suite: "collected" }, junitReport(3000));
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}?q=order+2500+kept`);
  await rows(page).first().click();
  await expect(page).toHaveURL(/result=\d+/);
  const result = new URL(page.url()).searchParams.get("result");

  await page.goto(`/reports/${reportId}`);
  await expect(rows(page).first()).toBeVisible();
  await page.getByLabel("Group tests").selectOption("file");
  await expect(page).toHaveURL(/group=file/);
  await expect.poll(() => readTexts(heads(page))).toEqual([["src/orders.test.ts", "2", "failed", "3,000 tests"]]);
  await expect(rows(page)).toHaveCount(0);
  await page.getByLabel("Group tests").selectOption("browser");
  await expect.poll(() => readTexts(heads(page))).toEqual([["Unknown Browser", "2", "failed", "3,000 tests"]]);

  await page.goto(`/reports/${reportId}?group=browser&result=${result}`);
  const opened = rows(page).and(page.locator("[aria-expanded=true]"));
  await expect(opened).toContainText("order 2500 is kept");
  await expect(opened).toBeInViewport();
  await expect(heads(page)).toBeInViewport();
  expect(await page.locator("*").count()).toBeLessThan(3000);
  await heads(page).click();
  await expect(rows(page)).toHaveCount(0);
});

test("the list can be navigated and opened by keyboard alone", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "c.xml", suite: "keyboard" }, junitReport(20));
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(heads(page).first()).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(rows(page).first()).toHaveAttribute("aria-expanded", "true");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(rows(page).first()).toHaveAttribute("aria-expanded", "false");
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(heads(page).first()).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("/");
  await page.keyboard.type("order 11 kept");
  await expect(rows(page)).toHaveText([/order 11 is kept/]);
});

test("an opened test links to the next and the previous test", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "n.xml", suite: "one after the other" }, junitReport(250));
  const { data: last } = await seeded.client.call(listResults, {
    params: { reportId },
    query: { status: "passed", offset: 98, limit: 1 },
  });
  await signedIn(page, seeded);
  const opened = rows(page).and(page.locator("[aria-expanded=true]"));
  const titleAt = async (index: number) => {
    const query = { status: "passed", offset: index, limit: 1 } as const;
    const { data } = await seeded.client.call(listResults, { params: { reportId }, query });
    return data[0]?.titlePath.at(-1) ?? "";
  };

  await test.step("with buttons and keys, even if the next rows are not loaded yet", async () => {
    await page.goto(`/reports/${reportId}?status=passed&result=${last[0]?.id}`);
    await expect(opened).toContainText(await titleAt(98));
    // When actions and history are loaded, the layout no longer changes.
    await expect(page.getByRole("button", { name: "Test Case Actions" })).toBeVisible();
    await expect(page.getByText("First run of this test")).toBeVisible();
    await page.getByRole("button", { name: "Next test" }).click();
    await expect(opened).toHaveText([new RegExp(await titleAt(99))]);
    await expect(opened).toBeFocused();
    await page.keyboard.press("n");
    await expect(opened).toHaveText([new RegExp(await titleAt(100))]);
    await expect(opened).toBeInViewport();
    await page.keyboard.press("p");
    await page.getByRole("button", { name: "Previous test" }).click();
    await expect(opened).toHaveText([new RegExp(await titleAt(98))]);
  });

  await test.step("across group headings, and not before the first test", async () => {
    await page.goto(`/reports/${reportId}?group=failure`);
    await expect(rows(page).first()).toBeVisible();
    await page.keyboard.press("n");
    await expect(opened).toHaveCount(1);
    await expect(page.getByRole("button", { name: "Previous test" })).toBeDisabled();
    const first = await opened.textContent();
    await page.keyboard.press("n");
    await expect(opened).not.toHaveText(first ?? "");
    await page.keyboard.press("p");
    await expect(opened).toHaveText(first ?? "");
  });
});

test("shows an error for a missing report, even if it is deleted while open", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "d.xml", suite: "vanishing" }, junitReport(5));
  await signedIn(page, seeded);
  await page.goto("/reports/987654321");
  await expect(page.getByRole("heading", { name: "Report Not Found" })).toBeVisible();
  await expect(page.getByText("The requested report could not be found.")).toBeVisible();

  // Responds as the server does after a deletion.
  const vanish = () =>
    page.route(/\/api\/reports\/\d+/, (route) =>
      route.fulfill({
        status: 404,
        json: { success: false, code: "not_found", error: "The requested report could not be found." },
      }),
    );
  const asking = [
    () => page.getByRole("link", { name: "Failed 2" }).click(),
    () => rows(page).first().click(),
    () => page.getByRole("link", { name: "Run timeline" }).click(),
    () => page.getByRole("tab", { name: "Metrics" }).click(),
  ];
  for (const ask of asking) {
    await page.unrouteAll();
    await page.goto(`/reports/${reportId}`);
    await expect(rows(page).first()).toBeVisible();
    // Any request detects the deletion, so earlier requests must have finished before this action is tested.
    await page.waitForLoadState("networkidle");
    await vanish();
    await ask();
    await expect(page.getByRole("heading", { name: "Report Not Found" })).toBeVisible();
    await expect(page.getByText("It was deleted while you had it open.")).toBeVisible();
  }
});

test("if the code of one part of the page fails to load, the rest works and the part can be loaded later", async ({
  page,
  seeded,
}) => {
  const reportId = await uploadReport(seeded, { filename: "f.xml", suite: "offline" }, junitReport(5));
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}`);
  await expect(rows(page).first()).toBeVisible();
  await page.route(/\/assets\/metrics-panel/, (route) => route.abort());
  await page.getByRole("tab", { name: "Metrics" }).click();
  await expect(page.getByRole("alert")).toContainText("This could not be loaded");
  await expect(page.getByRole("heading", { name: /^offline/ })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Test Run Details" })).toBeVisible();
});

test("an opened report has no accessibility violations, at full width and at 360 pixels", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "e.json", suite: "axe", build: "axe" }, playwrightReport());
  await signedIn(page, seeded);
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    for (const tab of ["", "?tab=summary"]) {
      await page.goto(`/reports/${reportId}${tab}`);
      if (tab === "") {
        await rows(page).first().click();
        await page.getByText(/^Test Steps \(/).click();
        await expect(page.getByRole("heading", { name: "Test Environment" })).toBeVisible();
      } else await expect(page.getByRole("region", { name: "Failure patterns" })).toBeVisible();
      await expectAccessiblePage(page);
    }
  }
});
