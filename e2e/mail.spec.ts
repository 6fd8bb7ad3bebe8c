import { expect } from "@playwright/test";
import { startMailServer } from "../packages/server/src/testing/mail-server.ts";
import { admin, signedIn, test } from "./product.ts";

test.use({ database: "mail" });

test("an administrator sets up mail, and a user resets a forgotten password by mail", async ({ seeded, page }) => {
  await using far = await startMailServer();
  await signedIn(page, seeded);
  await page.goto("/connectors");
  await expect(page.getByRole("button", { name: "0 Active Integrations" })).toBeVisible();
  await page.getByRole("button", { name: "Configure Email Server" }).click();
  const dialog = page.getByRole("dialog", { name: "Configure Email Server" });
  await dialog.getByLabel("Host").fill("127.0.0.1");
  await dialog.getByLabel("Port").fill(String(far.port));
  await dialog.getByLabel("Sender address").fill("plumb@example.org");
  // The server does not support STARTTLS. The dialog reports this, and the user changes the setting.
  await dialog.getByRole("button", { name: "Save and test" }).click();
  await expect(dialog.getByText("The mail server does not offer STARTTLS.")).toBeVisible();
  await dialog.getByLabel("Encryption").selectOption("None");
  await dialog.getByRole("button", { name: "Save and test" }).click();
  await expect(dialog.getByText(`A test email was sent to ${admin.email}.`)).toBeVisible();
  expect(far.received.map(({ message }) => message.subject)).toEqual(["Plumb can send email"]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "1 Active Integrations" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "Email Server" })).toContainText("Enabled");

  await page.evaluate(() => localStorage.removeItem("token"));
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // The login form also has an "Email" field.
  const form = page.getByRole("form", { name: "Forgot password" });
  await form.getByLabel("Email").fill(admin.email);
  const arrived = far.next();
  await form.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Check your email")).toBeVisible();
  const link = /http\S+\/reset-password\/\S+/.exec((await arrived).message.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await page.getByLabel("New Password", { exact: true }).fill("another horse");
  await page.getByLabel("Confirm New Password").fill("another horse");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password changed successfully!")).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("This link has already been used")).toBeVisible();
  await page.getByRole("link", { name: "Go to Login" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill("another horse");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL("/");
});
