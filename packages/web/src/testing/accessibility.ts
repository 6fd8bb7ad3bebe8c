import { expect, type Frame, type Locator, type Page, test } from "@playwright/test";
import axe from "axe-core";

/** Rules that apply to whole pages. A story is only a part of a page. */
const rulesOfPages = ["region", "landmark-one-main", "page-has-heading-one", "heading-order"];
const allOfStories: axe.RunOptions = {
  rules: Object.fromEntries(rulesOfPages.map((rule) => [rule, { enabled: false }])),
};
/** The other theme renders the same elements, so that only the colours need a check. */
const colorsOnly: axe.RunOptions = { runOnly: ["color-contrast", "link-in-text-block"] };
const widths = [1440, 360] as const;
/** Axe checks the story at two widths in two themes, which takes time on a busy machine. */
const longestMs = 30_000;

interface Gallery {
  readonly page: Page;
  readonly mount: (story: string, props?: Record<string, unknown>) => Promise<Locator>;
}

interface StoryState<Name> {
  readonly name: Name;
  readonly props?: Record<string, unknown>;
  /** Prepares the state of the story that is checked. */
  readonly ready?: (view: Locator, page: Page) => Promise<unknown>;
}

/**
 * Expects that axe finds no violations in these stories and that they do not scroll horizontally, on wide and 360-pixel screens,
 * in both themes.
 *
 * @param file The stories' file below `src`, without its extension: `ui/badges/status-badge`.
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
        await expectNoFindings(page, where, colorScheme === "light" ? allOfStories : colorsOnly);
      }
      // Starts with the current theme, because switching renders the page again.
      themes = themes.toReversed();
    }
  }
}

/** Renders a story in the open page, because a new page with axe takes longer than the check. */
async function shownInPlace(page: Page, story: string): Promise<Locator> {
  await page.evaluate((expected) => (window as unknown as Shower).mount({ story: expected }), story);
  return page.locator("#root");
}

/** Functions of the gallery page (gallery/main.tsx). */
interface Shower {
  readonly mount: (expected: { readonly story: string }) => Promise<void>;
}

/**
 * Waits for pending requests and animations, and expects that axe finds no violations in the page in both themes and that the page
 * does not scroll horizontally. The page must follow the system's theme. Leaves it in Playwright's default, the light theme.
 */
export async function expectAccessiblePage(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  for (const colorScheme of ["dark", "light"] as const) {
    await useTheme(page, colorScheme);
    await expectNoFindings(page, `${page.url()}, ${colorScheme}`, colorScheme === "light" ? {} : colorsOnly);
  }
}

/** Switches the theme without a reload, because reloading takes longer than the check. */
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

/** Loads axe once per document, because this takes longer than checking a story. */
async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(axe.source);
  // Includes frames of other origins.
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

/** Finishes transitions, because colours have a different contrast during a transition. Endless animations continue. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    for (const animation of moving) animation.finish();
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
}
