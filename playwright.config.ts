import { createServer } from "node:net";
import { defineConfig } from "@playwright/test";
import { systemBrowser } from "./scripts/system-browser.mjs";

const chromium = systemBrowser();

// This file is read by every worker as well: they find the port that the first reader chose.
process.env["GALLERY_PORT"] ??= String(await freePort());
const galleryPort = process.env["GALLERY_PORT"];
const vite = `"${process.execPath}" node_modules/vite/bin/vite.js`;
const galleryConfig = "--config packages/web/gallery/vite.config.ts";

/**
 * `web`: views in their states, from the gallery. `e2e`: journeys through the started product, where each worker starts a
 * server of its own on an empty data folder.
 */
export default defineConfig({
  outputDir: "test-results",
  workers: 2,
  // A server start, an upload and a page load share the machine with whatever else runs on it.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env["CI"] !== undefined,
  reporter: "list",
  use: {
    viewport: { width: 1440, height: 900 },
    trace: "on-first-retry",
    launchOptions: {
      // Without a path: Playwright's own.
      ...(chromium !== undefined && { executablePath: chromium }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
  },
  testMatch: "**/*.spec.ts",
  projects: [
    // First: the journeys of a worker share its server, so that both workers have one and then go over to the stories.
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
