import { expect, test } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./flakiness-rule.story.tsx";
import type { Form, Words } from "./flakiness-rule.story.tsx";

const file = "features/flakiness-rule/flakiness-rule";
const story = (name: string) => `${file}/${name}`;

test("a rule is previewed before it is saved", async ({ mount }) => {
  const view = await mount<typeof Form>(story("Form"));
  await view.getByRole("textbox", { name: "Flaky from (%)" }).fill("10");
  await view.getByRole("textbox", { name: "Main branches" }).fill("main, release , main,");
  await view.getByRole("button", { name: "Preview" }).click();
  const output = view.getByRole("region", { name: "Preview" });
  await expect(output).toContainText("6 tests would change state.");
  await expect(output).toContainText("Flaky: 15 → 9");
  await expect(output.getByRole("link", { name: "Payment › pays by invoice" })).toHaveAttribute("href", "/tests/7");
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByLabel("Done")).toHaveText(/"activateAt":10,.*"mainBranches":\["main","release"\]/);
  await view.getByRole("button", { name: "Use the defaults" }).click();
  await expect(view.getByLabel("Done")).toHaveText("null");
});

test("contradictory thresholds are rejected at their field", async ({ mount }) => {
  const view = await mount<typeof Form>(story("Form"));
  await view.getByRole("textbox", { name: "Healthy again at (%)" }).fill("7");
  await view.getByRole("textbox", { name: "Main branches" }).fill(" , ");
  await view.getByRole("button", { name: "Preview" }).click();
  await expect(view.getByText("Must be lower than the flaky threshold")).toBeVisible();
  await expect(view.getByText("Enter at least one branch")).toBeVisible();
  await expect(view.getByRole("region", { name: "Preview" })).toHaveCount(0);
});

test("every user can read the rule as text", async ({ mount }) => {
  const view = await mount<typeof Words>(story("Words"));
  await expect(view.getByRole("listitem")).toHaveCount(4);
  await expect(view).toContainText("at least 5 % of its executions in the last 14 days");
});

test("every state has no axe violations, wide and narrow, light and dark", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, ["Form", "Words"]));
