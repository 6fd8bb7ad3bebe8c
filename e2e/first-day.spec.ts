import { expect, type Page } from "@playwright/test";
import { admin, test } from "./product.ts";
import { junitReport, playwrightReport } from "./report-files.ts";

test.use({ database: "first-day", prepared: false });

interface Dropped {
  readonly name: string;
  readonly content: string;
  readonly encoding: "utf8" | "base64";
}

/** Drags files over the page and drops them. */
async function dropFiles(page: Page, files: readonly Dropped[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, content, encoding } of given) {
      const bytes =
        encoding === "utf8"
          ? new TextEncoder().encode(content)
          : Uint8Array.from(atob(content), (c) => c.codePointAt(0) ?? 0);
      data.items.add(new File([bytes], name));
    }
    return data;
  }, files);
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  const overlay = page.getByText("Drop reports to upload them to Web shop");
  await expect(overlay).toBeVisible();
  await overlay.dispatchEvent("drop", { dataTransfer: transfer });
}

test("from an empty server to a failed test's screenshot, out, and back by a deep link", async ({ page }) => {
  await test.step("the first account becomes the administrator", async () => {
    await page.goto("/");
    await expect(page).toHaveURL(/\/login$/);
    await expect(page).toHaveTitle("Create account - Plumb");
    await expect(page.getByText("the first account becomes its administrator")).toBeVisible();
    await page.getByLabel("Email").fill(admin.email);
    await page.getByLabel("Password", { exact: true }).fill(admin.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("Account created successfully!")).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step("the first project", async () => {
    await page.getByLabel("Name").fill("Web shop");
    await page.getByLabel("Description").fill("What customers see");
    await page.getByRole("button", { name: "Create project" }).click();
    await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
    await expect(page.getByText("No reports found. Run your first test to get started.")).toBeVisible();
    const command = page.getByLabel("CLI command", { exact: true });
    const settings = page.getByLabel("settings", { exact: true });
    await expect(settings).toContainText(`export PLUMB_URL=${new URL(page.url()).origin}`);
    // The package can be downloaded without signing in.
    const [address = ""] = /http\S+\.tgz/.exec(await command.innerText()) ?? [];
    const file = await fetch(address);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toBe("application/gzip");
  });

  await test.step("each dropped file has an outcome", async () => {
    await page.getByRole("link", { name: "Test Reports" }).click();
    const shot = (await page.screenshot()).toString("base64");
    await dropFiles(page, [
      { name: "results.xml", content: junitReport(12), encoding: "utf8" },
      { name: "report.json", content: playwrightReport(), encoding: "utf8" },
      { name: "shot.png", content: shot, encoding: "base64" },
      { name: "notes.bin", content: "AAECAwQFBgcICQ==", encoding: "base64" },
    ]);
    const panel = page.getByRole("region", { name: "Upload" });
    await expect(panel.getByRole("heading", { name: "Uploaded 4 files" })).toBeVisible();
    const verdict = (name: string) =>
      panel.getByRole("list", { name: "Files" }).getByRole("listitem").filter({ hasText: name });
    await expect(verdict("results.xml")).toContainText("Imported");
    await expect(verdict("report.json")).toContainText("Imported");
    await expect(verdict("shot.png")).toContainText("Artifact");
    await expect(verdict("notes.bin")).toContainText(/Rejected|Unused/);
    await expect(panel.getByRole("list", { name: "Uploaded reports" }).getByRole("link")).toHaveCount(2);
  });

  await test.step("the list shows both reports, and counts lead to their tests", async () => {
    const reports = page.getByRole("list", { name: "Reports", exact: true });
    await expect(reports.getByRole("listitem")).toHaveCount(2);
    await reports.getByRole("listitem").filter({ hasText: "1 flaky" }).getByRole("link", { name: "1 failed" }).click();
    await expect(page).toHaveURL(/\/reports\/\d+\?status=failed$/);
    await expect(page.getByRole("link", { name: "Failed 1" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("list", { name: "Tests" }).locator("button[data-result]")).toHaveCount(1);
  });

  await test.step("a filter and a search narrow the list and stay in the address", async () => {
    await page.getByRole("link", { name: "All 3" }).click();
    const tests = page.getByRole("list", { name: "Tests" }).locator("button[data-result]");
    await expect(tests).toHaveCount(3);
    await page.keyboard.press("/");
    await page.keyboard.type("balance");
    await expect(tests).toHaveCount(1);
    await expect(page).toHaveURL(/\?q=balance$/);
    await page.reload();
    await expect(page.getByRole("searchbox")).toHaveValue("balance");
    await expect(tests).toHaveCount(1);
    await page.getByRole("button", { name: "Clear the search" }).click();
    await expect(tests).toHaveCount(3);
  });

  await test.step("the failed test opens by keyboard, with colours, escaped markup and its screenshot", async () => {
    await page.keyboard.press("Escape");
    await page.locator("body").click({ position: { x: 700, y: 5 } });
    // Moves from the header of the failure to its test.
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/result=\d+/);
    const message = page.getByLabel("error message", { exact: true }).first();
    await expect(message).toContainText("<img src=x onerror=document.title='pwned'>");
    await expect(message.locator("img")).toHaveCount(0);
    const red = message.getByText("Error", { exact: true });
    await expect(red).toHaveCSS("color", "rgb(200, 30, 30)");
    await expect(page.getByRole("tab", { name: "Attempt 2 Failed" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("list", { name: "Steps" }).getByRole("listitem")).toHaveCount(2);
    const image = page.getByRole("img", { name: "screenshot" });
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(300);
    await expect(page).not.toHaveTitle(/pwned/);
  });

  const deepLink = page.url();
  await test.step("signing out leads to the sign-in page, and a wrong password shows an error", async () => {
    await page.getByRole("button", { name: /user menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel("Email").fill(admin.email);
    await page.getByLabel("Password", { exact: true }).fill("not it");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step("a deep link asks for a sign-in and is followed afterwards", async () => {
    await page.goto(deepLink);
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await page.getByLabel("Email").fill(admin.email);
    await page.getByLabel("Password", { exact: true }).fill(admin.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Welcome back!")).toBeVisible();
    await expect(page).toHaveURL(deepLink);
    await expect(page.getByLabel("error message", { exact: true }).first()).toBeVisible();
  });

  await test.step("an unknown session ends with a banner, and signing in returns to the page", async () => {
    await page.evaluate(() => localStorage.setItem("token", "no-such-session"));
    await page.goto(deepLink);
    await expect(page.getByRole("alert")).toContainText("Session Expired");
    await expect(page.getByRole("alert")).toContainText("Your session has expired. Please log in again.");
    await expect(page).toHaveURL(/\/login\?redirect=/);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });
});
