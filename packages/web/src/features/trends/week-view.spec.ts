import { expect, test } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./week-view.story.tsx";
import type {
  Failing,
  Happy,
  Huge,
  Loading,
  Narrowed,
  NoRuns,
  Quiet,
  SoFar,
  Stale,
  WithoutOptions,
} from "./week-view.story.tsx";

const file = "features/trends/week-view";
const story = (name: string) => `${file}/${name}`;

test("the metrics are next to the previous week, with the difference as text", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  await expect(view.getByText("Shop · Week 3, 14 to 20 January 2030")).toBeVisible();
  await expect(
    view.getByText(/^Worse: 97\.0% passed \(−1\.4 points\), but retries cost 3m 24s \(1m 36s less\)\./),
  ).toBeVisible();
  await expect(view.getByRole("list", { name: "Metrics of the week" }).getByRole("listitem")).toHaveText([
    /Pass Rate\s*97\.0%\s*98\.4% in the previous week\s*1\.4 points worse/,
    /First-attempt pass rate\s*95\.0%\s*95\.0% in the previous week\s*unchanged/,
    /Total Runs\s*12\s*10 in the previous week\s*2 more/,
    /Tests run\s*1,200\s*1,200 in the previous week\s*unchanged/,
    /Time lost to flakes\s*3m 24s\s*5m 00s in the previous week\s*1m 36s less: better/,
  ]);
});

test("metrics have a line of their last four weeks, and the suites that changed most are listed", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const metrics = view.getByRole("list", { name: "Metrics of the week" });
  await expect(metrics.getByRole("img", { name: "Last 4 weeks: 98.1%, –, 98.4%, 97.0%" })).toBeVisible();
  await expect(metrics.getByRole("img")).toHaveCount(5);
  await expect(view.getByRole("region", { name: "Suites that got worse" }).getByRole("listitem")).toHaveText([
    "web: 95.7%, 2.1 points worse",
    "واجهة المتجر: 99.1%, 0.3 points worse",
  ]);
  await expect(view.getByRole("region", { name: "Suites that got better" }).getByRole("listitem")).toHaveText([
    "api: 100.0%, 1.1 points better",
  ]);
  const quiet = await mount<typeof Quiet>(story("Quiet"));
  await expect(quiet.getByRole("region", { name: "Suites that got worse" })).toHaveCount(0);
  await expect(quiet.getByRole("img", { name: /^Last 4 weeks/ })).toHaveCount(0);
});

test("each row shows its change and links to its test, cause or item", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const worse = view.getByRole("region", { name: "Tests that got worse" });
  await expect(worse).toContainText("1 became broken, 1 started failing, 1 became flaky");
  await expect(worse.getByRole("listitem")).toHaveText([
    /^Became brokencart › ships the parcel16 Jan · @shop\/cart · web$/,
    /^Started failingcart › wraps the gift16 Jan · no owner · web$/,
    /^Became flakycart › pays by card \[webkit\]16 Jan · @shop\/cart · web$/,
  ]);
  await expect(worse.getByRole("link").first()).toHaveAttribute("href", "/tests/1");
  const causes = view.getByRole("region", { name: "Causes that are new or came back" });
  await expect(causes.getByRole("listitem").first()).toContainText(
    "12 tests · since run #118, commit 4f1c9a2, 16 Jan · Application Defect",
  );
  await expect(causes.getByRole("link").first()).toHaveAttribute("href", "/defects?group=31");
  await expect(view.getByRole("region", { name: "Quarantine ended on its end date" })).toContainText("Still broken");
  const items = view.getByRole("region", { name: "Overdue and upcoming items" });
  await expect(items.getByRole("listitem").first()).toContainText("18 Jan · high priority · assigned to Ada Lovelace");
  await expect(items.getByRole("link").first()).toHaveAttribute("href", "/analysis?annotation=5");
});

test("omitted rows are counted, with a link", async ({ mount }) => {
  const view = await mount<typeof Narrowed>(story("Narrowed"));
  await expect(view.getByText(/Only tests of the suite web, of the owner @shop\/cart\.$/)).toBeVisible();
  const flakiest = view.getByRole("region", { name: "Flakiest tests" });
  await expect(flakiest.getByText("and 13 more, among flaky tests")).toBeVisible();
  await expect(flakiest.getByRole("link", { name: "flaky tests", exact: true })).toHaveAttribute(
    "href",
    "/tests?suite=%5B%22web%22%5D&owner=%5B%22%40shop%2Fcart%22%5D",
  );
  await expect(view.getByRole("link", { name: "All tests by duration" })).toHaveAttribute("href", /view=slow/);
  await view.getByRole("button", { name: "Remove Owner: @shop/cart" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"suite":["web"]}');
  await view.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(view.getByLabel("Address")).toHaveText("{}");
  const huge = await mount<typeof Huge>(story("Huge"));
  await expect(huge.getByText("and 1,234,566 more, among broken tests and flaky tests")).toBeVisible();
  await expect(huge.getByText("and more than 999 more, among slowing tests")).toBeVisible();
  await expect(huge.getByRole("link", { name: "causes of the week" })).toHaveAttribute(
    "href",
    /startDate=2030-01-14&endDate=2030-01-20/,
  );
  await expect(huge.getByText(/^Some reports of this week were deleted/)).toBeVisible();
});

test("previous and next weeks are one click away, and the current one is marked and has no next one", async ({
  mount,
}) => {
  const view = await mount<typeof Happy>(story("Happy"));
  await view.getByRole("button", { name: "Previous week" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"week":"2030-W02"}');
  await view.getByRole("button", { name: "Next week" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"week":"2030-W04"}');
  await view.getByRole("button", { name: "Download PDF" }).click();
  await expect(view.getByLabel("Done")).toHaveText("pdf 2030-W03");
  const email = view.getByRole("button", { name: "Email me weekly" });
  await expect(email).toHaveAttribute("aria-pressed", "false");
  await email.click();
  await expect(email).toHaveAttribute("aria-pressed", "true");
  const going = await mount<typeof SoFar>(story("SoFar"));
  await expect(going.getByText("Shop · Week 3, 14 to 20 January 2030, so far")).toBeVisible();
  await expect(going.getByText(/^The week so far, compared with the same period last week/)).toBeVisible();
  await expect(going.getByRole("button", { name: "Next week" })).toBeDisabled();
});

test("explains empty lists, a project without runs, loading and failure", async ({ mount, page }) => {
  const quiet = await mount<typeof Quiet>(story("Quiet"));
  for (const text of [
    "No tests got worse this week.",
    "No new or returning causes this week.",
    "No tests got better this week.",
    "No causes were resolved this week.",
    "No quarantine expired this week.",
    "No tests are flaky.",
    "All broken tests have owners.",
    "No items are overdue or due within 7 days.",
    "No durations in the last 14 days.",
    "No tests have become slower.",
  ])
    await expect(quiet.getByText(text)).toBeVisible();
  await expect(quiet.getByText("No runs in the previous week")).toHaveCount(5);
  const none = await mount<typeof NoRuns>(story("NoRuns"));
  await expect(none.getByRole("heading", { name: "No weekly data yet" })).toBeVisible();
  await expect(none.getByRole("button", { name: "Download PDF" })).toHaveCount(0);
  const stale = await mount<typeof Stale>(story("Stale"));
  await expect(stale.getByText("Loading the week…")).toBeVisible();
  const failing = await mount<typeof Failing>(story("Failing"));
  await expect(failing.getByRole("alert")).toContainText("Failed to load the week");
  await failing.getByRole("button", { name: "Try again" }).click();
  await expect(failing.getByLabel("Done")).toHaveText("again");
  await mount<typeof Loading>(story("Loading"));
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
});

test("prints every list in black on white, without buttons", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  await page.evaluate(() => document.documentElement.setAttribute("data-mantine-color-scheme", "dark"));
  await page.emulateMedia({ media: "print" });
  await expect(view.getByRole("button")).toHaveCount(0);
  await expect(view.getByRole("heading", { level: 2 })).toHaveCount(6);
  await expect(view.getByRole("link", { name: "cart › ships the parcel" })).toBeVisible();
  await expect(view.getByRole("heading", { name: "What got worse" })).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
});

test("shows if the options of a filter could not be loaded", async ({ mount, page }) => {
  const view = await mount<typeof WithoutOptions>(story("WithoutOptions"));
  await view.getByRole("button", { name: "Test suite" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to load the options. Close the list and open it again.");
  await expect(page.getByText("No options")).toHaveCount(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Happy",
    "SoFar",
    "Quiet",
    "Narrowed",
    "Huge",
    "NoRuns",
    "Stale",
    "Failing",
  ]));
