import { defineConfig } from "@playwright/test";

/** Used by `record.ts`, which runs these specs in a separate folder. They fail on purpose, because their failures are recorded. */
export default defineConfig({
  testDir: "tests",
  workers: 1,
  reporter: "line",
  outputDir: "test-results",
  use: {
    baseURL: "https://staging.shop.example",
    viewport: { width: 1024, height: 640 },
    trace: "on",
    screenshot: "only-on-failure",
    launchOptions: { executablePath: process.env["PLUMB_CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] },
  },
  projects: [{ name: "chromium" }],
});
