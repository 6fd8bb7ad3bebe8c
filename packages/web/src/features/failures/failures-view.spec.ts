import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./failures-view.story.tsx";
import type {
  ActionsDown,
  Custom,
  Failing,
  FewReviews,
  Filtered,
  Happy,
  Huge,
  Loading,
  Pending,
  Ready,
  ReadyWithoutCauses,
  UnclassifiedOnly,
  Viewer,
  WithoutLabels,
  Zero,
  ZeroFiltered,
  ZeroMine,
} from "./failures-view.story.tsx";

const file = "features/failures/failures-view";
const story = (name: string) => `${file}/${name}`;

test("header and cards show number, share of classified failures, and accuracy", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  await expect(view.getByText("179 failures in the last 30 days, grouped into 14 causes")).toBeVisible();
  await expect(view.getByRole("list", { name: "Metrics of these failures" }).getByRole("listitem")).toHaveText([
    /Total Failures\s*179\s*\+23 vs previous 30 days/,
    /Classified\s*94%\s*11 unclassified/,
    /Duplicate Groups\s*9\s*165 repeats · 2 new causes/,
    /Accuracy\s*97%\s*62 of 64 confirmed/,
  ]);
  const legend = view.getByRole("region", { name: "Classification breakdown" }).getByRole("button");
  await expect(legend).toHaveText([
    /Application Defect 19/,
    /Test Data Issue 22/,
    /Automation Script Error 84/,
    /Environment Issue 41/,
    /Unknown 2/,
    /Unclassified 11/,
  ]);
  await expect(legend.first()).toHaveAttribute("title", "19 of 179 = 10.6%");
});

test("a class filters, and selecting it again shows all; so do unclassified failures", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const legend = view.getByRole("button", { name: "Environment Issue 41" });
  await legend.click();
  await expect(legend).toHaveAttribute("aria-pressed", "true");
  await expect(view.getByLabel("Address")).toHaveText('{"class":"Environment Issue"}');
  await legend.click();
  await expect(legend).toHaveAttribute("aria-pressed", "false");
  await view.getByRole("button", { name: "11 unclassified", exact: true }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"class":"Unclassified"}');
  await view.getByRole("button", { name: "Remove Class: Unclassified" }).click();
  await expect(view.getByLabel("Address")).toHaveText("{}");
  await view.getByRole("button", { name: "Accuracy: 97%" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"show":"quality"}');
});

test("window, search, tab and order are in the URL, except for defaults", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  await view.getByRole("combobox", { name: "Time window" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"window":"7d"}');
  await page.keyboard.press("Escape");
  await view.getByRole("combobox", { name: "Search tests..." }).fill("basket");
  await expect(view.getByLabel("Address")).toHaveText('{"window":"7d","q":"basket"}');
  await view.getByRole("tab", { name: "By Suite/Run" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"tab":"runs","window":"7d","q":"basket"}');
  await view.getByRole("tab", { name: "Groups (Deduped)" }).click();
  await expect(view.getByRole("list", { name: "Active filters" }), "the field shows the search").toHaveCount(0);
  await view.getByRole("button", { name: "Clear the search" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"window":"7d"}');
});

test("a query becomes filters and chips, and an error in it keeps the list", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const field = view.getByRole("combobox", { name: "Search tests..." });
  await field.fill("owner:@team-payments is:new since:7d -tag:nightly basket");
  await field.press("Enter");
  const address = '{"window":"7d","q":"basket","state":"new","owner":["@team-payments"],"not":["tag:nightly"]}';
  await expect(view.getByLabel("Address")).toHaveText(address);
  await expect(view.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toHaveText([
    "State: new",
    "Owner: @team-payments",
    "Not tag: nightly",
  ]);
  await field.fill("basket is:nwe");
  await field.press("Enter");
  await expect(view.getByRole("alert")).toContainText("Did you mean new?");
  await expect(view.getByLabel("Address")).toHaveText(address);
});

test("filters with several values are in the URL, and each can be removed", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const pick = async (filter: string, value: string) => {
    await view.getByRole("button", { name: "Filters", exact: true }).click();
    await page.getByRole("button", { name: filter, exact: true }).click();
    await page.getByRole("checkbox", { name: value, exact: true }).click();
    await page.keyboard.press("Escape");
  };
  await pick("Branch", "main");
  await pick("Tag", "nightly");
  await pick("Owner", "@team-payments");
  await view.getByRole("button", { name: "My tests" }).click();
  await expect(view.getByRole("button", { name: "My tests", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(view.getByLabel("Address")).toHaveText(
    '{"branch":["main"],"tag":["nightly"],"owner":["@team-payments"],"mine":true}',
  );
  await expect(view.getByText("include all failures")).toBeVisible();
  const chips = view.getByRole("list", { name: "Active filters" }).getByRole("listitem");
  await expect(chips).toHaveText(["Branch: main", "Tag: nightly", "Owner: @team-payments"]);
  await view.getByRole("button", { name: "Remove Tag: nightly" }).click();
  await view.getByRole("button", { name: "My tests" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"branch":["main"],"owner":["@team-payments"]}');
  await view.getByRole("button", { name: "Clear filters" }).click();
  await expect(view.getByLabel("Address")).toHaveText("{}");
  await expect(view.getByText("include all failures")).toHaveCount(0);
});

test("a value from a link that no failure has can be removed, and filters without values are hidden", async ({
  mount,
  page,
}) => {
  const view = await mount<typeof Filtered>(story("Filtered"));
  await view.getByRole("button", { name: "Filters", exact: true }).click();
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "left the project" })).toBeChecked();
  await page.getByRole("checkbox", { name: "left the project" }).click();
  await page.keyboard.press("Escape");
  await expect(view.getByLabel("Address")).toHaveText(
    '{"branch":["main"],"browser":["firefox"],"tag":["nightly"],"mine":true}',
  );
  const bare = await mount<typeof WithoutLabels>(story("WithoutLabels"));
  await bare.getByRole("button", { name: "Filters", exact: true }).click();
  await expect(page.getByRole("list", { name: "Filters" }).getByRole("button")).toHaveText([
    "State",
    "Test suite",
    "Environment",
    "Branch",
    "Framework",
  ]);
});

test("the menu of filters works by keyboard, goes back, and returns the focus", async ({ mount, page }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  const button = view.getByRole("button", { name: "Filters", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "State", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  const back = page.getByRole("button", { name: "State, back to all filters" });
  await expect(back).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "State", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "back" }).check();
  await expect(view.getByLabel("Address")).toHaveText('{"state":"back"}');
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await expect(view.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toHaveText(["State: back"]);
  await view.getByRole("tab", { name: "By Test Case" }).click();
  await button.click();
  await expect(page.getByRole("button", { name: "Test suite" })).toBeVisible();
  await expect(page.getByRole("button", { name: "State", exact: true }), "tests have no state").toHaveCount(0);
});

test("a share of few reviewed verdicts is not shown as a rate", async ({ mount }) => {
  const view = await mount<typeof FewReviews>(story("FewReviews"));
  const cards = view.getByRole("list", { name: "Metrics of these failures" });
  await expect(cards).toContainText(/Accuracy\s*7 of 12\s*confirmed, too few to rate/);
});

test("without own tests it says which owners are the user's", async ({ mount }) => {
  const view = await mount<typeof ZeroMine>(story("ZeroMine"));
  await expect(view.getByText("No failures in the last 30 days match your filters.")).toBeVisible();
  await expect(view.getByRole("link", { name: "your profile" })).toHaveAttribute("href", "/profile");
  await view.getByRole("button", { name: "Clear filters" }).last().click();
  await expect(view.getByLabel("Address")).toHaveText("{}");
});

test("unavailable actions show what they require", async ({ mount }) => {
  const view = await mount<typeof Happy>(story("Happy"));
  for (const name of ["Deep Analyze", "Deduplicate", "Push to Jira"]) {
    const button = view.getByRole("button", { name });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription(/^Coming soon/);
  }
  await expect(view.getByRole("button", { name: "Push to Jira" })).toHaveAccessibleDescription(
    /a project lead adds in Settings, Connections/,
  );
  await expect(view.getByRole("button", { name: "Deep Analyze" })).toHaveAccessibleDescription(
    /an administrator sets up in Settings, Language model/,
  );
  await expect(view.getByRole("button", { name: "Deduplicate" })).toHaveAccessibleDescription(
    /no likely duplicates in this period/,
  );
  await view.getByRole("button", { name: "Auto-Classify" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"q":"classified"}');
});

test("with a model and duplicates, both actions work and have descriptions", async ({ mount }) => {
  const view = await mount<typeof Ready>(story("Ready"));
  const deep = view.getByRole("button", { name: "Deep Analyze" });
  await expect(deep).toHaveAttribute("title", /Asks tiny to explain/);
  await deep.click();
  await expect(view.getByLabel("Address")).toHaveText('{"q":"deep"}');
  await view.getByRole("button", { name: "Deduplicate" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"q":"duplicates"}');
  await view.getByRole("button", { name: "Push to Jira" }).click();
  await expect(view.getByLabel("Address")).toHaveText('{"q":"push"}');
});

test("without causes, nothing can be pushed, and a failure to load what an action needs is shown", async ({
  mount,
}) => {
  const view = await mount<typeof ReadyWithoutCauses>(story("ReadyWithoutCauses"));
  const push = view.getByRole("button", { name: "Push to Jira" });
  await expect(push).toBeDisabled();
  await expect(push).toHaveAccessibleDescription("Coming soon: no causes in this period");
  const down = await mount<typeof ActionsDown>(story("ActionsDown"));
  for (const [name, reason] of [
    ["Deep Analyze", "Failed to load the language model. Reload the page to try again."],
    ["Push to Jira", "Failed to load the trackers. Reload the page to try again."],
  ] as const)
    await expect(down.getByRole("button", { name })).toHaveAccessibleDescription(reason);
});

test("viewers can read but change nothing", async ({ mount }) => {
  const view = await mount<typeof Viewer>(story("Viewer"));
  await expect(view.getByRole("row")).toHaveCount(6);
  await expect(view.getByRole("button", { name: "Auto-Classify" })).toHaveCount(0);
  await expect(view.getByRole("checkbox")).toHaveCount(0);
  await expect(view.getByText("classify", { exact: false })).toHaveCount(0);
});

test("no failures and no matches have different messages", async ({ mount }) => {
  const none = await mount<typeof Zero>(story("Zero"));
  await expect(none.getByRole("heading", { name: "No Test Failures Found" })).toBeVisible();
  await expect(none.getByText("No tests failed in the last 30 days.")).toBeVisible();
  await none.getByRole("button", { name: "Show the last 90 days" }).click();
  await expect(none.getByLabel("Address")).toHaveText('{"window":"90d"}');
  const filtered = await mount<typeof ZeroFiltered>(story("ZeroFiltered"));
  await expect(filtered.getByRole("heading", { name: "No Test Failures Found" })).toBeVisible();
  await expect(filtered.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toHaveText([
    "checkout-e2e #128",
    "Report 85",
  ]);
  await filtered.getByRole("button", { name: "Remove Report 85" }).click();
  await expect(filtered.getByLabel("Address")).toHaveText('{"window":"90d","q":"basket","runs":[84]}');
  await filtered.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(filtered.getByLabel("Address")).toHaveText('{"window":"90d"}');
});

test("ungrouped, unclassified and loading failures have messages", async ({ mount }) => {
  const unclassified = await mount<typeof UnclassifiedOnly>(story("UnclassifiedOnly"));
  await expect(unclassified.getByText("Not reviewed yet")).toBeVisible();
  await expect(unclassified.getByText("±0")).toBeVisible();
  const pending = await mount<typeof Pending>(story("Pending"));
  await expect(pending.getByText("3 reports are still being imported; numbers may increase")).toBeVisible();
});

test("does not load dates in the wrong order", async ({ mount }) => {
  const view = await mount<typeof Custom>(story("Custom"));
  await expect(view.getByText("179 failures from 1 Jan 2030 to 31 Jan 2030, grouped into 14 causes")).toBeVisible();
  await view.getByLabel("End Date").fill("2029-12-01");
  await expect(view.getByText("Must not be before the start date")).toBeVisible();
  await expect(view.getByLabel("Address")).toHaveText(
    '{"window":"custom","startDate":"2030-01-01","endDate":"2030-01-31"}',
  );
  await view.getByLabel("Start Date").fill("2029-11-01");
  await expect(view.getByLabel("Address")).toHaveText(
    '{"window":"custom","startDate":"2029-11-01","endDate":"2029-12-01"}',
  );
});

test("can retry a failed load, and shows that it is loading", async ({ mount, page }) => {
  const failing = await mount<typeof Failing>(story("Failing"));
  await expect(failing.getByRole("alert")).toContainText("Failed to load defect summary");
  await failing.getByRole("button", { name: "Try again" }).click();
  await expect(failing.getByLabel("Address")).toHaveText('{"q":"again"}');
  await mount<typeof Loading>(story("Loading"));
  await expect(page.locator("[aria-busy=true]")).toBeVisible();
});

test("huge numbers keep their format", async ({ mount }) => {
  const view = await mount<typeof Huge>(story("Huge"));
  await expect(view.getByText("+11,345,678 vs previous 30 days")).toBeVisible();
  await expect(view.getByRole("button", { name: "Accuracy: 99%" })).toBeVisible();
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Happy",
    "Zero",
    "ZeroFiltered",
    "ZeroMine",
    "Filtered",
    "UnclassifiedOnly",
    "Pending",
    "Custom",
    "Huge",
    "Failing",
  ]));
