import { readSettings, updateSettings } from "@plumb/contract/administration/settings.ts";
import { expect, type Page } from "@playwright/test";
import { invitedMember, signedIn, test } from "./product.ts";

test.use({ database: "settings" });

const saved = (page: Page) => expect(page.getByText("Settings saved successfully")).toBeVisible();

test("a saved brand applies to the whole interface immediately and on the next visit", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/settings");
  await expect(page).toHaveTitle("Settings - Plumb");
  await page.getByLabel("Brand name").fill("Checks");
  await page.getByLabel("Primary colour", { exact: true }).fill("#0055aa");
  await page.getByLabel("Footer text").fill("Kept by QA");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await saved(page);
  await expect(page).toHaveTitle("Settings - Checks");
  await expect(page.getByText("Kept by QA")).toBeVisible();
  const save = page.getByRole("button", { name: "Save Settings" });
  // Moves the pointer off the button, which is darker when hovered.
  await page.mouse.move(0, 0);
  await expect(save).toHaveCSS("background-color", "rgb(0, 85, 170)");
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("plumbSettings") ?? "{}") as object);
  expect(stored).toMatchObject({ brandName: "Checks", primaryColor: "#0055aa", footer: "Kept by QA" });
  await page.reload();
  await expect(page.getByLabel("Brand name")).toHaveValue("Checks");
});

test("a button regains the focus after its action finished", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/settings");
  await page.getByLabel("Footer text").fill("From the keyboard");
  const save = page.getByRole("button", { name: "Save Settings" });
  await save.press("Enter");
  await saved(page);
  await expect(save).toBeFocused();
});

test("when two administrators save concurrently, the second is asked and loses nothing", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/settings");
  await page.getByLabel("Footer text").fill("Mine");
  await seeded.client.call(updateSettings, { body: { brandName: "Theirs" } });
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Failed to save settings").first()).toBeVisible();
  await expect(page.getByLabel("Footer text")).toHaveValue("Mine");
  await page.getByRole("button", { name: "Save mine as well" }).click();
  await saved(page);
  await expect(page.getByLabel("Brand name")).toHaveValue("Theirs");
  await expect(page.getByLabel("Footer text")).toHaveValue("Mine");
});

test("an action taken while offline fails immediately and does not run later", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/settings");
  const footer = page.getByLabel("Footer text");
  const before = await footer.inputValue();
  await page.context().setOffline(true);
  await footer.fill("Typed in a tunnel");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByText("Failed to save settings").first()).toBeVisible();
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await expect(footer).toHaveValue("Typed in a tunnel");
  const { data } = await seeded.client.call(readSettings, {});
  expect(data.footer).toBe(before);
});

test("asks before leaving unsaved settings", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/settings");
  await page.getByLabel("Footer text").fill("Not saved");
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Footer text")).toHaveValue("Not saved");
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/settings\?tab=users$/);
});

test("an invitation is sent, resent and revoked, each with its link", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/settings?tab=users");
  await page.getByRole("button", { name: "Invite User" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite User" });
  await dialog.getByLabel("Email").fill("new.person@example.org");
  await dialog.getByLabel("Role", { exact: true }).click();
  await page.getByRole("option", { name: "User", exact: true }).click();
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await expect(page.getByText("Invitation sent successfully!")).toBeVisible();
  await expect(dialog.getByLabel("invitation link", { exact: true })).toContainText("/accept-invitation/");
  const first = await dialog.getByLabel("invitation link", { exact: true }).textContent();
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Resend to new.person@example.org" }).click();
  await expect(page.getByText("Invitation resent successfully")).toBeVisible();
  const again = page.getByRole("dialog", { name: "New link for new.person@example.org" });
  await expect(again.getByLabel("invitation link", { exact: true })).not.toHaveText(first ?? "");
  await again.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Resend to new.person@example.org" })).toBeFocused();

  await page.getByRole("button", { name: "Revoke for new.person@example.org" }).click();
  await page.getByRole("button", { name: "Revoke invitation" }).click();
  await expect(page.getByText("Invitation revoked successfully")).toBeVisible();
  await page.getByText("Revoked", { exact: true }).first().click();
  await expect(page).toHaveURL(/invitations=revoked/);
  await expect(page.getByRole("row", { name: /new\.person@example\.org/ })).toContainText("Revoked");
  await page.getByText("Expired", { exact: true }).first().click();
  await expect(page.getByText("No expired invitations found.")).toBeVisible();
});

test("a list of projects that fails while the dialog is open is reported as soon as a project is needed", async ({
  page,
  seeded,
}) => {
  const opened = Promise.withResolvers<undefined>();
  await page.route("**/api/projects", async (route) => {
    await opened.promise;
    await route.fulfill({ status: 400, json: { success: false, error: "No", code: "invalid" } });
  });
  await signedIn(page, seeded);
  await page.goto("/settings?tab=users");
  await page.getByRole("button", { name: "Invite User" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite User" });
  await expect(dialog.getByLabel("System user")).toBeChecked();
  const failed = page.waitForResponse("**/api/projects");
  opened.resolve(undefined);
  await failed;
  await dialog.getByLabel("Project member").check();
  await expect(dialog.getByText("Failed to load projects")).toBeVisible();
});

test("accounts are found, deactivated and reactivated; the last administrator keeps the role", async ({
  page,
  seeded,
}) => {
  const grace = await invitedMember(seeded, "grace@example.org", "VIEWER");
  await signedIn(page, seeded);
  await page.goto("/settings?tab=users");
  await page.getByRole("searchbox", { name: "Search users" }).fill("grace");
  await expect(page).toHaveURL(/q=grace/);
  await expect(page.getByRole("table", { name: "Users" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Actions for grace@example.org" }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("Grace Hopper was deactivated")).toBeVisible();
  const response = await fetch(`${grace.address}/api/projects`, {
    headers: { authorization: `Bearer ${grace.token}` },
  });
  expect(response.status).toBe(401);
  await page.getByRole("button", { name: "Actions for grace@example.org" }).click();
  await page.getByRole("menuitem", { name: "Reactivate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reactivate" }).click();
  await expect(page.getByText("Grace Hopper can sign in again")).toBeVisible();

  await page.goto("/settings?tab=users&q=ada");
  await page.getByRole("button", { name: /^Actions for ada/ }).click();
  await page.getByRole("menuitem", { name: "Remove administrator role" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove administrator role" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "This is the last active administrator. Make another user an administrator first.",
  );
});

test("an administrator creates a password reset link to pass on", async ({ page, seeded }) => {
  await invitedMember(seeded, "forgetful@example.org", "VIEWER");
  await signedIn(page, seeded);
  await page.goto("/settings?tab=users&q=forgetful");
  await page.getByRole("button", { name: "Actions for forgetful@example.org" }).click();
  await page.getByRole("menuitem", { name: "Create password reset link" }).click();
  await expect(page.getByLabel("password reset link", { exact: true })).toContainText("/reset-password/");
});

test("the audit is filtered by its URL, and by a click on an actor", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto("/settings?tab=audit&action=project.created");
  const rows = page.getByRole("table", { name: "Audit" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(/Project created\s*Storefront/);
  await page.getByRole("button", { name: "ada.lovelace@example.org" }).click();
  await expect(page).toHaveURL(/actor=ada\.lovelace(%40|@)example\.org/);
  await page.getByLabel("Until").fill("2020-01-01");
  await expect(page.getByText("No events match these filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/settings\?tab=audit$/);
  await expect(rows.nth(1)).toBeVisible();
});

test("leads see the settings of their projects, other members only the notification rules", async ({
  page,
  seeded,
  browser,
}) => {
  await signedIn(page, await invitedMember(seeded, "lead@example.org", "LEAD"));
  await page.goto("/settings?tab=audit");
  await expect(page.getByRole("tab")).toHaveText(["Users", "Connections", "Notifications", "Webhooks"]);
  await page.getByRole("button", { name: "Invite User" }).click();
  await page.getByRole("dialog").getByLabel("Project", { exact: true }).click();
  await expect(page.getByRole("option")).toHaveText(["Storefront"]);

  const viewer = await invitedMember(seeded, "viewer@example.org", "VIEWER");
  const other = await browser.newPage({ baseURL: viewer.address });
  await signedIn(other, viewer);
  await other.goto("/settings");
  await expect(other.getByRole("tab")).toHaveText(["Notifications"]);
  await expect(other.getByText("No notification rules yet")).toBeVisible();
  await expect(other.getByRole("button", { name: "Add rule" })).toBeHidden();
  await other.close();
});

test("a lead invites users from the page of a project", async ({ page, seeded }) => {
  await signedIn(page, seeded);
  await page.goto(`/projects/${seeded.projectId}`);
  await page.getByRole("button", { name: "Invite User" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite User to Storefront" });
  await dialog.getByLabel("Email").fill("tester@example.org");
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await expect(dialog.getByText("Please select a project role")).toBeVisible();
  await dialog.getByLabel("Project role").click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row", { name: /tester@example\.org/ })).toContainText("Viewer in Storefront");
});

test("without the list of projects, the settings of a lead show the failure", async ({ page, seeded }) => {
  const lead = await invitedMember(seeded, "lead.of.none@example.org", "LEAD");
  await page.route("**/api/projects", (route) =>
    route.fulfill({ status: 400, json: { success: false, error: "No", code: "invalid" } }),
  );
  await signedIn(page, lead);
  await page.goto("/settings");
  await expect(page.getByRole("alert")).toContainText("Failed to fetch projects");
  await page.unroute("**/api/projects");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("tab", { name: "Users" })).toBeVisible();
});
