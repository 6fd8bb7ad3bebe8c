import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@plumb/client/client.ts";
import { register } from "@plumb/contract/people/auth.ts";
import { updateSettings } from "@plumb/contract/administration/settings.ts";
import { expect, test } from "@playwright/test";
import { freePort } from "../packages/server/src/testing/free-port.ts";
import { startOidcProvider } from "../packages/server/src/testing/oidc-provider.ts";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { admin, startServer, stopServer } from "./product.ts";

test("users sign in with the provider, return to their page, and see its errors", async ({ page }) => {
  // The provider must know the redirect address before the product starts.
  const port = await freePort();
  await using provider = await startOidcProvider({
    id: "plumb",
    redirectUri: `http://127.0.0.1:${port}/api/auth/oidc/callback`,
  });
  const folder = await mkdtemp(join(tmpdir(), "plumb-e2e-oidc-"));
  const { process: server, address } = await startServer(folder, [], {
    PLUMB_PORT: String(port),
    PLUMB_OIDC_ISSUER: provider.issuer,
    PLUMB_OIDC_CLIENT_ID: "plumb",
    PLUMB_OIDC_NAME: "Acme",
  });
  try {
    let token: string | null = null;
    const client = createClient({ baseUrl: address, token: () => token });
    // Signing in is not possible before the first account exists.
    await page.goto(`${address}/login`);
    await expect(page.getByText("the first account becomes its administrator")).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in with Acme" })).toHaveCount(0);
    ({ token } = await client.call(register, { body: { username: admin.email, ...admin } }));

    const button = page.getByRole("link", { name: "Sign in with Acme" });
    await page.goto(`${address}/profile`);
    await button.click();
    await expect(page.getByRole("alert")).toHaveText(
      "The sign-in was cancelled or refused by the provider. Try again, or sign in with your password.",
    );
    await expect(page).toHaveURL(/\/login\?oidcError=denied&redirect=%2Fprofile$/);
    await expectAccessiblePage(page);

    provider.subject = "grace";
    Object.assign(provider.people, {
      grace: { email: "grace@example.org", email_verified: true, name: "Grace Hopper" },
    });
    await button.click();
    await expect(page.getByRole("alert")).toHaveText(
      "You cannot create an account here. Ask an administrator for an invitation.",
    );
    await client.call(updateSettings, { body: { signUp: "open" } });
    await button.click();
    await expect(page.getByText("Welcome back!")).toBeVisible();
    await expect(page).toHaveURL(`${address}/profile`);
    await expect(page.getByRole("button", { name: /user menu of Grace Hopper/ })).toBeVisible();
    // The session is stored in the same way as with a password.
    expect(await page.evaluate(() => localStorage.getItem("token"))).toMatch(/^[\w-]{43}$/);

    await page.evaluate(() => localStorage.removeItem("token"));
    await page.goto(`${address}/login?oidc=a-code-of-another-browser`);
    await expect(page.getByRole("alert")).toHaveText(
      "This sign-in has expired or has already been used. Sign in again.",
    );
    await button.click();
    await expect(page.getByText("You are not a member of any project.")).toBeVisible();
  } finally {
    await stopServer(server);
    await rm(folder, { recursive: true, force: true });
  }
});
