import { expect } from "@playwright/test";
import { test } from "./story-test.ts";

const story = "ui/badges/status-badge/All";

test("a story can change storage, globals, document and media", async ({ mount, page }) => {
  await mount(story);
  await page.evaluate(() => {
    localStorage.setItem("left", "yes");
    sessionStorage.setItem("left", "yes");
    document.cookie = "left=yes";
    Object.assign(window, { left: "yes" });
    document.documentElement.dataset["left"] = "yes";
  });
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.mouse.move(20, 20);
});

test("the next story is not affected by the changes", async ({ mount, page }) => {
  await expect(page.locator("body")).toHaveCount(0);
  await mount(story);
  const found = await page.evaluate(() => ({
    storage: [localStorage.length, sessionStorage.length, document.cookie],
    global: "left" in window,
    document: document.documentElement.dataset["left"],
    dark: matchMedia("(prefers-color-scheme: dark)").matches,
    still: matchMedia("(prefers-reduced-motion: reduce)").matches,
    width: innerWidth,
    hovered: document.querySelectorAll("body :hover").length,
  }));
  expect(found).toEqual({ storage: [0, 0, ""], global: false, dark: false, still: false, width: 1440, hovered: 0 });
});

test("a story can change the clock and the responses", async ({ mount, page }) => {
  await page.clock.install({ time: 0 });
  await page.route("**/answered", (route) => route.fulfill({ body: "here" }));
  await mount(story);
  expect(await page.evaluate(async () => (await fetch("/answered")).text())).toBe("here");
  expect(await page.evaluate(() => new Date().getUTCFullYear())).toBe(1970);
});

test("the next page has a separate clock and separate responses", async ({ mount, page }) => {
  await mount(story);
  expect(await page.evaluate(async () => (await fetch("/answered")).text())).not.toBe("here");
  expect(await page.evaluate(() => new Date().getUTCFullYear())).toBeGreaterThan(1970);
});
