import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { Nine, Quiet, Ten, Thousands } from "./bell-button.story.tsx";

test("the badge counts up to nine, and its accessible name has the number", async ({ mount }) => {
  const quiet = await mount<typeof Quiet>("features/notifications/bell-button/Quiet");
  await expect(quiet.getByRole("button", { name: "Notifications", exact: true })).toHaveText("");
  const nine = await mount<typeof Nine>("features/notifications/bell-button/Nine");
  await expect(nine.getByRole("button", { name: "Notifications, 9 unread" })).toHaveText("9");
  const ten = await mount<typeof Ten>("features/notifications/bell-button/Ten");
  await expect(ten.getByRole("button", { name: "Notifications, 9+ unread" })).toHaveText("9+");
  const thousands = await mount<typeof Thousands>("features/notifications/bell-button/Thousands");
  await expect(thousands.getByRole("button", { name: "Notifications, 9+ unread" })).toHaveText("9+");
});
