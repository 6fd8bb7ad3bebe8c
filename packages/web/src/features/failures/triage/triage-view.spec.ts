import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./triage-view.story.tsx";
import type { Causes, Empty, Many, Missing, NotSaved, OfViewer, Summary } from "./triage-view.story.tsx";

const story = (name: string) => `features/failures/triage/triage-view/${name}`;

async function expectDone(view: Locator, call: unknown): Promise<void> {
  await expect(view.getByLabel("Done")).toHaveText(JSON.stringify(call));
}

test("goes through the causes by keyboard: a class leads to the next one, k returns, u undoes", async ({
  mount,
  page,
}) => {
  const view = await mount<typeof Causes>(story("Causes"));
  await expect(view.getByText(/^1 of 5 · 0 decided/)).toBeVisible();
  await page.keyboard.press("4");
  await expectDone(view, { classify: 1, as: "Environment Issue" });
  await expect(view.getByText(/^2 of 5 · 1 decided/)).toBeVisible();
  await page.keyboard.press("k");
  await expect(view.getByText("1 of 5")).toBeVisible();
  await expect(view.getByRole("button", { name: "Environment Issue", pressed: true })).toBeVisible();
  await page.keyboard.press("u");
  await expectDone(view, { undo: true });
  for (const [key, act] of [
    ["a", "assign"],
    ["d", "due"],
    ["i", "item"],
    ["q", "quarantine"],
    ["m", "same"],
    ["T", "ticket"],
  ] as const) {
    await page.keyboard.press(key);
    await expectDone(view, { [act]: 1 });
  }
  await page.keyboard.press("s");
  await expect(view.getByText("2 of 5")).toBeVisible();
  await page.keyboard.press("l");
  await expectDone(view, { link: 2 });
  await page.keyboard.press("y");
  await expectDone(view, { classify: 2, as: "Environment Issue" });
  await page.keyboard.press("Escape");
  await expect(view.getByLabel("Step")).toHaveText("undefined");
});

test("the space bar goes through the tests of the cause, and presses a focused button", async ({ mount, page }) => {
  const view = await mount<typeof Causes>(story("Causes"));
  const tests = view.getByRole("list", { name: "Member tests" }).getByRole("link");
  await page.keyboard.press(" ");
  await expect(tests.first()).toBeFocused();
  await view.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press(" ");
  await expect(view.getByText(/^2 of 5/)).toBeVisible();
});

test("on a small screen, the acts are in a menu", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Causes>(story("Causes"));
  await view.getByRole("button", { name: "Actions for this cause" }).click();
  await page.getByRole("menuitem", { name: "Quarantine" }).click();
  await expectDone(view, { quarantine: 1 });
});

test("a held key decides about one cause only", async ({ mount, page }) => {
  const view = await mount<typeof Causes>(story("Causes"));
  await expect(view.getByText("1 of 5")).toBeVisible();
  await page.keyboard.down("4");
  await page.keyboard.down("4");
  await page.keyboard.down("4");
  await page.keyboard.up("4");
  await expect(view.getByText(/^2 of 5 · 1 decided/)).toBeVisible();
});

test("the same actions are buttons", async ({ mount }) => {
  const view = await mount<typeof Causes>(story("Causes"));
  await view.getByRole("button", { name: "Next" }).click();
  await view.getByRole("button", { name: "Test Data Issue" }).click();
  await expectDone(view, { classify: 2, as: "Test Data Issue" });
  await view.getByRole("button", { name: "Previous" }).click();
  await expect(view.getByText("2 of 5")).toBeVisible();
  await view.getByRole("button", { name: "Assign" }).click();
  await expectDone(view, { assign: 2 });
});

test("a decision that was not saved is listed, does not count, and can be tried again", async ({ mount }) => {
  const view = await mount<typeof NotSaved>(story("NotSaved"));
  const alert = view.getByRole("alert");
  await expect(alert).toContainText("1 decision not saved");
  await expect(alert).toContainText("The server did not respond.");
  await expect(view.getByText(/^2 of 5 · 0 decided/)).toBeVisible();
  await alert.getByRole("button", { name: "Try Environment Issue again" }).click();
  await expectDone(view, { repeat: 1, as: "Environment Issue", reason: "The server did not respond." });
});

test("viewers read the causes, and the page explains why they cannot decide", async ({ mount, page }) => {
  const view = await mount<typeof OfViewer>(story("OfViewer"));
  await expect(view.getByText("Users and leads of this project can set classes")).toBeVisible();
  await page.keyboard.press("4");
  await expect(view.getByLabel("Done")).toHaveText("");
  await page.keyboard.press("j");
  await expect(view.getByText("2 of 5")).toBeVisible();
  await expect(view.getByRole("button", { name: "Assign" })).toHaveCount(0);
});

test("the summary counts the decisions of the visit and is copied for Slack", async ({ mount }) => {
  const view = await mount<typeof Summary>(story("Summary"));
  await expect(view.getByRole("heading", { name: "2 causes decided in 3m 40s" })).toBeVisible();
  await expect(view.getByRole("list", { name: "Decisions" }).getByRole("listitem")).toHaveText([
    "1 Environment Issue Ada Okafor",
    "1 same as another cause",
    "2 tests in quarantine or muted",
    "1 skipped",
    "2 not seen",
  ]);
  await view.getByRole("button", { name: "Copy for Slack" }).click();
  await expect(view.getByLabel("Done")).toContainText(
    "Triage of Web shop #117: 2 causes in 3m 40s: 1 Environment Issue",
  );
  await view.getByRole("button", { name: "Next without a decision" }).click();
  await expect(view.getByText(/^3 of 5/)).toBeVisible();
});

test("nothing to triage, a deleted cause and a long queue are explained", async ({ mount }) => {
  const empty = await mount<typeof Empty>(story("Empty"));
  await expect(empty.getByText("No causes to triage")).toBeVisible();
  const missing = await mount<typeof Missing>(story("Missing"));
  await expect(missing.getByText("This cause no longer exists.")).toBeVisible();
  const many = await mount<typeof Many>(story("Many"));
  await expect(many.getByText("the first 200 of 1,234 causes")).toBeVisible();
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/failures/triage/triage-view", [
    "Causes",
    "OfViewer",
    "NotSaved",
    "Summary",
    "Hostile",
  ]));
