import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./exports-list.story.tsx";
import type { Nothing, Several, Unexplained } from "./exports-list.story.tsx";

const story = (name: string) => `features/exports/exports-list/${name}`;

test("without exports, the list explains how long they are kept", async ({ mount }) => {
  const view = await mount<typeof Nothing>(story("Nothing"));
  await expect(view.getByText("Exports are kept for a week")).toBeVisible();
});

test("each export shows state, type, size, requester and time", async ({ mount }) => {
  const view = await mount<typeof Several>(story("Several"));
  const rows = view.getByRole("listitem");
  const [pdf, zip] = ["plumb-checkout-e2e-1.pdf", "plumb-checkout-e2e-1.zip"];
  await expect
    .poll(() => readTexts(rows))
    .toEqual([
      [pdf, "Waiting", "PDF", "Ada,", "1 Jan 2030"],
      [zip, "In progress: 12,400 of 50,000 tests", "HTML with artifacts", "Ada,", "1 Jan 2030"],
      [pdf, "Ready", "PDF", "48.2 kB", "Ada,", "1 Jan 2030", "kept until 8 Jan 2030", "Download"],
      [pdf, "Failed", "PDF", "An API key,", "1 Jan 2030", expect.stringContaining("disk is full")],
      [pdf, "Cancelled", "JSON", "Ada,", "1 Jan 2030"],
    ]);
  await expect(rows.nth(1).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "24.8");
});

test("a finished export is a link, a running one can be cancelled, and an old one deleted", async ({ mount }) => {
  const view = await mount<typeof Several>(story("Several"));
  await expect(view.getByRole("link", { name: "Download plumb-checkout-e2e-1.pdf" })).toHaveAttribute(
    "href",
    "/api/exports/signed",
  );
  await expect(view.getByRole("link")).toHaveCount(1);
  await view.getByRole("link").click();
  await expect(view.locator("output")).toHaveText("file of 3");
  await view.getByRole("button", { name: "Cancel plumb-checkout-e2e-1.zip" }).press("Enter");
  await expect(view.locator("output")).toHaveText("4");
  await view.getByRole("listitem").nth(2).getByRole("button", { name: "Delete plumb-checkout-e2e-1.pdf" }).click();
  await expect(view.locator("output")).toHaveText("3");
  await expect(view.getByRole("listitem").nth(3).getByRole("button")).toHaveCount(0);
});

test("a failure without a reason shows what failed", async ({ mount }) => {
  const view = await mount<typeof Unexplained>(story("Unexplained"));
  await expect(view.getByText(/^Failed to/)).toHaveText([
    "Failed to export PDF",
    "Failed to export JSON",
    "Failed to export HTML report",
  ]);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/exports/exports-list", ["Several", "LongName"]));
