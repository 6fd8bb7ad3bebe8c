import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./invitation-link.story.tsx";
import type { Mailed, MailFailed, NoMail } from "./invitation-link.story.tsx";

const folder = "features/invitations/invitation-link";

test.describe("the link can always be copied, and the outcome of the mail is shown", () => {
  for (const [story, text] of [
    ["Mailed", "An email with this link is on its way to person1@example.org."],
    ["MailFailed", "the mail server refused the address. Copy the link and send it yourself."],
    ["NoMail", "No email was sent because no email server is connected."],
  ] as const) {
    test(story, async ({ mount, page, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      const view = await mount<typeof Mailed | typeof MailFailed | typeof NoMail>(`${folder}/${story}`);
      await expect(view.getByText(text)).toBeVisible();
      await view.getByRole("button", { name: "Copy invitation link" }).click();
      await expect(view.getByRole("button", { name: "Copied" })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/accept-invitation\/k{43}$/);
    });
  }
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["Mailed", "MailFailed", "NoMail"]));
