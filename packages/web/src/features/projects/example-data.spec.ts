import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./example-data.story.tsx";
import type { Notice, NoticeFailed, NoticeForReaders, Offer, OfferRefused } from "./example-data.story.tsx";

const story = (name: keyof typeof stories) => `features/projects/example-data/${name}`;

test("one click asks for example data, and a refusal names its reason", async ({ mount }) => {
  const offer = await mount<typeof Offer>(story("Offer"));
  const button = offer.getByRole("button", { name: "Or fill with example data" });
  await button.click();
  await expect(button).toBeDisabled();
  const refused = await mount<typeof OfferRefused>(story("OfferRefused"));
  await expect(refused.getByRole("alert")).toContainText('Projects named "Example shop" exist already.');
});

test("the label has the button for users who may remove the data", async ({ mount }) => {
  const notice = await mount<typeof Notice>(story("Notice"));
  const remove = notice.getByRole("button", { name: "Remove example data" });
  await remove.click();
  await expect(remove).toBeDisabled();
  const failed = await mount<typeof NoticeFailed>(story("NoticeFailed"));
  await expect(failed.getByRole("alert")).toBeVisible();
  await expect(failed.getByRole("button", { name: "Remove example data" })).toBeEnabled();
  const readers = await mount<typeof NoticeForReaders>(story("NoticeForReaders"));
  await expect(readers.getByRole("complementary", { name: "Example data" })).toBeVisible();
  await expect(readers.getByRole("button")).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/projects/example-data", [
    "Offer",
    "OfferRefused",
    "Notice",
    "NoticeForReaders",
    "NoticeFailed",
  ]));
