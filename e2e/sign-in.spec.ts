import { expect, type Page } from "@playwright/test";
import { updateSettings } from "@plumb/contract/administration/settings.ts";
import { admin, signedIn, test } from "./product.ts";

test.use({ database: "sign-in" });

async function fill(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

test("shows the server's message for a wrong password, and names the problem if there is no response", async ({
  page,
  seeded,
}) => {
  await page.goto(`${seeded.address}/login`);
  await fill(page, admin.email, "not it");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("The email address, user name or password is wrong.");
  await expect(page.getByText("Session Expired")).toHaveCount(0);

  await page.route("**/api/auth/login", (route) => route.abort());
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("Login failed");
  await page.unroute("**/api/auth/login");
  await fill(page, admin.email, admin.password);
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("sign-up is closed after the first account, and open once the settings allow it", async ({ page, seeded }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(
    page.getByText("You cannot create an account here. Ask an administrator for an invitation."),
  ).toBeVisible();
  await seeded.client.call(updateSettings, { body: { signUp: "open" } });
  await page.reload();
  await page.getByRole("button", { name: "Create account" }).click();
  await fill(page, "no address", "secret");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email must be an email address");
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);

  const sent = page.waitForRequest("**/api/auth/register");
  await fill(page, "new.person@example.org", "secret staple");
  await page.getByRole("button", { name: "Create account" }).click();
  expect((await sent).postDataJSON()).toEqual({
    username: "new.person@example.org",
    email: "new.person@example.org",
    password: "secret staple",
  });
  await expect(page.getByText("Account created successfully!")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("You are not a member of any project.")).toBeVisible();
  await expect(page.getByRole("button", { name: /user menu of New Person/ })).toBeVisible();

  // The user is not an administrator and belongs to no project, so the settings are not accessible.
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
});

test("a stored session that cannot be resumed ends with the reason", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.route("**/api/auth/profile", (route) =>
    route.fulfill({ status: 403, json: { success: false, code: "forbidden", error: "This account was deactivated." } }),
  );
  await page.goto("/reports");
  await expect(page).toHaveURL(/\/login\?redirect=%2Freports$/);
  await expect(page.getByRole("alert")).toHaveText("This account was deactivated.");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem("auth_event"))).toContain('"LOGOUT"');

  await page.unroute("**/api/auth/profile");
  await page.route("**/api/auth/profile", (route) => route.abort());
  await page.evaluate((token) => localStorage.setItem("token", token), seeded.token);
  await page.goto("/");
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("alert")).toHaveText("Failed to fetch profile");
});

test("shows a spinner instead of the page while the session loads", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  const { promise: held, resolve: response } = Promise.withResolvers<void>();
  await page.route("**/api/auth/profile", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  await expect(page.getByLabel("Loading")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toHaveCount(0);
  response();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});

test("redirects a signed-in visitor from the sign-in page, but only within the product", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/login?redirect=/reports");
  await expect(page).toHaveURL(/\/reports$/);
  await page.goto("/login?redirect=https://example.org/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(page).toHaveURL(`${seeded.address}/`);
});

test("shows brand and colour of the last visit before the server responds", async ({ page, seeded }) => {
  await seeded.client.call(updateSettings, {
    body: { brandName: "Acme QA", primaryColor: "#0b6577", footer: "By Acme" },
  });
  await page.goto("/login");
  await expect(page).toHaveTitle("Sign in - Acme QA");
  expect(await page.evaluate(() => localStorage.getItem("plumbSettings"))).toContain("Acme QA");

  await page.route("**/api/public/config", () => {
    // Never responds.
  });
  await page.evaluate((token) => localStorage.setItem("token", token), seeded.token);
  await page.goto("/reports");
  await expect(page).toHaveTitle("Test Reports - Acme QA");
  await expect(page.getByText("By Acme")).toBeVisible();
  const brand = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--brand").trim(),
  );
  expect(brand).toBe("#0b6577");
  await seeded.client.call(updateSettings, { body: { brandName: "Plumb", primaryColor: "#6D2366" } });
});

test("signing out leads to the sign-in page", async ({ page, seeded }) => {
  await page.goto(`${seeded.address}/login`);
  await fill(page, admin.email, admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: /user menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("a deep link asks for a sign-in and is followed afterwards", async ({ page, seeded }) => {
  const deepLink = `${seeded.address}/trends?range=7d`;
  await page.goto(deepLink);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await fill(page, admin.email, admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await expect(page).toHaveURL(deepLink);
});

test("an unknown session ends with a banner, and signing in returns to the page", async ({ page, seeded }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem("seeded") !== null) return;
    sessionStorage.setItem("seeded", "yes");
    localStorage.setItem("token", "no-such-session");
  });
  await page.goto("/trends");
  await expect(page.getByRole("alert")).toContainText("Session Expired");
  await expect(page.getByRole("alert")).toContainText("Your session has expired. Please log in again.");
  await expect(page).toHaveURL(/\/login\?redirect=/);
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await fill(page, admin.email, admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${seeded.address}/trends`);
});
