import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./storage-view.story.tsx";
import type { ForAdministrators, ForLeads, Full, NoLimit, OwnLimit } from "./storage-view.story.tsx";

const story = (name: keyof typeof stories) => `features/storage/storage-view/${name}` as const;

test("leads see the used share of the limit, and can change nothing", async ({ mount }) => {
  const view = await mount<typeof ForLeads>(story("ForLeads"));
  await expect(view.getByText("12.3 GB of 100.0 GB (12%) in 4,211 files")).toBeVisible();
  await expect(view.getByRole("button")).toHaveCount(0);
});

test("a full storage shows that files are rejected and results are still stored", async ({ mount }) => {
  const view = await mount<typeof Full>(story("Full"));
  await expect(view.getByText("Test results are still recorded.")).toBeVisible();
  await expect(view.getByText("104.0 GB of 100.0 GB (104%) in 1 file")).toBeVisible();
});

test("a project without a limit shows a note", async ({ mount }) => {
  const view = await mount<typeof NoLimit>(story("NoLimit"));
  await expect(view.getByText("12.3 GB in 4,211 files")).toBeVisible();
  await expect(view.getByText("This project has no limit.")).toBeVisible();
});

test("administrators set a limit for the project in gigabytes", async ({ mount }) => {
  const view = await mount<typeof ForAdministrators>(story("ForAdministrators"));
  await expect(view.getByRole("radio", { name: "Server default (100.0 GB)" })).toBeChecked();
  await view.getByRole("radio", { name: "Custom limit" }).check();
  await view.getByRole("button", { name: "Save limit" }).click();
  await expect(view.getByText("Enter a number from 0.001 to 1,000,000")).toBeVisible();
  await view.getByLabel("Limit in GB").fill("2.5");
  await view.getByRole("button", { name: "Save limit" }).click();
  await expect(view.locator("output")).toHaveText("2500000000");
});

test("the limit of the project can be removed again", async ({ mount }) => {
  const view = await mount<typeof OwnLimit>(story("OwnLimit"));
  await expect(view.getByLabel("Limit in GB")).toHaveValue("2.5");
  await view.getByRole("radio", { name: "No limit" }).check();
  await view.getByRole("button", { name: "Save limit" }).click();
  await expect(view.locator("output")).toHaveText("none");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/storage/storage-view", [
    "ForLeads",
    "Empty",
    "NearlyFull",
    "Full",
    "NoLimit",
    "ForAdministrators",
    "OwnLimit",
  ]));
