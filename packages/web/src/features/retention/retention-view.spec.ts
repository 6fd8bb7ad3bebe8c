import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./retention-view.story.tsx";
import type { Announced, NothingToDo, NotAnnounced, Off, Running } from "./retention-view.story.tsx";

const story = (name: keyof typeof stories) => `features/retention/retention-view/${name}` as const;

test("shows what the next cleanup deletes and keeps", async ({ mount }) => {
  const view = await mount<typeof Running>(story("Running"));
  await expect(view.getByText("1,204 reports, up to 3.2 GB")).toBeVisible();
  await expect(view.getByRole("link", { name: "#12, 3 Nov 2029" })).toHaveAttribute("href", "/reports/7");
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("shows a message without old reports", async ({ mount }) => {
  const view = await mount<typeof NothingToDo>(story("NothingToDo"));
  await expect(view.getByText("Nothing", { exact: true })).toBeVisible();
  await expect(view.getByText("deleted 1 day after they were received.")).toBeVisible();
});

test("a lead can start cleanup before its date", async ({ mount }) => {
  const view = await mount<typeof Announced>(story("Announced"));
  await expect(view.getByText("starts on 5 Jun 2030")).toBeVisible();
  await expect(view.getByText("1 report, up to 900 B")).toBeVisible();
  await view.getByRole("button", { name: "Start cleanup now" }).click();
  await expect(view.locator("output")).toHaveText("started");
});

test("before the notification, nothing has been deleted", async ({ mount }) => {
  const view = await mount<typeof NotAnnounced>(story("NotAnnounced"));
  await expect(view.getByText("nothing has been deleted")).toBeVisible();
  await expect(view.getByRole("button", { name: "Start cleanup now" })).toBeVisible();
});

test("shows what it would delete if it is turned off", async ({ mount }) => {
  const view = await mount<typeof Off>(story("Off"));
  await expect(view.getByText("Nothing is deleted.")).toBeVisible();
  await expect(view.getByText("Would delete")).toBeVisible();
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/retention/retention-view", [
    "Running",
    "NothingToDo",
    "Announced",
    "NotAnnounced",
    "Off",
  ]));
