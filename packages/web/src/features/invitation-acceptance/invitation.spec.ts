import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./invitation.story.tsx";
import type { Huge, Invalid, Known, NewAccount, NewAccountWhileSignedIn, Unanswered } from "./invitation.story.tsx";

const folder = "features/invitation-acceptance/invitation";

test("the form shows the invitation, and its expiry with the time zone", async ({ mount }) => {
  const view = await mount<typeof NewAccount>(`${folder}/NewAccount`);
  for (const text of ["grace.hopper@example.org", "User", "Storefront"])
    await expect(view.getByText(text, { exact: true })).toBeVisible();
  await expect(view.getByRole("time")).toHaveText(/^\d+ May 2031, \d\d:\d\d:\d\d \S+/);
  await expect(view.getByLabel("Full name")).toHaveValue("grace.hopper");
});

test("validates passwords with the specified messages, and focuses the first invalid field", async ({ mount }) => {
  const view = await mount<typeof NewAccount>(`${folder}/NewAccount`);
  const password = view.getByLabel("Password", { exact: true });
  const confirmation = view.getByLabel("Confirm password");
  await password.fill("five5");
  await confirmation.fill("other");
  await expect(view.getByText("Passwords do not match")).toHaveCount(0);
  await confirmation.press("Enter");
  await expect(view.getByText("Password must be at least 6 characters long")).toBeVisible();
  await expect(view.getByText("Passwords do not match")).toBeVisible();
  await expect(password).toBeFocused();

  await password.fill("long enough");
  await confirmation.fill("long enough");
  await view.getByRole("button", { name: "Accept invitation" }).click();
  await expect(view.getByText('{"name":"grace.hopper","password":"long enough"}')).toBeVisible();
});

test("tells signed-in users that the new account replaces theirs", async ({ mount }) => {
  const view = await mount<typeof NewAccountWhileSignedIn>(`${folder}/NewAccountWhileSignedIn`);
  await expect(view.getByText(/You are signed in as ada@example.org\. Accepting signs you in/)).toBeVisible();
});

test("the invited account can accept; other accounts and visitors are sent to the sign-in page", async ({ mount }) => {
  const nobody = await mount<typeof Known>(`${folder}/Known`, { signedInAs: null });
  await expect(nobody.getByRole("button")).toHaveText(["Sign in to accept"]);
  const itself = await mount<typeof Known>(`${folder}/Known`, { signedInAs: "Grace.Hopper@example.org" });
  await expect(itself.getByRole("button")).toHaveText(["Accept invitation"]);
  const other = await mount<typeof Known>(`${folder}/Known`, { signedInAs: "ada@example.org" });
  await expect(
    other.getByText(/This invitation is for grace.hopper@example.org, and you are signed in as/),
  ).toBeVisible();
  await expect(other.getByRole("button")).toHaveText(["Sign out and use the other account"]);
});

test("an invalid link leads to the sign-in page, and a request without a response can be retried", async ({
  mount,
}) => {
  const invalid = await mount<typeof Invalid>(`${folder}/Invalid`);
  await expect(invalid.getByRole("heading", { name: "Invalid Invitation" })).toBeVisible();
  await expect(invalid.getByText("Invalid or expired invitation")).toBeVisible();
  await expect(invalid.getByRole("link", { name: "Go to Login" })).toHaveAttribute("href", "/login");
  const unanswered = await mount<typeof Unanswered>(`${folder}/Unanswered`);
  await expect(unanswered.getByRole("heading", { name: "The invitation could not be checked" })).toBeVisible();
  await expect(unanswered.getByText("Your link may still work.")).toBeVisible();
  await expect(unanswered.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("names of any length stay inside a small screen", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await mount<typeof Huge>(`${folder}/Huge`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/invitation-acceptance/invitation", [
    { name: "NewAccount", ready: (view) => view.getByRole("button", { name: "Accept invitation" }).click() },
    "NewAccountWhileSignedIn",
    "Known",
    "Invalid",
    "Unanswered",
    "Accepted",
  ]));
