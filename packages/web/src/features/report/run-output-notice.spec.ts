import { expect, type Locator } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./run-output-notice.story.tsx";
import type { Hostile, Loading, OfMany, Printed } from "./run-output-notice.story.tsx";

const summary = "Output outside the tests";
const ready = (view: Locator) => view.getByText(summary).click();

test("output and files of the run are shown on demand, with their source", async ({ mount }) => {
  const view = await mount<typeof Printed>("features/report/run-output-notice/Printed");
  await expect(view.getByText("Starting the shop")).toBeHidden();
  await view.getByText(summary).click();
  await expect(view.getByRole("heading")).toHaveText(["stdout of report-1.zip", "stderr of report-1.zip"]);
  await expect(view.getByText("Starting the shop")).toBeVisible();
  await expect
    .poll(() => readTexts(view.getByRole("listitem")))
    .toEqual([
      ["server.log", "1.2 kB"],
      ["lost.log", "not uploaded"],
    ]);
  await expect(view.getByRole("link")).toHaveText(["server.log"]);
});

test("above the maximum it shows how many are listed", async ({ mount }) => {
  const view = await mount<typeof OfMany>("features/report/run-output-notice/OfMany");
  await view.getByText(summary).click();
  await expect(view.getByText("Showing the first 4 of 4,321.")).toBeVisible();
  const loading = await mount<typeof Loading>("features/report/run-output-notice/Loading");
  await loading.getByText(summary).click();
  await expect(loading.getByRole("heading")).toHaveCount(0);
});

test("hostile output is escaped and stays inside the page", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>("features/report/run-output-notice/Hostile");
  await view.getByText(summary).click();
  await expect(view.getByText("<b>yyy")).toBeVisible();
  await expect(view.getByRole("link")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});

test("is accessible, wide and narrow, in both themes", ({ mount, page }) => {
  return expectAccessibleStories<typeof stories>({ mount, page }, "features/report/run-output-notice", [
    { name: "Printed", ready },
    { name: "Loading", ready },
  ]);
});
