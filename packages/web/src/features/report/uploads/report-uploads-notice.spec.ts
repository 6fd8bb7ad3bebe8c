import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { test } from "#testing/story-test.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import type * as stories from "./report-uploads-notice.story.tsx";

const folder = "features/report/uploads/report-uploads-notice";

test("a report of several uploads shows what each replaced and kept", async ({ mount }) => {
  const view = await mount<typeof stories.Rerun>(`${folder}/Rerun`);
  await view.getByText("Combined from 3 report files").click();
  const facts = ["12 tests · junit · received", "4 Mar 2026"];
  await expect
    .poll(() => readTexts(view.getByRole("listitem")))
    .toEqual([
      ["broken.xml", ...facts, "Repeated by junit.xml."],
      [
        "junit.xml",
        ...facts,
        "Replaces broken.xml, which failed outside its tests or was truncated.",
        "2 tests ran again later.",
      ],
      [
        "rerun.xml",
        ...facts,
        "Ran 2 tests again, 1 passes now.",
        "Skipped 10 tests that ran in another upload: their results are kept.",
      ],
    ]);
});

test("places are named, and above the maximum it shows how many are listed", async ({ mount, page }) => {
  const positions = await mount<typeof stories.Places>(`${folder}/Places`);
  await positions.getByText("Combined from 2 report files").click();
  await expect(positions.getByText("Its tests are named after their location, net10.0.")).toBeVisible();
  const many = await mount<typeof stories.OfMany>(`${folder}/OfMany`);
  await many.getByText("Combined from 1,234 report files").click();
  await expect(many.getByText("Showing the first 1.")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
  const loading = await mount<typeof stories.Loading>(`${folder}/Loading`);
  await expect(loading.getByText("Combined from 3 report files")).toBeVisible();
});

test("each upload shows its facts, the first ten if there are many", async ({ mount }) => {
  const view = await mount<typeof stories.Facts>(`${folder}/Facts`);
  await view.getByText("Combined from 2 report files").click();
  await expect(view.getByText("browser=chrome-143 · os=linux", { exact: true })).toBeVisible();
  await expect(view.getByText(/^key0=<b>v+… · .* · 2 more$/)).toBeVisible();
});

test("shards and live reporters are not called files", async ({ mount }) => {
  const shards = await mount<typeof stories.Shards>(`${folder}/Shards`);
  await expect(shards.getByText("Combined from 2 shards")).toBeVisible();
  const live = await mount<typeof stories.Live>(`${folder}/Live`);
  await expect(live.getByText("Combined from 2 files and live reporters")).toBeVisible();
});

test("has no accessibility violations in either theme, wide and narrow", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["Rerun", "Places", "Facts"]));
