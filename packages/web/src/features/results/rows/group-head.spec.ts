import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { test } from "#testing/story-test.ts";
import type { Browsers, Failures, Files, Hostile, Owned, UnknownBrowser, WithoutFailure } from "./group-head.story.tsx";

const story = (name: string) => `features/results/rows/group-head/${name}`;

test("a group of failures shows their subject and number, and opens by keyboard", async ({ mount, page }) => {
  const view = await mount<typeof Failures>(story("Failures"));
  const head = view.getByRole("button", { expanded: true });
  await expect(head).toHaveAccessibleName(
    'expected "Paid" · received "Refused" Ada, Grace, Barbara and others · Error: expect(locator).toHaveText(expected) failed Application Defect 2 in quarantine 3 new 1 back again 7 failed 1 flaky 8 tests',
  );
  await head.focus();
  await page.keyboard.press("Enter");
  await expect(view.getByRole("button", { expanded: false })).toBeVisible();
});

test("owners are shown alone if the error contains its subject", async ({ mount }) => {
  const view = await mount<typeof Owned>(story("Owned"));
  await expect
    .poll(() => readTexts(view.getByRole("button")))
    .toEqual([["TypeError: balance of undefined", "Ada", "7", "failed", "12 tests"]]);
});

test("each group shows how many tests it has", async ({ mount }) => {
  const rest = await mount<typeof WithoutFailure>(story("WithoutFailure"));
  await expect.poll(() => readTexts(rest.getByRole("button"))).toEqual([["Passed and skipped", "48,495 tests"]]);
  const file = await mount<typeof Files>(story("Files"));
  await expect
    .poll(() => readTexts(file.getByRole("button")))
    .toEqual([["tests/checkout/pay.spec.ts", "7", "failed", "12 tests"]]);
  const browser = await mount<typeof Browsers>(story("Browsers"));
  await expect.poll(() => readTexts(browser.getByRole("button"))).toEqual([["WebKit", "2", "errored", "12 tests"]]);
  const unknown = await mount<typeof UnknownBrowser>(story("UnknownBrowser"));
  await expect.poll(() => readTexts(unknown.getByRole("button"))).toEqual([["Unknown Browser", "1 test"]]);
});

test("hostile names are escaped, and every heading has its height", async ({ mount, page }) => {
  const view = await mount<typeof Hostile>(story("Hostile"));
  await expect(view.locator("img")).toHaveCount(0);
  await expect(view.getByText("No error message")).toBeVisible();
  const heads = await view.getByRole("listitem").all();
  expect(heads.length).toBeGreaterThan(1);
  for (const head of heads) expect((await head.boundingBox())?.height).toBe(44);
  await expect(page).not.toHaveTitle(/pwned/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});
