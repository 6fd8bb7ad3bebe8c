import { expect } from "@playwright/test";
import { signedIn, test, uploadReport } from "./product.ts";

test.use({ database: "tests-over-time" });

/** Returns a report with one test. */
function paysByCard(failure: string | null): string {
  const body = failure === null ? "" : `<failure message="${failure}">${failure}</failure>`;
  return `<testsuites><testsuite name="shop"><testcase classname="cart" name="pays by card" time="0.5">${body}</testcase></testsuite></testsuites>`;
}

test("a flaky test is found, put in quarantine, given an owner, and found again", async ({ page, seeded }) => {
  const report = (build: number, failure: string | null) =>
    uploadReport(
      seeded,
      { filename: "r.xml", suite: "shop", build: String(build), branch: "main", commit: "c1ff7a9" },
      paysByCard(failure),
    );
  await signedIn(page, seeded);
  await page.goto("/tests");
  await expect(page.getByRole("heading", { name: "No tests are flaky" })).toBeVisible();
  for (const build of [1, 2, 3, 4, 5, 6]) await report(build, build % 2 === 0 ? "timeout of 30 s" : null);

  await test.step("the list shows it automatically and leads to its page", async () => {
    const row = page.getByRole("row").filter({ hasText: "pays by card" });
    await expect(row).toContainText("3 failures on a commit that also passed");
    await row.getByRole("link", { name: /pays by card/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "pays by card" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Stability" })).toContainText(
      "50.0% of 6 executions in the last 14 days were flaky",
    );
    await expect(page.getByRole("button", { name: "main: 6 runs, the latest failed" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Causes" })).toContainText("timeout of 30 s");
  });

  await test.step("the slider shows the error, commit and outcome of each run", async () => {
    await expect(page.getByRole("article", { name: "Run #6" })).toContainText("Failed");
    await expect(page.getByRole("region", { name: "Error" })).toContainText("timeout of 30 s");
    await page.getByRole("slider", { name: "Run" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("article", { name: "Run #5" })).toContainText("Passed");
    await expect(page.getByText("No error in this run.")).toBeVisible();
    await page.keyboard.press("Home");
    await expect(page.getByRole("article", { name: "Run #1" })).toContainText("main");
    await page.keyboard.press("f");
    await expect(page.getByRole("region", { name: "Error" })).toContainText("timeout of 30 s");
  });

  await test.step("in quarantine it shows the reason, until a user releases it", async () => {
    await page.getByRole("button", { name: "Quarantine" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("BUG-7");
    await dialog.getByRole("button", { name: "Quarantine", exact: true }).click();
    const notice = page.getByRole("region", { name: "Quarantine" });
    await expect(notice).toContainText("In quarantine: its failures are excluded from rates. BUG-7");
    await notice.getByRole("button", { name: "Release" }).click();
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole("region", { name: "What happened" })).toContainText("Quarantine ended by");
  });

  await test.step("an owner is set by hand and by rules", async () => {
    await page.getByRole("region", { name: "Owner" }).getByRole("button", { name: "Change" }).click();
    await page.getByPlaceholder("From rules and reports").fill("ana");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("region", { name: "Owner" }).getByRole("link", { name: "ana" }).click();
    await expect(page).toHaveURL(/\/tests\?.*owner=%5B%22ana%22%5D/);
    await expect(page.getByRole("row").filter({ hasText: "pays by card" })).toBeVisible();
  });

  await test.step("the palette finds it", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search projects and commands" }).fill("pays card");
    await page.getByRole("option", { name: /pays by card/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "pays by card" })).toBeVisible();
  });
});

test("a host that fails is seen as a column of the grid, and its cause becomes an analysis item", async ({
  page,
  seeded,
}) => {
  const names = ["adds", "edits", "empties", "pays", "ships", "prints"];
  const report = (failure: string | null) => {
    const body = failure === null ? "" : `<failure message="${failure}">${failure}</failure>`;
    const cases = names.map((name) => `<testcase classname="grid" name="${name}" time="0.5">${body}</testcase>`);
    return `<testsuites><testsuite name="grid">${cases.join("")}</testsuite></testsuites>`;
  };
  for (const [build, failure] of [null, "connect ECONNREFUSED 10.0.0.5:443", null].entries())
    await uploadReport(
      seeded,
      { filename: "r.xml", suite: "grid", build: String(build), branch: "main" },
      report(failure),
    );
  await signedIn(page, seeded);
  await page.goto("/tests?suite=grid");
  await page.getByRole("navigation", { name: "Tests as" }).getByRole("link", { name: "Grid" }).click();
  await expect(page).toHaveURL(/\/tests\/grid\?suite=%5B%22grid%22%5D$/);
  await expect(page.getByText("6 tests in 3 runs")).toBeVisible();
  const marks = page.getByRole("list", { name: "Columns with one cause" });
  await expect(marks).toContainText("connect ECONNREFUSED 10.0.0.5:443 failed 6 of 6 tests in");
  await marks.getByRole("button").click();
  const selection = page.getByRole("region", { name: "Selection" });
  await expect(selection).toContainText("6 failures of 1 cause in 6 tests and 1 run");
  await selection.getByRole("button", { name: "Create 1 item" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Assign", exact: true }).click();
  await expect(page.getByText("Annotation created successfully")).toBeVisible();

  // The dialog returns the focus when it has closed.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(selection.getByRole("button", { name: "Create 1 item" })).toBeFocused();
  const grid = page.getByRole("application");
  await grid.focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await expect(selection).toContainText("Failed");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/reports\/\d+\?result=\d+/);
  await expect(page.getByText("connect ECONNREFUSED 10.0.0.5:443").first()).toBeVisible();
});
