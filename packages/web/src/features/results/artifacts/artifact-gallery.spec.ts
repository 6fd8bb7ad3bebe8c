import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessibleStories } from "#testing/accessibility.ts";
import { test } from "#testing/story-test.ts";
import type * as stories from "./artifact-gallery.story.tsx";
import type {
  Broken,
  Compared,
  DownloadsOnly,
  FromDisk,
  Hostile,
  Many,
  Mixed,
  None,
  Recording,
} from "./artifact-gallery.story.tsx";

const story = "features/results/artifacts/artifact-gallery";

const log = `\u001B[31mERROR\u001B[39m first line\n${"ü".repeat(150_000)}\nlast line`;
const entry = (url: string, status: number) => ({
  startedDateTime: "2026-03-04T10:00:00.000Z",
  time: 12,
  request: { method: "GET", url, headers: [{ name: "accept", value: "*/*" }] },
  response: {
    status,
    statusText: "",
    headers: [],
    content: { size: 10, mimeType: "text/html", text: "<h1>answer</h1>" },
  },
});
const bodies: Readonly<Record<string, string>> = {
  "/files/server.log": log,
  "/files/state.json": JSON.stringify({
    user: { name: "<b>Ada</b>" },
    items: Array.from({ length: 350 }, (_, index) => index),
  }),
  "/files/network.har": JSON.stringify({
    log: {
      entries: [
        entry("https://shop.example/a", 200),
        entry("https://shop.example/b", 500),
        entry("https://cdn.example/c", 200),
      ],
    },
  }),
  "/files/apart/page": "<h1>The page</h1>",
};
const refused: Readonly<Record<string, number>> = { "/files/expired.png": 403, "/files/gone.log": 404 };

/** Simulates the responses of the server, including ranges. */
async function serveFiles(page: Page): Promise<void> {
  await page.route("/files/**", async (route) => {
    const { pathname } = new URL(route.request().url());
    // The recording never finishes loading.
    if (pathname.endsWith(".webm")) return undefined;
    const body = Buffer.from(bodies[pathname] ?? "");
    const [, first, last] = /bytes=(\d+)-(\d+)/.exec(route.request().headers()["range"] ?? "") ?? [];
    if (refused[pathname] !== undefined) return route.fulfill({ status: refused[pathname] });
    if (first === undefined)
      return route.fulfill({ body, contentType: pathname.includes("apart") ? "text/html" : "text/plain" });
    const part = body.subarray(Number(first), Number(last) + 1);
    const range = `bytes ${first}-${Number(first) + part.length - 1}/${body.length}`;
    return route.fulfill({ status: 206, body: part, headers: { "content-range": range } });
  });
}

test.beforeEach(({ page }) => serveFiles(page));

test("pictures enlarge, can be browsed by keyboard, and Escape closes them", async ({ mount, page }) => {
  const view = await mount<typeof Mixed>(`${story}/Mixed`);
  const thumbnail = view.getByRole("button", { name: "Enlarge screenshot" });
  await thumbnail.click();
  const dialog = page.getByRole("dialog", { name: "screenshot (1 of 2)" });
  await expect(dialog.getByRole("img", { name: "screenshot" })).toBeVisible();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect(dialog.getByRole("button", { name: "150%" })).toBeVisible();
  expect(await dialog.getByRole("img", { name: "screenshot" }).evaluate((image) => image.clientWidth)).toBe(180);
  await page.keyboard.press("0");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "after (2 of 2)" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Next picture" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(thumbnail).toBeFocused();
});

test("files show their type, and open in a new tab, in place or as a download", async ({ mount }) => {
  const view = await mount<typeof Mixed>(`${story}/Mixed`);
  const rows = view.getByRole("list", { name: "Files" }).getByRole("listitem");
  await expect(rows.nth(0)).toHaveText("server.logtext · 300.0 kBShow");
  await expect(rows.nth(3)).toContainText("pageHTML");
  await expect(rows.nth(3).getByRole("link")).toHaveAttribute("href", "/files/apart/page");
  await expect(rows.nth(4).getByRole("link")).toHaveAttribute("title", "Download");
  await expect(rows.nth(5)).toHaveText("video.webmnot uploaded");
  await expect(rows.nth(5).getByRole("link")).toHaveCount(0);
  const links = view.getByRole("link");
  await expect(view.locator('a[target="_blank"]')).toHaveCount(await links.count());
  expect(await links.count()).toBeGreaterThan(3);
  await view.getByRole("button", { name: "Open trace" }).click();
  await expect(view.getByText("trace 3")).toBeVisible();
});

test("a log shows its first 256 KiB with its colours, and more on request", async ({ mount }) => {
  const view = await mount<typeof Mixed>(`${story}/Mixed`);
  await view.getByRole("button", { name: "Show server.log" }).click();
  const text = view.locator("pre");
  await expect(text.getByText("ERROR")).toHaveCSS("color", "rgb(200, 30, 30)");
  await expect(view.getByText("262.1 kB of 300.0 kB shown")).toBeVisible();
  await expect(text).not.toContainText("last line");
  await view.getByRole("button", { name: "Show more" }).click();
  await expect(text).toContainText("last line");
  // The first part ended in the middle of a character.
  expect(await text.textContent()).not.toContain("\uFFFD");
  await expect(view.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await view.getByRole("button", { name: "Hide server.log" }).click();
  await expect(text).toHaveCount(0);
});

test("JSON is a tree that folds, with escaped texts", async ({ mount, page }) => {
  const view = await mount<typeof Mixed>(`${story}/Mixed`);
  await view.getByRole("button", { name: "Show state.json" }).click();
  const tree = view.getByRole("figure", { name: "state.json" });
  await tree.getByText("user:").click();
  await expect(tree.getByText('"<b>Ada</b>"')).toBeVisible();
  await tree.getByText("items:").click();
  await expect(tree.getByText("99: ")).toBeVisible();
  await expect(tree.getByText("100: ")).toHaveCount(0);
  await tree.getByRole("button", { name: "Show more (250)" }).click();
  await expect(tree.getByText("349: ")).toBeVisible();
  await view.getByRole("button", { name: "Enlarge state.json" }).click();
  await expect(page.getByRole("dialog", { name: "state.json" }).getByText("user:")).toBeVisible();
});

test("an HTTP archive is a table with failed requests first, and a request has headers and bodies", async ({
  mount,
}) => {
  const view = await mount<typeof Mixed>(`${story}/Mixed`);
  await view.getByRole("button", { name: "Show network.har" }).click();
  await expect(view.getByText("3 requests, 1 failed, 12 ms")).toBeVisible();
  const urls = view.getByRole("row").getByRole("button");
  await expect(urls).toHaveText(["/b", "/a", "https://cdn.example/c"]);
  await view.getByRole("checkbox", { name: "Failed requests first" }).uncheck();
  await expect(urls).toHaveText(["/a", "/b", "https://cdn.example/c"]);
  await urls.nth(1).click();
  const request = view.getByRole("region", { name: "Request", exact: true });
  await expect(request).toContainText("GET https://shop.example/b");
  await expect(request.locator("pre")).toHaveText("<h1>answer</h1>");
});

test("a page is framed on request, in a sandbox without its origin", async ({ mount }) => {
  const view = await mount<typeof Mixed>(`${story}/Mixed`);
  await expect(view.locator("iframe")).toHaveCount(0);
  await view.getByRole("button", { name: "Show page" }).click();
  await expect(view.frameLocator("iframe").getByRole("heading", { name: "The page" })).toBeVisible();
  expect(await view.locator("iframe").getAttribute("sandbox")).not.toContain("allow-same-origin");
});

test("a deleted page is reported instead of framed", async ({ mount, page }) => {
  await page.route("/files/page", (route) => route.fulfill({ status: 404 }));
  const view = await mount<typeof Mixed>(`${story}/Mixed`);
  await view.getByRole("button", { name: "Show page" }).click();
  await expect(view.getByText("This file was deleted.")).toBeVisible();
  await expect(view.locator("iframe")).toHaveCount(0);
});

test("images of a comparison are shown as overlay, side by side, and as difference", async ({ mount, page }) => {
  const view = await mount<typeof Compared>(`${story}/Compared`);
  const comparison = view.getByRole("figure", { name: "Comparison of cart.png" });
  await expect(comparison.getByText("The sizes differ: expected 120 × 80, actual 120 × 100.")).toBeVisible();
  const slider = comparison.getByRole("slider", { name: "Visible part of the expected image" });
  await slider.press("Home");
  await expect(slider).toHaveValue("0");
  const actual = comparison.getByRole("img", { name: "cart-actual.png" });
  await comparison.getByText("Side by side").click();
  const [left, right] = [
    await comparison.getByRole("img", { name: "cart-expected.png" }).boundingBox(),
    await actual.boundingBox(),
  ];
  expect(left?.width).toBe(right?.width);
  expect((right?.height ?? 0) / (left?.height ?? 1)).toBeCloseTo(1.25, 1);
  await comparison.getByText("Difference").click();
  // 60 × 30 pixels have another colour, and 20 rows exist in only one of the pictures.
  await expect(comparison.getByText("4,200 of 12,000 pixels differ (35.00%).")).toBeVisible();
  await comparison.getByText("Diff", { exact: true }).click();
  await expect(comparison.getByRole("img", { name: "cart-diff.png" })).toBeVisible();
  await expect(view.getByRole("list", { name: "Pictures" })).toHaveCount(0);
  await comparison.getByRole("button", { name: "Enlarge cart.png" }).click();
  await expect(page.getByRole("dialog", { name: "cart.png" }).getByRole("slider")).toBeVisible();
});

test("a video has controls and does not start automatically", async ({ mount }) => {
  const view = await mount<typeof Recording>(`${story}/Recording`);
  const video = view.locator("video");
  await expect(video).toHaveJSProperty("controls", true);
  await expect(video).toHaveJSProperty("autoplay", false);
});

test("an expired link is renewed, and a deleted file is reported", async ({ mount }) => {
  const view = await mount<typeof Broken>(`${story}/Broken`);
  await expect(view.getByText("This link has expired.")).toBeVisible();
  await expect(view.getByText("renew", { exact: true })).toBeVisible();
  await view.getByRole("button", { name: "Show server.log" }).click();
  await expect(view.getByText("This file was deleted.")).toBeVisible();
});

test("in an export opened from disk, files are links, and traces have the command to open them", async ({ mount }) => {
  const view = await mount<typeof FromDisk>(`${story}/FromDisk`);
  await expect(view.getByRole("link", { name: "server.log" })).toBeVisible();
  // The code for this part loads last.
  await expect(view.getByText("Side by side")).toBeVisible();
  await expect(view.getByRole("button", { name: /^(Show|Enlarge) (server\.log|page)$/ })).toHaveCount(0);
  await expect(view.getByText("npx playwright show-trace /files/trace.zip")).toBeVisible();
  await expect(view.getByText("Difference")).toHaveCount(0);
});

test("without a second origin, traces and pages are downloads", async ({ mount }) => {
  const view = await mount<typeof DownloadsOnly>(`${story}/DownloadsOnly`);
  await expect(view.getByText("npx playwright show-trace trace.zip")).toBeVisible();
  await expect(view.getByRole("link", { name: "page" })).toHaveAttribute("title", "Download");
});

test("shows nothing without artifacts", async ({ mount }) => {
  const view = await mount<typeof None>(`${story}/None`);
  await expect(view.getByRole("region")).toHaveCount(0);
});

test("renders the first of very many pictures, and the rest on request", async ({ mount }) => {
  const view = await mount<typeof Many>(`${story}/Many`);
  await expect(view.getByRole("listitem")).toHaveCount(24);
  await view.getByRole("button", { name: "Show all 600 pictures" }).click();
  await expect(view.getByRole("listitem")).toHaveCount(600);
});

test("an artifact's name cannot inject markup or commands, or widen the page", async ({ mount, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const view = await mount<typeof Hostile>(`${story}/Hostile`);
  await expect(view.getByRole("listitem")).toHaveCount(5);
  await expect(view.locator("iframe")).toHaveCount(0);
  await expect(view.getByText("npx playwright show-trace rm--rf-.zip")).toBeVisible();
  await view.getByRole("button", { name: "Show state.json" }).click();
  await expect(view.getByText("user:")).toBeVisible();
  await expect(page).not.toHaveTitle(/pwned/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});

async function display(view: Locator): Promise<void> {
  for (const name of ["server.log", "state.json", "network.har"])
    await view.getByRole("button", { name: `Show ${name}` }).click();
  await expect(view.getByText("3 requests")).toBeVisible();
  await view.getByRole("row").getByRole("button").first().click();
}

async function enlarged(view: Locator, page: Page): Promise<void> {
  await view.getByRole("button", { name: "Enlarge screenshot" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

test("every state has no accessibility violations and fits 360 pixels", ({ mount, page }) =>
  expectAccessibleStories<typeof stories>({ mount, page }, "features/results/artifacts/artifact-gallery", [
    { name: "Mixed", ready: display },
    { name: "Mixed", ready: enlarged },
    { name: "Compared", ready: (view) => expect(view.getByRole("slider")).toBeVisible() },
  ]));
