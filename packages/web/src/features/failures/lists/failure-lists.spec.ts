import { expect, type Locator } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./failure-lists.story.tsx";
import type {
  Groups,
  GroupsOfViewer,
  HostileGroups,
  HostileRuns,
  HostileTests,
  Merge,
  SameCause,
  Merging,
  OpenGroup,
  Reclassify,
  Runs,
  Tests,
  TestsOfViewer,
} from "./failure-lists.story.tsx";

const file = "features/failures/lists/failure-lists";
const story = (name: string) => `${file}/${name}`;

/** Expects the last action of a story. */
const expectDone = (view: Locator, action: object) =>
  expect(view.getByLabel("Done")).toHaveText(JSON.stringify(action));

test("a cause shows class, error, state, counts, and times", async ({ mount }) => {
  const view = await mount<typeof Groups>(story("Groups"));
  const row = view.getByRole("row").nth(1);
  const [first, , , last] = await readTable(view.getByRole("table", { name: "Groups" }));
  expect(first).toEqual({
    Cause:
      "Pinned: Payment API answers 500 when the basket holds a discounted item Application Defect Server Error (HTTP 5xx) 3 tests 2 runs 9f86d081884c",
    Owner: "Checkout team",
    State: "new",
    Trend: "",
    Failures: "3",
    "Last seen": "1 Jan 2030",
  });
  expect(last?.["Cause"]).toContain("Unclassified 2 tests");
  await expect(row.getByRole("img", { name: "At most 3 at a time in 30 days, 3 lately" })).toBeVisible();
  await expect(row.getByRole("link", { name: "3 tests" })).toHaveAttribute("href", "/defects?tab=tests&cause=1");
});

test("works by keyboard: j and k move, Enter opens, Escape closes, x selects, 1 to 5 classify", async ({
  mount,
  page,
}) => {
  const view = await mount<typeof Groups>(story("Groups"));
  const opener = (index: number) => view.locator(`tr[data-row="${index}"] [data-open-row]`);
  await page.keyboard.press("j");
  await expect(opener(0)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("4");
  await expectDone(view, { classify: [2], as: "Environment Issue" });
  await page.keyboard.press("Enter");
  await expect(opener(1)).toHaveAttribute("aria-expanded", "true");
  await expect(view.getByRole("region", { name: "Cause" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(view.getByRole("region", { name: "Cause" })).toHaveCount(0);
  await expect(opener(1)).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(view.getByRole("region", { name: "Selection" })).toContainText("2 causes selected · 99 failures");
  await page.keyboard.press("k");
  await page.keyboard.press("1");
  await expectDone(view, { classify: [2, 3], as: "Application Defect" });
  await view.getByRole("button", { name: "Merge" }).click();
  await expectDone(view, { same: [2, 3] });
  await view.getByRole("button", { name: "Quarantine" }).click();
  await expectDone(view, { quarantine: [2, 3] });
  await view.getByRole("button", { name: "Classify as" }).click();
  await expect(page.getByRole("menuitem", { name: /^Environment Issue/ })).toContainText("12 of 99 already");
  await page.getByRole("menuitem", { name: "Unknown" }).click();
  await expectDone(view, { classify: [2, 3], as: "Unknown" });
  await view.getByRole("button", { name: "Clear the selection" }).click();
  await expect(view.getByRole("region", { name: "Selection" })).toHaveCount(0);
});

test("the keys of the acts apply to the focused cause, and u undoes", async ({ mount, page }) => {
  const view = await mount<typeof Groups>(story("Groups"));
  await page.keyboard.press("j");
  for (const [key, act] of [
    ["a", "assign"],
    ["d", "due"],
    ["i", "item"],
    ["q", "quarantine"],
    ["m", "same"],
    ["T", "ticket"],
  ] as const) {
    await page.keyboard.press(key);
    await expectDone(view, { [act]: [1] });
  }
  await page.keyboard.press("u");
  await expectDone(view, { undo: "last" });
});

test("a cause is merged into another one that is found by its error", async ({ mount, page }) => {
  const view = await mount<typeof SameCause>(story("SameCause"));
  const dialog = page.getByRole("dialog", { name: "Same as another cause" });
  const merge = dialog.getByRole("button", { name: "Merge" });
  await expect(merge).toBeDisabled();
  await dialog.getByRole("combobox", { name: "Cause" }).fill("ECONNREFUSED");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await merge.click();
  await expectDone(view, { same: 2 });
});

test("an open cause shows its reasons and actions", async ({ mount }) => {
  const view = await mount<typeof OpenGroup>(story("OpenGroup"));
  const cause = view.getByRole("region", { name: "Cause" });
  await expect(cause).toContainText("88% confidence (high)");
  await expect(cause).toContainText("The application answered with a server error.");
  await expect(cause).toContainText("It might also be: Environment Issue (29%).");
  await expect(cause.getByText("Payment API answers 500").filter({ visible: true }), "the error once").toHaveCount(1);
  await cause.getByText("Why these failures are grouped (2 errors)").click();
  const errors = cause.getByRole("list", { name: "Errors of this cause" }).getByRole("listitem");
  await expect(errors).toContainText([
    "2 failures · identical · 9f86d081884c",
    "1 failure · 82% similar · 60303ae22b99",
  ]);
  await expect(cause.getByRole("list", { name: "Member tests" }).getByRole("link")).toHaveText([
    "cart › holds a discounted item",
    "and 2 more",
  ]);
  await expect(cause.getByRole("link", { name: "cart › holds a discounted item" })).toHaveAttribute(
    "href",
    "/reports/84?result=901",
  );
  await cause.getByRole("button", { name: "Unpin" }).click();
  await expectDone(view, { pin: 1, pinned: false });
  await cause.getByRole("button", { name: "Undo: Merged 2 causes" }).click();
  await expectDone(view, { undo: 71 });
  await expect(cause.getByRole("button", { name: /^Undo/ })).toHaveCount(1);
  const split = cause.getByRole("button", { name: "Split off" });
  await expect(split).toBeDisabled();
  const boxes = cause.getByRole("checkbox");
  await boxes.nth(1).check();
  await split.click();
  await expectDone(view, { split: 1, signatures: 1 });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expect(split, "a cause keeps one error at least").toBeDisabled();
});

test("viewers see everything about a cause, but no actions", async ({ mount, page }) => {
  const view = await mount<typeof GroupsOfViewer>(story("GroupsOfViewer"));
  const cause = view.getByRole("region", { name: "Cause" });
  await expect(cause.getByRole("list", { name: "Decisions" })).toContainText("Merged 2 causes");
  await expect(view.getByRole("checkbox")).toHaveCount(0);
  await expect(cause.getByRole("button")).toHaveText([/^$/, /^$/]);
  await page.keyboard.press("j");
  await page.keyboard.press("1");
  await expect(view.getByLabel("Done")).toBeEmpty();
});

test("a test links to its failure in the report, and keys apply to these failures", async ({ mount, page }) => {
  const view = await mount<typeof Tests>(story("Tests"));
  const row = view.getByRole("row").nth(1);
  await expect(row.getByRole("link", { name: "cart › holds a discounted item" })).toHaveAttribute(
    "href",
    "/reports/84?result=901",
  );
  await expect(row.getByRole("link", { name: "#128" })).toHaveAttribute("href", "/reports/84");
  expect((await readTable(view.getByRole("table", { name: "Tests" })))[0]).toMatchObject({
    "Test and error":
      'cart › holds a discounted item expected "Paid" · received "Refused" · Error: expect(locator).toHaveText(expected) failed',
    "Suite and run": "checkout-e2e #128 staging · main",
  });
  await page.keyboard.press("j");
  await page.keyboard.press("2");
  await expectDone(view, { classify: [901], as: "Test Data Issue" });
  await row.getByRole("button", { name: "Reclassify cart › holds a discounted item" }).click();
  await expectDone(view, { reclassify: 901 });
  const read = await mount<typeof TestsOfViewer>(story("TestsOfViewer"));
  await expect(read.getByRole("button")).toHaveCount(0);
});

test("a run shows classes and new causes, and links to them", async ({ mount, page }) => {
  const view = await mount<typeof Runs>(story("Runs"));
  const row = view.getByRole("row").nth(1);
  expect((await readTable(view.getByRole("table", { name: "Runs" })))[0]).toMatchObject({
    "Suite and run": "checkout-e2e #128 staging · main",
    "Most frequent": "6 × Ambiguous Locator (Strict Mode) 4 × Network / DNS",
    Causes: "5 2 new",
    Failures: "14",
  });
  await expect(row.getByRole("link", { name: "6 Automation Script Error" })).toHaveAttribute(
    "href",
    /tab=tests.*runs=%5B84%5D.*class=Automation/,
  );
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(view.getByRole("button", { name: "Only this run" })).toBeVisible();
  await view.getByRole("checkbox", { name: "Select checkout-e2e #127" }).check();
  await view.getByRole("button", { name: "Only these runs" }).click();
  await expectDone(view, { runs: [84, 83] });
});

test("a decision shows class, sub-class and reach", async ({ mount, page }) => {
  const view = await mount<typeof Reclassify>(story("Reclassify"));
  await expect(view.getByRole("radio", { name: "Application Defect" })).toBeChecked();
  await expect(view.getByRole("combobox", { name: "Sub-class" })).toHaveValue("A3 Server Error (HTTP 5xx)");
  await view.getByRole("radio", { name: "Environment Issue" }).check();
  await view.getByRole("combobox", { name: "Sub-class" }).click();
  await page.getByRole("option", { name: "E2 Network / DNS" }).click();
  await expect(view.getByText("41 failures and future ones")).toBeVisible();
  await view.getByRole("radio", { name: "All failures of this cause" }).check();
  await view.getByRole("button", { name: "Reclassify" }).click();
  await expectDone(view, { primaryClass: "Environment Issue", subClass: "E2", scope: "group" });
});

test("the remaining cause of merged ones comes first", async ({ mount, page }) => {
  const view = await mount<typeof Merge>(story("Merge"));
  const dialog = page.getByRole("dialog", { name: "Merge 2 causes" });
  await expect(dialog.getByRole("radio", { name: /ECONNREFUSED/ })).toBeChecked();
  await expect(dialog).toContainText("Merges their 44 failures of this period");
  await dialog.getByRole("radio", { name: /Payment API/ }).check();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expectDone(view, { merge: [1, 2] });
});

test("hostile texts are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const stays = async () => {
      await expect(page.locator("td img")).toHaveCount(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    };
    await mount<typeof HostileGroups>(story("HostileGroups"));
    await stays();
    await mount<typeof HostileTests>(story("HostileTests"));
    await stays();
    await mount<typeof HostileRuns>(story("HostileRuns"));
    await stays();
  }
  await expect(page).not.toHaveTitle(/pwned/);
});

test("on a small screen, an error has two lines", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const groups = await mount<typeof Groups>(story("Groups"));
  const error = groups.getByText(/^Payment API answers 500/).first();
  await expect(error).toBeVisible();
  expect(await error.evaluate((visible) => visible.scrollWidth - visible.clientWidth)).toBe(0);
  const tests = await mount<typeof Tests>(story("Tests"));
  const line = tests.getByText(/^expected "Paid"/).first();
  await expect.poll(async () => (await line.boundingBox())?.height).toBeGreaterThan(30);
});

test("lists have no accessibility violations and fit 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Groups",
    "OpenGroup",
    "Tests",
    "Runs",
    "Reclassify",
    "SameCause",
    "HostileGroups",
  ]));

test("a cancelled bulk action leaves the list in place, and the focus on its button", async ({ mount, page }) => {
  const view = await mount<typeof Merging>(story("Merging"));
  const merge = view.getByRole("button", { name: "Merge" });
  await merge.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(merge).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await view.getByRole("button", { name: "Clear the selection" }).click();
  await expect(view.getByRole("main")).toBeFocused();
});
