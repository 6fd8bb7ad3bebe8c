import { expect } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./delivery-log.story.tsx";
import type { Disabled, Mixed, OfConnection } from "./delivery-log.story.tsx";

const story = (name: string) => `features/webhooks/delivery-log/${name}`;

test("each delivery shows event, state and response", async ({ mount }) => {
  const view = await mount<typeof Mixed>(story("Mixed"));
  const row = (id: number) =>
    view.getByRole("row").filter({ has: view.page().getByRole("button", { name: `Response to delivery ${id}` }) });
  const [waiting, delivered, failed, due] = await readTable(view.getByRole("table"));
  expect(waiting).toMatchObject({ Event: "New failures", Attempts: "2", Response: "503" });
  expect(waiting?.["Status"]).toMatch(/^Waiting next attempt in \d+ min$/);
  expect(delivered).toMatchObject({
    Event: "Test",
    Status: "Delivered",
    Attempts: "1",
    Response: "200",
    Duration: "84 ms",
  });
  expect(failed).toMatchObject({ Event: "Run failed", Status: "Failed", Attempts: "6", Response: "No response" });
  expect(due).toMatchObject({
    Event: "Run finished",
    Status: "Waiting next attempt now",
    Response: "–",
    Duration: "–",
  });
  await expect(row(44).getByRole("link", { name: "New failures" })).toHaveAttribute("href", "/reports/17");
});

test("an opened row shows why it failed, and the response as text", async ({ mount, page }) => {
  const view = await mount<typeof Mixed>(story("Mixed"));
  const response = view.getByRole("button", { name: "Response to delivery 44" });
  await response.focus();
  await page.keyboard.press("Enter");
  await expect(response).toHaveAttribute("aria-expanded", "true");
  await expect(view.getByText("The receiver responded with 503 instead of 2xx.")).toBeVisible();
  await expect(view.getByText("<h1>Busy</h1>")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(view.getByText("The receiver responded with 503 instead of 2xx.")).toHaveCount(0);
  await view.getByRole("button", { name: "Response to delivery 43" }).click();
  await expect(view.getByText("The response was empty.")).toBeVisible();
  await view.getByRole("button", { name: "Response to delivery 41" }).click();
  await view.getByText("Sent content").click();
  await expect(view.getByText('{"delivery":41}')).toBeVisible();
});

test("a delivery is sent again, unless the webhook is disabled", async ({ mount }) => {
  const view = await mount<typeof Mixed>(story("Mixed"));
  await view.getByRole("button", { name: "Redeliver delivery 42" }).click();
  await expect(view.locator("output")).toHaveText("42");
  const disabled = await mount<typeof Disabled>(story("Disabled"));
  await expect(disabled.getByRole("button", { name: "Redeliver delivery 42" })).toBeDisabled();
});

test("a connection shows its request, and only failed deliveries are sent again", async ({ mount }) => {
  const view = await mount<typeof OfConnection>(story("OfConnection"));
  await view.getByRole("button", { name: "Response to delivery 31" }).click();
  await expect(view.getByText("POST https://chat.example.org/[removed]")).toBeVisible();
  await expect(view.getByRole("cell", { name: "Message “checkout” fails: applyVoucher is not defined" })).toBeVisible();
  await view.getByText("The last 2 of 6 attempts").click();
  const [newest, older] = await view.getByRole("group").getByRole("listitem").allInnerTexts();
  expect(newest).toMatch(/ · 400 · 84 ms\s+Mattermost responded with 400\.$/);
  expect(older).toMatch(/ · no response · 10\.00 s\s+It did not respond\.$/);
  await view.getByRole("button", { name: "Redeliver delivery 31" }).click();
  await expect(view.locator("output")).toHaveText("31");
  await expect(view.getByRole("button", { name: "Redeliver delivery 30" })).toHaveCount(0);
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/webhooks/delivery-log", [
    { name: "Mixed", ready: (view) => view.getByRole("button", { name: "Response to delivery 40" }).click() },
    {
      name: "OfConnection",
      ready: async (view) => {
        await view.getByRole("button", { name: "Response to delivery 31" }).click();
        await view.getByText("The last 2 of 6 attempts").click();
      },
    },
  ]));
