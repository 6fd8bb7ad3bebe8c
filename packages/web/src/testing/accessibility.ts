import { expect, type Frame, type Locator, type Page, test } from "@playwright/test";
import axe from "axe-core";

/** What is true of a page only: a story is a part of one. */
const rulesOfPages = ["region", "landmark-one-main", "page-has-heading-one", "heading-order"];
const allOfStories: axe.RunOptions = {
  rules: Object.fromEntries(rulesOfPages.map((rule) => [rule, { enabled: false }])),
};
/** The other theme draws the same elements: only what is seen of them differs. */
const coloursOnly: axe.RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };
const widths = [1440, 360] as const;
/** Two looks in two themes, each of which axe reads whole: a machine with other work takes its time. */
const longestMs = 30_000;

interface Gallery {
  readonly page: Page;
  readonly mount: (story: string, props?: Record<string, unknown>) => Promise<Locator>;
}

interface StoryState<Name> {
  readonly name: Name;
  readonly props?: Record<string, unknown>;
  /** Brings the story into the state that is looked at. */
  readonly ready?: (view: Locator, page: Page) => Promise<unknown>;
}

/**
 * Expects that axe finds nothing in these stories and that none scrolls sideways, wide and at 360 pixels, in both themes.
 *
 * @param file The stories' file below `src`, without its ending: `ui/status-badge`.
 */
export async function expectAccessibleStories<Stories extends object>(
  { mount, page }: Gallery,
  file: string,
  states: readonly (keyof Stories | StoryState<keyof Stories>)[],
): Promise<void> {
  test.setTimeout(longestMs * (1 + states.length));
  await page.emulateMedia({ reducedMotion: "reduce" });
  let isOpen = false;
  let themes: readonly ("light" | "dark")[] = ["light", "dark"];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const state of states) {
      const { name, props = {}, ready } = typeof state === "object" ? state : { name: state };
      const story = `${file}/${String(name)}`;
      const inPlace = isOpen && Object.keys(props).length === 0;
      const view = inPlace ? await shownInPlace(page, story) : await mount(story, props);
      isOpen = true;
      await ready?.(view, page);
      for (const colorScheme of themes) {
        await useTheme(page, colorScheme);
        const where = `${String(name)}, ${width} pixels, ${colorScheme}`;
        await expectNoFindings(page, where, colorScheme === "light" ? allOfStories : coloursOnly);
      }
      // Starts with the current theme, because switching renders the page again.
      themes = themes.toReversed();
    }
  }
}

/** Draws a story in the page that is there: opening it and bringing axe takes longer than the look itself. */
async function shownInPlace(page: Page, story: string): Promise<Locator> {
  await page.evaluate((wanted) => (window as unknown as Shower).mount({ story: wanted }), story);
  return page.locator("#root");
}

/** Functions of the gallery page (gallery/main.tsx). */
interface Shower {
  readonly mount: (wanted: { readonly story: string }) => Promise<void>;
}

/**
 * Expects that axe finds nothing in the page that is shown, in neither theme, once nothing of it is on its way, and that it does
 * not scroll sideways. The page follows the system's theme; it is left in the light one, which is Playwright's own.
 */
export async function expectAccessiblePage(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  for (const colorScheme of ["dark", "light"] as const) {
    await useTheme(page, colorScheme);
    await expectNoFindings(page, `${page.url()}, ${colorScheme}`, colorScheme === "light" ? {} : coloursOnly);
  }
}

/** Changes it in the page that is there: loading the page again takes longer than the look at it. */
async function useTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
}

async function expectNoFindings(page: Page, where: string, options: axe.RunOptions = {}): Promise<void> {
  await standsStill(page);
  await Promise.all(page.frames().map(bringAxe));
  const findings = await page.evaluate(findingsOfAxe, options);
  expect(findings, where).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(0);
}

/** Once per document: reading the script takes longer than what it then does with a story. */
async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(axe.source);
  // Frames of other origins are looked at too.
  await frame.evaluate('axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })');
}

/** Runs in the page. Returns the findings only, because the full result of axe is long. */
async function findingsOfAxe(options: axe.RunOptions): Promise<string[]> {
  const { axe: there } = window as unknown as { axe: typeof axe };
  const { violations } = await there.run(document, { ...options, resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Ends transitions, because colors have another contrast meanwhile. Endless animations continue. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const animation of moving) animation.finish();
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
