import { createProject } from "@plumb/contract/projects/projects.ts";
import { expect } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { invitedMember, signedIn, test, uploadReport } from "./product.ts";
import { junitReport } from "./report-files.ts";

test.use({ database: "boards" });

test("values are pinned to a shared board, ordered, removed and restored, and readers see only their projects", async ({
  page,
  browser,
  seeded,
}) => {
  const { data: hidden } = await seeded.client.call(createProject, {
    body: { name: "Hidden shop", description: "Not for everyone" },
  });
  await uploadReport(seeded, { filename: "a.xml", suite: "api", branch: "main" }, junitReport(3));
  await uploadReport({ ...seeded, projectId: hidden.id }, { filename: "a.xml", suite: "web" }, junitReport(3));
  await signedIn(page, seeded);
  await page.goto("/projects");
  await page.getByRole("button", { name: "Pin State of Hidden shop to board" }).click();
  await page.getByRole("menuitem", { name: "New board…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Release checks");
  await dialog.getByRole("checkbox", { name: "Share with everyone on this server" }).check();
  await dialog.getByRole("button", { name: "Create board" }).click();
  await expect(page.getByText("Pinned to Release checks")).toBeVisible();

  await page.addInitScript((id) => localStorage.setItem("selectedProjectId", id), String(seeded.projectId));
  await page.goto("/");
  await page.getByRole("button", { name: /^Pin Pass Rate of .* to board$/ }).click();
  await page.getByRole("menuitem", { name: "Release checks" }).click();
  await expect(page.getByText("Pinned to Release checks")).toBeVisible();

  await page.keyboard.press("Control+k");
  await page.keyboard.type("boards");
  await page.getByRole("option", { name: "Boards" }).click();
  await page.getByRole("link", { name: "Release checks" }).click();
  const pins = page.getByRole("list", { name: "Pins" }).getByRole("listitem");
  await expect(pins).toHaveCount(2);
  await expect(pins.first()).toContainText("1 of 1 suite failing");
  await expectAccessiblePage(page);
  const address = page.url();

  await page.getByRole("button", { name: "Move State of Hidden shop later" }).press("Enter");
  await expect(pins.first()).toContainText("Pass Rate");
  await expect(page.getByRole("button", { name: "Move State of Hidden shop earlier" })).toBeFocused();
  await page.reload();
  await expect(pins.first()).toContainText("Pass Rate");
  await page.getByRole("button", { name: /^Remove Pass Rate of / }).click();
  await expect(pins).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(pins).toHaveCount(2);
  await expect(pins.first()).toContainText("Pass Rate");

  const reader = await invitedMember(seeded, "grace.hopper@example.org", "VIEWER");
  const other = await (await browser.newContext({ baseURL: seeded.address })).newPage();
  await signedIn(other, reader);
  await other.goto(address);
  await expect(other.getByText("1 pin of projects that you cannot see")).toBeVisible();
  await expect(other.getByRole("list", { name: "Pins" }).getByRole("listitem")).toHaveCount(1);
  await expect(other.getByText("Hidden shop")).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Add pin" })).toHaveCount(0);

  await page.getByRole("button", { name: "Actions for Release checks" }).click();
  await page.getByRole("menuitem", { name: "Delete board…" }).click();
  await page.getByRole("button", { name: "Delete board" }).click();
  await expect(page).toHaveURL(/\/boards$/);
  await expect(page.getByText("No boards yet")).toBeVisible();
  await other.reload();
  await expect(other.getByRole("heading", { name: /^This board does not exist/ })).toBeVisible();
  await other.context().close();
});
