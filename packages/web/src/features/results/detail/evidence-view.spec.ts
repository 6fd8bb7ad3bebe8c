import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./evidence-view.story.tsx";
import type { Known, Nothing } from "./evidence-view.story.tsx";

const story = (name: string) => `features/results/detail/evidence-view/${name}`;

test("shows outcomes of similar failures", async ({ mount }) => {
  const view = await mount<typeof Known>(story("Known"));
  const like = view.getByRole("list", { name: "Failures of the same cause" }).getByRole("listitem");
  await expect(like).toHaveText(/cart › opens in #1283, .* · Environment Issue · passed since on that branch/);
  await expect(like.getByRole("link")).toHaveAttribute("href", "/reports/83?result=7");
  await expect(view.getByRole("link", { name: "Open its cause in Failure Analysis" })).toHaveAttribute(
    "href",
    "/defects?group=12",
  );
});

test("shows a message without data", async ({ mount }) => {
  const view = await mount<typeof Nothing>(story("Nothing"));
  await expect(view).toContainText("The report has no error.");
  await expect(view.getByRole("link")).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/results/detail/evidence-view", [
    "Known",
    "Nothing",
    "Hostile",
  ]));
