import { expect, type Page } from "@playwright/test";
import { readTable, readTerms } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./run-timeline-view.story.tsx";
import type { Large, Live, NoStarts, NothingRan, NotStarted, Shards } from "./run-timeline-view.story.tsx";

const story = (name: string) => `features/run-timeline/run-timeline-view/${name}`;

/** Returns the position of a lane at a time within the 90 seconds of the sample. */
async function locationOf(page: Page, lane: number, second: number): Promise<{ x: number; y: number }> {
  const canvas = page.locator("canvas");
  let box = { x: 0, y: 0, width: 0, height: 0 };
  // The canvas gets its size after the first layout.
  await expect
    .poll(async () => {
      const before = box;
      box = (await canvas.boundingBox()) ?? before;
      return box.width > 0 && JSON.stringify(box) === JSON.stringify(before);
    })
    .toBe(true);
  return { x: box.x + (box.width * second) / 90, y: box.y + lane * 26 + 10 };
}

test("shows the balance, with the formula on hover, and what the run waits for", async ({ mount }) => {
  const view = await mount<typeof Shards>(story("Shards"));
  const figure = (name: string) => view.locator("dl > div").filter({ hasText: name });
  await expect
    .poll(() => readTerms(view.locator("dl")))
    .toEqual({
      "Wall time": "1m 30s 4 workers",
      "Parallel efficiency": "57% 3m 25s in tests",
      "Best possible": "51.25 s 38.75 s less",
      "Ends last": "1m 30s Shard 2 · Worker 0",
      "Slowest shard": "Shard 2 Move tests to other shards",
    });
  await expect(figure("Parallel efficiency")).toHaveAttribute("title", "3m 25s in tests ÷ (4 workers × 1m 30s)");
  await expect(figure("Best possible")).toHaveAttribute("title", "It would take 51.25 s: 3m 25s ÷ 4 workers");
});

test("the table matches the lanes", async ({ mount }) => {
  const view = await mount<typeof Shards>(story("Shards"));
  const table = view.getByRole("table", { name: "Workers" });
  await expect
    .poll(() => readTable(table))
    .toMatchObject([
      {
        Worker: "Shard 1 · Workers 0, 2",
        Executions: "3",
        Failed: "1",
        Busy: "50.00 s",
        Idle: "17% · 10.00 s",
        Gaps: "1 · longest 10.00 s",
        "Slowest test": "Checkout › pays by card 30.00 s",
      },
      { Worker: "Shard 1 · Worker 1", Idle: "67% · 40.00 s", Gaps: "2 · longest 30.00 s" },
      { Executions: "3", Busy: "1m 25s" },
      { Worker: "Shard 2 · Worker 1" },
    ]);
  await expect(table.getByRole("row", { name: /^Shard 2 · Worker 0/ }).getByText("Ends last")).toBeVisible();
  await table.getByRole("row").nth(1).getByRole("button", { name: "Checkout › pays by card" }).click();
  await expect(view.locator("output")).toHaveText("opened 100");
});

test("the pointer shows a tooltip, and a click opens the test", async ({ mount, page }) => {
  const view = await mount<typeof Shards>(story("Shards"));
  const failed = await locationOf(page, 0, 15);
  await page.mouse.move(failed.x, failed.y);
  await expect(view.getByText("30.00 s · Failed", { exact: true })).toBeVisible();
  const retry = await locationOf(page, 0, 40);
  await page.mouse.move(retry.x, retry.y);
  await expect(view.getByText("19.00 s · Passed · attempt 2", { exact: true })).toBeVisible();
  const many = await locationOf(page, 3, 15);
  await page.mouse.move(many.x, many.y);
  await expect(view.getByText("and 39 more within 25.00 s · Passed", { exact: true })).toBeVisible();
  await page.mouse.click(failed.x, failed.y);
  await expect(view.locator("output")).toHaveText("opened 100");
  const idle = await locationOf(page, 1, 25);
  await page.mouse.move(idle.x, idle.y);
  await expect(view.getByText(/ · (Passed|Failed)$/)).toHaveCount(0);
});

test("drag, wheel and buttons zoom, and can be reset", async ({ mount, page }) => {
  const view = await mount<typeof Shards>(story("Shards"));
  const visible = view.getByTestId("window");
  await expect(visible).toHaveText("0–90000");
  const from = await locationOf(page, 2, 30);
  const to = await locationOf(page, 2, 60);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(visible).toHaveText(/^(29|30)\d{3}–(59|60)\d{3}$/);
  await expect(view.locator("output")).toHaveText("");
  await view.getByRole("button", { name: "Show all" }).click();
  await expect(visible).toHaveText("0–90000");
  await view.getByRole("button", { name: "Zoom in" }).click();
  await expect(visible).toHaveText("22500–67500");
  await view.getByRole("button", { name: "Zoom out" }).click();
  await expect(visible).toHaveText("0–90000");
  const left = await locationOf(page, 0, 0);
  await page.mouse.move(left.x + 1, left.y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -200);
  await page.keyboard.up("Control");
  await expect(visible).toHaveText(/^\d{1,2}–33\d{3}$/);
});

test("the keyboard moves between tests, announces, opens and zooms", async ({ mount, page }) => {
  const view = await mount<typeof Shards>(story("Shards"));
  const chart = view.getByRole("application", { name: /^Run timeline/ });
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await expect(chart.getByText("Checkout › pays by card, 30.00 s · Failed, Shard 1 · Workers 0, 2")).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(chart.getByText(/^Checkout › case 1\.0, 10\.00 s · Passed, Shard 1 · Worker 1$/)).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(view.locator("output")).toHaveText("opened 100");
  await page.keyboard.press("+");
  await expect(view.getByTestId("window")).toHaveText("0–45000");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(view.getByTestId("window")).toHaveText("11250–56250");
  await page.keyboard.press("0");
  await expect(view.getByTestId("window")).toHaveText("0–90000");
});

test("uploads can be aligned, and omissions are noted", async ({ mount }) => {
  const view = await mount<typeof Shards>(story("Shards"));
  await view.getByText("Starts aligned").click();
  await expect(view.locator("output")).toHaveText("align upload");
  await expect(view.getByText("1 execution without a duration is drawn as a point.")).toBeVisible();
  const large = await mount<typeof Large>(story("Large"));
  await expect(large.getByText(/Nothing ran for 1h 00m between two uploads/)).toBeVisible();
  await expect(large.getByText(/20 more lines are not shown/)).toBeVisible();
  await expect(large.getByText(/3 executions without a plausible start time are not shown/)).toBeVisible();
});

test("a report without start times shows a message and links to its durations", async ({ mount }) => {
  const view = await mount<typeof NoStarts>(story("NoStarts"));
  await expect(view.getByText("has no start times")).toBeVisible();
  await expect(view.getByRole("link", { name: "Show the slowest tests" })).toHaveAttribute(
    "href",
    "/reports/7?tab=metrics",
  );
  const nothing = await mount<typeof NothingRan>(story("NothingRan"));
  await expect(nothing.getByText("No tests ran in this report")).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/run-timeline/run-timeline-view", [
    "Shards",
    "Large",
    "NoStarts",
  ]));

test("a live run counts the tests that have not started", async ({ mount }) => {
  const live = await mount<typeof Live>(story("Live"));
  await expect(live.getByText(/34 tests have not started\./)).toBeVisible();
  await expect(live.getByText(/plausible start/)).toHaveCount(0);
  const none = await mount<typeof NotStarted>(story("NotStarted"));
  await expect(none.getByRole("heading", { name: "60 tests have not started" })).toBeVisible();
});
