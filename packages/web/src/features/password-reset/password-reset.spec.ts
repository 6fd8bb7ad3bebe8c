import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./password-reset.story.tsx";
import type {
  Changed,
  Choose,
  Expired,
  ExpiredWithoutMail,
  Forgotten,
  NoMail,
  TooOften,
  Unreachable,
} from "./password-reset.story.tsx";

const story = (name: string) => `features/password-reset/password-reset/${name}`;

test("asking for a link shows the same message, whatever the address is", async ({ mount }) => {
  const view = await mount<typeof Forgotten>(story("Forgotten"));
  await view.getByRole("button", { name: "Send link" }).click();
  await expect(view.getByLabel("Email")).toBeFocused();
  await view.getByLabel("Email").fill("ada@example.org");
  await view.getByLabel("Email").press("Enter");
  await expect(view.getByRole("status")).toContainText(/If ada@example\.org has an account here, a link .* one hour/);
  await view.getByRole("button", { name: "Send again" }).click();
  await expect(view.getByLabel("Email")).toHaveValue("ada@example.org");
});

test("without mail, it explains who can create a link, and rate limits are shown", async ({ mount }) => {
  const none = await mount<typeof NoMail>(story("NoMail"));
  await expect(none.getByText("Ask an administrator for a link to reset your password.")).toBeVisible();
  await expect(none.getByLabel("Email")).toHaveCount(0);
  const often = await mount<typeof TooOften>(story("TooOften"));
  await expect(often.getByRole("alert")).toHaveText("Too many attempts. Try again in 600 seconds.");
});

test("a new password follows the rules of the profile", async ({ mount }) => {
  const view = await mount<typeof Choose>(story("Choose"));
  const [next, again] = [view.getByLabel("New Password", { exact: true }), view.getByLabel("Confirm New Password")];
  const submit = view.getByRole("button", { name: "Change Password" });
  await expect(next).toBeFocused();
  await expect(submit).toBeDisabled();
  await next.fill("short");
  await again.fill("shorter");
  await again.blur();
  await expect(view.getByText("New password must be at least 6 characters long")).toBeVisible();
  await expect(view.getByText("New passwords do not match")).toBeVisible();
  await next.fill("Abcdef1!");
  await expect(view.getByText("Strong", { exact: true })).toBeVisible();
  await again.fill("Abcdef1!");
  await expect(view.getByText("Passwords match", { exact: true })).toBeVisible();
  await again.press("Enter");
  await expect(view.getByText("It was sent")).toBeVisible();
});

test("an invalid link shows the reason and the next step", async ({ mount }) => {
  const expired = await mount<typeof Expired>(story("Expired"));
  await expect(expired.getByRole("alert")).toContainText("This link has expired: it works for one hour.");
  await expect(expired.getByRole("link", { name: "Request a new link" })).toHaveAttribute("href", "/forgot-password");
  const without = await mount<typeof ExpiredWithoutMail>(story("ExpiredWithoutMail"));
  await expect(without.getByText("Ask an administrator for a new link.")).toBeVisible();
  await expect(without.getByRole("link", { name: "Request a new link" })).toHaveCount(0);
  const unreachable = await mount<typeof Unreachable>(story("Unreachable"));
  await expect(unreachable.getByRole("alert")).toContainText("Your link may still work.");
  await expect(unreachable.getByRole("button", { name: "Try again" })).toBeVisible();
  const changed = await mount<typeof Changed>(story("Changed"));
  await expect(changed.getByRole("status")).toContainText("is signed out everywhere");
  await expect(changed.getByRole("link", { name: "Go to Login" })).toHaveAttribute("href", "/login");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/password-reset/password-reset", [
    "Forgotten",
    "NoMail",
    "TooOften",
    "Choose",
    "Expired",
    "Unreachable",
    "Changed",
  ]));
