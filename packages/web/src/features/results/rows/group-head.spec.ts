import { expect } from "@playwright/test";
import { readTexts } from "#testing/read-screen.ts";
import { test } from "#testing/story-test.ts";
import type {
  Browsers,
  Failures,
  Files,
  Hostile,
  Known,
  Owned,
  UnknownBrowser,
  WithoutFailure,
} from "./group-head.story.tsx";

const story = (name: string) => `features/results/rows/group-head/${name}`;

test("a group of failures shows their subject and number, and opens by keyboard", async ({ mount, page }) => {
  const view = await mount<typeof Failures>(story("Failures"));
  const head = view.getByRole("button", { expanded: true });
  await expect(head).toHaveAccessibleName(
    '3 new 1 back again expected "Paid" · received "Refused" since #102 · Ada, Grace, Barbara and others · Error: expect(locator).toHaveText(expected) failed 7 failed 1 flaky 9 tests 2 in quarantine Application Defect Open',
  );
  await head.focus();
  await page.keyboard.press("Enter");
  await expect(view.getByRole("button", { expanded: false })).toBeVisible();
});

test("a cause whose failures all have one state shows it without a number, and no number twice", async ({ mount }) => {
  const view = await mount<typeof Known>(story("Known"));
  await expect
    .poll(() => readTexts(view.getByRole("button")))
    .toEqual([["Known", "TypeError: balance of undefined", "2", "failed"]]);
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
