import { expect, test } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./items.story.tsx";
import type {
  AllFit,
  Empty,
  Filled,
  Hostile,
  Line,
  NothingMatches,
  OnBoard,
  Summary,
  TooMany,
  Viewer,
} from "./items.story.tsx";

const story = (name: string) => `features/items/items/${name}`;

test("a row shows the fields of an item, and marks overdue ones", async ({ mount }) => {
  const view = await mount<typeof Filled>(story("Filled"));
  const rows = view.getByRole("row");
  await expect(rows.nth(1)).toContainText("Vouchers are not deducted from the total");
  await expect(rows.nth(1)).toContainText("Overdue");
  await expect(rows.nth(1).getByRole("link", { name: "checkout › takes a voucher" })).toHaveAttribute(
    "href",
    /reports\/12.*result=99/,
  );
  await expect(rows.nth(2)).not.toContainText("Overdue");
  // The due date has passed, but the item is closed. Its report was deleted.
  await expect(rows.nth(3)).not.toContainText("Overdue");
  await expect(rows.nth(3)).toContainText("Report #3 was deleted");
  await expect(rows.nth(2)).toContainText("by Claude Code (agent of Ada Okafor)");
  // Created by the signed-in user.
  await expect(rows.nth(1)).toContainText("by Ada Okafor (Me)");
});

test("on a small screen, the full name of the creator is shown", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Filled>(story("Filled"));
  const name = view.getByText("augusta.gone@shop.example", { exact: true });
  await expect(name).toBeVisible();
  expect(await name.evaluate((visible) => visible.scrollWidth - visible.clientWidth)).toBe(0);
});

test("readers without permission to edit see the assignee's name on one line", async ({ mount, page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  const view = await mount<typeof Viewer>(story("Viewer"));
  expect((await view.getByText("Ben Lindqvist").first().boundingBox())?.height).toBeLessThan(25);
});

test("status and assignee can be changed in the row, and a title opens its item", async ({ mount, page }) => {
  const view = await mount<typeof Filled>(story("Filled"));
  const done = view.getByLabel("Done");
  await view.getByRole("combobox", { name: "Status of Vouchers" }).click();
  await page.getByRole("option", { name: "In Progress" }).click();
  await expect(done).toHaveText("7 is in_progress");
  const assignee = view.getByRole("combobox", { name: "Assignee of Staging" });
  await expect(assignee).toHaveValue("Gus Gone (no longer a member)");
  await assignee.click();
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
    "Unassigned",
    "Myself",
    "Ben Lindqvist",
    "Gus Gone (no longer a member)",
  ]);
  await page.getByRole("option", { name: "Myself" }).click();
  await expect(done).toHaveText("9 to 1");
  await view.getByRole("button", { name: "Who looks at red runs?" }).click();
  await expect(done).toHaveText("open 8");
});

test("filters, order and pages are in the URL", async ({ mount, page }) => {
  const view = await mount<typeof Filled>(story("Filled"));
  const search = view.getByLabel("Search", { exact: true });
  const pages = view.getByRole("navigation", { name: "Pages" });
  await expect(pages).toContainText("91–100 of 203");
  await expect(pages.getByRole("button")).toHaveText(["Previous", "8", "9", "10", "11", "12", "Next"]);
  await pages.getByRole("button", { name: "Next" }).click();
  await expect(search).toHaveText('{"page":11}');
  await view.getByRole("button", { name: "Title" }).click();
  await expect(search).toHaveText('{"sortBy":"title","sortOrder":"asc"}');
  await expect(view.getByRole("columnheader", { name: "Title" })).toHaveAttribute("aria-sort", "ascending");
  await view.getByRole("combobox", { name: "Assignee", exact: true }).click();
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
    "All assignees",
    "Unassigned",
    "Myself",
    "Ben Lindqvist",
  ]);
  await page.getByRole("option", { name: "Unassigned" }).click();
  await expect(search).toContainText('"assignee":"unassigned"');
  await pages.getByLabel("Items per page").selectOption("50");
  await expect(search).toContainText('"size":50');
});

test("keyboard shortcuts move, select and open", async ({ mount, page }) => {
  const view = await mount<typeof Filled>(story("Filled"));
  await expect(view.getByRole("row")).toHaveCount(4);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const bar = view.getByRole("region", { name: "Bulk actions" });
  await expect(bar).toContainText("2 selected");
  await expect(bar.getByRole("button")).toHaveText(["In Progress", "Resolved", "Closed", "Reopen", "Invalid", "Clear"]);
  await page.keyboard.press("a");
  await expect(view.getByLabel("Done")).toHaveText("8 to 1");
  await bar.getByRole("button", { name: "Reopen" }).click();
  await expect(view.getByLabel("Done")).toHaveText(JSON.stringify({ items: [7, 8], status: "reopened" }));
  await bar.getByRole("button", { name: "Clear" }).click();
  await expect(bar).toHaveCount(0);
});

test("all matches can be selected, and above the maximum the bar explains why not", async ({ mount }) => {
  const fit = await mount<typeof AllFit>(story("AllFit"));
  await expect(fit.getByRole("button", { name: "Select all 10,000 that match" })).toBeVisible();
  const view = await mount<typeof TooMany>(story("TooMany"));
  const bar = view.getByRole("region", { name: "Bulk actions" });
  await expect(bar.getByRole("paragraph")).toHaveText(
    "10,001 match, more than the 10,000 that can be changed together. To select all, narrow the filters.",
  );
  await expect(bar.getByRole("button", { name: /^Select all/ })).toHaveCount(0);
});

test("viewers can change nothing", async ({ mount }) => {
  const view = await mount<typeof Viewer>(story("Viewer"));
  await expect(view.getByRole("row")).toHaveCount(4);
  await expect(view.getByRole("checkbox")).toHaveCount(0);
  await expect(view.getByRole("row").nth(1)).toContainText("Ben Lindqvist");
  await expect(view.getByRole("row").getByRole("combobox")).toHaveCount(0);
});

test("an empty list explains what to do", async ({ mount }) => {
  const empty = await mount<typeof Empty>(story("Empty"));
  await empty.getByRole("button", { name: "Create item" }).click();
  await expect(empty.getByLabel("Done")).toHaveText("create");
  const none = await mount<typeof NothingMatches>(story("NothingMatches"));
  await none.getByRole("button", { name: "Clear filters" }).click();
  await expect(none.getByLabel("Search", { exact: true })).toHaveText("{}");
});

test("a card of the board is moved by its menu and by drag", async ({ mount, page }) => {
  const view = await mount<typeof OnBoard>(story("OnBoard"));
  const column = (name: string) => view.getByRole("region", { name, exact: true });
  await expect(column("Open").getByRole("listitem")).toHaveCount(1);
  await column("Open")
    .getByRole("button", { name: /^Move Vouchers/ })
    .click();
  await page.getByRole("menuitem", { name: "Invalid" }).click();
  await expect(column("Invalid")).toContainText("Vouchers");
  await column("In Progress").getByRole("listitem").dragTo(column("Reopened"));
  await expect(column("Reopened")).toContainText("Who looks at red runs?");
  await expect(column("Closed").getByRole("link", { name: "Show all 200" })).toHaveAttribute("href", /status=closed/);
});

test("each total links to its list", async ({ mount }) => {
  const view = await mount<typeof Summary>(story("Summary"));
  await expect(view.getByRole("link", { name: "2 Overdue" })).toHaveAttribute("aria-current", "true");
  await expect(view.getByRole("link", { name: "4 Assigned to me" })).toHaveAttribute(
    "href",
    /assignee=me.*status=todo|status=todo.*assignee=me/,
  );
  await expect(view.getByRole("link", { name: "Critical priority 4" })).toHaveAttribute("href", /priority=critical/);
  await expect(view.getByText("Blocker")).toHaveCount(0);
});

test("names the remaining one of several items", async ({ mount }) => {
  const view = await mount<typeof Line>(story("Line"));
  await expect(view).toContainText(
    "Open item: Vouchers are not deducted from the total (assigned to Ben Lindqvist) and 1 more",
  );
  await expect(view).toContainText("Closed item: Only a closed one");
  await expect(view).toContainText("Open item: About a cause (In Progress, about the cause)");
  await expect(
    view.getByTitle("Analysis item: Vouchers are not deducted from the total (Open, Ben Lindqvist)"),
  ).toHaveText("Open, Ben Lindqvist");
});

test("hostile texts are escaped", async ({ mount }) => {
  const view = await mount<typeof Hostile>(story("Hostile"));
  await expect(view.getByRole("row").nth(1)).toContainText("<img src=x onerror=alert(1)>");
  await expect(view.locator("img")).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/items/items", [
    "Filled",
    "Viewer",
    "Empty",
    "NothingMatches",
    "Hostile",
    "Loading",
    "Failed",
    "OnBoard",
    "BoardOfViewer",
    "TooMany",
    "Summary",
    "OfReport",
    "Line",
  ]));
