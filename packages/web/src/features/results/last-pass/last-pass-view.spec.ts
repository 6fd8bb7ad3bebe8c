import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./last-pass-view.story.tsx";
import type { Both, Hostile, OneSideWithSteps, TracedPass, WithoutPicture } from "./last-pass-view.story.tsx";

const story = (name: string) => `features/results/last-pass/last-pass-view/${name}`;

test("picture, steps, environment and output of both runs are beside each other, and differences are marked", async ({
  mount,
}) => {
  const view = await mount<typeof Both>(story("Both"));
  const slider = view.getByRole("slider", { name: "Visible part of the last pass image" });
  await expect(slider).toBeVisible();
  await view.getByText("Side by side").click();
  await expect(view.locator("figure figure img")).toHaveCount(2);
  await expect(view.getByRole("table", { name: "Steps" }).getByRole("row")).toHaveText([
    "StepLast passThis failureDifference",
    "Whole test4.10 s12.30 sSlower",
    "Open the shop900 ms950 ms",
    "Accept cookies120 ms–Did not run",
    "Choose a language–200 msNew",
    "Search “crème brûlée”800 ms5.00 sSlower",
    "fill searchbox90 ms95 ms",
    "Count products300 ms5.00 sFailed",
  ]);
  await expect(view.getByRole("table", { name: "Environment" }).getByRole("row")).toHaveText([
    "NameLast passThis failure",
    "Node version24.0.024.1.0",
    "Browsernot reportedChromium 156",
  ]);
  await expect(view.getByText("1 more value is the same.")).toBeVisible();
  await expect(view.getByLabel("stdout: This failure").locator("mark")).toHaveText("09:44:07 index: search-5");
  await expect(view.getByLabel("stderr: This failure").locator("mark")).toHaveText("no product matches creme");
  await expect(view.getByText("No output.")).toBeVisible();
});

test("a missing picture is explained, and the other one is shown", async ({ mount }) => {
  const view = await mount<typeof WithoutPicture>(story("WithoutPicture"));
  await expect(view.getByText("Last pass: no picture.")).toBeVisible();
  await expect(view.locator("section img")).toHaveCount(1);
  await expect(view.getByText("The environments are the same.")).toBeVisible();
  const traced = await mount<typeof TracedPass>(story("TracedPass"));
  await expect(traced.getByText("The trace of the pass has pictures of its steps.")).toBeVisible();
});

test("steps of one run only are shown", async ({ mount }) => {
  const view = await mount<typeof OneSideWithSteps>(story("OneSideWithSteps"));
  await expect(view.getByText("Last pass: no steps.")).toBeVisible();
  await expect(view.getByText("Neither run has a picture. With screenshot: 'on'")).toBeVisible();
  await expect(view.getByRole("row", { name: /Count products/ })).toHaveText("Count products–5.00 sFailed");
});

test("hostile and long texts stay text, and lists are bounded", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>(story("Hostile"));
  await expect(view.getByText("202 more steps are not compared.")).toBeVisible();
  await expect(view.getByLabel("stdout: This failure").locator("mark")).toHaveCount(200);
  await expect(page).not.toHaveTitle("pwned");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/results/last-pass/last-pass-view", [
    "Both",
    "WithoutPicture",
    "OneSideWithSteps",
    "Hostile",
  ]));
