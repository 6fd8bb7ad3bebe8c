import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./webhooks-view.story.tsx";
import type {
  Full,
  Nothing,
  Opening,
  Several,
  TestPassed,
  TestRefused,
  TestUnanswered,
} from "./webhooks-view.story.tsx";

const story = (name: string) => `features/webhooks/webhooks-view/${name}`;

test("without webhooks, the page explains them and offers to add one", async ({ mount }) => {
  const view = await mount<typeof Nothing>(story("Nothing"));
  await expect(view.getByRole("heading", { name: "No webhooks configured yet..." })).toBeVisible();
  await expect(view.getByText("when a run of Shop finishes")).toBeVisible();
  await view.getByRole("button", { name: "Add Webhook" }).click();
  await expect(view.locator("output")).toHaveText("add");
});

test("each webhook shows URL, events, and state", async ({ mount }) => {
  const view = await mount<typeof Several>(story("Several"));
  await expect(view.getByRole("heading", { name: "Webhooks of Shop" })).toBeVisible();
  for (const [host, ...texts] of [
    ["hooks.example.org", "Delivering", "Run failed, New failures", "Last delivered"],
    ["failing.example.org", "Failing", "Last attempt failed", "Nothing delivered since"],
    ["new.example.org", "Nothing sent yet", "Run finished"],
    ["off.example.org", "Disabled", "All deliveries failed for 3 days"],
  ])
    for (const text of texts)
      await expect(
        view
          .getByRole("listitem", { name: `https://${host}` })
          .getByText(text)
          .first(),
      ).toBeVisible();
});

test("all actions on a webhook work by keyboard", async ({ mount, page }) => {
  const view = await mount<typeof Several>(story("Several"));
  const row = view.getByRole("listitem", { name: "https://off.example.org/" });
  const done = view.locator("output");
  await row.getByRole("button", { name: "Send test" }).press("Enter");
  await expect(done).toHaveText("test 4");
  await row.getByRole("button", { name: "Deliveries" }).press("Enter");
  await expect(done).toHaveText("log 4");
  await row.getByRole("button", { name: "Actions for https://off.example.org/" }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Enable" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(done).toHaveText("switch 4");
});

test("a test shows the actual response", async ({ mount }) => {
  const passed = await mount<typeof TestPassed>(story("TestPassed"));
  await expect(passed.locator("[aria-live]")).toContainText("Test delivered The receiver responded with 200 in 84 ms.");
  const refused = await mount<typeof TestRefused>(story("TestRefused"));
  await expect(refused.locator("[aria-live]")).toContainText("Test failed The receiver responded with 403 in 84 ms.");
  await expect(refused.locator("[aria-live]")).toContainText('{"error":"<b>bad signature</b>"}');
  const unanswered = await mount<typeof TestUnanswered>(story("TestUnanswered"));
  await expect(unanswered.locator("[aria-live]")).toContainText("did not respond within 10 seconds.");
});

test("the opener of a dialog regains the focus", async ({ mount, page }) => {
  const view = await mount<typeof Opening>(story("Opening"));
  const closed = async (opener: Locator) => {
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();
  };
  for (const name of ["Add Webhook", "Deliveries"]) {
    const button = view.getByRole("button", { name });
    await button.click();
    await closed(button);
  }
  const actions = view.getByRole("button", { name: /^Actions for/ });
  for (const name of ["Edit", "Delete…"]) {
    await actions.click();
    await page.getByRole("menuitem", { name }).click();
    await closed(actions);
  }
});

test("a project with the maximum number of webhooks shows a note", async ({ mount }) => {
  const view = await mount<typeof Full>(story("Full"));
  await expect(view.getByRole("button", { name: "Add Webhook" })).toBeDisabled();
  await expect(view.getByText("A project can have at most 20 webhooks")).toBeVisible();
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/webhooks/webhooks-view", [
    "Nothing",
    "Several",
    "TestPassed",
    "TestRefused",
    "TestUnanswered",
    "Full",
  ]));
