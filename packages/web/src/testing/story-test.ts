import { type BrowserContext, type Page, test as base } from "@playwright/test";

/** Options of a reused page. A file with different options gets a new page. Add options here when specs `use` them. */
interface Options {
  readonly baseURL: string | undefined;
  readonly locale: string | undefined;
  readonly timezoneId: string | undefined;
}

interface RetainedPage {
  readonly options: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Changed in a way that cleaning cannot undo. */
  spent: boolean;
}

interface Keeper {
  current: RetainedPage | null;
}

/** State that outlives the document. A page that changes it is not reused. */
const lasting = [
  "addInitScript",
  "addListener",
  "addLocatorHandler",
  "clock",
  "exposeBinding",
  "exposeFunction",
  "on",
  "once",
  "route",
  "routeFromHAR",
  "routeWebSocket",
  "setDefaultNavigationTimeout",
  "setDefaultTimeout",
  "setExtraHTTPHeaders",
] as const satisfies readonly (keyof Page)[];

/**
 * The `test` of stories. Cleans and reuses the page of the worker's previous story. Each story gets a new document, but the browser has already
 * compiled the gallery script. This is three times as fast as a new page.
 */
export const test = base.extend<object, { keeper: Keeper }>({
  keeper: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs.
    async ({}, use) => {
      const keeper: Keeper = { current: null };
      await use(keeper);
      await discard(keeper);
    },
    { scope: "worker" },
  ],
  page: async ({ keeper, browser, viewport, baseURL, locale, timezoneId }, use, testInfo) => {
    const options: Options = { baseURL, locale, timezoneId };
    if (keeper.current?.options !== JSON.stringify(options)) await discard(keeper);
    const retained = (keeper.current ??= await open(() => browser.newContext(), options));
    if (viewport !== null) await retained.page.setViewportSize(viewport);
    await use(retained.page);
    const again = !retained.spent && testInfo.status === testInfo.expectedStatus && isGallery(retained.page, baseURL);
    await (again ? clean(retained) : discard(keeper));
  },
  // Changes to a context persist after its pages are closed.
  context: async ({ keeper, page }, use) => {
    if (keeper.current !== null) keeper.current.spent = true;
    await use(page.context());
  },
});

async function open(newContext: () => Promise<BrowserContext>, options: Options): Promise<RetainedPage> {
  const context = await newContext();
  const page = await context.newPage();
  const retained: RetainedPage = { options: JSON.stringify(options), context, page, spent: false };
  for (const name of lasting) {
    const value: unknown = page[name];
    const get = () => {
      retained.spent = true;
      return value;
    };
    Object.defineProperty(page, name, { get });
  }
  return retained;
}

function isGallery(page: Page, baseURL = ""): boolean {
  return !page.isClosed() && page.url().split("?")[0] === baseURL;
}

/** Removes everything that could affect the next story before its document is loaded. */
async function clean({ context, page }: RetainedPage): Promise<void> {
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.evaluate(() => {
    (window as { unmount?: () => void }).unmount?.();
    document.documentElement.remove();
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  // Moves the pointer outside the page, so that it hovers over nothing.
  await page.mouse.move(-1, -1);
  await page.emulateMedia({
    media: null,
    colorScheme: "light",
    contrast: "no-preference",
    forcedColors: "none",
    reducedMotion: "no-preference",
  });
}

async function discard(keeper: Keeper): Promise<void> {
  await keeper.current?.context.close();
  keeper.current = null;
}
