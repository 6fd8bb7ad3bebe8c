import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./live-run.story.tsx";
import type {
  Ended,
  FourWorkers,
  Green,
  Huge,
  NothingYet,
  Shards,
  SlowerThanUsual,
  Unavailable,
  WithoutWorkers,
} from "./live-run.story.tsx";

const story = (name: keyof typeof stories) => `features/run-timeline/live-run/${name}`;

test("each worker has a lane with its test and how long it has been running", async ({ mount }) => {
  const view = await mount<typeof FourWorkers>(story("FourWorkers"));
  const lanes = view.getByRole("list", { name: "Workers" }).getByRole("listitem");
  await expect(lanes).toHaveCount(4);
  await expect(lanes.first()).toHaveText(/^Worker 0Checkout › pays by card \[chromium\]\d+ s$/);
  await expect(view.getByText("4 of 4 workers busy")).toBeVisible();
  const sharded = await mount<typeof Shards>(story("Shards"));
  await expect(sharded.getByText("Shard 3 · Worker 1")).toBeVisible();
  const unnamed = await mount<typeof WithoutWorkers>(story("WithoutWorkers"));
  await expect(unnamed.getByText("Line 3")).toBeVisible();
});

test("failures are listed by cause, and open their test", async ({ mount }) => {
  const view = await mount<typeof FourWorkers>(story("FourWorkers"));
  const failures = view.getByRole("list", { name: "Latest failures" }).getByRole("listitem");
  await expect(failures).toHaveCount(3);
  await expect(failures.first()).toContainText("combines a gift card with points [firefox] and 1 more test");
  await expect(failures.first().getByRole("link")).toHaveAttribute("href", /\/reports\/1\?result=91$/);
  await expect(failures.last()).toContainText("No error message");
});

test("a red run is told from a green one by colour and by a sign, and is compared with usual ones", async ({
  mount,
}) => {
  const red = await mount<typeof SlowerThanUsual>(story("SlowerThanUsual"));
  await expect(red.getByText("4 failures")).toBeVisible();
  await expect(red.getByText(/% slower than usual/)).toBeVisible();
  await expect(red.getByText(/usually 1m 40s/)).toBeVisible();
  await expect(red.locator("[data-tone=failed]")).toHaveCount(1);
  const green = await mount<typeof Green>(story("Green"));
  await expect(green.locator("[data-tone=passed]")).toHaveCount(1);
  await expect(green.getByText("no failures", { exact: true })).toBeVisible();
  await expect(green.getByText(/% faster than usual/)).toBeVisible();
  const waiting = await mount<typeof NothingYet>(story("NothingYet"));
  await expect(waiting.locator("[data-tone=running]")).toHaveCount(1);
  // Too few earlier runs: nothing is claimed.
  const unknown = await mount<typeof FourWorkers>(story("FourWorkers"));
  await expect(unknown.getByText(/usual/)).toHaveCount(0);
});

test("users who want less motion get numbers only", async ({ mount, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const view = await mount<typeof SlowerThanUsual>(story("SlowerThanUsual"));
  await expect(view.getByText("4 failures")).toBeVisible();
  await expect(view.getByText(/% slower than usual/)).toBeVisible();
  await expect(view.locator("[data-tone] img")).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await expect(view.locator("[data-tone] img")).toBeVisible();
});

test("a failure has its picture, unless that cannot be loaded", async ({ mount }) => {
  const view = await mount<typeof FourWorkers>(story("FourWorkers"));
  const failures = view.getByRole("list", { name: "Latest failures" }).getByRole("listitem");
  await expect(failures.first().getByRole("link").locator("img")).toBeVisible();
  await expect(failures.nth(1).locator("img")).toHaveCount(0);
  await expect(failures.last().locator("img")).toHaveCount(0);
});

test("explains what is missing", async ({ mount }) => {
  const empty = await mount<typeof NothingYet>(story("NothingYet"));
  await expect(empty.getByText("No test is running at the moment.")).toBeVisible();
  await expect(empty.getByText("No failures so far")).toBeVisible();
  const unavailable = await mount<typeof Unavailable>(story("Unavailable"));
  await expect(unavailable.getByText("The running tests could not be loaded. Trying again.")).toBeVisible();
  const huge = await mount<typeof Huge>(story("Huge"));
  await expect(huge.getByText("100 of 100 workers busy, 100 more running tests")).toBeVisible();
});

test("the page does not move with the number of workers and failures, or when the run ends", async ({ mount }) => {
  const heights = new Set<number | undefined>();
  for (const name of ["Loading", "NothingYet", "FourWorkers", "SlowerThanUsual", "Huge", "Ended"] as const)
    heights.add((await (await mount(story(name))).getByRole("main").boundingBox())?.height);
  expect([...heights]).toHaveLength(1);
  const ended = await mount<typeof Ended>(story("Ended"));
  await expect(ended.getByRole("heading", { name: "The run has ended" })).toBeVisible();
  await expect(ended.getByRole("button", { name: "Hide" })).toBeVisible();
  await expect(ended.getByText("idle")).toHaveCount(4);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/run-timeline/live-run", [
    "FourWorkers",
    "Shards",
    "WithoutWorkers",
    "SlowerThanUsual",
    "Green",
    "NothingYet",
    "Ended",
    "Loading",
    "Unavailable",
    "Huge",
    "RightToLeft",
  ]));
