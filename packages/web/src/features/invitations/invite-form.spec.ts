import { expect, type Locator } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./invite-form.story.tsx";
import type { Broken, Form, OfLead, OfProject, Refused } from "./invite-form.story.tsx";

const folder = "features/invitations/invite-form";

test("a system user is invited with a role, and missing fields are reported", async ({ mount, page }) => {
  const view = await mount<typeof Form>(`${folder}/Form`);
  const send = view.getByRole("button", { name: "Send Invitation" });
  await expect(view.getByLabel("Email")).toHaveAttribute("type", "email");
  await expect(view.getByLabel("Email")).toHaveAttribute("required", "");
  await view.getByLabel("Email").fill("jane@example.org");
  await send.click();
  await expect(view.getByText("Please select a role")).toBeVisible();
  await view.getByLabel("Role", { exact: true }).click();
  await page.getByRole("option", { name: "Administrator" }).click();
  await expect(view.getByText("Can do everything in every project")).toBeVisible();
  await expect(view.getByText("Please select a role")).toHaveCount(0);
  await send.click();
  await expect(view.getByText('{"email":"jane@example.org","roleId":2}')).toBeVisible();
});

test("a project member is invited with a project and a project role", async ({ mount, page }) => {
  const view = await mount<typeof Form>(`${folder}/Form`);
  await view.getByLabel("Project member").check();
  await view.getByLabel("Email").fill("jane@example.org");
  await view.getByRole("button", { name: "Send Invitation" }).click();
  await expect(view.getByText("Please select a project", { exact: true })).toBeVisible();
  await expect(view.getByText("Please select a project role")).toBeVisible();
  await view.getByLabel("Project", { exact: true }).click();
  await page.getByRole("option", { name: "Payments" }).click();
  await view.getByLabel("Project role").click();
  await page.getByRole("option", { name: "Lead" }).click();
  await view.getByRole("button", { name: "Send Invitation" }).click();
  await expect(view.getByText('{"email":"jane@example.org","projectId":8,"projectRoleId":5}')).toBeVisible();
});

test("the dialog of a project has no type or project field, and leads cannot invite to the system", async ({
  mount,
}) => {
  const view = await mount<typeof OfProject>(`${folder}/OfProject`);
  await expect(view.getByRole("radio")).toHaveCount(0);
  await expect(view.getByLabel("Project", { exact: true })).toHaveCount(0);
  await expect(view.getByLabel("Project role")).toBeVisible();
  const ofLead = await mount<typeof OfLead>(`${folder}/OfLead`);
  await expect(ofLead.getByRole("radio")).toHaveCount(0);
  await expect(ofLead.getByLabel("Project", { exact: true })).toBeVisible();
});

test("shows failures to load and to send", async ({ mount }) => {
  const view = await mount<typeof Broken>(`${folder}/Broken`);
  await expect(view.getByText("Failed to load roles")).toBeVisible();
  await view.getByLabel("Project member").check();
  await expect(view.getByText("Failed to load projects")).toBeVisible();
  const refused = await mount<typeof Refused>(`${folder}/Refused`);
  await expect(refused.getByRole("alert")).toHaveText("Failed to send invitation");
});

async function refused(view: Locator): Promise<void> {
  await view.getByLabel("Email").fill("jane@example.org");
  await view.getByRole("button", { name: "Send Invitation" }).click();
}

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/invitations/invite-form", [
    { name: "Form", ready: refused },
    "Broken",
  ]));
