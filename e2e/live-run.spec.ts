import { expect } from "@playwright/test";
import { createLiveClient } from "@plumb/client/live.ts";
import { testEvent } from "../packages/server/src/testing/live-events.ts";
import { batch } from "./live-events.ts";
import { signedIn, test } from "./product.ts";

test("a live run shows announced, running and finished tests, and its end", async ({ page, seeded }) => {
  const live = createLiveClient(seeded.client);
  const run = await live.openRun({ clientId: "laptop", suite: "live shop" }, { projectId: seeded.projectId });
  const titles = ["adds", "removes", "pays"];
  await live.sendEvents(run, batch(1, ...titles.map((title) => testEvent(title, "announced"))));
  await signedIn(page, seeded);
  await page.goto(`/reports/${run.reportId}`);
  const tests = page.getByRole("list", { name: "Tests" });
  const workers = page.getByRole("list", { name: "Workers" });

  await test.step("announced tests are listed, and the header shows the progress", async () => {
    await expect(page.getByRole("link", { name: "All 3" })).toBeVisible();
    await expect(page.getByText("0 of 3 done")).toBeVisible();
    await expect(page.getByText("3 remaining")).toBeVisible();
    await expect(tests.getByText("Queued")).toHaveCount(3);
  });

  await test.step("a started test is shown as running, then as failed", async () => {
    await live.sendEvents(run, batch(2, { ...testEvent("adds", "running"), startedAt: Date.now(), worker: 3 }));
    await expect(page.getByText("1 running")).toBeVisible();
    await expect(workers.getByRole("listitem")).toHaveText([/^Worker 3.*adds\d+ s$/]);
    await expect(tests.getByText("Running")).toHaveCount(1);
    const attempt = {
      kind: "attempt",
      test: "adds",
      index: 0,
      status: "failed",
      startedAt: null,
      durationMs: 12,
    } as const;
    const failed = { ...attempt, errors: [{ message: "Expected 2 items, got 1" }] };
    await live.sendEvents(run, batch(3, failed, testEvent("adds", "failed")));
    await expect(page.getByRole("link", { name: "Failed 1" })).toBeVisible();
    await expect(page.getByText("1 of 3 done")).toBeVisible();
    await expect(tests.getByText("Expected 2 items, got 1")).toBeVisible();
    const failures = page.getByRole("list", { name: "Latest failures" }).getByRole("listitem");
    await expect(failures).toHaveText([/Expected 2 items, got 1.*adds/]);
    await expect(workers.getByRole("listitem")).toHaveText([/^Worker 3idle$/]);
    await expect(page).toHaveTitle(/^\(1 ✕\) live shop #\d+ · 33% - Plumb$/);
    // The ring is red.
    await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /^data:image\/svg.*ef4444/);
  });

  await test.step("the end appears automatically, with the reason and the tests that did not run", async () => {
    await live.sendEvents(run, batch(4, testEvent("removes", "passed")));
    const panel = page.getByRole("region", { name: "Running now" });
    const height = (await panel.boundingBox())?.height;
    await live.completeRun(run, { batches: 4, interrupted: { reason: "stopped with Ctrl+C" } });
    await expect(page.getByText("Interrupted: stopped with Ctrl+C")).toBeVisible();
    await expect(page.locator("summary").getByText("1 test that was announced did not run.")).toBeVisible();
    await expect(page.getByText("remaining")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Skipped 1" })).toBeVisible();
    await expect(tests.getByText("Did not run")).toBeVisible();
    const ended = page.getByRole("region", { name: "The run has ended" });
    expect((await ended.boundingBox())?.height).toBe(height);
    await ended.getByRole("button", { name: "Hide" }).click();
    await expect(ended).toHaveCount(0);
    // Other pages have the usual icon.
    await page.getByRole("link", { name: "Dashboard" }).first().click();
    await expect(page.locator("link[rel=icon]")).toHaveAttribute("href", /favicon\.svg$/);
  });
});
