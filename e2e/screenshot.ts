// Takes the screenshots of the README from the demo, in light and dark: `node e2e/screenshot.ts`, with the web app built.
// They show an opened failed Playwright test with its attempts, error and screenshot.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Client, createClient } from "@plumb/client/client.ts";
import { login } from "@plumb/contract/people/auth.ts";
import { listProjects } from "@plumb/contract/projects/projects.ts";
import { publicConfig } from "@plumb/contract/administration/public-config.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { listResults, readResult } from "@plumb/contract/runs/results.ts";
import { chromium } from "@playwright/test";
import { systemBrowser } from "../scripts/system-browser.mjs";
import { startServer, stopServer } from "./product.ts";

const schemes = ["light", "dark"] as const;
const demoTimeoutMs = 120_000;

const folder = await mkdtemp(join(tmpdir(), "plumb-screenshot-"));
const { process: server, address } = await startServer(folder, ["--demo"]);
try {
  const { token, client } = await signedIn();
  const path = await failedTest(client);
  for (const scheme of schemes) await takePicture(token, path, scheme);
} finally {
  await stopServer(server);
  await rm(folder, { recursive: true, force: true });
}

async function signedIn(): Promise<{ token: string; client: Client }> {
  let token: string | null = null;
  const client = createClient({ baseUrl: address, token: () => token });
  const { data } = await client.call(publicConfig);
  if (data.demo === null) throw new Error("The server has no demo account");
  const response = await client.call(login, { body: { username: data.demo.email, password: data.demo.password } });
  token = response.token;
  return { token, client };
}

/** Returns the address of a failed test with several attempts and a screenshot, as soon as the demo contains one. */
async function failedTest(client: Client): Promise<string> {
  const deadline = Date.now() + demoTimeoutMs;
  while (Date.now() < deadline) {
    await wait(2000);
    const { data: projects } = await client.call(listProjects);
    const projectId = projects[0]?.id;
    if (projectId === undefined) continue;
    const { data: reports } = await client.call(listReports, { query: { projectId, limit: 30 } });
    // The list is sorted by newest first. While the demo is still being created, the latest report is several days old.
    const newest = reports.find(({ status }) => status !== "running");
    if (newest === undefined || Date.now() - Date.parse(newest.startTime) > 3 * 86_400_000) continue;
    for (const report of reports.filter(({ framework }) => framework === "playwright")) {
      const reportId = report.id;
      const { data: rows } = await client.call(listResults, { params: { reportId }, query: { status: "failed" } });
      for (const { id: resultId } of rows) {
        const { data } = await client.call(readResult, { params: { reportId, resultId } });
        const pictured = data.artifacts.some(({ kind, url }) => kind === "screenshot" && url !== null);
        if (data.attempts.length > 1 && pictured) return `/reports/${reportId}?result=${resultId}`;
      }
    }
  }
  throw new Error("The demo has no failed test with attempts and a screenshot");
}

async function takePicture(token: string, path: string, scheme: (typeof schemes)[number]): Promise<void> {
  const executablePath = systemBrowser();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const page = await browser.newPage({
    viewport: { width: 1280, height: 1040 },
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
  await page.addInitScript((value) => localStorage.setItem("token", value), token);
  await page.goto(`${address}${path}`, { waitUntil: "networkidle" });
  await page.getByRole("tab", { name: /^Attempt 1/ }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  const picture = `docs/images/report-${scheme}.png`;
  await page.screenshot({ path: picture });
  console.log(`Wrote ${picture}`);
  await browser.close();
}
