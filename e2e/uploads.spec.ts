import { upload } from "@plumb/contract/runs/ingest.ts";
import { expect } from "@playwright/test";
import { type SeededProduct, signedIn, test, uploadReport } from "./product.ts";
import { junitReport } from "./report-files.ts";

test.use({ database: "uploads" });

/** Returns one of four shards of a Playwright report. */
function shardReport(current: number): string {
  const result = { workerIndex: 0, status: "passed", duration: 10, retry: 0, startTime: "2026-03-04T09:00:00.000Z" };
  const spec = {
    title: `pays ${current}`,
    ok: true,
    tags: [],
    id: String(current),
    file: "cart.spec.ts",
    line: 1,
    column: 1,
    tests: [
      {
        timeout: 30_000,
        annotations: [],
        expectedStatus: "passed",
        projectId: "web",
        projectName: "web",
        status: "expected",
        results: [{ ...result, errors: [], stdout: [], stderr: [], attachments: [] }],
      },
    ],
  };
  return JSON.stringify({
    config: { version: "1.65.1", rootDir: "/repo", projects: [], workers: 1, shard: { current, total: 3 } },
    suites: [{ title: "cart.spec.ts", file: "cart.spec.ts", line: 0, column: 0, specs: [spec], suites: [] }],
    errors: [],
    stats: { startTime: result.startTime, duration: 10, expected: 1, skipped: 0, unexpected: 0, flaky: 0 },
  });
}

async function sendNotes({ client, projectId }: SeededProduct): Promise<void> {
  const query = { projectId, filename: "notes.txt", build: "b-13", branch: "fix/cart" };
  await expect(client.call(upload, { query, body: "no report at all" })).rejects.toThrow("No report could be read");
}

test("a user finds out what happened to a missing report", async ({ page, seeded }) => {
  await signedIn(page, seeded);

  await test.step("before the first upload, the page explains how to send one", async () => {
    await page.goto("/reports");
    await page.getByRole("link", { name: "See all uploads and their outcome" }).click();
    await expect(page.getByRole("heading", { name: "No uploads in the last 30 days" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Test Reports" }).first()).toHaveAttribute("aria-current", "page");
  });

  const row = (text: string | RegExp) => page.getByRole("row").filter({ hasText: text });

  await test.step("a good upload, a bad file, a duplicate and two of three shards appear automatically", async () => {
    await uploadReport(seeded, { filename: "good.xml", suite: "shop", build: "b-12", branch: "main" }, junitReport(4));
    await expect(row("good.xml")).toContainText(/Accepted.*main · build b-12.*shop #1/s);
    await sendNotes(seeded);
    await expect(row("notes.txt")).toContainText("Rejected");
    await uploadReport(seeded, { filename: "again.xml", suite: "shop", build: "b-12" }, junitReport(4));
    await expect(row("again.xml")).toContainText(/Duplicate.*Same file as in report #1/s);
    for (const shard of [1, 3])
      await uploadReport(seeded, { filename: `part-${shard}.json`, suite: "web", build: "b-14" }, shardReport(shard));
    await expect(page.getByRole("region", { name: "Missing shards" })).toContainText(
      /web #2.*2 of 3 shards received; shard 2 is missing.*If nothing arrives by/s,
    );
    await expect(row("part-3.json")).toContainText("shard 3 of 3");
  });

  await test.step("a search for the CI build finds the rejected upload with its reason", async () => {
    await page.getByRole("searchbox").fill("b-13");
    await expect(row("good.xml")).toHaveCount(0);
    await page.getByRole("link", { name: /^notes\.txt, upload \d+$/ }).click();
    const details = page.getByRole("complementary", { name: /^Upload \d+$/ });
    await expect(details).toContainText(/No report could be read, so nothing was stored.*fix\/cart/s);
    await expect(details.getByRole("list", { name: "Files" })).toContainText(/Rejected.*notes\.txt/s);
    await page.reload();
    await expect(details).toContainText("No report could be read");
    await page.keyboard.press("Escape");
    await expect(details).toHaveCount(0);
  });

  await test.step("counts filter the list, and a report and its uploads link to each other", async () => {
    await page.getByRole("link", { name: "Duplicate: 1 in 24 h" }).click();
    await expect(row("again.xml")).toBeVisible();
    await expect(row("part-1.json")).toHaveCount(0);
    await row("again.xml").getByRole("link", { name: "shop #1" }).click();
    await expect(page.getByRole("heading", { name: "shop #1" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Uploads" }).click();
    await expect(row(/good\.xml|again\.xml/)).toHaveCount(2);
    await expect(row("part-1.json")).toHaveCount(0);
  });

  await test.step("the missing shard completes the report", async () => {
    await page.getByRole("button", { name: "Reset filters" }).click();
    await expect(page.getByRole("region", { name: "Missing shards" })).toBeVisible();
    await uploadReport(seeded, { filename: "part-2.json", suite: "web", build: "b-14" }, shardReport(2));
    await expect(row("part-2.json")).toContainText("Accepted");
    await expect(page.getByRole("region", { name: "Missing shards" })).toHaveCount(0);
  });
});
