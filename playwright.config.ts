import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const chromium = [process.env["PLUMB_CHROMIUM"], "/usr/bin/chromium"].find(
  (path) => path !== undefined && path !== "" && existsSync(path),
);

/** Journeys through the started product: each worker starts a server of its own on an empty data folder. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  workers: 1,
  // A server start, an upload and a page load share the machine with whatever else runs on it.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env["CI"] !== undefined,
  reporter: "list",
  use: {
    viewport: { width: 1440, height: 900 },
    trace: "retain-on-failure",
    launchOptions: {
      // Without a path: Playwright's own.
      ...(chromium !== undefined && { executablePath: chromium }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
});
