import { type BrowserContext, expect, type Page } from "@playwright/test";
import { createClient } from "@plumb/client/client.ts";
import { login } from "@plumb/contract/people/auth.ts";
import { acceptInvitation, createInvitation, listInvitationRoles } from "@plumb/contract/people/invitations.ts";
import { admin, type SeededProduct, test } from "./product.ts";

const banner = "Your session has expired. Please log in again.";

async function signIn(page: Page, email: string = admin.email): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Opens two tabs of one browser, both signed in as the administrator. */
async function twoTabs(context: BrowserContext, { address }: SeededProduct): Promise<readonly [Page, Page]> {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await one.goto(`${address}/login`);
  await signIn(one);
  await expect(one.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await other.goto(`${address}/reports`);
  await expect(other.getByRole("heading", { name: "Test Reports" })).toBeVisible();
  return [one, other];
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function authEvent(page: Page): Promise<Record<string, unknown>> {
  return JSON.parse((await stored(page, "auth_event")) ?? "{}") as Record<string, unknown>;
}

/** Resolves with the message of the event that ends the session of a page. */
function expiryMessage(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve) =>
        window.addEventListener("auth:session-expired", (event) =>
          resolve(event instanceof CustomEvent ? (event as CustomEvent<{ message: unknown }>).detail.message : "none"),
        ),
      ),
  );
}

test("signing in on one tab signs in the other tab, on the page it was opened for", async ({ context, seeded }) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await other.goto(`${seeded.address}/reports?from=a-link`);
  await expect(other).toHaveURL(/\/login\?redirect=/);
  await one.goto("/login");
  await signIn(one);
  await expect(one.getByText("Welcome back!")).toBeVisible();
  await expect(one).toHaveURL(/\/$/);
  await expect(other).toHaveURL(/\/reports/);
  await expect(other.getByRole("button", { name: /user menu of Ada Lovelace/ })).toBeVisible();
  await expect(other.getByText("Welcome back!")).toHaveCount(0);
  expect(await authEvent(other)).toMatchObject({
    type: "LOGIN",
    token: await stored(one, "token"),
    user: { email: admin.email, role: "ADMIN" },
  });
});

test("signing out on one tab ends the session of the other and shows a message for five seconds", async ({
  context,
  seeded,
}) => {
  const [one, other] = await twoTabs(context, seeded);
  const expired = expiryMessage(other);
  await one.getByRole("button", { name: /user menu/ }).click();
  await one.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(one).toHaveURL(/\/login$/);
  await expect(one.getByText(banner)).toHaveCount(0);
  expect(await expired).toBe(banner);
  await expect(other.getByRole("alert")).toContainText("Session Expired");
  await expect(other.getByRole("alert")).toContainText(banner);
  await expect(other).toHaveURL(/\/login\?redirect=%2Freports$/);
  expect(await authEvent(one)).toMatchObject({ type: "LOGOUT", reason: "USER_LOGOUT" });
  await expect(other.getByText(banner)).toHaveCount(0);

  // Signing in to one tab also signs in to the other.
  await signIn(one);
  await expect(other.getByRole("heading", { name: "Test Reports" })).toBeVisible();
});

test("the session ends when the token is removed, the storage is cleared or a sign-out event is stored", async ({
  context,
  seeded,
}) => {
  for (const end of [
    () => localStorage.removeItem("token"),
    () => localStorage.clear(),
    () => localStorage.setItem("auth_event", JSON.stringify({ type: "LOGOUT", timestamp: 1 })),
  ]) {
    const [one, other] = await twoTabs(context, seeded);
    await one.evaluate(end);
    await expect(other.getByText(banner)).toBeVisible();
    await expect(other).toHaveURL(/\/login/);
    expect(await stored(other, "token")).toBeNull();
    await one.close();
    await other.close();
  }
  const [one, other] = await twoTabs(context, seeded);
  await one.evaluate(() => void window.dispatchEvent(new Event("auth:session-expired")));
  for (const tab of [one, other]) await expect(tab).toHaveURL(/\/login/);
});

test("a classification without a stored token ends the session, with a message in event, banner and toast", async ({
  page,
  seeded,
}) => {
  const message = "Session expired. Please log in again.";
  await page.goto(`${seeded.address}/login?redirect=%2Fdefects`);
  await signIn(page);
  await expect(page.getByRole("button", { name: "Auto-Classify" })).toBeVisible();
  const expired = expiryMessage(page);
  await page.evaluate(() => localStorage.removeItem("token"));
  await page.getByRole("button", { name: "Auto-Classify" }).click();
  expect(await expired).toBe(message);
  await expect(page.getByRole("alert", { name: "Session Expired" })).toContainText(message);
  await expect(page.locator(".mantine-Notification-root")).toHaveText([message]);
  await expect(page.getByText("Auto-classification failed")).toHaveCount(0);
});

test("another user's sign-in takes over the other tab and removes all data of the first account", async ({
  context,
  seeded,
}) => {
  const email = "grace.hopper@example.org";
  await invite(seeded, email);
  const [one, other] = await twoTabs(context, seeded);
  await other.goto("/settings");
  await expect(other.getByRole("button", { name: /user menu of Ada/ })).toBeVisible();
  const anonymous = createClient({ baseUrl: seeded.address, token: () => null });
  const { token, user } = await anonymous.call(login, { body: { username: email, password: admin.password } });
  await one.evaluate(
    ([sentToken, sentUser]) => {
      localStorage.setItem("token", sentToken);
      localStorage.setItem("auth_event", JSON.stringify({ type: "LOGIN", token: sentToken, user: sentUser }));
    },
    [token, user] as const,
  );
  await expect(other.getByRole("button", { name: /user menu of grace/i })).toBeVisible();
  const requested = other.waitForRequest((request) => request.url().includes("/api/reports"));
  await other.getByRole("link", { name: "Test Reports" }).click();
  expect((await requested).headers()["authorization"]).toBe(`Bearer ${token}`);
});

test("a rejected call ends the session in every tab, but a wrong password does not", async ({ context, seeded }) => {
  const [one, other] = await twoTabs(context, seeded);
  const refused = await one.evaluate(async () => {
    const response = await fetch("/api/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "ada.lovelace@example.org", password: "wrong" }),
    });
    return response.status;
  });
  expect(refused).toBe(401);
  await one.reload();
  await expect(one.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  // The session becomes invalid on the server, and the next call of either tab detects it. The open page stays until the sign-in page is loaded,
  // although its own calls are rejected.
  const { promise: looked, resolve: letGo } = Promise.withResolvers<void>();
  await one.route(/login-page/, async (route) => {
    await looked;
    await route.continue();
  });
  const sent = [one, other].map((tab) => expect(tab.getByText(banner)).toBeVisible());
  await one.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem("token")}`;
    await fetch("/api/auth/logout", { method: "POST", headers: { authorization } });
    document.querySelector<HTMLElement>('nav a[href="/profile"]')?.click();
  });
  await Promise.all(sent);
  await expect(one.locator("#main").getByLabel("Loading")).toBeVisible();
  await expect(one.locator("#main").getByRole("alert")).toHaveCount(0);
  letGo();
  for (const tab of [one, other]) await expect(tab).toHaveURL(/\/login/);
  expect(await stored(other, "token")).toBeNull();
  expect(await authEvent(other)).toMatchObject({ type: "LOGOUT" });
});

test("a theme chosen in one tab applies to the other tab", async ({ context, seeded }) => {
  const [one, other] = await twoTabs(context, seeded);
  await one.getByRole("button", { name: "Use the dark theme" }).click();
  for (const tab of [one, other]) await expect(tab.locator("html")).toHaveClass(/\bdark\b/);
  expect(await stored(other, "theme")).toBe("dark");
});

/** Creates an account through an invitation. */
async function invite({ client, projectId }: SeededProduct, email: string): Promise<void> {
  const { data: roles } = await client.call(listInvitationRoles, { query: { scope: "project" } });
  const projectRoleId = roles.find(({ key }) => key === "USER")?.id ?? 0;
  const { data } = await client.call(createInvitation, { body: { email, projectId, projectRoleId } });
  const token = new URL(data.link).pathname.split("/").at(-1) ?? "";
  await client.call(acceptInvitation, { params: { token }, body: { name: "grace", password: admin.password } });
}
