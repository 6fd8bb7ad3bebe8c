import { expect, type Page } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { signedIn, test, uploadReport } from "./product.ts";
import { junitReport, playwrightReport } from "./report-files.ts";

let reportId = 0;

test.beforeAll(async ({ seeded }) => {
  reportId = await uploadReport(
    seeded,
    {
      filename: "report.json",
      suite: "checkout-e2e",
      branch: "feature/a-branch-with-a-rather-long-name",
      commit: "a91f3c2d5e6f7a8b9c0d",
    },
    playwrightReport(),
  );
  await uploadReport(
    seeded,
    { filename: "results.xml", suite: "api-contract", environment: "staging" },
    junitReport(40),
  );
});

const screens = {
  "sign-in": async (page: Page) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  },
  dashboard: async (page: Page) => {
    await page.goto("/");
    await expect(page.getByRole("list", { name: "Reports", exact: true })).toBeVisible();
  },
  reports: async (page: Page) => {
    await page.goto("/reports");
    await expect(page.getByRole("list", { name: "Reports", exact: true })).toBeVisible();
  },
  report: async (page: Page) => {
    await page.goto(`/reports/${reportId}`);
    await page.getByRole("list", { name: "Tests" }).locator("button[data-result]").first().click();
    await expect(page.getByLabel("error message", { exact: true }).first()).toBeVisible();
  },
  "missing report": async (page: Page) => {
    await page.goto("/reports/999999");
    await expect(page.getByRole("heading", { name: "Report Not Found" })).toBeVisible();
    await expect(page.getByText("The requested report could not be found.")).toBeVisible();
  },
  settings: async (page: Page) => {
    await page.goto("/settings");
    await expect(page.getByRole("button", { name: "Save Settings" })).toBeVisible();
  },
  "language model": async (page: Page) => {
    await page.goto("/settings?tab=language-model");
    await expect(page.getByRole("form", { name: "Language model" })).toBeVisible();
  },
  webhooks: async (page: Page) => {
    await page.goto("/settings?tab=webhooks");
    await expect(page.getByText("No webhooks configured yet...")).toBeVisible();
  },
  users: async (page: Page) => {
    await page.goto("/settings?tab=users");
    await expect(page.getByRole("table", { name: "Users" })).toBeVisible();
    await expect(page.getByText("No invitations have been sent yet.")).toBeVisible();
  },
  jobs: async (page: Page) => {
    await page.goto("/settings?tab=jobs&jobs=scheduled");
    await expect(page.getByRole("table", { name: "Jobs" })).toBeVisible();
  },
  audit: async (page: Page) => {
    await page.goto("/settings?tab=audit");
    await expect(page.getByRole("table", { name: "Audit" })).toBeVisible();
  },
  "API keys": async (page: Page) => {
    await page.goto("/projects/1?tab=api-keys");
    await page.getByLabel("Name").fill("CI");
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.getByLabel("API key", { exact: true })).toContainText("plumb_");
  },
} as const;

for (const [name, open] of Object.entries(screens)) {
  test(`the ${name} screen has no accessibility violations`, async ({ page, seeded }) => {
    // This test uses the dark theme. The test at 360 pixels uses the light theme, so both are covered.
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    if (name !== "sign-in") await signedIn(page, seeded);
    await open(page);
    await expectAccessiblePage(page);
  });

  test(`the ${name} screen has no accessibility violations at 360 pixels and does not scroll sideways`, async ({
    page,
    seeded,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    if (name !== "sign-in") await signedIn(page, seeded);
    await open(page);
    await expectAccessiblePage(page);
  });
}

test("the menu slides in on a small screen and closes after a choice", async ({ page, seeded }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, seeded);
  await page.goto("/");
  const entry = page.getByRole("link", { name: "Test Reports" });
  await expect(entry).not.toBeInViewport();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(entry).toBeInViewport();
  await entry.click();
  await expect(page).toHaveURL(/\/reports$/);
  await expect(entry).not.toBeInViewport();
});

test("the theme follows the system until the user picks one, and the choice is remembered", async ({
  page,
  seeded,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await signedIn(page, seeded);
  await page.goto("/");
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.getByRole("button", { name: "Use the light theme" }).click();
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "light");
  await expect(root).toHaveClass(/\blight\b/);
  await page.reload();
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "light");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
});
