import { expect, test } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./test-grid.story.tsx";
import type {
  Causes,
  Empty,
  Environments,
  Failed,
  Huge,
  Narrowed,
  OfCause,
  Outcomes,
  Viewer,
} from "./test-grid.story.tsx";

const file = "features/tests/grid/test-grid";
const story = (name: string) => `${file}/${name}`;

test("arrow keys select a cell, Enter opens its failure, and Escape clears", async ({ mount, page }) => {
  const view = await mount<typeof Outcomes>(story("Outcomes"));
  const selection = view.getByRole("region", { name: "Selection" });
  await expect(selection).toHaveText("Select a cell, or drag a box over several.");
  await view.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  await expect(selection).toContainText("#115: Failed");
  await expect(selection).toContainText("checkout/area-0.spec.ts › Checkout › keeps the cart of customer 1 after");
  await expect(selection.getByRole("link", { name: "expected 200 to equal 503" })).toHaveAttribute(
    "href",
    "/defects?group=32",
  );
  await expect(selection.getByRole("link", { name: "Open the failure in #115" })).toHaveAttribute(
    "href",
    "/reports/515?result=10015",
  );
  await expect(selection).toContainText("#115 · 1 of 40 tests failed · web · preview · main");
  await page.keyboard.press("Enter");
  await expect(view.getByLabel("Opened", { exact: true })).toHaveText("515/10015");
  await page.keyboard.press("ArrowDown");
  await expect(selection).toContainText("#115: Flaky");
  await expect(view.getByRole("application")).toContainText(
    "customer 2 after the payment was declined, #115, Flaky, Timeout",
  );
  await page.keyboard.press("Escape");
  await expect(selection).toHaveText("Select a cell, or drag a box over several.");
});

test("a box counts its failures and causes and offers actions to users who can triage", async ({ mount, page }) => {
  const view = await mount<typeof Outcomes>(story("Outcomes"));
  const selection = view.getByRole("region", { name: "Selection" });
  await view.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowDown"]) await page.keyboard.press(`Shift+${key}`);
  await expect(selection).toContainText("3 failures and 2 flaky results of 2 causes in 2 tests and 3 runs");
  await expect(selection.getByRole("button", { name: "Create 2" })).toBeVisible();
  await selection.getByRole("button", { name: "Clear" }).click();
  await expect(selection).toHaveText("Select a cell, or drag a box over several.");
  const viewer = await mount<typeof Viewer>(story("Viewer"));
  await viewer.getByRole("button", { name: "#110" }).click();
  await expect(viewer.getByRole("region", { name: "Selection" })).toContainText("20 failures of 1 cause");
  await expect(viewer.getByRole("button", { name: /Create/ })).toHaveCount(0);
});

test("dragging over cells draws a box, and a click on the name of a column selects it", async ({ mount, page }) => {
  const view = await mount<typeof Outcomes>(story("Outcomes"));
  const canvas = view.locator("canvas");
  const { x = 0, y = 0, width = 0 } = (await canvas.boundingBox()) ?? {};
  const column = width / 16;
  await page.mouse.move(x + width - column / 2, y + 70);
  await page.mouse.down();
  await page.mouse.move(x + width - 2.5 * column, y + 90, { steps: 4 });
  await page.mouse.up();
  const selection = view.getByRole("region", { name: "Selection" });
  await expect(selection).toContainText("3 failures and 2 flaky results of 2 causes in 2 tests and 3 runs");
  await page.mouse.click(x + 10.5 * column, y + 20);
  await expect(selection).toContainText("20 failures of 1 cause in 20 tests and 1 run");
});

test("a finger that is held first draws a box, and the grid does not scroll", async ({ mount, page }) => {
  const view = await mount<typeof Outcomes>(story("Outcomes"));
  const { x = 0, y = 0, width = 0 } = (await view.locator("canvas").boundingBox()) ?? {};
  const column = width / 16;
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const touch = (type: "touchEnd" | "touchMove" | "touchStart", ...touchPoints: { x: number; y: number }[]) =>
    browser.send("Input.dispatchTouchEvent", { type, touchPoints });
  const selection = view.getByRole("region", { name: "Selection" });
  await touch("touchStart", { x: x + width - column / 2, y: y + 70 });
  await expect(selection).toContainText("in 1 test and 1 run");
  await touch("touchMove", { x: x + width - 1.5 * column, y: y + 80 });
  await touch("touchMove", { x: x + width - 2.5 * column, y: y + 90 });
  await touch("touchEnd");
  await expect(selection).toContainText("3 failures and 2 flaky results of 2 causes in 2 tests and 3 runs");
  const scrolled = await view.getByRole("application").evaluate(({ scrollTop }) => scrollTop);
  expect(scrolled).toBe(0);
});

test("the tests of a cause have a chip, and removing it shows all tests", async ({ mount }) => {
  const view = await mount<typeof OfCause>(story("OfCause"));
  await view.getByRole("button", { name: "Remove Cause: connect ECONNREFUSED 10.0.3.17:5432" }).click();
  await expect(view.getByLabel("Search", { exact: true })).toHaveText("{}");
});

test("columns that fail for one cause are listed with what their runs have in common", async ({ mount }) => {
  const view = await mount<typeof Outcomes>(story("Outcomes"));
  const marks = view.getByRole("list", { name: "Columns with one cause" });
  await expect(marks).toContainText("connect ECONNREFUSED 10.0.3.17:5432 failed 20 of 38 tests in");
  await expect(marks.getByRole("button")).toHaveText(["#110", "#103"]);
  await expect(marks).toContainText("all with host=ci-5");
});

test("causes have letters with names, and filters and columns are in the URL", async ({ mount, page }) => {
  const view = await mount<typeof Causes>(story("Causes"));
  await expect(view.getByRole("list", { name: "Legend" }).getByRole("listitem")).toHaveText([
    "Aconnect ECONNREFUSED 10.0.3.17:543260",
    "Bexpected 200 to equal 5033",
    "CTimeout 30000ms exceeded.2",
  ]);
  const search = view.getByLabel("Search", { exact: true });
  await view.getByText("Outcome", { exact: true }).click();
  await expect(search).toHaveText("{}");
  await view.getByText("Environments", { exact: true }).click();
  await expect(search).toHaveText('{"by":"environment"}');
  await view.getByRole("combobox", { name: "Tests", exact: true }).click();
  await page.getByRole("option", { name: "Flaky" }).click();
  await expect(search).toHaveText('{"by":"environment","view":"flaky"}');
  const query = view.getByRole("combobox", { name: "Search tests..." });
  await query.fill("owner:@checkout -tag:smoke");
  await query.press("Enter");
  await expect(search).toHaveText('{"view":"flaky","owner":["@checkout"],"not":["tag:smoke"],"by":"environment"}');
});

test("a cell with several results has the worst outcome and its share", async ({ mount, page }) => {
  const view = await mount<typeof Environments>(story("Environments"));
  await view.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  const selection = view.getByRole("region", { name: "Selection" });
  await expect(selection).toContainText("No environment: Passed: 8 of 8 results");
  await page.keyboard.press("ArrowLeft");
  await expect(selection).toContainText("preview: Failed: 2 of 8 results");
  await expect(selection).toContainText("connect ECONNREFUSED 10.0.3.17:5432 and 1 other cause");
});

test("a grid with more tests and runs shows its limits, and End and Page Down scroll it", async ({ mount, page }) => {
  const view = await mount<typeof Huge>(story("Huge"));
  await expect(view.getByText("More than 5,000 tests in 100 runs")).toBeVisible();
  await expect(view.getByText("Only 5,000 tests are shown, including those that failed last.")).toBeVisible();
  await view.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  for (let pages = 0; pages < 5; pages++) await page.keyboard.press("PageDown");
  await expect(view.getByRole("region", { name: "Selection" })).toContainText("#199");
  const row = view.locator("a[data-active]");
  await expect(row).toBeInViewport();
  await expect(row).not.toContainText("customer 1 ");
});

test("on a narrow screen, names and cells share the width", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  const view = await mount<typeof Outcomes>(story("Outcomes"));
  const canvas = await view.locator("canvas").boundingBox();
  expect(canvas?.width ?? 0).toBeGreaterThan(150);
  expect((canvas?.x ?? 0) + (canvas?.width ?? 0)).toBeLessThanOrEqual(360);
});

test("explains empty grids and errors", async ({ mount }) => {
  const empty = await mount<typeof Empty>(story("Empty"));
  await expect(empty.getByRole("heading", { name: "No tests have run yet" })).toBeVisible();
  const narrowed = await mount<typeof Narrowed>(story("Narrowed"));
  await narrowed.getByRole("button", { name: "Clear filters" }).click();
  await expect(narrowed.getByLabel("Search", { exact: true })).toHaveText('{"by":"day"}');
  const failed = await mount<typeof Failed>(story("Failed"));
  await expect(failed.getByText("Failed to load the grid")).toBeVisible();
});

test("every state has no axe violations, wide and narrow, light and dark", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Outcomes",
    "Causes",
    "Environments",
    "Hostile",
    "Empty",
    "Narrowed",
    "Loading",
    "Failed",
  ]));
