import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./report-changes-line.story.tsx";
import type {
  Changed,
  Failed,
  First,
  Loading,
  Nothing,
  OnABranch,
  OnlySuiteChanges,
  OnlyOnItsBranch,
} from "./report-changes-line.story.tsx";

test("each count leads to exactly those tests", async ({ mount }) => {
  const view = await mount<typeof Changed>("features/changes/report-changes-line/Changed");
  await expect(view.getByRole("link")).toHaveText([
    "vs #1284",
    "3 new",
    "2 back again",
    "2 fixed",
    "4 known",
    "1 newly flaky",
    "vs last green #1279",
  ]);
  const leadsTo = (name: string) => view.getByRole("link", { name, exact: true });
  await expect(leadsTo("vs #1284")).toHaveAttribute("href", "/reports/compare?base=84&head=85");
  await expect(leadsTo("vs last green #1279")).toHaveAttribute("href", "/reports/compare?base=79&head=85");
  for (const [name, show] of [
    ["3 new", "newFailure"],
    ["2 back again", "backAgain"],
    ["2 fixed", "fixed"],
    ["4 known", "stillFailing"],
    ["1 newly flaky", "newlyFlaky"],
  ] as const)
    await expect(leadsTo(name)).toHaveAttribute("href", `/reports/compare?base=84&head=85&show=${show}`);
});

test("no changes and no base are shown as text", async ({ mount, page }) => {
  await mount<typeof Nothing>("features/changes/report-changes-line/Nothing");
  await expect(page.getByText("nothing changed")).toBeVisible();
  await mount<typeof OnlySuiteChanges>("features/changes/report-changes-line/OnlySuiteChanges");
  await expect(page.getByText("no outcome changed")).toBeVisible();
  // The last green run is the base here, and has one link.
  await expect(page.getByRole("link")).toHaveText(["vs last green #1284"]);
  await mount<typeof First>("features/changes/report-changes-line/First");
  await expect(page.getByText("No earlier finished run to compare with")).toBeVisible();
});

test("a branch is compared with a main branch first, and with its previous run", async ({ mount, page }) => {
  const view = await mount<typeof OnABranch>("features/changes/report-changes-line/OnABranch");
  await expect(view.getByRole("link")).toHaveText(["vs #1284 on main", "1 new", "vs #1283, the previous run"]);
  await expect(view.getByRole("link", { name: "vs #1283" })).toHaveAttribute(
    "href",
    "/reports/compare?base=83&head=85",
  );
  await mount<typeof OnlyOnItsBranch>("features/changes/report-changes-line/OnlyOnItsBranch");
  await expect(page.getByText("No earlier run of a main branch to compare with")).toBeVisible();
  await expect(page.getByRole("link")).toHaveText(["vs #1283, the previous run", "vs last green #1279"]);
});

test("a failure shows no alert and can be retried", async ({ mount }) => {
  const view = await mount<typeof Failed>("features/changes/report-changes-line/Failed");
  await view.getByRole("button", { name: "Try again" }).click();
  await expect(view.getByRole("status")).toHaveText("1");
});

test("the line has the same height while it loads", async ({ mount, page }) => {
  const heights = [];
  await mount<typeof Loading>("features/changes/report-changes-line/Loading");
  heights.push((await page.locator("[aria-busy]").boundingBox())?.height);
  await mount<typeof Changed>("features/changes/report-changes-line/Changed");
  heights.push((await page.locator("main > div").boundingBox())?.height);
  await mount<typeof First>("features/changes/report-changes-line/First");
  heights.push((await page.locator("#root p").boundingBox())?.height);
  expect(new Set(heights).size).toBe(1);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/changes/report-changes-line", ["Many"]));
