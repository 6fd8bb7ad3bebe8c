import { expect, type Page } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./trace-dialog.story.tsx";
import type { Gone, Insecure, Missing, Ready, Silent, Unreachable } from "./trace-dialog.story.tsx";

const story = "features/results/trace/trace-dialog";
const command = "npx playwright show-trace trace.zip";

/** Replaces the trace viewer. Sends the same message when it is ready, or none. */
async function serveViewer(page: Page): Promise<void> {
  await page.route("/files/trace.zip", (route) => route.fulfill({ contentType: "application/zip", body: "" }));
  await page.route("/viewer/*", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: route.request().url().includes("silent")
        ? ""
        : "<h1>Viewer</h1><script>parent.postMessage({ method: 'ready' }, '*')</script>",
    }),
  );
}

test("a trace fills the window, and Escape closes it", async ({ mount, page }) => {
  await serveViewer(page);
  await page.clock.install();
  await mount<typeof Ready>(`${story}/Ready`);
  const dialog = page.getByRole("dialog", { name: "Trace" });
  await expect(dialog.frameLocator("iframe").getByRole("heading", { name: "Viewer" })).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(dialog.getByText(command)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByText("closed")).toBeVisible();
});

test("reports a trace whose file was deleted, without opening the viewer", async ({ mount, page }) => {
  await serveViewer(page);
  await page.route("/files/trace.zip", (route) => route.fulfill({ status: 404 }));
  await mount<typeof Gone>(`${story}/Gone`);
  await expect(page.getByRole("dialog").getByText("This file was deleted.")).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
});

test("over plain HTTP, the dialog explains what to do instead", async ({ mount, page }) => {
  await mount<typeof Insecure>(`${story}/Insecure`);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The trace viewer only runs over https or on localhost");
  await expect(dialog.getByRole("link", { name: "Download the trace" })).toHaveAttribute("href", "/files/trace.zip");
  await expect(dialog.getByText(command)).toBeVisible();
  await expect(dialog.locator("iframe")).toHaveCount(0);
});

test("if the second origin cannot be reached, the trace is a download", async ({ mount, page }) => {
  await mount<typeof Unreachable>(`${story}/Unreachable`);
  await expect(page.getByRole("dialog")).toContainText("an administrator can set PLUMB_ARTIFACT_URL");
  await expect(page.getByText(command)).toBeVisible();
});

test("explains that the viewer does not respond", async ({ mount, page }) => {
  await serveViewer(page);
  await page.clock.install();
  await mount<typeof Silent>(`${story}/Silent`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.getByText(command)).toHaveCount(0);
  await page.clock.runFor(10_000);
  await expect(page.getByText(/does not respond/)).toBeVisible();
  await expect(page.getByText(command)).toBeVisible();
});

test("a URL with an unknown trace shows a message", async ({ mount, page }) => {
  await mount<typeof Missing>(`${story}/Missing`);
  await expect(page.getByRole("dialog")).toContainText("This test has no trace with this name.");
});

test("the alternatives have no accessibility violations", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/results/trace/trace-dialog", ["Insecure"]));
