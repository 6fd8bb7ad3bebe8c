import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./trends-view.story.tsx";
import { sampleEvents } from "./sample-trends.ts";
import type {
  AddEvent,
  AsTable,
  Coarser,
  Failing,
  Happy,
  Dips,
  Huge,
  Loading,
  NoneInRange,
  NoneMatch,
  NoProjectRuns,
  OneRun,
  Stale,
  Viewer,
} from "./trends-view.story.tsx";

const file = "features/trends/trends-view";
const story = (name: string) => `${file}/${name}`;

/** Running reports are not counted. */
const ofEnded = "&status=%5B%22completed%22%2C%22failed%22%2C%22interrupted%22%5D";

test("the lowest pass rates name incidents, causes, events and removed tests, with links", async ({ mount }) => {
  const view = await mount<typeof Dips>(story("Dips"));
  const dips = view.getByRole("region", { name: "Lowest pass rates" }).getByRole("listitem");
  await expect(dips).toHaveCount(4);
  await expect(dips.nth(0)).toContainText(
    /^8 Jan 2030: 91\.2% passed in 6 runs, usually 97\.4%incident sandbox\.payments\.test \(8 tests\)2 new causes of 5/,
  );
  const incident = dips.nth(0).getByRole("link", { name: "incident sandbox.payments.test (8 tests)" });
  await expect(incident).toHaveAttribute("href", /\/defects\?.*startDate=2030-01-08.*incident=4/);
  await expect(incident).toHaveAttribute("href", /suite=/);
  await expect(dips.nth(1)).toContainText("14 Jan 2030 to 20 Jan 2030: 70.0% passed in 1 run");
  await expect(dips.nth(1)).toContainText("2 known causes30 tests removed");
  await expect(dips.nth(2), "nothing is claimed while it loads").toHaveText(
    "21 Jan 2030: 91.2% passed in 1 run, usually 97.4%",
  );
  await expect(dips.nth(3).getByRole("link", { name: "<b>" })).toHaveCount(0);
  // The labels in the chart never overlap; those without room are left out.
  const chart = view.getByRole("region", { name: "Pass Rate" });
  const label = chart.getByRole("link", { name: "8 Jan · 91.2% · incident sandbox.payments.test, 8 tests" });
  await expect(label).toHaveAttribute("href", /\/defects\?.*startDate=2030-01-08.*incident=4/);
  const labels = await chart.locator("[data-side]").filter({ visible: true }).all();
  const boxes = (await Promise.all(labels.map((each) => each.boundingBox()))).filter((box) => box !== null);
  expect(boxes.length).toBeGreaterThan(1);
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      expect(
        one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y + 1 ||
          other.y + other.height <= one.y + 1,
      ).toBe(true);
  const without = await mount<typeof Happy>(story("Happy"));
  await expect(without.getByRole("region", { name: "Lowest pass rates" })).toHaveCount(0);
});

test("the cards show metrics, the previous period and the difference, without an arrow below 1 %", async ({
  mount,
}) => {
  const view = await mount<typeof Happy>(story("Happy"));
  await expect(
    view.getByText("212 runs from 1 Jan 2030 to 30 Jan 2030, compared with 2 Dec 2029 to 31 Dec 2029"),
  ).toBeVisible();
  const cards = view.getByRole("list", { name: "Metrics of these runs" }).getByRole("listitem");
  await expect(cards).toHaveText([
    /Total Runs\s*212\s*\+6\.0% from 200/,
    /Pass Rate\s*97\.0%\s*−1\.4 points from 98\.4%\s*First attempt 95\.0% · 75\.0% of runs green/,
    /Avg Duration\s*6m 12s\s*\+0\.3% from 6m 11s\s*p50 5m 30s · p95 9m 48s/,
    /Failed Runs\s*42\s*\+40\.0% from 30 · 3 interrupted/,
  ]);
  await expect(cards.locator("svg[data-direction=up]")).toHaveCount(2);
  await expect(cards.nth(2).locator("svg[data-direction]")).toHaveCount(0);
  await expect(cards.first().getByRole("link")).toHaveAttribute(
    "href",
    `/reports?startDate=2030-01-01&endDate=2030-01-30${ofEnded}`,
  );
  await expect(cards.last().getByRole("link")).toHaveAttribute("href", /status=.*failed.*interrupted/);
});

test("a pointer over one chart shows the same day in all of them", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const lines = view.locator("[data-crosshair]");
  await expect(lines).toHaveCount(0);
  await view.getByRole("slider", { name: "Runs" }).focus();
  await expect(lines).toHaveCount(4);
  await view.getByRole("slider", { name: "Pass Rate" }).focus();
  await expect(lines).toHaveCount(4);
  await view.getByRole("slider", { name: "Pass Rate" }).blur();
  await expect(lines).toHaveCount(0);
});

test("events have their titles in wide charts, and an axis has its unit once", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const runs = view.getByRole("region", { name: "Runs" });
  const [event] = sampleEvents();
  await expect(runs.locator("svg text").filter({ hasText: event?.title ?? "" })).toHaveCount(1);
  await expect(
    view.getByRole("region", { name: "Pass Rate" }).locator("svg text").filter({ hasText: "%" }),
  ).toHaveCount(1);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(runs.locator("svg text").filter({ hasText: event?.title ?? "" })).toHaveCount(0);
});

test("a query is completed and becomes chips, and an error is shown at the field", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const field = view.getByRole("combobox", { name: /^Filter runs/ });
  await field.fill("-ta");
  await expect(page.getByRole("option", { name: "tag:" })).toBeVisible();
  await field.fill("suite:web -tag:smoke ");
  await expect(field).toHaveValue("");
  await expect(view.getByLabel("Address", { exact: true })).toHaveText('{"suite":["web"],"not":["tag:smoke"]}');
  await expect(view.getByText("Not tag: smoke")).toBeVisible();
  await field.fill("checkout");
  await field.press("Enter");
  await expect(view.getByRole("alert")).toContainText('Character 1: "checkout" is not a filter.');
  await expect(view.getByLabel("Address", { exact: true })).toHaveText('{"suite":["web"],"not":["tag:smoke"]}');
  await view.getByRole("button", { name: "Reset" }).click();
  await expect(view.getByLabel("Address", { exact: true })).toHaveText("{}");
});

test("each metric shows its formula", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  await view.getByRole("button", { name: "How Pass Rate is computed" }).first().click();
  await expect(page.getByText(/^Passed tests, flaky ones included, as a percentage of tests/)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Passed tests, flaky ones included/)).toBeHidden();
  for (const name of ["Total Runs", "Avg Duration", "Failed Runs", "Suite growth", "Time lost to flakes"])
    await expect(view.getByRole("button", { name: `How ${name} is computed` }).first()).toBeVisible();
});

test("a point shows its metrics and events, and links to its reports", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const chart = view.getByRole("figure", { name: "Runs", exact: true });
  const keys = chart.getByRole("slider");
  await keys.focus();
  await page.keyboard.press("Home");
  await expect(keys).toHaveAttribute(
    "aria-valuetext",
    "Tue, 1 Jan 2030\n6 runs\n4 passed, 0 of them flaky; 2 failed\n6 runs before",
  );
  await expect(chart.getByRole("link")).toHaveAttribute(
    "href",
    `/reports?startDate=2030-01-01&endDate=2030-01-01${ofEnded}`,
  );
  for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
  await expect(keys).toHaveAttribute("aria-valuetext", /4 Jan 2030\n[^]*Event: Chrome updated$/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  // A period without runs has no link, and the keys still work.
  await expect(chart.getByRole("link")).toHaveCount(0);
  await expect(keys).toHaveAttribute("aria-valuetext", "Sun, 6 Jan 2030\nNo runs");
  await page.keyboard.press("ArrowRight");
  await expect(chart.getByRole("link")).toHaveAttribute(
    "href",
    `/reports?startDate=2030-01-07&endDate=2030-01-07${ofEnded}`,
  );
});

test("a drag selects days and a button goes back, and so do Shift and the arrows", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const chart = view.getByRole("figure", { name: "Average Duration" });
  await chart.scrollIntoViewIfNeeded();
  const box = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(view.getByLabel("Address")).toHaveText(
    /^\{"range":"custom","startDate":"2030-01-1\d","endDate":"2030-01-2\d","zoomed":"30d"\}$/,
  );
  await view.getByRole("button", { name: "Back to last 30 days" }).click();
  await expect(view.getByLabel("Address")).toHaveText("{}");
  await view.getByRole("figure", { name: "Runs", exact: true }).getByRole("slider").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(view.getByLabel("Address")).toHaveText(
    '{"range":"custom","startDate":"2030-01-28","endDate":"2030-01-30","zoomed":"30d"}',
  );
});

test("an axis that does not start at 0 shows that, and can be changed", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const rates = view.getByRole("region", { name: "Pass Rate", exact: true });
  await expect(rates.getByText(/^Axis starts at 9\d%$/)).toBeVisible();
  await rates.getByRole("button", { name: "Start at 0" }).click();
  await expect(rates.getByText(/^Axis starts at/)).toHaveCount(0);
  await expect(view.getByLabel("Address")).toHaveText('{"axis":"zero"}');
  await expect(rates.getByRole("button", { name: "Start at 0" })).toHaveAttribute("aria-pressed", "true");
  const durations = view.getByRole("region", { name: "Average Duration" });
  await durations.getByRole("button", { name: "Percentiles" }).click();
  await expect(durations.getByRole("list", { name: "Legend of Average Duration" }).getByRole("listitem")).toHaveText([
    "p50",
    "p90",
    "p95",
  ]);
});

test("the lines of the previous period can be hidden", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const legend = view.getByRole("list", { name: "Legend of Runs" }).getByRole("listitem");
  await expect(legend).toHaveText(["Passed", "Flaky", "Failed", "Previous period"]);
  const button = view.getByRole("button", { name: "Previous period" });
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await button.click();
  await expect(legend).toHaveText(["Passed", "Flaky", "Failed"]);
  await expect(view.getByLabel("Address")).toHaveText('{"previous":"hidden"}');
  await button.click();
  await expect(view.getByLabel("Address")).toHaveText("{}");
});

test("range, grouping and filters are in the URL, except for defaults", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  await view.getByRole("combobox", { name: "Time range" }).click();
  await page.getByRole("option", { name: "Last year" }).click();
  await view.getByRole("combobox", { name: "Group by" }).click();
  await page.getByRole("option", { name: "By month" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"range":"1y","group":"month"}');
  await view.getByRole("button", { name: "Test suite" }).click();
  await page.getByRole("checkbox", { name: "api" }).check();
  await page.getByRole("checkbox", { name: "mobile" }).check();
  await page.keyboard.press("Escape");
  await expect(view.getByRole("button", { name: "Test suite: 2" })).toBeFocused();
  await view.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("checkbox", { name: "nightly" }).check();
  await page.keyboard.press("Escape");
  await expect(view.getByLabel("Address")).toHaveText(
    '{"range":"1y","group":"month","suite":["api","mobile"],"tag":["nightly"]}',
  );
  await view.getByRole("button", { name: "Remove Test suite: api" }).click();
  await expect(view.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toHaveText([
    "Test suite: mobile",
    "Tag: nightly",
  ]);
  await view.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"range":"1y","group":"month"}');
  await view.getByRole("button", { name: "checkout-e2e", exact: true }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"range":"1y","group":"month","suite":["checkout-e2e"]}');
});

test("dates in the wrong order, or too many, are reported and not loaded", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  await view.getByRole("combobox", { name: "Time range" }).click();
  await page.getByRole("option", { name: "Custom range" }).click();
  await view.getByLabel("End Date").fill("2030-01-31");
  await view.getByLabel("Start Date").fill("2030-01-01");
  const requested = '{"range":"custom","startDate":"2030-01-01","endDate":"2030-01-31"}';
  await expect(view.getByLabel("Address")).toHaveText(requested);
  await view.getByLabel("Start Date").fill("2030-02-01");
  await expect(view.getByText("Must not be before the start date")).toBeVisible();
  await view.getByLabel("Start Date").fill("1980-02-01");
  await expect(view.getByText("Choose 30 years or less")).toBeVisible();
  await expect(view.getByLabel("Address")).toHaveText(requested);
});

test("the table contains the same numbers, and the download all of them", async ({ mount, page }) => {
  const view = await mount<typeof AsTable>(story("AsTable"));
  const rows = view.getByRole("table", { name: "Metrics by period" }).getByRole("row");
  await expect(rows).toHaveCount(31);
  await expect(rows.last()).toHaveText(/Tue, 1 Jan 2030\s*6\s*4\s*0\s*2\s*98\.9%\s*97\.4%\s*6m 00s\s*9m 48s\s*380/);
  const downloading = page.waitForEvent("download");
  await view.getByRole("button", { name: "CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("trends-2030-01-01-to-2030-01-30.csv");
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]).toMatch(/^date,from,to,total_runs,passed_runs,failed_runs/);
  expect(lines[1]).toMatch(/^2030-01-01,2030-01-01,2030-01-01,6,4,2,1,0,0,/);
  expect(lines).toHaveLength(32);
});

test("events are listed with links, and users with permission add and delete them", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const events = view.getByRole("region", { name: "Events" });
  await expect(events.getByRole("listitem")).toHaveText([
    /Deploy\s*Shop 2\.4\.1\s*staging/,
    /Outage\s*Staging unreachable/,
    /Event\s*Chrome updated/,
  ]);
  await expect(events.getByRole("link", { name: "Shop 2.4.1" })).toHaveAttribute("href", "https://ci.example/241");
  await events.getByRole("button", { name: "Delete Chrome updated" }).click();
  await expect(view.getByLabel("Done")).toHaveText("delete 1");
  await events.getByRole("button", { name: "Add event" }).click();
  await expect(view.getByLabel("Done")).toHaveText("add");
  const viewer = await mount<typeof Viewer>(story("Viewer"));
  await expect(viewer.getByRole("region", { name: "Events" }).getByRole("button")).toHaveCount(0);
});

test("an event needs a title, and errors of the server are shown", async ({ mount, page }) => {
  const form = await mount<typeof AddEvent>(story("AddEvent"));
  await form.getByRole("button", { name: "Add event" }).click();
  await expect(form.getByRole("textbox", { name: "Title" })).toBeFocused();
  await form.getByRole("textbox", { name: "Title" }).fill("Shop 2.5");
  await form.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Outage" }).click();
  await form.getByRole("button", { name: "Add event" }).click();
  await expect(form.getByLabel("Sent")).toHaveText('{"kind":"outage","title":"Shop 2.5","environment":null}');
  const refused = await mount<typeof AddEvent>(story("AddEvent"), { refused: true });
  await expect(refused.getByRole("alert")).toContainText("Failed to add the event");
});

test("no run at all, no run in these days, and no match have different messages", async ({ mount }) => {
  const nothing = await mount<typeof NoProjectRuns>(story("NoProjectRuns"));
  await expect(nothing.getByRole("heading", { name: "No trend data" })).toBeVisible();
  const empty = await mount<typeof NoneInRange>(story("NoneInRange"));
  await expect(empty.getByRole("heading", { name: "No runs in this period" })).toBeVisible();
  await expect(empty.getByText("The project's runs are from 1 Jun 2029 to 30 Jan 2030.")).toBeVisible();
  await empty.getByRole("button", { name: "Show the last year" }).click();
  await expect(empty.getByLabel("Address")).toHaveText('{"range":"1y"}');
  const filtered = await mount<typeof NoneMatch>(story("NoneMatch"));
  await expect(filtered.getByText(/match your filters/)).toBeVisible();
  await filtered.getByRole("button", { name: "Reset filters" }).click();
  await expect(filtered.getByLabel("Address")).toHaveText("{}");
});

test("shows one run, ten years, a year by day, loading and failure", async ({ mount, page }) => {
  const one = await mount<typeof OneRun>(story("OneRun"));
  await expect(one.getByText("No previous period")).toHaveCount(4);
  await expect(one.getByRole("button", { name: "Back to last 90 days" })).toBeVisible();
  const coarser = await mount<typeof Coarser>(story("Coarser"));
  await expect(coarser.getByText("Grouped by month: by day there would be more than 400 points.")).toBeVisible();
  await expect(coarser.getByText("Not available by tag or fact: these belong to runs, not to tests")).toBeVisible();
  const huge = await mount<typeof Huge>(story("Huge"));
  await expect(huge.getByText(/11,999,999 from deleted reports/)).toBeVisible();
  const left = "without 98,765 failures in quarantine and 1 failure of incidents";
  await expect(
    huge.getByText(new RegExp(`First attempt [\\d.]+%, both ${left} · [\\d.]+% of runs green`)),
  ).toBeVisible();
  const chart = huge.getByRole("figure", { name: "Runs", exact: true });
  await huge.getByRole("figure", { name: "Pass Rate" }).getByRole("slider").focus();
  await page.keyboard.press("Home");
  await expect(huge.getByRole("figure", { name: "Pass Rate" })).toContainText("1 Jan 2030");
  await expect(chart.locator("svg path")).not.toHaveCount(0);
  const stale = await mount<typeof Stale>(story("Stale"));
  await expect(stale.getByText("Counting runs…")).toBeVisible();
  const failing = await mount<typeof Failing>(story("Failing"));
  await expect(failing.getByRole("alert")).toContainText("Failed to load trend data");
  await failing.getByRole("button", { name: "Try again" }).click();
  await expect(failing.getByLabel("Done")).toHaveText("again");
  await mount<typeof Loading>(story("Loading"));
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Happy",
    "Dips",
    "AsTable",
    "NoProjectRuns",
    "NoneMatch",
    "OneRun",
    "Huge",
    "Coarser",
    "AddEvent",
    "Failing",
  ]));
