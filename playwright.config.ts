import { createServer } from "node:net";
import { defineConfig } from "@playwright/test";
import { systemBrowser } from "./scripts/system-browser.mjs";

const chromium = systemBrowser();

// Workers also read this file. They inherit the port that the first process chose.
process.env["GALLERY_PORT"] ??= String(await freePort());
const galleryPort = process.env["GALLERY_PORT"];
const vite = `"${process.execPath}" node_modules/vite/bin/vite.js`;
const galleryConfig = "--config packages/web/gallery/vite.config.ts";

/**
 * `web` tests views in their states, from the gallery. `e2e` tests journeys through the started product; each worker starts its own server with an
 * empty data folder.
 */
export default defineConfig({
  outputDir: "test-results",
  workers: 2,
  // Server start, upload and page load may be slow on a busy machine.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env["CI"] !== undefined,
  reporter: "list",
  use: {
    viewport: { width: 1440, height: 900 },
    trace: "on-first-retry",
    launchOptions: {
      // Without a path, Playwright uses its own browser.
      ...(chromium !== undefined && { executablePath: chromium }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
  testMatch: "**/*.spec.ts",
  projects: [
    // Listed first, so that both workers start with journeys and keep their servers, and run the stories afterwards.
    { name: "e2e", testDir: "e2e" },
    { name: "web", testDir: "packages/web/src", use: { baseURL: `http://127.0.0.1:${galleryPort}/` } },
  ],
  webServer: {
    command: `${vite} build ${galleryConfig} --logLevel error && ${vite} preview ${galleryConfig} --host 127.0.0.1 --port ${galleryPort} --strictPort`,
    url: `http://127.0.0.1:${galleryPort}/`,
    timeout: 120_000,
  },
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
