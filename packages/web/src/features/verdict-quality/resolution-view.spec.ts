import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { readTable } from "#testing/read-screen.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./resolution-view.story.tsx";
import type { Causes, Compared, ComparingAgain, NoCauses, NothingCompared } from "./resolution-view.story.tsx";

const file = "features/verdict-quality/resolution-view";

test("shows the agreement by month, class and change, and each figure links to its causes", async ({ mount }) => {
  const view = await mount<typeof Compared>(`${file}/Compared`);
  await expect(view.getByText("The engine agreed in 913 of 1,219 resolved causes: 74.9%.")).toBeVisible();
  const months = view.getByRole("table", { name: "By month and class" });
  expect((await readTable(months))[0]).toEqual({
    Month: "March 2026",
    Class: "Application Defect",
    Causes: "12",
    Agreed: "10",
    Agreement: "83.3%",
  });
  const addressOf = async (name: string, row: number) =>
    new URL(
      (await view.getByRole("table", { name }).getByRole("link").nth(row).getAttribute("href")) ?? "",
      "http://x",
    );
  const first = await addressOf("By month and class", 0);
  expect(first.searchParams.get("show")).toBe("quality");
  expect(first.searchParams.get("figure")).toBe("month=2026-03&class=Application+Defect");
  expect((await addressOf("By change", 1)).searchParams.get("figure")).toBe("kind=test&agreed=true");
  expect((await addressOf("Not compared", 1)).searchParams.get("figure")).toBe("reason=mixed");
  // A figure of 0 is not a link.
  await expect(months.getByRole("row").nth(2).getByRole("link")).toHaveCount(1);
});

test("reports that causes are being compared again", async ({ mount }) => {
  const view = await mount<typeof ComparingAgain>(`${file}/ComparingAgain`);
  await expect(view.getByRole("status")).toContainText("Comparing 341 resolved causes with the new path classes.");
});

test("explains what is missing if nothing could be compared", async ({ mount }) => {
  const view = await mount<typeof NothingCompared>(`${file}/NothingCompared`);
  await expect(view.getByText(/^No resolved cause could be compared yet\./)).toBeVisible();
  expect(await readTable(view.getByRole("table"))).toEqual([
    { Reason: "Commits or changed files not known", Causes: "7" },
  ]);
});

test("lists the causes of a figure with their runs", async ({ mount }) => {
  const view = await mount<typeof Causes>(`${file}/Causes`);
  await expect(view.getByRole("heading")).toHaveText("120 causes: March 2026 · Automation Script Error · agreed");
  await expect(view.getByRole("link", { name: "All figures" })).toBeFocused();
  const [first, second] = [view.getByRole("listitem").nth(0), view.getByRole("listitem").nth(1)];
  await expect(first).toContainText("Only test code changed · agrees");
  await expect(first.getByRole("link", { name: /5462aef/ })).toHaveAttribute("href", "/reports/41");
  await expect(first.getByRole("link", { name: /strict mode/ })).toHaveAttribute("href", /group=7/);
  await expect(second).toContainText("Still failing, or not run since");
  await expect(second.getByRole("link")).toHaveCount(1);
  await expect(view.getByRole("link", { name: "All figures" })).toHaveAttribute("href", "/defects?show=quality");
  const none = await mount<typeof NoCauses>(`${file}/NoCauses`);
  await expect(none.getByText(/^No causes\./)).toBeVisible();
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, file, [
    "Compared",
    "ComparingAgain",
    "NothingCompared",
    "Causes",
    "NoCauses",
  ]));
