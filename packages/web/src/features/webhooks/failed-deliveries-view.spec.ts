import { expect } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./failed-deliveries-view.story.tsx";
import type { AllOpen, Mixed, NoneOpen } from "./failed-deliveries-view.story.tsx";

const story = (name: string) => `features/webhooks/failed-deliveries-view/${name}`;

test("each failed delivery shows its event, webhook and reason", async ({ mount }) => {
  const view = await mount<typeof Mixed>(story("Mixed"));
  await expect(view.getByRole("heading", { name: "Failed deliveries (3)" })).toBeVisible();
  const [rejected, removed, disabled] = await readTable(view.getByRole("table"));
  expect(rejected).toMatchObject({
    Event: "Run failed",
    Destination: "https://hooks.example.org",
    Attempts: "6",
    Reason: "The receiver responded with 422 instead of 2xx.",
  });
  expect(removed?.["Destination"]).toMatch(/ \(deleted\)$/);
  expect(disabled).toMatchObject({ Destination: "https://ci.example.org (disabled)", Attempts: "0" });
});

test("only deliveries to enabled destinations can be sent again", async ({ mount }) => {
  const view = await mount<typeof Mixed>(story("Mixed"));
  await expect(view.getByText("The destinations of 2 are disabled or deleted.")).toBeVisible();
  await view.getByRole("button", { name: "Send 1 again" }).click();
  await expect(view.locator("output")).toHaveText("resend");
  await view.getByRole("button", { name: "Dismiss all…" }).click();
  await expect(view.locator("output")).toHaveText("dismiss");
  const all = await mount<typeof AllOpen>(story("AllOpen"));
  await expect(all.getByRole("heading", { name: "Failed deliveries (12,345)" })).toBeVisible();
  await expect(all.getByRole("button", { name: "Send all again" })).toBeEnabled();
  const none = await mount<typeof NoneOpen>(story("NoneOpen"));
  await expect(none.getByText("Their destinations are disabled or deleted.")).toBeVisible();
  await expect(none.getByRole("button", { name: /again/ })).toHaveCount(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/webhooks/failed-deliveries-view", [
    { name: "Mixed" },
    { name: "AllOpen" },
  ]));
