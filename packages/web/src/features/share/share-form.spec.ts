import { expect } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./share-form.story.tsx";
import type { Created, Failed, New } from "./share-form.story.tsx";

const folder = "features/share/share-form";
const dayMs = 86_400_000;

test("a link works for 7 days unless another end is chosen", async ({ mount, page }) => {
  await page.clock.setFixedTime("2030-01-02T12:00:00.000Z");
  const view = await mount<typeof New>(`${folder}/New`);
  await expect(view).toContainText("without an account. They see nothing else.");
  const sent = view.getByRole("status");
  const create = view.getByRole("button", { name: "Create link" });
  await create.click();
  await expect(sent).toHaveText(new Date(Date.parse("2030-01-02T12:00:00Z") + 7 * dayMs).toISOString());
  await view.getByText("1 day", { exact: true }).click();
  await create.click();
  await expect(sent).toHaveText("2030-01-03T12:00:00.000Z");
  await view.getByText("Date", { exact: true }).click();
  await view.getByLabel("Works until the end of").fill("2030-02-01");
  await create.click();
  await expect(sent).toHaveText(/^2030-02-0[12]T\d\d:59:59.000Z$/);
});

test("a new link is shown once, with its end", async ({ mount }) => {
  const view = await mount<typeof Created>(`${folder}/Created`);
  await expect(view.getByRole("alert")).toContainText("Copy this link now. You will not see it again.");
  await expect(view.getByLabel("share link", { exact: true })).toContainText("https://plumb.example.com/s/share_12_");
  await expect(view.getByRole("alert")).toBeFocused();
});

test("the reason of a rejection is shown", async ({ mount }) => {
  const view = await mount<typeof Failed>(`${folder}/Failed`);
  await expect(view).toContainText("This project has 200 share links that work.");
});

test("the form is accessible", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, folder, ["New", "Created", "Failed"]));
