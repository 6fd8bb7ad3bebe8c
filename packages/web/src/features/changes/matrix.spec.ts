import { expect } from "@playwright/test";
import { readTable, readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./matrix.story.tsx";
import type {
  Empty,
  Failed,
  Filled,
  Gone,
  Hostile,
  Loading,
  NotFound,
  Six,
  Stale,
  Unchanged,
} from "./matrix.story.tsx";

const file = "features/changes/matrix";
const story = (name: string) => `${file}/${name}`;

test("each test has its outcome in every report, its change, and the report that caused it", async ({ mount }) => {
  const view = await mount<typeof Filled>(story("Filled"));
  await expect(view.getByRole("columnheader")).toHaveText(["Test", "Change", /^#12 Base/, /^#13main/, /^#14 Head/]);
  const broken = view.getByRole("row").nth(1);
  await expect
    .poll(() => readTexts(broken.getByRole("cell")))
    .toEqual([
      [
        "checkout › pays by card",
        'expected "Paid" · Error: expect(locator).toHaveText(expected) failed ·',
        "tests/checkout/card.spec.ts · chromium",
      ],
      ["New failure", "since #13"],
      ["Passed", "1.20 s"],
      ["Changed:", "Failed", "1.20 s"],
      ["Failed", "1.20 s"],
    ]);
  await expect(broken.getByRole("link", { name: "since #13" })).toHaveAttribute(
    "href",
    "/reports/compare?base=7&head=8&show=newFailure",
  );
  await expect(broken.getByRole("link", { name: "checkout › pays by card" })).toHaveAttribute("href", "/tests/1");
  await expect(broken.getByRole("link", { name: "Passed" })).toHaveAttribute("href", "/reports/7?result=11");
  await expect(broken.getByRole("link", { name: "Failed" }).first()).toHaveAttribute(
    "title",
    /^expected "Paid" · Error/,
  );
  const changes = (await readTable(view.getByRole("table"))).map(({ Change }) => Change);
  expect(changes).toEqual([
    "New failure since #13",
    "Fixed since #14",
    "Slower 4.2 × as long since #14",
    "Removed since #14",
    "Unchanged",
  ]);
  const removed = view.getByRole("row").nth(4);
  await expect(removed.getByText("cart › keeps what is in it (2)")).toBeVisible();
  await expect(removed.getByText("not in this report")).toBeVisible();
});

test("filters, search, order and pages are in the URL", async ({ mount }) => {
  const view = await mount<typeof Filled>(story("Filled"));
  const address = view.getByLabel("Address");
  const kinds = view.getByRole("navigation", { name: "Filter by change" }).getByRole("link");
  await expect(kinds.filter({ hasText: "Failed in between 2" })).toHaveAttribute(
    "href",
    "/reports/compare?base=7&between=%5B8%5D&head=9&show=failedBetween",
  );
  await expect(kinds.filter({ hasText: "All tests 50,000" })).toHaveAttribute("href", /show=all$/);
  await view.getByRole("button", { name: "Next" }).click();
  await expect(address).toHaveText('{"base":7,"head":9,"between":[8],"page":2}');
  await view.getByLabel("Sort by").selectOption("Slowdown");
  await expect(address).toHaveText('{"base":7,"head":9,"between":[8],"sort":"slowdown"}');
  await view.getByRole("searchbox", { name: "Search tests..." }).fill("card");
  await expect(address).toHaveText('{"base":7,"head":9,"between":[8],"q":"card","sort":"slowdown"}');
});

test("an empty list shows the reason, and links to all tests", async ({ mount }) => {
  const view = await mount<typeof Empty>(story("Empty"));
  await expect(view.getByText("No tests: removed")).toBeVisible();
  await view.getByRole("button", { name: "Show all tests" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"base":7,"head":9,"between":[8],"show":"all"}');
  await expect((await mount<typeof Unchanged>(story("Unchanged"))).getByText("No tests changed")).toBeVisible();
  await expect((await mount<typeof NotFound>(story("NotFound"))).getByText("No tests match your search")).toBeVisible();
});

test("shows that it is loading, and can retry after a failure", async ({ mount, page }) => {
  await mount<typeof Loading>(story("Loading"));
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
  await mount<typeof Stale>(story("Stale"));
  await expect(page.locator("[aria-busy=true]").getByRole("table")).toBeVisible();
  const failed = await mount<typeof Failed>(story("Failed"));
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(failed.getByLabel("Retried")).toHaveText("1");
});

test("a deleted report is named and can be removed", async ({ mount }) => {
  const view = await mount<typeof Gone>(story("Gone"));
  await expect(view.getByText("Report 8 no longer exists")).toBeVisible();
  await view.getByRole("button", { name: "Remove it" }).click();
  await expect(view.getByLabel("Done")).toHaveText("removed");
});

test("hostile names are escaped, and six reports fit any width", async ({ mount, page }) => {
  for (const width of [1440, 1000, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>(story("Hostile"));
    await expect(view.locator("img, script")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await mount<typeof Six>(story("Six"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, ["Filled", "Six", "Empty", "Gone"]));
