import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { readTable } from "#testing/read-screen.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./backups-view.story.tsx";
import type {
  Empty,
  Failed,
  Healthy,
  Hostile,
  NotConfigured,
  NotRemoved,
  Refused,
  Running,
  TargetAway,
} from "./backups-view.story.tsx";

const folder = "features/backups/backups-view";

test("shows the last success, the next backup, and each backup with its size", async ({ mount }) => {
  const view = await mount<typeof Healthy>(`${folder}/Healthy`);
  const state = view.getByRole("region", { name: "State" });
  await expect(state).toContainText("s3://company-backups/plumb");
  await expect(state.getByRole("definition").first().locator("time")).toHaveAttribute(
    "datetime",
    "2030-01-03T01:30:00.000Z",
  );
  await expect(view.getByRole("alert")).toHaveCount(0);
  await expect
    .poll(() => readTable(view.getByRole("table")))
    .toMatchObject([
      { State: "Done", Database: "84.0 MB", Files: "5,310 (3.2 GB)", "Requested by": "–" },
      { State: "Done 2 files were already missing or damaged on the server.", "Requested by": "ada@example.com" },
      { State: "Done" },
    ]);
  await view.getByRole("button", { name: "Back up now" }).click();
  await expect(view.locator("output")).toHaveText("start");
});

test("the schedule is checked and sent", async ({ mount, page }) => {
  const view = await mount<typeof Empty>(`${folder}/Empty`);
  await expect(view.getByText("No backups yet")).toBeVisible();
  await view.getByLabel("Make backups on a schedule").check();
  await view.getByLabel("Backups to keep").fill("0");
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.getByText("Enter a number from 1 to 365")).toBeVisible();
  await expect(view.getByLabel("Backups to keep")).toBeFocused();
  await view.getByLabel("Backups to keep").fill("30");
  await view.getByLabel("Time", { exact: true }).fill("23:15");
  await view.getByRole("combobox", { name: "How often" }).click();
  await page.getByRole("option", { name: "Every Sunday" }).click();
  await view.getByLabel("Time zone").selectOption("America/New_York");
  await expect(view.getByText("Unsaved changes")).toBeVisible();
  await view.getByRole("button", { name: "Save" }).click();
  await expect(view.locator("output")).toContainText("enabled");
  expect(JSON.parse((await view.locator("output").textContent()) ?? "")).toEqual({
    enabled: true,
    weekday: "sunday",
    time: "23:15",
    timeZone: "America/New_York",
    keep: 30,
  });
});

test("a failed and overdue backup is a warning with the reason, and what happens next", async ({ mount }) => {
  const view = await mount<typeof Failed>(`${folder}/Failed`);
  const alerts = view.getByRole("alert");
  await expect(alerts.first()).toContainText("failed: the disk is full. Plumb tries again every hour.");
  await expect(alerts.nth(1)).toContainText("No backup has succeeded since");
  const rows = await readTable(view.getByRole("table"));
  expect(rows.map(({ State }) => State)).toEqual([
    "Failed The backup to /backups/plumb failed: the disk is full.",
    "Done",
    "Done 2 files were already missing or damaged on the server.",
    "Done",
    "Incomplete It was interrupted, and will be removed after the next backup.",
  ]);
});

test("a running backup is one row, and another one cannot be started", async ({ mount }) => {
  const view = await mount<typeof Running>(`${folder}/Running`);
  const rows = await readTable(view.getByRole("table"));
  expect(rows.map(({ State }) => State).slice(0, 2)).toEqual(["Running", "Done"]);
  await expect(view.getByText("Running now")).toBeVisible();
  await expect(view.getByRole("button", { name: "Back up now" })).toBeDisabled();
});

test("explains a missing target, one that is away, old backups that remain, and a rejected schedule", async ({
  mount,
}) => {
  const missing = await mount<typeof NotConfigured>(`${folder}/NotConfigured`);
  await expect(missing.getByText("Set PLUMB_BACKUPS to a folder or bucket")).toBeVisible();
  await expect(missing.getByRole("button", { name: "Back up now" })).toHaveCount(0);
  const away = await mount<typeof TargetAway>(`${folder}/TargetAway`);
  await expect(away.getByRole("alert")).toContainText(
    "The backups cannot be listed: The object storage: connect ECONNREFUSED",
  );
  await expect(away.getByText("No backups yet")).toHaveCount(0);
  const remaining = await mount<typeof NotRemoved>(`${folder}/NotRemoved`);
  await expect(remaining.getByRole("alert")).toContainText("is complete, but old backups were not removed.");
  const refused = await mount<typeof Refused>(`${folder}/Refused`);
  await expect(refused.getByText("Unknown time zone")).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, [
    "Healthy",
    "NotConfigured",
    "Empty",
    "Running",
    "Failed",
    "NotRemoved",
    "TargetAway",
    "Refused",
  ]));

test("hostile texts are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>(`${folder}/Hostile`);
    await expect(view.locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
