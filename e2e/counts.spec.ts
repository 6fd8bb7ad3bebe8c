import { createClient } from "@plumb/client/client.ts";
import { listProjects } from "@plumb/contract/projects/projects.ts";
import { expect, type Page } from "@playwright/test";
import { revokeReplayKeys } from "../demo/replay.ts";
import { test } from "./demo-product.ts";

/** A number on a screen and the address that it links to. */
interface Count {
  readonly screen: string;
  readonly text: string;
  readonly shown: number;
  readonly href: string;
}

const numbered = /(?:^|\s)(\d[\d,]*)(?=\s|$)/;

/** Returns the links in a part of the page whose text contains a number. */
async function countsOf(page: Page, screen: string, links: string): Promise<Count[]> {
  await expect(page.locator(links).first()).toBeVisible();
  const found = await page
    .locator(links)
    .evaluateAll((all) =>
      all.map((link) => ({ text: (link as HTMLElement).innerText, href: link.getAttribute("href") ?? "" })),
    );
  return found.flatMap(({ text, href }) => {
    const plain = text.replaceAll(/\s+/g, " ").trim();
    const visible = Number(numbered.exec(plain)?.[1]?.replaceAll(",", ""));
    return Number.isNaN(visible) || href === "" ? [] : { screen, text: plain, shown: visible, href };
  });
}

/** Returns the number of entries in the list on the page. */
type Reader = (page: Page) => Promise<number>;

const rowsOfTable: Reader = async (page) => {
  const more = page.getByRole("button", { name: "Load more" });
  if (await more.isVisible()) await more.click();
  return page.locator("main tbody tr:has(td:nth-child(2))").count();
};

/** Sums the column with failures. */
const failuresOfTable: Reader = async (page) => {
  const texts = await page.locator('main td[data-label="Failures"]').allInnerTexts();
  return texts.reduce((sum, text) => sum + Number(text.replaceAll(/\D/g, "")), 0);
};

/** Only visible rows exist in the page; each contains the total number. */
const sizeOfList: Reader = async (page) => {
  const row = page.locator("main [aria-setsize]").first();
  return (await row.count()) === 0 ? 0 : Number(await row.getAttribute("aria-setsize"));
};

/** Reports are loaded while the user scrolls. */
const reportsOfList: Reader = async (page) => {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const positions = await page
    .locator("main [aria-posinset]")
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("aria-posinset"))));
  return Math.max(0, ...positions);
};

function readerOf(href: string): Reader {
  if (/^\/reports\/(?:compare|\d+)/.test(href)) return sizeOfList;
  if (href.startsWith("/reports")) return reportsOfList;
  // With `state=`, causes are counted by rows, as are the tests of a cause. Other links to causes count failures.
  return href.startsWith("/defects") && !/state=|tab=tests/.test(href) ? failuresOfTable : rowsOfTable;
}

/** Opens the list behind a count and compares the numbers. */
async function follow(page: Page, { screen, text, shown, href }: Count): Promise<void> {
  await page.goto(asOneList(href));
  // An empty list looks the same as one that is not loaded yet.
  if (shown === 0) await page.waitForLoadState("networkidle");
  const read = readerOf(href);
  await expect.poll(() => read(page), { message: `${screen}: “${text}”, ${href}` }).toBe(shown);
}

/** Shows the tests of a report without groups, and analysis items on one page. */
function asOneList(href: string): string {
  const more = /^\/reports\/\d+/.test(href) ? "group=flat" : href.startsWith("/analysis") ? "size=50" : null;
  return more === null ? href : `${href}${href.includes("?") ? "&" : "?"}${more}`;
}

/** Screens with counts, and selectors of their links. */
const screens = [
  ["Dashboard", "/", 'main a:is([href*="status=todo"], [href*="overdue"], [href*="/defects?"], [href*="show="])'],
  ["Dashboard", "/", 'main a[href="/reports"]:has-text("View all")'],
  // The first report is running, so its counts change.
  ["Test Reports", "/reports", "main li:nth-child(n + 2):nth-child(-n + 5) [data-count]"],
  ["Failure Analysis", "/defects", "main tbody a"],
  ["Analysis Activity", "/analysis", 'main ul:is([aria-label="Totals"], [aria-label="Breakdown"]) a'],
  ["Trend Analysis", "/trends", 'main ul[aria-label="Metrics of these runs"] a'],
  ["Uploads", "/uploads?state=rejected", 'main ul[aria-label="Uploads by state"] a'],
] as const;

/** Ends the replay of the live run, whose failures would change the counts during the test. */
async function endReplay({ address, token }: { readonly address: string; readonly token: string }): Promise<void> {
  const client = createClient({ baseUrl: address, token: () => token });
  for (const { id } of (await client.call(listProjects)).data) await revokeReplayKeys(client, id);
}

test("every count links to a list of the same length", async ({ page, demo }) => {
  test.setTimeout(240_000);
  await endReplay(demo);
  await page.addInitScript((token) => localStorage.setItem("token", token), demo.token);
  const counts = new Map<string, Count>();
  const add = (found: readonly Count[]) => {
    for (const count of found) counts.set(`${count.href} ${count.shown}`, count);
  };
  for (const [screen, address, links] of screens) {
    await page.goto(address);
    add(await countsOf(page, screen, links));
  }
  const report = [...counts.keys()].find((key) => key.includes("status=failed"))?.split("?")[0] ?? "";
  await page.goto(report);
  add(await countsOf(page, "Report", 'main nav[aria-label="Filter by outcome"] a, main a[href*="show="]'));
  expect(counts.size).toBeGreaterThan(50);
  for (const count of counts.values()) await follow(page, count);

  await test.step("the lists of Failure Analysis have as many failures and causes as its heading shows", async () => {
    await page.goto("/defects");
    const [failures = 0, , causes = 0] = numbersOf(await page.getByText(/failures in the last 30 days/).innerText());
    await expect.poll(() => failuresOfTable(page)).toBe(failures);
    await expect.poll(() => rowsOfTable(page)).toBe(causes);
    for (const tab of ["tests", "runs"]) {
      await page.goto(`/defects?tab=${tab}`);
      await expect.poll(() => failuresOfTable(page), { message: tab }).toBe(failures);
    }
  });

  await test.step("each list of tests matches its count", async () => {
    for (const view of ["flaky", "broken", "quarantined"]) {
      await page.goto(`/tests?view=${view}`);
      const [tests] = numbersOf(await page.getByText(/^\d+ tests?$/).innerText());
      await expect.poll(() => rowsOfTable(page), { message: view }).toBe(tests);
    }
  });

  await test.step("the number of unread notifications matches the page", async () => {
    await page.goto("/analysis?tab=notifications");
    const [unread] = numbersOf(await page.getByText(/unread notifications?$/).innerText());
    await expect.poll(() => page.locator("main").getByText("Unread,").count()).toBe(unread);
  });
});

function numbersOf(text: string): number[] {
  return (text.match(/\d[\d,]*/g) ?? []).map((number) => Number(number.replaceAll(",", "")));
}
