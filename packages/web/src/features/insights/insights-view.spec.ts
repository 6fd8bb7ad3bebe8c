import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./insights-view.story.tsx";
import type {
  Failed,
  ModelAtWork,
  ModelDone,
  ModelLeftSome,
  ModelLeftSomeForReaders,
  None,
  NoneForReaders,
  NothingFailed,
  Result,
  Running,
  SetByPeople,
} from "./insights-view.story.tsx";

const story = (name: string) => `features/insights/insights-view/${name}`;

test("without an analysis, the page offers one, here or in the background", async ({ mount }) => {
  const view = await mount<typeof None>(story("None"));
  await expect(view.getByText("An analysis of the 16 failed tests adds root causes")).toBeVisible();
  await view.getByRole("button", { name: "Analyze Failures" }).click();
  await expect(view.locator("output")).toHaveText("analyze");
  await view.getByRole("button", { name: "Run in Background" }).click();
  await expect(view.locator("output")).toHaveText("background");
});

test("readers see a note and no buttons", async ({ mount }) => {
  const none = await mount<typeof NoneForReaders>(story("NoneForReaders"));
  await expect(none.getByText("Viewers can read an analysis, but not start one.")).toBeVisible();
  await expect(none.getByRole("button")).toHaveCount(0);
  const left = await mount<typeof ModelLeftSomeForReaders>(story("ModelLeftSomeForReaders"));
  await expect(left.getByText("Try again later.")).toBeVisible();
  await expect(left.getByRole("button", { name: "Analyze again" })).toHaveCount(0);
});

test("without failures there is nothing to analyse and no button", async ({ mount }) => {
  const view = await mount<typeof NothingFailed>(story("NothingFailed"));
  await expect(view.getByRole("heading", { name: "Nothing to analyze" })).toBeVisible();
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("shows a note while the analysis runs", async ({ mount }) => {
  const view = await mount<typeof Running>(story("Running"));
  await expect(view.getByRole("heading", { name: "Analyzing failures" })).toBeVisible();
});

test("a failed analysis shows the reason and can be retried", async ({ mount }) => {
  const view = await mount<typeof Failed>(story("Failed"));
  const alert = view.getByRole("alert");
  await expect(alert).toContainText("Analysis failed");
  await expect(alert).toContainText("The analysis was interrupted. Try again.");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(view.locator("output")).toHaveText("retry");
});

test("a result shows the summary with at most three recommendations, then each cluster", async ({ mount, page }) => {
  const view = await mount<typeof Result>(story("Result"));
  const summary = view.getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("Nearly all failures come from the payment service.");
  await expect(summary).toContainText("88% confidence (high)");
  await expect(summary).toContainText("16 failed tests in 2 clusters");
  await expect(summary.getByRole("listitem")).toHaveText([
    "Fix the payment service.",
    "Run the suite again.",
    "Raise no timeouts.",
  ]);
  const first = view.getByRole("region", { name: "The payment service answers 500" });
  await expect(first).toContainText("91% confidence (high)");
  await expect(first).toContainText("LLM-enhanced");
  await expect(first).toContainText("14 tests");
  await first.getByText("Technical analysis").click();
  await expect(first.getByText("It answers 500 within 40 ms.")).toBeVisible();
  await expect(first).toContainText("Browsers: Chromium, WebKit · Environments: staging · Avg duration: 31.20 s");
  const tests = first.getByRole("list", { name: "Tests" });
  await expect(tests.getByRole("link")).toHaveCount(10);
  await expect(tests.getByRole("link").first()).toHaveAttribute("href", "/reports/7?result=100");
  await expect(tests).toContainText("and 4 more");
  const second = view.getByRole("region", { name: "A date in the fixture has passed" });
  await expect(second).toContainText("72% confidence (medium)");
  await expect(second).not.toContainText("LLM-enhanced");
  await expect(view.getByText("40% confidence (low)")).toBeVisible();
  await expect(page).not.toHaveTitle(/pwned/);
});

test("a decision names the user and has no percentage", async ({ mount }) => {
  const view = await mount<typeof SetByPeople>(story("SetByPeople"));
  const causes = view.getByRole("list", { name: "Clusters" }).locator("section");
  await expect(causes.nth(0)).toContainText("Test Data Issue");
  await expect(causes.nth(0)).toContainText(/Set by Ben Lindqvist, /);
  await expect(causes.nth(1)).toContainText("Set by a project member");
  await expect(view.getByText("% confidence")).toHaveCount(0);
});

test("progress, usage and problems of the language model are shown", async ({ mount }) => {
  const atWork = await mount<typeof ModelAtWork>(story("ModelAtWork"));
  await expect(atWork.getByText("A language model is analyzing 2 causes.")).toBeVisible();
  const done = await mount<typeof ModelDone>(story("ModelDone"));
  await expect(done.getByText("tiny-instruct · 2,200 tokens · $0.0042 · 1 cause known from before")).toBeVisible();
  const left = await mount<typeof ModelLeftSome>(story("ModelLeftSome"));
  await expect(left.getByText("2 of 3 causes are described by the engine only.")).toBeVisible();
  await left.getByRole("button", { name: "Analyze again" }).click();
  await expect(left.locator("output")).toHaveText("analyze");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/insights/insights-view", [
    "None",
    "NoneForReaders",
    "NothingFailed",
    "Running",
    "Failed",
    "Result",
    "SetByPeople",
    "ModelAtWork",
    "ModelDone",
    "ModelLeftSome",
    "ModelLeftSomeForReaders",
  ]));
