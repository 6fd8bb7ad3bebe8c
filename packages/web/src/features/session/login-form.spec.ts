import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./login-form.story.tsx";
import type { Form } from "./login-form.story.tsx";

const story = "features/session/login-form/Form";

test("both fields are required, and nothing else is checked here", async ({ mount }) => {
  const view = await mount<typeof Form>(story, { mode: "create-account" });
  const submit = view.getByRole("button", { name: "Create account" });
  await submit.click();
  await expect(view.getByLabel("Email")).toBeFocused();
  await view.getByLabel("Email").fill("not an address");
  await submit.click();
  await expect(view.getByLabel("Password", { exact: true })).toBeFocused();
  await view.getByLabel("Password", { exact: true }).fill("x");
  await submit.click();
  await expect(view.getByText("create-account not an address x")).toBeVisible();
});

test("switching modes keeps the text, and the password can be shown", async ({ mount }) => {
  const view = await mount<typeof Form>(story);
  await view.getByLabel("Email").fill("ada@example.org");
  await view.getByRole("button", { name: "Create account" }).click();
  await expect(view.getByRole("form", { name: "Create account" })).toBeVisible();
  await expect(view.getByLabel("Email")).toHaveValue("ada@example.org");
  const password = view.getByLabel("Password", { exact: true });
  await expect(password).toHaveAttribute("type", "password");
  await view.getByRole("button", { name: "Show or hide the password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await view.getByRole("button", { name: "Sign in" }).click();
  await expect(view.getByRole("form", { name: "Sign in" })).toBeVisible();
});

test("the demo's credentials are filled in by a button, and absent elsewhere", async ({ mount }) => {
  const view = await mount<typeof Form>(story, {
    demo: { email: "demo@plumb.test", password: "demo-password", servicesUrl: null },
  });
  await view.getByRole("button", { name: "Auto-fill" }).click();
  await view.getByRole("button", { name: "Sign in" }).click();
  await expect(view.getByText("sign-in demo@plumb.test demo-password")).toBeVisible();
  const plain = await mount<typeof Form>(story);
  await expect(plain.getByText("Demo credentials")).toHaveCount(0);
});

test("the link for a forgotten password is only shown if mail is set up", async ({ mount }) => {
  const view = await mount<typeof Form>(story, { passwordReset: true });
  await expect(view.getByRole("link", { name: "Forgot password?" })).toHaveAttribute("href", "/forgot-password");
  await view.getByRole("button", { name: "Create account" }).click();
  await expect(view.getByRole("link", { name: "Forgot password?" })).toHaveCount(0);
  const plain = await mount<typeof Form>(story);
  await expect(plain.getByRole("link", { name: "Forgot password?" })).toHaveCount(0);
});

test("the provider's button is shown in both modes if it is set up, and wraps its name", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const name = "the identity provider of Example Manufacturing Incorporated";
  const view = await mount<typeof Form>(story, { oidc: { name } });
  const link = view.getByRole("link", { name: `Sign in with ${name}` });
  await expect(link).toHaveAttribute("href", "/api/auth/oidc/start?redirect=%2Freports%2F7");
  expect(await link.evaluate((button) => button.scrollWidth - button.clientWidth)).toBeLessThanOrEqual(0);
  await view.getByRole("button", { name: "Create account" }).click();
  await expect(link).toBeVisible();
  const first = await mount<typeof Form>(story, { oidc: { name }, mode: "create-account", signUp: "first-admin" });
  await expect(first.getByRole("link")).toHaveCount(0);
});

for (const [signUp, sentence] of [
  ["invitation", "You cannot create an account here. Ask an administrator for an invitation."],
  ["off", "New accounts are turned off on this server."],
] as const) {
  test(`with sign-up ${signUp} the form stays and shows the server message`, async ({ mount }) => {
    const view = await mount<typeof Form>(story, { signUp });
    await view.getByRole("button", { name: "Create account" }).click();
    await expect(view.getByText(sentence)).toBeVisible();
    await expect(view.getByRole("button", { name: "Create account" })).toBeDisabled();
    await expect(view.getByLabel("Email")).toBeDisabled();
  });
}

test("the first account cannot switch to another mode", async ({ mount }) => {
  const view = await mount<typeof Form>(story, { mode: "create-account", signUp: "first-admin" });
  await expect(view.getByText("the first account becomes its administrator")).toBeVisible();
  await expect(view.getByRole("button", { name: "Sign in" })).toHaveCount(0);
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/session/login-form", [
    {
      name: "Form",
      props: {
        demo: { email: "demo@plumb.test", password: "demo-password", servicesUrl: null },
        passwordReset: true,
        oidc: { name: "Acme" },
      },
    },
    { name: "Form", props: { mode: "create-account" } },
    { name: "Form", props: { mode: "create-account", signUp: "off" } },
  ]));
