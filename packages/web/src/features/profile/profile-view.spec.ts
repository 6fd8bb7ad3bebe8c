import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./profile-view.story.tsx";
import type { Empty, Filled, Hostile, Identity, NotFound } from "./profile-view.story.tsx";

const folder = "features/profile/profile-view";

test("shows the profile", async ({ mount }) => {
  const view = await mount<typeof Filled>(`${folder}/Filled`);
  await expect(view.getByText("+1 (555) 010-9999")).toBeVisible();
  await expect(view.getByText(/^Berlin \(UTC\+0[12]:00\)$/)).toBeVisible();
  await expect(view.getByRole("link", { name: "https://example.org/ada" })).toHaveAttribute("rel", /noopener/);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/profile/profile-view", ["Filled", "Hostile"]));

test("empty fields have a placeholder", async ({ mount }) => {
  const view = await mount<typeof Empty>(`${folder}/Empty`);
  await expect(view.getByText("Not set")).toHaveCount(5);
  await expect(view.getByText("UTC (UTC+00:00)")).toBeVisible();
});

test("name, address and bio are together, and the bio keeps its lines", async ({ mount }) => {
  const view = await mount<typeof Identity>(`${folder}/Identity`);
  await expect(view.getByRole("heading", { name: "Ada L." })).toBeVisible();
  await expect(view.getByText("ada.lovelace@example.org")).toBeVisible();
  expect((await view.getByText("Owner of the checkout suites.").innerText()).split("\n")).toHaveLength(2);
});

test("hostile values are escaped and stay inside their field", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Hostile>(`${folder}/Hostile`);
  await expect(view.getByText("<img src=x").first()).toBeVisible();
  await expect(view.getByRole("link")).toHaveCount(0);
  await expect(page.locator("img")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("a deleted account has a message", async ({ mount }) => {
  const view = await mount<typeof NotFound>(`${folder}/NotFound`);
  await expect(view.getByRole("heading", { name: "Profile not found" })).toBeVisible();
});
