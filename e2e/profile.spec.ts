import { uploadAvatar } from "@plumb/contract/people/avatar.ts";
import { changePassword, updateProfile } from "@plumb/contract/people/profile.ts";
import { expect, type Page } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { admin, signedIn, test, uploadReport } from "./product.ts";
import { junitReport } from "./report-files.ts";

test.use({ database: "profile" });

const fresh = {
  display_name: "",
  name: "",
  phone: "",
  bio: "",
  website: "",
  location: "",
  timezone: "UTC",
} as const;

/** Returns a real picture, which is a screenshot of the page. */
async function picture(page: Page, type: "png" | "jpeg"): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  // Name and type are wrong on purpose, because only the content counts.
  return { name: "me.gif", mimeType: "image/gif", buffer: await page.screenshot({ type }) };
}

test.beforeEach(async ({ page, seeded }) => {
  await seeded.client.call(updateProfile, { body: fresh });
  await signedIn(page, seeded);
});

test("the profile is edited, saved, and shown in the shell; cancelling discards changes", async ({ page }) => {
  await page.goto("/profile");
  await expect(page).toHaveTitle("Profile - Plumb");
  await expect(page.getByRole("heading", { name: "Ada Lovelace" })).toBeVisible();
  await page.getByRole("button", { name: "Edit Profile" }).press("Enter");
  await expect(page.getByLabel("Display Name")).toBeFocused();
  await page.getByLabel("Display Name").fill("Countess Ada");
  await page.getByLabel("Phone").fill("15550109999");
  await page.getByLabel("Bio").fill("Numbers.");
  await page.getByRole("button", { name: "Save" }).click();
  const banner = page.getByText("Profile updated successfully!");
  await expect(banner).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Profile" })).toBeFocused();
  await expect(page.getByText("+1 (555) 010-9999")).toBeVisible();
  await expect(page.getByRole("button", { name: /user menu of Countess Ada/ })).toBeVisible();
  await expect(banner).toHaveCount(0);

  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Somebody else");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("Somebody else")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Countess Ada" })).toBeVisible();
});

test("exact times use the time zone of the profile everywhere", async ({ page, seeded }) => {
  await uploadReport(seeded, { filename: "r.xml", suite: "api" }, junitReport(3));
  await seeded.client.call(updateProfile, { body: { timezone: "Asia/Kolkata" } });
  await page.goto("/reports");
  await expect(page.locator("time").first()).toHaveAttribute("title", /GMT\+5:30$/);
  await page.getByRole("link", { name: "Profile" }).click();
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("Timezone").selectOption("America/New_York");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Profile updated successfully!")).toBeVisible();
  await page.getByRole("link", { name: "Test Reports" }).click();
  await expect(page.locator("time").first()).toHaveAttribute("title", /GMT-[45]$/);
});

test.describe("on a device in another time zone", () => {
  test.use({ timezoneId: "America/New_York" });

  test("new accounts are offered the time zone of the device, and the page changes with it", async ({ page }) => {
    await page.goto("/reports");
    const hint = page.getByRole("complementary", { name: "Time zone" });
    await expect(page.locator("time").first()).toHaveAttribute("title", /UTC$/);
    await expectAccessiblePage(page);
    await hint.getByRole("button", { name: "Use America/New York" }).click();
    await expect(page.locator("time").first()).toHaveAttribute("title", /GMT-[45]$/);
    await expect(hint).toHaveCount(0);
  });

  test("UTC can be kept, and the hint does not return", async ({ page }) => {
    await page.goto("/reports");
    const hint = page.getByRole("complementary", { name: "Time zone" });
    await hint.getByRole("button", { name: "Keep UTC" }).click();
    await page.reload();
    await expect(page.locator("time").first()).toHaveAttribute("title", /UTC$/);
    await expect(hint).toHaveCount(0);
  });
});

test("a picture is set, replaced and removed, on the profile and in the shell", async ({ page }) => {
  await page.goto("/profile");
  const pictures = page.locator('img[src*="/api/avatars/"]');
  const input = page.locator('input[type="file"][aria-label="Avatar file"]');
  await expect(page.getByText("PNG, JPG, or WebP up to 5MB")).toBeVisible();
  await input.setInputFiles(await picture(page, "png"));
  await expect(page.getByText("Avatar updated successfully!")).toBeVisible();
  await expect(pictures).toHaveCount(2);
  expect(
    await pictures.first().evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
  ).toEqual([256, 256]);
  const before = await pictures.first().getAttribute("src");
  await input.setInputFiles(await picture(page, "jpeg"));
  await expect(pictures.first()).not.toHaveAttribute("src", before ?? "");
  await expect(pictures).toHaveCount(2);

  const refuse = async (name: string, buffer: Buffer, error: string) => {
    await input.setInputFiles({ name, mimeType: "image/png", buffer });
    await expect(page.getByRole("alert")).toHaveText(error);
  };
  await refuse(
    "me.png",
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    "Only JPEG, PNG, and WebP images are allowed",
  );
  const { buffer: full } = await picture(page, "png");
  await refuse(
    "me.png",
    Buffer.concat([full, Buffer.alloc(5 * 1024 * 1024 + 1 - full.length)]),
    "File size must be less than 5MB",
  );
  await refuse("me.png", full.subarray(0, 200), "Failed to read file. Please try again.");
  await expect(pictures).toHaveCount(2);

  await page.getByRole("button", { name: "Remove avatar" }).click();
  await expect(pictures).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("explains failed uploads, failed loads and a missing profile service", async ({ page }) => {
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Details" })).toBeVisible();
  await page.route("**/api/profile/avatar", (route) => route.abort());
  await page.locator('input[type="file"][aria-label="Avatar file"]').setInputFiles(await picture(page, "png"));
  await expect(page.getByRole("alert")).toHaveText("Failed to upload avatar. Please try again.");

  const broken = { status: 500, json: { success: false, error: "Incident", code: "internal" } };
  await page.route("**/api/profile", (route) => route.fulfill(broken));
  await page.goto("/profile");
  await expect(page.getByText("Failed to load profile")).toBeVisible();
  await page.unroute("**/api/profile");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Details" })).toBeVisible();

  const removed = { status: 404, json: { success: false, error: "Gone", code: "not_found" } };
  await page.route("**/api/profile", (route) => route.fulfill(removed));
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Profile not found" })).toBeVisible();
});

test("redirects to the sign-in page when a profile call rejects the token", async ({ page }) => {
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByLabel("Location").fill("London");
  const refused = { status: 401, json: { success: false, error: "Please log in.", code: "unauthenticated" } };
  await page.route("**/api/profile", (route) => route.fulfill(refused));
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fprofile$/);
  await expect(page.getByText("Session Expired")).toBeVisible();
});

test("sessions can be listed and ended; a new password ends all other sessions", async ({
  page,
  browser,
  seeded,
  baseURL,
}) => {
  const elsewhere = async () => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
    const other = await context.newPage();
    await other.goto("/login");
    await other.getByLabel("Email").fill(admin.email);
    await other.getByLabel("Password", { exact: true }).fill(admin.password);
    await other.getByRole("button", { name: "Sign in" }).click();
    await expect(other).toHaveURL(/\/$/);
    return other;
  };
  const other = await elsewhere();
  await page.goto("/profile");
  const sessions = page.getByRole("list", { name: "Signed in on" });
  await expect(sessions.getByText("This device")).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out all other sessions" }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await other.goto("/profile");
  await expect(other).toHaveURL(/\/login/);

  const third = await elsewhere();
  await page.reload();
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: /^Sign out Chrome \d+ on/ }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await third.context().close();

  const fourth = await elsewhere();
  await page.getByRole("button", { name: "Change Password" }).click();
  const type = async (current: string) => {
    await page.getByLabel("Current Password").fill(current);
    await page.getByLabel("New Password", { exact: true }).fill("battery staple");
    await page.getByLabel("Confirm New Password").fill("battery staple");
    await page.keyboard.press("Enter");
  };
  await type("wrong horse");
  await expect(page.getByText("Current password is incorrect")).toBeVisible();
  await type(admin.password);
  await expect(page.getByText("Password changed successfully!")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change Password" })).toBeFocused();
  await fourth.goto("/profile");
  await expect(fourth).toHaveURL(/\/login/);
  await seeded.client.call(changePassword, {
    body: { currentPassword: "battery staple", newPassword: admin.password, confirmPassword: admin.password },
  });
});

test("the profile screen has no accessibility violations", async ({ page, seeded }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await seeded.client.call(updateProfile, { body: { ...fresh, bio: "Numbers.", website: "https://example.org" } });
  await page.goto("/profile");
  const body = new FormData();
  body.append("avatar", new Blob([(await page.screenshot()) as unknown as BlobPart]), "me.png");
  await seeded.client.call(uploadAvatar, { body });
  await page.reload();
  await expect(page.getByRole("list", { name: "Signed in on" })).toBeVisible();
  await expectAccessiblePage(page);
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("button", { name: "Change Password" }).click();
  await page.getByLabel("New Password", { exact: true }).fill("Abc 12");
  await page.getByLabel("Confirm New Password").fill("Abc");
  await expectAccessiblePage(page);
});

test("nothing scrolls sideways at 360 pixels, neither when reading nor when editing", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/profile");
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect(page.getByRole("list", { name: "Signed in on" })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("button", { name: "Change Password" }).click();
  expect(await overflow()).toBeLessThanOrEqual(0);
});
