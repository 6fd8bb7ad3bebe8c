import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./run-facts.story.tsx";
import type {
  AllQuarantined,
  Ended,
  Hostile,
  Interrupted,
  NoEstimate,
  Partial,
  Quarantined,
  Running,
  Waiting,
} from "./run-facts.story.tsx";

const folder = "features/report/header/run-facts";

test("a running run shows progress and estimated end", async ({ mount }) => {
  const view = await mount<typeof Running>(`${folder}/Running`);
  await expect(view).toContainText("400 of 1,400 done");
  await expect(view).toContainText("12 running");
  await expect(view).toContainText("988 remaining");
  await expect(view.getByText(/^ends around .*\d\d:\d\d$/)).toBeVisible();
  const unknown = await mount<typeof NoEstimate>(`${folder}/NoEstimate`);
  await expect(unknown).toContainText("988 remaining");
  await expect(unknown.getByText("ends around")).toHaveCount(0);
});

test("a finished run or a run without progress shows neither", async ({ mount }) => {
  const waiting = await mount<typeof Waiting>(`${folder}/Waiting`);
  await expect(waiting).toContainText("Waiting for shard 2 of 2");
  await expect(waiting.getByText("remaining")).toHaveCount(0);
  const ended = await mount<typeof Ended>(`${folder}/Ended`);
  await expect(ended).toContainText("100.0% passed");
  await expect(ended.getByText("remaining")).toHaveCount(0);
});

test("quarantined failures are shown separately", async ({ mount }) => {
  const some = await mount<typeof Quarantined>(`${folder}/Quarantined`);
  await expect(some).toContainText("2 failed, 1 errored, 1 of them in quarantine");
  const only = await mount<typeof AllQuarantined>(`${folder}/AllQuarantined`);
  await expect(only).toContainText("1 failed, in quarantine");
});

test("an interrupted run shows the reason, escaped and inside the page", async ({ mount, page }) => {
  const view = await mount<typeof Interrupted>(`${folder}/Interrupted`);
  await expect(view.getByText("Interrupted: No events for 30 minutes.")).toBeVisible();
  const hostile = await mount<typeof Hostile>(`${folder}/Hostile`);
  await expect(hostile.getByText("Interrupted: <b>xxx")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});

test("pull request, tags and facts link to their reports", async ({ mount }) => {
  const view = await mount<typeof stories.Labels>(`${folder}/Labels`);
  await expect(view.getByRole("link", { name: "PR 12" })).toHaveAttribute("href", '#{"pullRequest":["12"]}');
  await expect(view.getByRole("link", { name: "nightly" })).toHaveAttribute("href", '#{"tag":["nightly"]}');
  await expect(view.getByRole("link", { name: "os: linux, windows" })).toHaveAttribute(
    "href",
    '#{"fact":["os=linux","os=windows"]}',
  );
  await expect(view.getByRole("link", { name: "CI job" })).toHaveAttribute("href", "https://ci.test/7");
});

test("without a list labels are text, and only web addresses are links", async ({ mount }) => {
  const view = await mount<typeof stories.WithoutAList>(`${folder}/WithoutAList`);
  await expect(view.getByText("shop/web!4")).toBeVisible();
  await expect(view.getByRole("link")).toHaveCount(0);
});

test("on a phone, labels and the origin of the run are folded", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 700 });
  const view = await mount<typeof stories.Labels>(`${folder}/Labels`);
  await expect(view.getByText("100.0% passed")).toBeVisible();
  await expect(view.getByRole("link", { name: "CI job" })).toBeHidden();
  await view.getByText("Run details").click();
  await expect(view.getByRole("link", { name: "CI job" })).toBeVisible();
  await expect(view.getByTitle("Branch main")).toBeVisible();
});

test("a partial run shows why tests were excluded", async ({ mount }) => {
  const view = await mount<typeof Partial>(`${folder}/Partial`);
  await expect(view).toContainText('Partial run: Run with -g "<b>login</b>". Tests that did not run keep their state.');
});

test("is accessible, wide and narrow, in both themes", ({ mount, page }) => {
  return expectAccessibleStories<typeof stories>({ mount, page }, folder, [
    { name: "Running" },
    { name: "Interrupted" },
    { name: "Labels" },
  ]);
});
