import { expect, type Locator } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./rules.story.tsx";
import type { Full, New, None, NoneViewed, Nothing, Refused, Some, Viewed } from "./rules.story.tsx";

const file = "features/failure-rules/rules";

function rowOf(view: Locator, name: string): Locator {
  return view.getByRole("listitem", { name });
}

test("rules are listed in order, with pattern, scope, class and number of decisions", async ({ mount }) => {
  const view = await mount<typeof Some>(`${file}/Some`);
  await expect(view.getByRole("list", { name: "Rules" }).locator("> li")).toHaveCount(3);
  const first = rowOf(view, "Payment sandbox is down");
  await expect
    .poll(() => readTexts(first))
    .toEqual([
      [
        "Payment sandbox is down",
        "contains",
        "sandbox.pay.example answered 503",
        "Environment Issue",
        "E6 Dependent Service Unavailable / Rate Limited",
        "1,204 failures in 90 days",
        "Changed",
        "1 Mar 2026",
        "by Ada Lovelace",
        "On",
      ],
    ]);
  await expect(rowOf(view, "Seed data of staging")).toContainText(
    "matches ^Error: (customer|order) \\d+ not found$, case-sensitive; only environment staging, tests with “checkout”",
  );
  await expect(rowOf(view, "Old selector")).toContainText("Old selector (off)");
});

test("rules are moved by button and by key, enabled, disabled, edited, and deleted after a confirmation", async ({
  mount,
  page,
}) => {
  const view = await mount<typeof Some>(`${file}/Some`);
  const output = view.getByTestId("said");
  const second = rowOf(view, "Seed data of staging");
  await second.getByRole("button", { name: "Move “Seed data of staging” up" }).click();
  await expect(output).toHaveText("up 2");
  await page.keyboard.press("Alt+ArrowDown");
  await expect(output).toHaveText("down 2");
  await second.getByRole("checkbox").click();
  await expect(output).toHaveText("switch 2");
  await second.getByRole("button", { name: "Edit" }).click();
  await expect(output).toHaveText("edit 2");
  await rowOf(view, "Payment sandbox is down").getByRole("button", { name: /up$/ }).focus();
  await page.keyboard.press("Enter");
  await expect(output).toHaveText("edit 2");
  await second.getByRole("button", { name: "Delete “Seed data of staging”" }).click();
  await expect(second.getByRole("button", { name: "Cancel" })).toBeFocused();
  await second.getByRole("button", { name: "Cancel" }).click();
  await expect(output).toHaveText("edit 2");
  await second.getByRole("button", { name: /^Delete/ }).click();
  await second.getByRole("button", { name: "Delete rule" }).click();
  await expect(output).toHaveText("delete 2");
});

test("users without permission can read the rules", async ({ mount }) => {
  const view = await mount<typeof Viewed>(`${file}/Viewed`);
  await expect(rowOf(view, "Payment sandbox is down")).toBeVisible();
  await expect(view.getByRole("button")).toHaveCount(0);
  const none = await mount<typeof NoneViewed>(`${file}/NoneViewed`);
  await expect(none.getByText("Project leads can add rules")).toBeVisible();
});

test("explains rules if there are none, and shows a note at the maximum", async ({ mount }) => {
  const none = await mount<typeof None>(`${file}/None`);
  await none.getByRole("button", { name: "New rule" }).click();
  await expect(none.getByTestId("said")).toHaveText("add");
  const full = await mount<typeof Full>(`${file}/Full`);
  await expect(full.getByText("A project can have at most 200 rules.")).toBeVisible();
  await expect(full.getByRole("button", { name: "New rule" })).toBeDisabled();
});

test("a rule needs a name, a pattern and a class, and shows its matches", async ({ mount, page }) => {
  const view = await mount<typeof New>(`${file}/New`);
  await view.getByRole("button", { name: "Add rule" }).click();
  await expect(view.getByText("Name is required")).toBeVisible();
  await expect(view.getByText("Pattern is required")).toBeVisible();
  await expect(view.getByText("Class is required")).toBeVisible();
  await expect(view.getByLabel("Name")).toBeFocused();
  await view.getByLabel("Name").fill("Sandbox");
  await view.getByRole("textbox", { name: "Text" }).fill("answered 503");
  await expect(view.getByText("It matches 23 failures of the last 90 days, in 7 tests and 2 causes.")).toBeVisible();
  await expect(view.getByText("4 failures keep the class that users chose.")).toBeVisible();
  await expect(view.getByRole("list", { name: "Matching errors" }).getByRole("listitem")).toHaveCount(2);
  await view.getByRole("combobox", { name: "Classify as" }).click();
  await page.getByRole("option", { name: "Environment Issue" }).click();
  await view.getByLabel("Environment", { exact: true }).fill("staging");
  await view.getByRole("button", { name: "Add rule" }).click();
  expect(JSON.parse((await view.getByTestId("said").textContent()) ?? "")).toEqual({
    name: "Sandbox",
    kind: "text",
    pattern: "answered 503",
    ignoreCase: true,
    scope: { suite: "", environment: "staging", branch: "", test: "" },
    primaryClass: "Environment Issue",
    subClass: null,
  });
});

test("an invalid expression is rejected at its field", async ({ mount }) => {
  const view = await mount<typeof Refused>(`${file}/Refused`);
  await expect(view.getByRole("textbox", { name: "Text" })).toHaveAttribute("aria-invalid", "true");
  await expect(view.getByRole("status")).toContainText("Pattern is not a valid regular expression");
});

test("a rule without matches shows a note", async ({ mount }) => {
  const view = await mount<typeof Nothing>(`${file}/Nothing`);
  await view.getByRole("textbox", { name: "Text" }).fill("x");
  await expect(view.getByText("No matches among the 1,204 errors of the last 90 days")).toBeVisible();
});

test("rules have no accessibility violations and fit 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Some",
    "Viewed",
    "None",
    { name: "New", ready: (view) => view.getByRole("textbox", { name: "Text" }).fill("answered") },
    "Refused",
  ]));
