import { expect, type Page, type Request } from "@playwright/test";
import { listJobs } from "@plumb/contract/administration/jobs.ts";
import { type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { junitReport } from "./report-files.ts";

test("a page makes no request twice, because start.js starts the ones that the app needs", async ({ page, seeded }) => {
  const reportId = await uploadReport(seeded, { filename: "once.xml", suite: "once" }, junitReport(120));
  await workEnded(seeded);
  await signedIn(page, seeded);
  // Blocks the live connection, which causes additional requests.
  await page.routeWebSocket(/\/socket\.io\//, () => undefined);
  await page.route(/\/socket\.io\//, (route) => route.abort());
  for (const path of ["/", "/reports", `/reports/${reportId}`, `/reports/${reportId}?status=passed&q=order+kept`]) {
    // The first visit selects the project, which the address of the list needs.
    await page.goto(path);
    await expect(page.getByRole("list", { name: /^(Reports|Tests)$/ })).toBeVisible();
    const { asked, end } = callsOf(page);
    await page.reload();
    await expect(
      page
        .getByRole("list", { name: /^(Reports|Tests)$/ })
        .locator("a, button[data-result]")
        .first(),
    ).toBeVisible();
    end();
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.length).toBeLessThan(20);
  }
});

for (const path of ["/", "/reports"]) {
  test(`${path} makes no request twice with a live connection`, async ({ page, seeded }) => {
    await uploadReport(seeded, { filename: "live.xml", suite: "live" }, junitReport(3));
    await workEnded(seeded);
    await signedIn(page, seeded);
    await page.clock.install();
    const rows = page.getByRole("list", { name: "Reports" }).getByRole("link");
    /** Returns how long ago the project changed, as the server reported it to the page, in milliseconds. */
    const loaded = async (load: () => Promise<unknown>) => {
      const joined = page
        .waitForEvent("websocket")
        .then((socket) => socket.waitForEvent("framereceived", ({ payload }) => /changedMsAgo/.test(String(payload))));
      const sent = page.waitForResponse((response) => response.url().includes("/api/notifications"));
      const [{ payload }] = await Promise.all([joined, sent, load()]);
      await expect(rows.first()).toBeVisible();
      return Number(/"changedMsAgo":(\d+)/.exec(String(payload))?.[1]);
    };
    // The first visit selects the project.
    await loaded(() => page.goto(path));
    // After a recent change, the page would load its data again.
    await expect(async () => expect(await loaded(() => page.reload())).toBeGreaterThan(5000)).toPass();
    const { asked } = callsOf(page);
    await loaded(() => page.reload());
    // Runs delayed tasks of the page.
    await page.clock.runFor(5000);
    await expect(rows.first()).toBeVisible();
    expect(asked).toEqual([...new Set(asked)]);
    expect(asked.some((url) => url.includes(path === "/" ? "/dashboard" : "/api/reports?"))).toBe(true);
  });
}

/** Waits for the jobs after an upload. One that ends while jobs are counted may have queued another, which is included in the second count. */
async function workEnded(product: SeededProduct): Promise<void> {
  await expect.poll(async () => (await workLeft(product)) + (await workLeft(product))).toBe(0);
}

/** Returns the number of waiting and running jobs whose results cause the page to reload data. */
async function workLeft({ client }: SeededProduct): Promise<number> {
  // Waiting jobs are read first, so that a job that starts in between is counted as running.
  const queued = await client.call(listJobs, { query: { state: "queued" } });
  const scheduled = await client.call(listJobs, { query: { state: "scheduled" } });
  const due = scheduled.data.filter(({ dueAt }) => dueAt !== null && Date.parse(dueAt) <= Date.now());
  const running = await client.call(listJobs, { query: { state: "running" } });
  return [...queued.data, ...due, ...running.data].filter(({ kind }) => kinds.has(kind)).length;
}

/** Kinds of the jobs that an upload causes and that tell open pages about their results. */
const kinds = new Set([
  "analyze-failures",
  "count-ended-runs",
  "find-incidents",
  "find-resolutions",
  "gather-failures",
  "judge-tests",
  "rename-tests",
  "run-judged",
]);

/** Collects the API calls of a page from its next load until `end` is called. Calls of earlier pages do not count. */
function callsOf(page: Page): { readonly asked: readonly string[]; readonly end: () => void } {
  const requests: string[] = [];
  let loads = false;
  const onRequest = (request: Request) => {
    loads ||= request.isNavigationRequest();
    if (request.method() === "GET" && request.url().includes("/api/")) requests.push(request.url());
  };
  const onNavigated = () => {
    if (loads) requests.length = 0;
    loads = false;
  };
  page.on("request", onRequest);
  page.on("framenavigated", onNavigated);
  const end = () => {
    page.off("request", onRequest);
    page.off("framenavigated", onNavigated);
  };
  return { asked: requests, end };
}
