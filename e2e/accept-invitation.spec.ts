import { expect, type Page } from "@playwright/test";
import { login } from "@plumb/contract/people/auth.ts";
import { createInvitation, listInvitationRoles, revokeInvitation } from "@plumb/contract/people/invitations.ts";
import { createProject } from "@plumb/contract/projects/projects.ts";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { admin, type SeededProduct, signedIn, test } from "./product.ts";

test.use({ database: "invitations" });

const password = "long enough";

/** Invites a user into the project and returns the path of the link. */
async function invite({ client, projectId }: SeededProduct, email: string, into = projectId) {
  const { data: roles } = await client.call(listInvitationRoles, { query: { scope: "project" } });
  const projectRoleId = roles.find(({ key }) => key === "USER")?.id ?? 0;
  const { data } = await client.call(createInvitation, { body: { email, projectId: into, projectRoleId } });
  return { path: new URL(data.link).pathname, id: data.invitation.id };
}

async function accept(page: Page): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Accept invitation" }).click();
}

test("a new user accepts an invitation and lands on the dashboard; the link works only once", async ({
  page,
  seeded,
}) => {
  const { path } = await invite(seeded, "grace.hopper@example.org");
  await page.goto(path);
  await expect(page).toHaveTitle("Accept Invitation - Plumb");
  await expect(page.getByLabel("Full name")).toHaveValue("grace.hopper");
  await expect(page.getByText("Storefront", { exact: true })).toBeVisible();
  await page.getByLabel("Full name").fill("Grace Hopper");
  await accept(page);
  await expect(page.getByRole("heading", { name: "Welcome!" })).toBeVisible();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await expect(page).toHaveURL(`${seeded.address}/`);
  await expect(page.getByRole("button", { name: /user menu of Grace Hopper/ })).toBeVisible();

  await page.goto(path);
  await expect(page.getByRole("heading", { name: "Invalid Invitation" })).toBeVisible();
  await expect(page.getByText("Invalid or expired invitation")).toBeVisible();
});

test("a new user is sent to the sign-in page if signing in fails after accepting", async ({ page, seeded }) => {
  const { path } = await invite(seeded, "alan@example.org");
  await page.route("**/api/auth/login", (route) => route.abort());
  await page.goto(path);
  await accept(page);
  await expect(page.getByRole("heading", { name: "Welcome!" })).toBeVisible();
  await expect(page).toHaveURL(/\/login\?accepted=true$/);
  await expect(page.getByText("Your account is ready. Sign in.")).toBeVisible();
});

test("shows the server's message if an invitation is revoked while its form is open", async ({ page, seeded }) => {
  const { path, id } = await invite(seeded, "late@example.org");
  await page.goto(path);
  await expect(page.getByLabel("Full name")).toBeVisible();
  await seeded.client.call(revokeInvitation, { params: { invitationId: id } });
  await accept(page);
  await expect(page.getByRole("alert")).toContainText("Invalid or expired invitation");
  await page.goto(path);
  await page.getByRole("link", { name: "Go to Login" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("a user with an account signs in to accept; a user signed in with another account signs out first", async ({
  page,
  seeded,
}) => {
  const email = "katherine@example.org";
  const first = await invite(seeded, email);
  await page.goto(first.path);
  await accept(page);
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();

  const { data: second } = await seeded.client.call(createProject, {
    body: { name: "Mobile app", description: "Its tests", type: "other" },
  });
  const { path } = await invite(seeded, email, second.id);

  await test.step("while signed in with another account", async () => {
    // Uses a separate session, because the test ends it.
    const { token } = await seeded.client.call(login, { body: { username: admin.email, password: admin.password } });
    await page.evaluate((value) => localStorage.setItem("token", value), token);
    await page.goto(path);
    await expect(
      page.getByText(`This invitation is for ${email}, and you are signed in as ${admin.email}.`),
    ).toBeVisible();
    await page.getByRole("button", { name: "Sign out and use the other account" }).click();
    await expect(page).toHaveURL(/\/login\?redirect=%2Faccept-invitation%2F/);
  });

  await test.step("after signing in with the right account", async () => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(path);
    await page.getByRole("button", { name: "Accept invitation" }).click();
    await expect(page.getByRole("heading", { name: "Welcome!" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("selectedProjectId"))).toBe(String(second.id));
  });
});

test("asks a signed-out visitor to sign in when the invited address has an account", async ({ page, seeded }) => {
  const { path } = await invite(seeded, admin.email);
  await page.goto(path);
  await page.getByRole("button", { name: "Sign in to accept" }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test("an expired session does not block an invitation", async ({ page, seeded }) => {
  const { path } = await invite(seeded, "new.one@example.org");
  await signedIn(page, { ...seeded, token: "no-such-session" });
  await page.goto(path);
  await expect(page.getByLabel("Full name")).toBeVisible();
  await expect(page).toHaveURL(path);
});

test("the invitation screens have no accessibility violations on a small screen", async ({ page, seeded }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 360, height: 740 });
  const { path } = await invite(seeded, "axe@example.org");
  for (const [address, visible] of [
    [path, "Accept Invitation"],
    ["/accept-invitation/unknown", "Invalid Invitation"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: visible })).toBeVisible();
    await expectAccessiblePage(page);
  }
});
