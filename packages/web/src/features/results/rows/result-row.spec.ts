import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { test } from "#testing/story-test.ts";
import type {
  Bare,
  Errored,
  Failed,
  Flaky,
  Hostile,
  Known,
  KnownLater,
  List,
  Loading,
  LongSuites,
  Passed,
  Skipped,
  TimedOut,
  Traced,
} from "./result-row.story.tsx";

test("a passed row shows outcome, path, location, variant and seconds, and opens by keyboard", async ({
  mount,
  page,
}) => {
  const view = await mount<typeof Passed>("features/results/rows/result-row/Passed");
  const row = view.getByRole("button", { expanded: false });
  await expect(row).toHaveAccessibleName(
    /Passed.*checkout › gift cards › pays the rest by card.*tests\/checkout.spec.ts.*chromium.*1.23 s/,
  );
  await row.focus();
  await page.keyboard.press("Enter");
  await expect(view.getByRole("button", { expanded: true })).toBeVisible();
});

test("a failed row shows its error and its number of retries", async ({ mount }) => {
  const view = await mount<typeof Failed>("features/results/rows/result-row/Failed");
  await expect(view.getByText("Error: expected 201, got 500")).toBeVisible();
  await expect(view.getByTitle("2 retries")).toHaveText("2 retries");
});

test("a row shows quarantine, flakiness and owner", async ({ mount }) => {
  const view = await mount<typeof Known>("features/results/rows/result-row/Known");
  await expect(view.getByRole("button")).toHaveAccessibleName(
    /^Failed checkout.*pays the rest by card New Quarantined Flaky .*@payments/,
  );
  await expect(view.getByText("Ada")).toHaveCount(0);
});

test("a test that timed out is marked", async ({ mount }) => {
  const view = await mount<typeof TimedOut>("features/results/rows/result-row/TimedOut");
  await expect(view.getByRole("button")).toHaveAccessibleName(/^Failed checkout.* Timed out /);
});

test("a later quarantine is distinguished, and a flaky result is marked once", async ({ mount }) => {
  const view = await mount<typeof KnownLater>("features/results/rows/result-row/KnownLater");
  await expect(view.getByText("Muted later")).toBeVisible();
  await expect(view.getByText("Flaky", { exact: true })).toHaveCount(1);
});

test("a trace opens from its row, which stays closed", async ({ mount }) => {
  const view = await mount<typeof Traced>("features/results/rows/result-row/Traced");
  await view.getByRole("button", { name: "Open the trace of pays the rest by card" }).click();
  await expect(view.locator("output")).toHaveText("trace 7 of 1");
});

test("errored, flaky and skipped rows have a text", async ({ mount }) => {
  const errored = await mount<typeof Errored>("features/results/rows/result-row/Errored");
  for (const text of ["Errored", "(3)"])
    await expect(errored.getByRole("button").getByText(text, { exact: true })).toBeVisible();
  await expect(errored.getByTitle("1 retry")).toHaveText("1 retry");
  const flaky = await mount<typeof Flaky>("features/results/rows/result-row/Flaky");
  await expect(flaky.getByText("Flaky", { exact: true })).toBeVisible();
  const skipped = await mount<typeof Skipped>("features/results/rows/result-row/Skipped");
  await expect(skipped.getByText("Skipped", { exact: true })).toBeVisible();
});

test("an unknown duration is a dash, not a zero", async ({ mount }) => {
  const view = await mount<typeof Bare>("features/results/rows/result-row/Bare");
  await expect.poll(() => readTexts(view.getByRole("button"))).toEqual([["Passed", "adds", "–"]]);
  await expect(view.getByText("0.00 s")).toHaveCount(0);
});

test("columns of all rows are aligned, whatever their content", async ({ mount, page }) => {
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 700 });
    const view = await mount<typeof List>("features/results/rows/result-row/List");
    const rows = await view.getByRole("listitem").all();
    expect(rows.length).toBeGreaterThan(4);
    for (const column of ["[data-strip]", "[data-name]"]) {
      const starts = await Promise.all(rows.map(async (row) => (await row.locator(column).boundingBox())?.x));
      expect(new Set(starts).size, `${column} at ${width}`).toBe(1);
    }
    for (const row of rows) {
      const name = await row.locator("[data-name]").boundingBox();
      const full = await row.getByRole("button").first().boundingBox();
      expect(name?.width ?? 0).toBeGreaterThan(0.4 * (full?.width ?? 0));
    }
  }
});

test("rows of the same name show their variants, even long ones that start with the same words", async ({
  mount,
  page,
}) => {
  for (const width of [1280, 900, 360]) {
    await page.setViewportSize({ width, height: 700 });
    const view = await mount<typeof List>("features/results/rows/result-row/List");
    for (const variant of ["chromium", "firefox", "locale=de, browser=chromium", "locale=de, browser=firefox"])
      await expect(view.getByText(variant, { exact: true }).filter({ visible: true })).toHaveCount(1);
  }
});

test("a long path of suites leaves at least 28 characters for the name", async ({ mount, page }) => {
  await page.setViewportSize({ width: 756, height: 700 });
  const view = await mount<typeof LongSuites>("features/results/rows/result-row/LongSuites");
  const name = view.getByText("pays the rest of the order by gift card", { exact: true });
  const { visible, character } = await name.evaluate((element) => {
    const text = element.firstChild as Text;
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, 1);
    return { visible: element.getBoundingClientRect().width, character: range.getBoundingClientRect().width };
  });
  expect(visible / character).toBeGreaterThanOrEqual(28);
  await expect(
    view.getByTitle("Checkout of the shop › Payment with several means › pays the rest of the order by gift card"),
  ).toBeVisible();
});

test("hostile titles are escaped and stay in their row", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>("features/results/rows/result-row/Hostile");
  await expect(view.getByRole("button")).toHaveCount(5);
  await expect(view.locator("img")).toHaveCount(0);
  await expect(view.getByText("<img src=x").first()).toBeVisible();
  await expect(page).not.toHaveTitle(/pwned/);
  const rows = await view.getByRole("listitem").all();
  expect(await Promise.all(rows.map(async (row) => (await row.boundingBox())?.height))).toEqual([44, 44, 44, 44, 44]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
  expect((await view.innerText()).length).toBeLessThan(10_000);
});

test("a change of writing direction ends with its text", async ({ mount }) => {
  const view = await mount<typeof Hostile>("features/results/rows/result-row/Hostile");
  const row = view.getByRole("listitem").nth(1);
  const status = await row.getByText("Failed", { exact: true }).boundingBox();
  const duration = await row.getByText("1.23 s").boundingBox();
  expect(status?.x ?? 0).toBeLessThan(duration?.x ?? 0);
});

test("a loading row already has its height", async ({ mount }) => {
  const view = await mount<typeof Loading>("features/results/rows/result-row/Loading");
  expect((await view.locator("> div").boundingBox())?.height).toBe(44);
});
