import { type Browser, chromium, type Page } from "@playwright/test";
import { systemBrowser } from "../../scripts/system-browser.mjs";

/** Opens the Chromium in `PLUMB_CHROMIUM`, one of the system, or Playwright's own. */
export async function openBrowser(): Promise<Browser> {
  const path = systemBrowser();
  return chromium.launch({
    ...(path === undefined ? {} : { executablePath: path }),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}

export interface OpenedPage {
  readonly page: Page;
  /** Time from the start of the navigation to the frame that shows the first row, in milliseconds. */
  readonly firstRowMs: number;
  close(): Promise<void>;
}

/**
 * Opens an address in a new browser profile and waits for the first row.
 *
 * @param storage Initial local storage.
 */
export async function openPage(
  browser: Browser,
  url: string,
  rowSelector: string,
  storage: Readonly<Record<string, string>> = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storage);
  // Measured inside the page, so that the communication with the browser does not count.
  await context.addInitScript((selector) => {
    const check = () => {
      const row = document.querySelector(selector);
      if (row === null || row.getBoundingClientRect().height === 0) requestAnimationFrame(check);
      else Object.assign(window, { firstRowMs: performance.now() });
    };
    requestAnimationFrame(check);
  }, rowSelector);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("response", (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url, { waitUntil: "commit" });
  const seen = await page
    .waitForFunction(() => (window as { firstRowMs?: number }).firstRowMs, undefined, { timeout: 60_000, polling: 20 })
    .catch(async (error: unknown) => {
      const text = await page.evaluate(() => document.body.innerText);
      const output = [...complaints, text.slice(0, 500)].join("\n");
      throw new Error(`${page.url()} showed no row within a minute.\n${output}`, { cause: error });
    });
  return { page, firstRowMs: (await seen.jsonValue()) as number, close: () => context.close() };
}

/** Returns the number of elements in the page, and the memory of its scripts after a garbage collection, in MB. */
export async function weigh(page: Page): Promise<{ nodes: number; heapMb: number }> {
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return { nodes, heapMb: usedSize / 1024 ** 2 };
}

/**
 * Scrolls with the mouse wheel for a while.
 *
 * @returns Average frames per second, and the largest number of elements in the page.
 */
export async function scroll(page: Page, durationMs: number): Promise<{ framesPerSecond: number; maxNodes: number }> {
  return page.evaluate(
    (duration) =>
      new Promise<{ framesPerSecond: number; maxNodes: number }>((resolve) => {
        const start = performance.now();
        let frames = 0;
        let maxNodes = 0;
        const frame = () => {
          frames++;
          if (frames % 10 === 0) maxNodes = Math.max(maxNodes, document.querySelectorAll("*").length);
          window.scrollBy(0, 120);
          const passed = performance.now() - start;
          if (passed < duration) requestAnimationFrame(frame);
          else resolve({ framesPerSecond: (frames / passed) * 1000, maxNodes });
        };
        requestAnimationFrame(frame);
      }),
    durationMs,
  );
}
