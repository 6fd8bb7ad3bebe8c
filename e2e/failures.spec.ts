import { expect } from "@playwright/test";
import { signedIn, test, uploadReport } from "./product.ts";
import { failingJunit } from "./report-files.ts";

test.use({ database: "failures" });

const refused = "connect ECONNREFUSED 10.0.0.7:5432";
const ambiguous = "strict mode violation: getByRole('button', { name: 'Pay' }) resolved to 3 elements";

test("failures are triaged from the keyboard", async ({ page, seeded }) => {
  const send = (build: string, failures: Record<string, string>) =>
    uploadReport(seeded, { filename: "r.xml", suite: "shop", build }, failingJunit(failures));
  await send("1", { "opens the cart": refused, "empties the cart": refused, "pays by card": ambiguous });
  await signedIn(page, seeded);
  await page.goto("/defects");
  const groups = page.getByRole("table", { name: "Groups" });
  const refusedRow = groups.getByRole("row").filter({ hasText: "ECONNREFUSED" });

  await test.step("failures of one cause are one row, with its class and state", async () => {
    await expect(page.getByText("3 failures in the last 30 days, grouped into 2 causes")).toBeVisible();
    await expect(refusedRow).toContainText(/Environment Issue.*new/s);
    await expect(groups.getByRole("row").filter({ hasText: "strict mode" })).toContainText("Automation Script Error");
  });

  await test.step("the first cause is above the fold, with room for 60 characters of its error", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    expect((await page.locator("tr[data-row]").first().boundingBox())?.y).toBeLessThanOrEqual(300);
    const room = await refusedRow.locator("[data-open-row] bdi").evaluate((error) => {
      const letter = document.createElement("canvas").getContext("2d");
      if (letter === null) return 0;
      letter.font = getComputedStyle(error).font;
      return error.clientWidth / letter.measureText("m").width;
    });
    expect(room).toBeGreaterThanOrEqual(60);
  });

  await test.step("one key sets the class of a cause, and another click undoes it", async () => {
    await refusedRow.locator("[data-open-row]").focus();
    await page.keyboard.press("1");
    await expect(refusedRow).toContainText("Application Defect");
    await expect(
      page.getByText("2 failures reclassified as Application Defect: 2 from Environment Issue."),
    ).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(refusedRow).toContainText("Environment Issue");
    await page.keyboard.press("Escape");
    await refusedRow.locator("[data-open-row]").focus();
    await page.keyboard.press("1");
    await expect(refusedRow).toContainText("Application Defect");
  });

  await test.step("new failures follow the decision while the page is open", async () => {
    await send("2", { "opens the cart": refused });
    await expect(page.getByText("4 failures in the last 30 days, grouped into 2 causes")).toBeVisible();
    // New failures are announced by a button while the user is working in the list.
    await page.getByRole("button", { name: "New failures" }).click();
    await expect(refusedRow).toContainText(/Application Defect.*new/s);
  });

  await test.step("an opened cause shows its reason and leads to its tests", async () => {
    await refusedRow.locator("[data-open-row]").click();
    await expect(page).toHaveURL(/group=\d+/);
    await expect(page.getByText(/^Set by .+ for all failures of this cause\./)).toBeVisible();
    await page.getByRole("tab", { name: "By Test Case" }).click();
    await page
      .getByRole("link", { name: /opens the cart/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/reports\/\d+\?.*result=\d+/);
    await expect(page.getByRole("article", { name: /^Set by .+/ })).toBeVisible();
    await page.getByText("Suspected commits and similar failures").click();
    await expect(page.getByRole("list", { name: "Failures of the same cause" }).getByRole("listitem")).toHaveCount(2);
  });
});

test("a rule made from a cause changes its class, until the rule is deleted", async ({ page, seeded }) => {
  const limited = "Error: sandbox answered 503 for order 4711";
  await uploadReport(
    seeded,
    { filename: "r.xml", suite: "rules", build: "1" },
    failingJunit({ "pays by voucher": limited, "pays by invoice": limited }),
  );
  await signedIn(page, seeded);
  await page.goto("/defects");
  const row = page.locator("tr[data-row]").filter({ hasText: "sandbox answered 503" });
  await expect(row).not.toContainText("Test Data Issue");
  await row.locator("[data-open-row]").click();
  await page.getByRole("button", { name: "Make a rule" }).click();

  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/It matches 2 failures of the last 90 days, in 2 tests and 1 cause\./)).toBeVisible();
  await dialog.getByLabel("Name").fill("Sandbox is away");
  await dialog.getByRole("combobox", { name: "Classify as" }).click();
  await page.getByRole("option", { name: "Test Data Issue" }).click();
  await dialog.getByRole("button", { name: "Add rule" }).click();

  const rule = dialog.getByRole("listitem", { name: "Sandbox is away" });
  await expect(rule).toContainText("2 failures in 90 days");
  await expect(row).toContainText("Test Data Issue");
  await rule.getByRole("button", { name: /^Delete/ }).click();
  await rule.getByRole("button", { name: "Delete rule" }).click();
  await expect(dialog.getByText("No rules yet")).toBeVisible();
  // The row must also update if the dialog was closed before the server has classified the failures again.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(row).not.toContainText("Test Data Issue");
});

test("reloads a list that arrived before its counts", async ({ page, seeded }) => {
  const away = "Error: warehouse answered 503 for order 4711";
  await uploadReport(
    seeded,
    { filename: "r.xml", suite: "figures", build: "1" },
    failingJunit({ "ships by post": away, "ships by train": away }),
  );
  // Blocks all live messages of the server.
  await page.routeWebSocket(/\/socket\.io\//, () => undefined);
  await signedIn(page, seeded);
  const listed = page.waitForResponse(/\/groups\?/);
  await page.goto("/defects");
  const row = page.locator("tr[data-row]").filter({ hasText: "warehouse answered 503" });
  await expect(row).not.toContainText("Test Data Issue");
  const before = await (await listed).body();

  let responses = 0;
  await page.route(/\/groups\?/, (route) => {
    responses += 1;
    return responses === 1 ? route.fulfill({ body: before, contentType: "application/json" }) : route.continue();
  });
  await row.locator("[data-open-row]").focus();
  await page.keyboard.press("2");
  await expect.poll(() => responses, "the list as it was, and once more").toBeGreaterThan(1);
  await expect(row).toContainText("Test Data Issue");
});
