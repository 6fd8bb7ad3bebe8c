import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./deep-analysis.story.tsx";
import type {
  BudgetUsedUp,
  Done,
  HostileWords,
  LeftForLater,
  NoClass,
  NothingSaid,
  OfViewer,
  OtherClass,
  Running,
} from "./deep-analysis.story.tsx";

const file = "features/failures/deep-analysis/deep-analysis";
const story = (name: string) => `${file}/${name}`;

test("shows progress, usage and result of the model", async ({ mount }) => {
  const running = await mount<typeof Running>(story("Running"));
  await expect(running).toContainText("A language model is describing 9 causes: 5 of 14 done.");
  await expect(running).toContainText("tiny · 11,000 tokens · $0.0110 · 3 causes known from before");
  await expect(running.getByRole("button")).toHaveCount(0);
  const done = await mount<typeof Done>(story("Done"));
  await expect(done).toContainText("A language model described 14 of 14 causes. Open one to read it.");
  await done.getByRole("button", { name: "Dismiss" }).click();
  await expect(done).toHaveText("closed");
});

test("shows the reason of a stop and what is left", async ({ mount }) => {
  const budget = await mount<typeof BudgetUsedUp>(story("BudgetUsedUp"));
  await expect(budget).toContainText("token budget for today is used up");
  await expect(budget).toContainText("A language model described 5 of 14 causes");
  const none = await mount<typeof NothingSaid>(story("NothingSaid"));
  await expect(none).toContainText("refused the API key (HTTP 401)");
  await expect(none).not.toContainText("Open one");
  const later = await mount<typeof LeftForLater>(story("LeftForLater"));
  await expect(later).toContainText("240 causes were not described: start Deep Analyze again.");
});

test("a model's explanation is marked as such, and users with permission apply its class with one click", async ({
  mount,
}) => {
  const view = await mount<typeof OtherClass>(story("OtherClass"));
  const words = view.getByRole("region", { name: "Explained by a language model" });
  await expect(words).toContainText("In the words of tiny, which may be wrong");
  await expect(words.getByRole("heading")).toHaveText("The shop's server is not running.");
  await expect(words.getByRole("list", { name: "Recommendations" }).getByRole("listitem")).toHaveCount(2);
  await words.getByText("Technical analysis").click();
  await expect(words).toContainText("Nothing listens on port 3000");
  await expect(words).toContainText(/The model suggests\s*Environment Issue\s*instead of Application Defect/);
  await words.getByRole("button", { name: "Change to Environment Issue" }).click();
  await expect(view.getByLabel("Done")).toHaveText("1 is Environment Issue");
  const viewer = await mount<typeof OfViewer>(story("OfViewer"));
  await expect(viewer).toContainText("The model suggests");
  await expect(viewer.getByRole("button")).toHaveCount(0);
  const none = await mount<typeof NoClass>(story("NoClass"));
  await expect(none).toContainText("for this unclassified cause.");
});

for (const name of ["SameClass", "SaidByPerson", "Unsure"] as const)
  test(`offers no other class: ${name}`, async ({ mount }) => {
    const view = await mount(story(name));
    await expect(view.getByRole("heading")).toBeVisible();
    await expect(view).not.toContainText("The model suggests");
  });

test("the model's text is escaped, whatever it contains", async ({ mount }) => {
  const view = await mount<typeof HostileWords>(story("HostileWords"));
  await expect(view.getByRole("heading")).toContainText("<img src=x");
  await expect(view.locator("img")).toHaveCount(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Running",
    "Done",
    "BudgetUsedUp",
    "OtherClass",
    "NoClass",
    "HostileWords",
  ]));
