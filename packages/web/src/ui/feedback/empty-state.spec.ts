import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { TitleOnly, WholePage, WithNextStep } from "./empty-state.story.tsx";

test("the heading is second-level within a page and first-level alone on it", async ({ mount }) => {
  const within = await mount<typeof TitleOnly>("ui/feedback/empty-state/TitleOnly");
  await expect(within.getByRole("heading", { level: 2, name: "No tests match" })).toBeVisible();
  const alone = await mount<typeof WholePage>("ui/feedback/empty-state/WholePage");
  await expect(alone.getByRole("heading", { level: 1, name: "Report Not Found" })).toBeVisible();
});

test("the next step can be copied", async ({ mount }) => {
  const view = await mount<typeof WithNextStep>("ui/feedback/empty-state/WithNextStep");
  await expect(view.getByLabel("CLI command", { exact: true })).toContainText("cli.tgz upload");
  await expect(view.getByRole("button", { name: "Copy CLI command" })).toBeVisible();
});
