import { expect } from "@playwright/test";
import { readTable } from "#testing/read-screen.ts";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./invitations-table.story.tsx";
import type { Asked, EachStatus, Hostile } from "./invitations-table.story.tsx";

const folder = "features/invitations/invitations-table";

test("each invitation shows state, role and sender", async ({ mount }) => {
  const view = await mount<typeof EachStatus>(`${folder}/EachStatus`);
  await expect
    .poll(() => readTable(view.getByRole("table")))
    .toMatchObject([
      { Status: "Pending", Role: "Administrator", Expires: "8 Jan 2099", "Invited by": "Ada Lovelace" },
      { Status: "Pending", Role: "Lead in Web shop" },
      { Status: "Accepted", Role: "User" },
      { Status: "Expired", Expires: "Expired 8 Jan 2026", "Invited by": "Ada" },
      { Status: "Revoked" },
    ]);
});

test("a past expiry is red, but not a future one", async ({ mount, page }) => {
  const view = await mount<typeof EachStatus>(`${folder}/EachStatus`);
  const red = await page.evaluate(() => {
    const probe = document.createElement("i");
    probe.style.color = "var(--failed-ink)";
    document.body.append(probe);
    return getComputedStyle(probe).color;
  });
  await expect(view.getByText("Expired 8 Jan 2026").first()).toHaveCSS("color", red);
  await expect(view.getByText("8 Jan 2099").first()).not.toHaveCSS("color", red);
});

test("only pending invitations can be resent or revoked, and not during an action", async ({ mount }) => {
  const view = await mount<typeof EachStatus>(`${folder}/EachStatus`);
  await expect(view.getByRole("button", { name: /^Resend/ })).toHaveCount(2);
  await expect(view.getByRole("button", { name: /^Revoke/ })).toHaveCount(2);
  await expect(view.getByRole("button", { name: "Resend to person2@example.org" })).toBeDisabled();
  await view.getByRole("button", { name: "Resend to person1@example.org" }).click();
  await expect(view.getByText("resend person1@example.org")).toBeVisible();
  await view.getByRole("button", { name: "Revoke for person1@example.org" }).click();
  await expect(view.getByText("revoke person1@example.org")).toBeVisible();
});

test("the button regains the focus after the confirmation", async ({ mount, page }) => {
  const view = await mount<typeof Asked>(`${folder}/Asked`);
  const revoke = view.getByRole("button", { name: "Revoke for person1@example.org" });
  await revoke.click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(revoke).toBeFocused();
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/invitations/invitations-table", ["EachStatus"]));

test("hostile texts are escaped and stay inside the page, wide and narrow", async ({ mount, page }) => {
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const view = await mount<typeof Hostile>(`${folder}/Hostile`);
    await expect(view.locator("img")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await expect(page).not.toHaveTitle(/pwned/);
});
