import { expect, test } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./tests.story.tsx";
import type { All, Broken, Empty, Failed, Flaky, Gone, Huge, Narrowed, Quarantined, Slowing } from "./tests.story.tsx";

const file = "features/tests/tests";
const story = (name: string) => `${file}/${name}`;

test("a flaky test shows frequency, reason, cost and owner, and links to its page", async ({ mount }) => {
  const view = await mount<typeof Flaky>(story("Flaky"));
  const row = view.getByRole("row").nth(1);
  await expect(row.getByRole("link", { name: "Payment › pays by invoice" })).toHaveAttribute("href", "/tests/7");
  await expect(row).toContainText("12.5%");
  await expect(row).toContainText(
    "3 runs passed on retry, 1 failure on a commit that also passed, 1 short failure on a main branch",
  );
  await expect(row.getByRole("link", { name: "Timeout 30000ms exceeded." })).toHaveAttribute(
    "href",
    "/defects?group=3",
  );
  await expect(row).toContainText("39.64 s");
  await expect(row).toContainText("@team-payments");
  await expect(view.getByRole("row").nth(2)).toContainText("In quarantine");
  await expect(view.getByRole("row").nth(2)).toContainText("Nobody");
  await expect(view.getByText("60 tests")).toBeVisible();
});

test("a list that ends at a thousand tests shows that there are more", async ({ mount }) => {
  const view = await mount<typeof Huge>(story("Huge"));
  await expect(view.getByText("More than 1,000 tests")).toBeVisible();
  await expect(view.getByText("Only the first 1,000 are listed. Search or filter to see the others.")).toBeVisible();
});

test("the current tab is in view if there is no room for all tabs", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  const view = await mount<typeof All>(story("All"));
  await expect(view.getByRole("tab", { name: "All" })).toBeInViewport();
});

test("tabs, search, filters and pages are in the URL", async ({ mount, page }) => {
  const view = await mount<typeof Flaky>(story("Flaky"));
  await view.getByRole("button", { name: "Next" }).click();
  await expect(view.getByLabel("Search", { exact: true })).toHaveText('{"page":2}');
  await view.getByRole("tab", { name: "Slowest" }).click();
  await expect(view.getByLabel("Search", { exact: true })).toHaveText('{"view":"slow"}');
  await view.getByRole("combobox", { name: "Search tests..." }).fill("cart");
  await expect(view.getByLabel("Search", { exact: true })).toHaveText('{"view":"slow","q":"cart"}');
  await view.getByRole("tab", { name: "Flaky" }).click();
  await expect(view.getByLabel("Search", { exact: true })).toHaveText('{"q":"cart"}');
  await view.getByRole("button", { name: "Filters", exact: true }).click();
  // The filter is hidden in a project without owners.
  await expect(page.getByRole("button", { name: "Owner", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Test suite", exact: true }).click();
  await page.getByRole("checkbox", { name: "api" }).click();
  await page.keyboard.press("Escape");
  await expect(view.getByLabel("Search", { exact: true })).toHaveText('{"q":"cart","suite":["api"]}');
  await view.getByRole("button", { name: "Remove Test suite: api" }).click();
  await view.getByRole("button", { name: "Flakiness rule" }).click();
  await expect(view.getByLabel("Search", { exact: true })).toHaveText('{"q":"cart","show":"rule"}');
});

test("a query becomes the view, the filters and the words", async ({ mount }) => {
  const view = await mount<typeof Flaky>(story("Flaky"));
  const search = view.getByLabel("Search", { exact: true });
  const field = view.getByRole("combobox", { name: "Search tests..." });
  await field.fill("is:broken suite:api,web -tag:nightly cart");
  await field.press("Enter");
  await expect(search).toHaveText('{"view":"broken","q":"cart","suite":["api","web"],"not":["tag:nightly"]}');
  await expect(view.getByRole("list", { name: "Active filters" }).getByRole("listitem")).toHaveText([
    "Test suite: api",
    "Test suite: web",
    "Not run tag: nightly",
  ]);
  await view.getByRole("button", { name: "Remove Not run tag: nightly" }).click();
  await field.fill("cart is:flaky");
  await field.press("Enter");
  await expect(search).toHaveText('{"q":"cart","suite":["api","web"]}');
});

test("each view shows its columns", async ({ mount }) => {
  const broken = await mount<typeof Broken>(story("Broken"));
  await expect(broken.getByRole("columnheader")).toHaveText(["Test", "Since", "Why", "Owner"]);
  const slowing = await mount<typeof Slowing>(story("Slowing"));
  await expect(slowing.getByRole("row").nth(1)).toContainText("4.20 s, was 3.00 s");
  await expect(slowing.getByRole("row").nth(1)).toContainText("+40 %");
  await expect(slowing.getByRole("row").nth(2)).toContainText("–");
  const held = await mount<typeof Quarantined>(story("Quarantined"));
  await expect(held.getByRole("row").nth(1).getByText("BUG-7")).toBeVisible();
  await expect(held.getByRole("row").nth(1).getByText("or after 10 clean runs (4 so far)")).toBeVisible();
  await expect(held.getByRole("row").nth(2)).toContainText("Manually");
  const all = await mount<typeof All>(story("All"));
  await expect(all.getByRole("link", { name: "#118" })).toHaveCount(1);
  await expect(all.getByText("Not enough runs")).toBeVisible();
  const removed = await mount<typeof Gone>(story("Gone"));
  await expect(removed.getByRole("row").nth(1)).toContainText("1 Mar 2026");
});

test("explains empty lists and searches without a match", async ({ mount }) => {
  const empty = await mount<typeof Empty>(story("Empty"));
  await expect(empty.getByRole("heading", { name: "No tests are flaky" })).toBeVisible();
  const narrowed = await mount<typeof Narrowed>(story("Narrowed"));
  await expect(narrowed.getByRole("list", { name: "Active filters" })).toHaveText("Test suite: checkout");
  await narrowed.getByRole("button", { name: "Clear filters" }).click();
  await expect(narrowed.getByLabel("Search", { exact: true })).toHaveText("{}");
  const failed = await mount<typeof Failed>(story("Failed"));
  await expect(failed.getByText("Failed to load the tests")).toBeVisible();
});

test("every state has no axe violations, wide and narrow, light and dark", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Flaky",
    "Broken",
    "Slowing",
    "Quarantined",
    "All",
    "Hostile",
    "Empty",
    "Narrowed",
    "Loading",
    "Failed",
  ]));
