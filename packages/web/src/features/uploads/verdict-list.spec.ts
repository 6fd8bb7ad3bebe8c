import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { test } from "#testing/story-test.ts";
import type { Hostile, OneOfEach, Thousand } from "./verdict-list.story.tsx";

test("each file has its outcome with a reason, failures first", async ({ mount }) => {
  const view = await mount<typeof OneOfEach>("features/uploads/verdict-list/OneOfEach");
  await expect
    .poll(() => readTexts(view.getByRole("list", { name: "Files" }).getByRole("listitem")))
    .toEqual([
      ["Rejected", "photo.bin", "No format recognises it."],
      ["Partial", "cut.xml", "junit, 1,200 tests", "It breaks off in line 40."],
      ["Unused", "notes.txt", "No report refers to it."],
      ["Duplicate", "again.xml", "junit", "The report had this file already."],
      ["Imported", "results.xml", "junit, 1,200 tests"],
      ["Artifact", "shot.png"],
    ]);
});

test("lists the first of a thousand files and counts the rest", async ({ mount }) => {
  const view = await mount<typeof Thousand>("features/uploads/verdict-list/Thousand");
  await expect(view.getByRole("listitem")).toHaveCount(201);
  await expect(view.getByText("… and 800 more")).toBeAttached();
});

test("a hostile file name is escaped and stays inside the page", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>("features/uploads/verdict-list/Hostile");
  await expect(view.getByText("<img src=x")).toBeVisible();
  await expect(view.locator("img")).toHaveCount(0);
  await expect(page).not.toHaveTitle(/pwned/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});
