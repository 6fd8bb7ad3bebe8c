import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./connector-setup-view.story.tsx";
import type {
  Enabled,
  Expired,
  Expiring,
  Failed,
  New,
  Refused,
  SecretUnreadable,
  SwitchedOff,
  Testing,
  TwoWays,
  ValidUntil,
} from "./connector-setup-view.story.tsx";

const story = (name: string) => `features/connectors/connector-setup-view/${name}`;

async function fillIn(view: Locator) {
  await view.getByLabel("Host").fill("smtp.example.org");
  await view.getByLabel("Site URL").fill("https://example.org");
  await view.getByLabel("Password", { exact: true }).fill("right");
  await view.getByLabel("Sender address").fill("plumb@example.org");
}

test("a new connector asks for its fields, shows the effect of the test, and sends the input", async ({ mount }) => {
  const view = await mount<typeof New>(story("New"));
  await expect(view.getByText("The test sends an email to your own address.")).toBeVisible();
  await expect(view.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
  await view.getByRole("button", { name: "Save and test" }).click();
  await expect(view.getByLabel("Host")).toBeFocused();
  await fillIn(view);
  await view.getByLabel("Encryption").selectOption("None");
  await view.getByLabel("Allowed mail domains").fill("example.org\n\n ada@example.net \n");
  await view.getByRole("button", { name: "Save and test" }).click();
  await expect(view.getByText("Test passed")).toBeVisible();
  const response = JSON.parse((await view.getByTestId("said").textContent()) ?? "") as {
    values: object;
    places: string[];
  };
  expect(response.places).toEqual(["example.org", "ada@example.net"]);
  expect(response.values).toMatchObject({
    host: "smtp.example.org",
    port: "587",
    encryption: "none",
    password: "right",
  });
  // The field is empty after the value was stored.
  await expect(view.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("only the fields of the chosen way to sign in are shown and sent, and typed values stay", async ({ mount }) => {
  const view = await mount<typeof TwoWays>(story("TwoWays"), { passes: false });
  const token = view.getByLabel("Access token", { exact: true });
  await token.fill("ghp_typed");
  await expect(view.getByLabel("App ID")).toBeHidden();
  const way = view.getByLabel("Authentication");
  await way.selectOption("GitHub App");
  await expect(token).toBeHidden();
  await view.getByRole("button", { name: "Save and test" }).click();
  await expect(view.getByLabel("App ID")).toBeFocused();
  await view.getByLabel("App ID").fill("12");
  await view.getByLabel("Private key", { exact: true }).fill("pem");
  await view.getByRole("button", { name: "Save and test" }).click();
  await expect(view.getByText("Test failed", { exact: true })).toBeVisible();
  const sent = JSON.parse((await view.getByTestId("said").textContent()) ?? "") as { values: object };
  expect(sent.values).toEqual({
    apiUrl: "https://api.github.com",
    authentication: "app",
    appId: "12",
    privateKey: "pem",
  });
  await way.selectOption("Access token");
  await expect(token).toHaveValue("ghp_typed");
  await way.selectOption("GitHub App");
  await expect(view.getByLabel("Private key", { exact: true })).toHaveValue("pem");
});

test("the end of the credentials is shown, and can be entered if the service does not report it", async ({ mount }) => {
  const expiring = await mount<typeof Expiring>(story("Expiring"));
  await expect(expiring.getByText(/^The credentials expire in 12 days: on /)).toBeVisible();
  await expect(expiring.getByLabel("Credentials valid until")).toBeHidden();
  const expired = await mount<typeof Expired>(story("Expired"));
  await expect(expired.getByText(/^The credentials expired on .* Enter new ones\.$/)).toBeVisible();
  const view = await mount<typeof ValidUntil>(story("ValidUntil"));
  const day = view.getByLabel("Credentials valid until");
  const sent = async () => {
    await view.getByRole("button", { name: "Save and test" }).click();
    await expect(view.getByText("Test passed")).toBeVisible();
    return JSON.parse((await view.getByTestId("said").textContent()) ?? "") as object;
  };
  await view.getByLabel("Password", { exact: true }).fill("new");
  expect(await sent()).not.toHaveProperty("lastDay");
  await day.fill("2030-05-06");
  expect(await sent()).toMatchObject({ lastDay: "2030-05-06" });
  await day.fill("");
  expect(await sent()).toMatchObject({ lastDay: null });
});

test("after a failed test, the secret stays in the form", async ({ mount }) => {
  const view = await mount<typeof New>(story("New"), { passes: false });
  await fillIn(view);
  await view.getByRole("button", { name: "Save and test" }).click();
  await expect(view.getByText("Test failed", { exact: true })).toBeVisible();
  await expect(view.getByText("smtp.example.org:587 does not respond.")).toBeVisible();
  await expect(view.getByLabel("Password", { exact: true })).toHaveValue("right");
});

test("a stored secret is only marked as stored, and required again if the URL changes", async ({ mount }) => {
  const view = await mount<typeof Enabled>(story("Enabled"));
  const password = view.getByLabel("Password", { exact: true });
  await expect(password).toHaveAttribute("placeholder", "Stored; leave empty to keep it");
  await expect(password).toHaveValue("");
  await view.getByLabel("Host").fill("smtp.elsewhere.org");
  await expect(password).toHaveAttribute("placeholder", "Enter it again");
  await view.getByRole("button", { name: "Save and test" }).click();
  await expect(password).toBeFocused();
  await expect(view.getByRole("button", { name: "Test again" })).toBeDisabled();
});

test("stored settings can be tested, disabled, and removed after a confirmation", async ({ mount, page }) => {
  const view = await mount<typeof Enabled>(story("Enabled"));
  const output = view.getByTestId("said");
  await view.getByRole("button", { name: "Test again" }).click();
  await expect(output).toHaveText('{"kind":"test"}');
  await view.getByRole("button", { name: "Turn off" }).click();
  await expect(output).toHaveText('{"kind":"switch","disabled":true}');
  await view.getByRole("button", { name: "Remove…" }).focus();
  await page.keyboard.press("Enter");
  await expect(view.getByRole("button", { name: "Keep settings" })).toBeFocused();
  await expect(view.getByRole("group", { name: "Remove settings" })).toContainText(
    "3 connections in 2 projects stop, and return when the same account is configured again.",
  );
  await page.keyboard.press("Enter");
  await expect(view.getByRole("button", { name: "Remove…" })).toBeFocused();
  await page.keyboard.press("Enter");
  await view.getByRole("button", { name: "Remove settings" }).click();
  await expect(output).toHaveText('{"kind":"remove"}');
});

test("each state has a label", async ({ mount }) => {
  const off = await mount<typeof SwitchedOff>(story("SwitchedOff"));
  await expect(off.getByText("Turned off. Its settings are kept.")).toBeVisible();
  await expect(off.getByRole("button", { name: "Turn on" })).toBeVisible();
  const failed = await mount<typeof Failed>(story("Failed"));
  await expect(failed.getByText("The last test failed.")).toBeVisible();
  await expect(failed.getByRole("status")).toContainText("rejected the user name and password");
  const unreadable = await mount<typeof SecretUnreadable>(story("SecretUnreadable"));
  await expect(unreadable.getByRole("alert")).toContainText("stored under another PLUMB_SECRET");
  const testing = await mount<typeof Testing>(story("Testing"));
  await expect(testing.getByText("Testing…")).toBeVisible();
  await expect(testing.getByRole("button", { name: "Save and test" })).toBeDisabled();
  const refused = await mount<typeof Refused>(story("Refused"));
  await expect(refused.getByRole("alert")).toHaveText("Failed to save the connector");
});

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/connectors/connector-setup-view", [
    "New",
    "Enabled",
    "Expiring",
    "Expired",
    "ValidUntil",
    "TwoWays",
    "Failed",
    "SwitchedOff",
    "SecretUnreadable",
    "Refused",
  ]));
