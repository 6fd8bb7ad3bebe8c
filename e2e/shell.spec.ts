import { expect } from "@playwright/test";
import { expectAccessiblePage } from "../packages/web/src/testing/accessibility.ts";
import { signedIn, test } from "./product.ts";

const entries = {
  Dashboard: "/",
  "Test Reports": "/reports",
  Tests: "/tests",
  "Failure Analysis": "/defects",
  "Trend Analysis": "/trends",
  "Analysis Activity": "/analysis",
  Connectors: "/connectors",
  Projects: "/projects",
  Profile: "/profile",
  Settings: "/settings",
} as const;

test.beforeEach(async ({ page, seeded }) => signedIn(page, seeded));

test("every menu entry opens its screen, sets its title and moves the focus there", async ({ page }) => {
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link")).toHaveText(Object.keys(entries));
  for (const [name, path] of Object.entries(entries).toReversed()) {
    await menu.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}(\\?.*)?$`));
    await expect(page).toHaveTitle(`${name} - Plumb`);
    await expect(menu.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("main")).toBeFocused();
  }
});

test("g and a letter open a screen, except while typing", async ({ page }) => {
  await page.goto("/reports");
  await expect(page.getByRole("heading", { name: "Test Reports" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/\/tests$/);
  const search = page.getByRole("combobox", { name: "Search tests..." });
  await expect(search).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("gd");
  await expect(page).toHaveURL(/\/tests\?q=gd$/);
});

test("the title changes with the URL, before the page and its data are loaded", async ({ page }) => {
  const code = Promise.withResolvers<void>();
  await page.route(/trend-analysis-page-.*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto("/reports");
  await expect(page.getByRole("heading", { name: "Test Reports" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Trend Analysis" }).click();
  await expect(page).toHaveTitle("Trend Analysis - Plumb");
  await expect(page.getByRole("heading", { name: "Trend Analysis" })).toHaveCount(0);
  code.resolve();
  await expect(page.getByRole("heading", { name: "Trend Analysis" })).toBeVisible();
  await expect(page).toHaveTitle("Trend Analysis - Plumb");
});

test("the title names page and brand from the start, even if a report cannot be loaded", async ({ page }) => {
  await page.addInitScript(() => {
    const titles: string[] = [];
    Object.assign(window, { titles });
    new MutationObserver(() => {
      if (document.title !== "" && titles.at(-1) !== document.title) titles.push(document.title);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.route(/\/api\/reports\/4711(\?|$)/, (route) => route.fulfill({ status: 500, json: { success: false } }));
  await page.goto("/reports/4711");
  await expect(page.getByText("Failed to fetch report").first()).toBeVisible();
  await expect(page).toHaveTitle("Report - Plumb");
  const titles = await page.evaluate(() => (window as { titles?: string[] }).titles);
  // Ignores the title of the document before its script runs.
  expect(titles?.filter((title) => title !== "Plumb")).toEqual(["Report - Plumb"]);
});

test("the menu collapses to icons and stays collapsed", async ({ page }) => {
  await page.goto("/");
  const button = page.getByRole("button", { name: "Menu", exact: true });
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await button.click();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await expect.poll(async () => (await menu.boundingBox())?.width).toBeLessThan(80);
  await page.reload();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBeLessThan(80);
  await menu.getByRole("link", { name: "Test Reports" }).click();
  await expect(page.getByRole("heading", { name: "Test Reports" })).toBeVisible();
  await expectAccessiblePage(page);
});

test("the first Tab offers to skip the menu", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await expect(page).toHaveURL(/\/$/);
});

test("on a small screen, the menu keeps the focus until Esc closes it", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
  const button = page.getByRole("button", { name: "Menu", exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Menu" });
  await expect(dialog).toBeInViewport();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press("Tab");
    await expect(dialog.locator(":focus")).toHaveCount(1);
  }
  await expectAccessiblePage(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  // Invisible elements cannot be focused.
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
});

test("redirects an alias of the start page and shows an error for an unknown URL", async ({ page, seeded }) => {
  await page.goto("/dashboard");
  await expect(page).toHaveURL(`${seeded.address}/`);
  await page.goto("/nowhere");
  await expect(page).toHaveTitle("Page Not Found - Plumb");
});

test("a link to a missing analysis item shows an error", async ({ page }) => {
  await page.goto("/analysis?annotation=7");
  await expect(page.getByRole("heading", { name: "Analysis item 7 cannot be shown" })).toBeVisible();
});

test("success messages appear next to the bell in theme colours and disappear after two seconds", async ({
  page,
  seeded,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await page.evaluate(() => localStorage.removeItem("token"));
  await page.goto("/login");
  await page.getByLabel("Email").fill("ada.lovelace@example.org");
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByRole("button", { name: "Sign in" }).click();
  const toast = page.getByRole("alert").filter({ hasText: "Welcome back!" });
  // The notification slides in from the edge, and stays while the pointer is over it.
  await toast.hover();
  const bell = await page.getByRole("button", { name: /^Notifications/ }).boundingBox();
  const { x, y, width } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  expect(x + width).toBeLessThanOrEqual(bell?.x ?? 0);
  expect(x + width).toBeGreaterThan(1100);
  expect(y).toBeLessThan(120);
  await expect(toast).toHaveCSS("background-color", "rgb(32, 30, 36)");
  await expect(toast.getByText("Welcome back!")).toHaveCSS("color", "rgb(236, 235, 240)");
  await page.mouse.move(0, 0);
  await expect(toast).toHaveCount(0);
  expect(seeded.projectId).toBeGreaterThan(0);
});

test("loading screens have no accessibility violations, wide and narrow", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [path, heading] of [
    ["/defects", "Failure Analysis"],
    ["/trends", "Trend Analysis"],
    ["/analysis?annotation=7", "Analysis Activity"],
  ] as const) {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto(path);
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      await expect(page.getByRole("button", { name: /user menu/ })).toBeVisible();
      await expectAccessiblePage(page);
    }
  }
});

test("without a network, a page whose code is missing shows an error and keeps the navigation", async ({ page }) => {
  await page.goto("/reports");
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(page.getByRole("heading", { name: "Test Reports" })).toBeVisible();
  await page.context().setOffline(true);
  await menu.getByRole("link", { name: "Trend Analysis" }).click();
  await expect(page.getByRole("main").getByText("This could not be loaded")).toBeVisible();
  // Checks that the menu does not cover the start of the notice.
  await page.getByText("You are offline.").click({ trial: true, position: { x: 8, y: 8 } });
  await menu.getByRole("link", { name: "Test Reports" }).click();
  await expect(page.getByRole("heading", { name: "Test Reports" })).toBeVisible();
  await page.context().setOffline(false);
  await menu.getByRole("link", { name: "Trend Analysis" }).click();
  await expect(page.getByRole("heading", { name: "Trend Analysis" })).toBeVisible();
});
