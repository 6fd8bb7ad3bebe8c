import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./insight-box.story.tsx";
import type { FiveMegabytes, High, Low, Medium, Model, Person, PersonGone, Rule } from "./insight-box.story.tsx";

const story = (name: string) => `features/results/detail/insight-box/${name}`;

test("shows two suggestions, links to the rest, and is marked as a guess", async ({ mount }) => {
  const view = await mount<typeof High>(story("High"));
  const box = view.getByRole("article", { name: "AI Insight" });
  await expect(box.getByText("Element or resource not found")).toBeVisible();
  await expect(box.getByText("90% confidence (high)")).toBeVisible();
  await expect(box).toContainText("Based only on the word “locator” in the error message; not analyzed yet.");
  const fixes = box.getByRole("list", { name: "Suggested fixes" }).getByRole("listitem");
  await expect(fixes).toHaveCount(2);
  await box.getByRole("button", { name: "Show 1 more suggestion" }).press("Enter");
  await expect(fixes).toHaveCount(3);
  await expect(box.getByRole("button", { name: "Show fewer suggestions" })).toBeFocused();
});

test("75 percent is medium; without a keyword it is 60, low, without suggestions", async ({ mount }) => {
  const medium = await mount<typeof Medium>(story("Medium"));
  await expect(medium.getByText("75% confidence (medium)")).toBeVisible();
  const low = await mount<typeof Low>(story("Low"));
  await expect(low.getByText("60% confidence (low)")).toBeVisible();
  await expect(low.getByText("No known pattern in this error. Check the stack, steps and artifacts.")).toBeVisible();
  await expect(low.getByRole("listitem")).toHaveCount(0);
  await expect(low.getByRole("button")).toHaveCount(0);
});

test("handles a very long message", async ({ mount }) => {
  const view = await mount<typeof FiveMegabytes>(story("FiveMegabytes"));
  await expect(view.getByText("60% confidence (low)")).toBeVisible();
});

test("a verdict shows class, evidence, fixes and alternatives", async ({ mount }) => {
  const view = await mount<typeof Rule>(story("Rule"));
  const box = view.getByRole("article", { name: "AI Insight" });
  await expect(box).toContainText("Automation Script Error");
  await expect(box.getByText("Ambiguous Locator (Strict Mode)")).toBeVisible();
  await expect(box.getByText("93% confidence (high)")).toBeVisible();
  await expect(box.getByRole("list", { name: "Evidence" })).toContainText("resolved to 3 elements");
  const fixes = box.getByRole("list", { name: "Suggested fixes" });
  await expect(fixes.getByRole("listitem")).toHaveCount(2);
  await expect(fixes.getByText("getByRole('button', { name: 'Pay', exact: true })")).toBeVisible();
  await expect(box).toContainText(
    "Classified by the rule “strict-mode-violation” from the lines above. It might also be: Application Defect (24%).",
  );
  await box.getByRole("button", { name: "Show 1 more suggestion" }).click();
  await expect(fixes.getByRole("listitem")).toHaveCount(3);

  const model = await mount<typeof Model>(story("Model"));
  await expect(model).toContainText(
    "Classified by a model trained on labelled failures. It might also be: Test Data Issue (22%).",
  );
  await expect(model.getByRole("list", { name: "Suggested fixes" })).toHaveCount(0);
});

test("a user's decision names the user, without a percentage or an alternative", async ({ mount }) => {
  const view = await mount<typeof Person>(story("Person"));
  const box = view.getByRole("article", { name: /^Set by Ben Lindqvist, / });
  await expect(box).toContainText("Automation Script Error");
  await expect(box.getByText("confidence")).toHaveCount(0);
  await expect(box).not.toContainText(/AI Insight|might also be|%/);
  const removed = await mount<typeof PersonGone>(story("PersonGone"));
  await expect(removed.getByRole("article", { name: "Set by a project member" })).toBeVisible();
  await expect(removed).not.toContainText(/might also be|%/);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/results/detail/insight-box", [
    "High",
    "Medium",
    "Low",
    "Rule",
    "Person",
    "Model",
    "Defect",
    "Data",
    "Unknown",
  ]));
