import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./channel-message.story.tsx";

const story = (name: keyof typeof stories) => `ui/channel-message/channel-message/${name}`;

for (const name of ["Slack", "Teams", "Discord", "Mattermost"] as const)
  test(`${name}: all parts of a message are shown, with formatted texts`, async ({ mount }) => {
    const view = await mount(story(name));
    for (const text of [
      "Web shop #12 failed: 2 failures",
      "feature/gift_wrap",
      "New here",
      "Not listed: 3 known causes.",
    ])
      await expect(view.getByText(text)).toBeVisible();
    await expect(view.getByText("& <2> more")).toBeVisible();
    await expect(view.getByText("TimeoutError: #pay was not *visible*")).toBeVisible();
    await expect(view.getByText("Owner: @ada")).toBeVisible();
    const cause = "https://plumb.example/defects?group=7&project=1";
    await expect(view.getByRole("link", { name: "Pay button hidden" })).toHaveAttribute("href", cause);
    await expect(view.getByRole("link", { name: "Open the cause" })).toHaveAttribute("href", cause);
  });

for (const [name, group] of [
  ["Slack", "@S012AB3CD"],
  ["Discord", "@165511591545143296"],
  ["Mattermost", "@checkout-team"],
] as const)
  test(`${name}: the mentioned group is shown`, async ({ mount }) => {
    const view = await mount(story(name));
    await expect(view.getByText(group)).toBeVisible();
  });

test("a mail is shown in a frame without scripts", async ({ mount }) => {
  const view = await mount(story("Email"));
  const frame = view.locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "");
  await expect(frame.contentFrame().getByRole("link", { name: "Pay button hidden" })).toBeVisible();
});

test("a webhook shows its JSON", async ({ mount }) => {
  const view = await mount(story("Webhook"));
  await expect(view.getByText('"event": "message"')).toBeVisible();
});

test("every channel has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "ui/channel-message/channel-message", [
    "Slack",
    "Teams",
    "Discord",
    "Mattermost",
    "Email",
    "Webhook",
  ]));
