import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./webhook-form.story.tsx";
import type { Editing, FieldRefused, New, Refused, Secret } from "./webhook-form.story.tsx";

const story = (name: string) => `features/webhooks/webhook-form/${name}`;

async function said(view: Locator): Promise<unknown> {
  return JSON.parse((await view.getByTestId("said").textContent()) ?? "");
}

test("a new webhook asks for address, events and secret, and sends the input", async ({ mount }) => {
  const view = await mount<typeof New>(story("New"));
  const url = view.getByLabel("URL");
  await view.getByRole("button", { name: "Add Webhook" }).click();
  await expect(view.getByText("Enter a web address that begins with https:// or http://")).toBeVisible();
  await expect(url).toBeFocused();
  await url.fill("http://hooks.example.org/a");
  await expect(view.getByText("Without TLS, anyone on the network path can read what is sent")).toBeVisible();
  await url.fill(" https://hooks.example.org/a ");
  await view.getByLabel("Run finished").check();
  await view.getByLabel("New failures").uncheck();
  await view.getByRole("button", { name: "Add Webhook" }).click();
  expect(await said(view)).toEqual({ url: "https://hooks.example.org/a", events: ["run.finished", "run.failed"] });
});

test("at least one event is needed", async ({ mount }) => {
  const view = await mount<typeof New>(story("New"));
  await view.getByLabel("URL").fill("https://hooks.example.org/");
  await view.getByLabel("Run failed").uncheck();
  await view.getByLabel("New failures").uncheck();
  await view.getByRole("button", { name: "Add Webhook" }).click();
  await expect(view.getByText("Choose at least one event")).toBeVisible();
  await expect(view.getByTestId("said")).toHaveText("");
});

test("a secret of one's own must be long enough", async ({ mount }) => {
  const view = await mount<typeof New>(story("New"));
  await view.getByLabel("URL").fill("https://hooks.example.org/");
  await view.getByLabel("Use my own").check();
  const secret = view.getByLabel("Your secret");
  await secret.fill("short");
  await view.getByRole("button", { name: "Add Webhook" }).click();
  await expect(view.getByText("Secret must be at least 16 characters long")).toBeVisible();
  await expect(secret).toBeFocused();
  await secret.fill("a secret of my own");
  await view.getByRole("button", { name: "Add Webhook" }).click();
  expect(await said(view)).toMatchObject({ secret: "a secret of my own" });
});

test("editing a webhook keeps its secret unless a new one is entered", async ({ mount }) => {
  const view = await mount<typeof Editing>(story("Editing"));
  await expect(view.getByLabel("URL")).toHaveValue("https://hooks.example.org/services/plumb");
  await expect(view.getByLabel("New secret")).toHaveAttribute("placeholder", "Stored; leave empty to keep it");
  await view.getByRole("button", { name: "Save" }).click();
  expect(await said(view)).toEqual({
    url: "https://hooks.example.org/services/plumb",
    events: ["run.failed", "failure.new"],
  });
});

test("errors of the server are shown at their field, or above the form", async ({ mount }) => {
  const refused = await mount<typeof Refused>(story("Refused"));
  await expect(refused.getByRole("alert")).toHaveText("A project can have at most 20 webhooks. Delete one first.");
  const field = await mount<typeof FieldRefused>(story("FieldRefused"));
  await expect(field.getByLabel("URL")).toHaveAttribute("aria-invalid", "true");
  await expect(field.getByText("The address must not contain a user name or password")).toBeVisible();
});

test("a secret that the server made is shown to be copied", async ({ mount }) => {
  const view = await mount<typeof Secret>(story("Secret"));
  await expect(view.getByText("Copy this secret now. You will not see it again.")).toBeVisible();
  await expect(view.getByRole("button", { name: "Copy secret" })).toBeVisible();
});

test("no state has accessibility findings, and each fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/webhooks/webhook-form", [
    "New",
    "Editing",
    "Refused",
    "FieldRefused",
    "Secret",
  ]));
