import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./avatar-field.story.tsx";
import type { Gone, Initials, Picture, Refused, Sending } from "./avatar-field.story.tsx";

const folder = "features/profile/avatar-field";

test("without a picture, initials are shown and a file can be chosen", async ({ mount, page }) => {
  const view = await mount<typeof Initials>(`${folder}/Initials`);
  await expect(view.getByText("AL", { exact: true })).toBeVisible();
  await expect(view.getByText("PNG, JPG, or WebP up to 5MB")).toBeVisible();
  await expect(view.getByRole("button", { name: "Remove avatar" })).toHaveCount(0);
  const choosing = page.waitForEvent("filechooser");
  await view.getByRole("button", { name: "Change avatar" }).press("Enter");
  await (await choosing).setFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("x") });
  await expect(view.getByRole("status")).toHaveText("me.png");
});

test("the same file can be chosen again after its upload failed", async ({ mount, page }) => {
  const view = await mount<typeof Initials>(`${folder}/Initials`);
  for (const chosen of ["me.png", "me.png me.png"]) {
    const choosing = page.waitForEvent("filechooser");
    await view.getByRole("button", { name: "Change avatar" }).click();
    await (await choosing).setFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("x") });
    await expect(view.getByRole("status")).toHaveText(chosen);
    // With a file of that name in the input, browsers do not report the next choice of the same file.
    await expect(view.getByLabel("Avatar file")).toHaveValue("");
  }
});

test("initials replace a deleted picture", async ({ mount }) => {
  const view = await mount<typeof Gone>(`${folder}/Gone`);
  await expect(view.getByText("AL", { exact: true })).toBeVisible();
  await expect(view.locator("img")).toHaveCount(0);
});

test("a rejected file shows the reason", async ({ mount }) => {
  const view = await mount<typeof Refused>(`${folder}/Refused`);
  await expect(view.getByRole("alert")).toHaveText("Only JPEG, PNG, and WebP images are allowed");
});

test("has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/profile/avatar-field", ["Refused"]));

test("a picture is shown and can be removed", async ({ mount, page }) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  await page.route("**/api/avatars/here", (route) => route.fulfill({ contentType: "image/svg+xml", body: svg }));
  const view = await mount<typeof Picture>(`${folder}/Picture`);
  await expect(view.locator('img[src$="/api/avatars/here"]')).toHaveCount(1);
  await expect(view.getByRole("button", { name: "Remove avatar" })).toBeEnabled();
});

test("while a picture is uploaded, it cannot be removed or replaced", async ({ mount }) => {
  const view = await mount<typeof Sending>(`${folder}/Sending`);
  await expect(view.getByRole("button", { disabled: true })).toHaveCount(2);
  await expect(view.getByRole("button")).toHaveCount(2);
});
