import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./changes-view.story.tsx";
import type { Hostile, Known, NeverPassed, Same } from "./changes-view.story.tsx";

const story = (name: string) => `features/results/detail/changes-view/${name}`;

test("each change has its value before and after", async ({ mount }) => {
  const view = await mount<typeof Known>(story("Known"));
  await expect(view.getByRole("heading", { level: 3 })).toContainText(
    "Changes between the last pass, #99, and the first failure, #102",
  );
  await expect(view.getByRole("row")).toHaveText([
    "WhatBeforeAfter",
    "Commit3c65d96 Keep the cart for 30 dayse363ea5 Normalise search words",
    "Duration4.1 s12.3 s",
    "Step “Search”0.4 s5.0 s",
    "Node version–not reported24.1.0",
  ]);
});

test("without differences and without a pass there is a message", async ({ mount }) => {
  await expect(await mount<typeof Same>(story("Same"))).toContainText("No differences in commit");
  await expect(await mount<typeof NeverPassed>(story("NeverPassed"))).toContainText("No pass of this test is stored.");
});

test("hostile names stay text", async ({ mount, page }) => {
  await expect(await mount<typeof Hostile>(story("Hostile"))).toContainText("<img src=x");
  await expect(page).not.toHaveTitle("pwned");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/results/detail/changes-view", [
    "Known",
    "Same",
    "NeverPassed",
    "Hostile",
  ]));
