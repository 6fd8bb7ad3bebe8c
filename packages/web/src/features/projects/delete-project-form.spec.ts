import { expect } from "@playwright/test";
import { test } from "#testing/story-test.ts";
import type { Asking, Loading, Refused, Unknown } from "./delete-project-form.story.tsx";

test("the form shows what will be lost, and deletes only after the exact name is typed", async ({ mount }) => {
  const view = await mount<typeof Asking>("features/projects/delete-project-form/Asking");
  await expect(
    view.getByText("1,204 reports with 45,000 test results will be deleted, including all files"),
  ).toBeVisible();
  await expect(view.getByText("1 member will no longer see it.")).toBeVisible();
  const remove = view.getByRole("button", { name: "Delete project" });
  const name = view.getByLabel("Type Shop: Web to confirm");
  await name.fill("shop: web");
  await expect(remove).toBeDisabled();
  await name.press("Enter");
  await expect(view.locator("output")).toHaveText("");
  await name.fill("Shop: Web");
  await name.press("Enter");
  await expect(view.locator("output")).toHaveText("Shop: Web");
});

test("the name can be typed while the numbers are being counted", async ({ mount }) => {
  const view = await mount<typeof Loading>("features/projects/delete-project-form/Loading");
  await expect(view.getByText("will be deleted")).toHaveCount(0);
  await view.getByRole("textbox").fill("Shop");
  await expect(view.getByRole("button", { name: "Delete project" })).toBeEnabled();
});

test("shows what will be lost even if the numbers are unknown", async ({ mount }) => {
  const view = await mount<typeof Unknown>("features/projects/delete-project-form/Unknown");
  await expect(view.getByText("All reports, files, API keys and memberships")).toBeVisible();
});

test("a rejection shows the server's message", async ({ mount }) => {
  const view = await mount<typeof Refused>("features/projects/delete-project-form/Refused");
  await expect(view.getByRole("alert")).toContainText("This project does not exist.");
  await expect(view.getByText("no longer see it")).toHaveCount(0);
});
