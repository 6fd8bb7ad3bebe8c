import { readFile } from "node:fs/promises";
import { upload } from "@plumb/contract/runs/ingest.ts";
import { listResults } from "@plumb/contract/runs/results.ts";
import { expect, type Page } from "@playwright/test";
import { type SeededProduct, signedIn, test } from "./product.ts";
import { zipFile } from "./zip-file.ts";

interface LeftFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer<ArrayBuffer> | string;
}

const recorded = (name: string) =>
  readFile(new URL(`../demo/recorded/${name}`, import.meta.url)) as Promise<Buffer<ArrayBuffer>>;

test("a trace opens in the product, with its actions and page snapshots", async ({ page, seeded }) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  const content = await recorded("voucher-total.trace.zip");
  await openTest(page, seeded, [{ name: "trace", contentType: "application/zip", content }]);
  await page.getByRole("button", { name: "Open trace" }).click();

  const dialog = page.getByRole("dialog", { name: "Trace" });
  const viewer = dialog.frameLocator("iframe[title='Playwright trace viewer']");
  await expect(viewer.getByText("voucher.spec.ts:7 › Voucher › applies a 10 % voucher")).toBeVisible();
  await expect(viewer.getByRole("treeitem", { name: /Expect "toHaveText"/ })).toBeVisible();
  const snapshot = viewer.frameLocator("iframe.snapshot-visible");
  await expect(snapshot.getByRole("heading", { name: "Checkout" })).toBeVisible();
  await expect(snapshot.getByText("Voucher SUMMER10")).toBeVisible();

  await test.step("Escape closes it from within as well and restores the focus", async () => {
    await viewer.getByRole("treeitem", { name: /Expect "toHaveText"/ }).click();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Open trace" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(viewer.getByRole("treeitem", { name: /Expect "toHaveText"/ })).toBeVisible();
  });

  await test.step("its URL reopens it, and the Back button of the browser closes it", async () => {
    await expect(page).toHaveURL(/[?&]trace=\d+/);
    await page.reload();
    await expect(viewer.getByRole("treeitem", { name: /Expect "toHaveText"/ })).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).not.toHaveURL(/trace=/);
  });

  await test.step("the row of its test opens it too", async () => {
    await page.getByRole("button", { name: "Open the trace of leaves files" }).click();
    await expect(viewer.getByRole("treeitem", { name: /Expect "toHaveText"/ })).toBeVisible();
  });
  expect(problems).toEqual([]);
});

test("a trace newer than the viewer shows an error", async ({ page, seeded }) => {
  const context = { type: "context-options", version: 99, origin: "library", browserName: "chromium", options: {} };
  const content = zipFile({ "trace.trace": `${JSON.stringify(context)}\n`, "trace.network": "" });
  await openTest(page, seeded, [{ name: "trace", contentType: "application/zip", content }]);
  await page.getByRole("button", { name: "Open trace" }).click();
  const viewer = page.frameLocator("iframe[title='Playwright trace viewer']");
  await expect(viewer.getByRole("alert")).toContainText("created by a newer version of Playwright");
});

test("an HTML page of a report is isolated from the product: no session, no network, no access to the parent window", async ({
  page,
  seeded,
}) => {
  const content = `<!doctype html><h1>Report</h1><script>
    const tried = {
      storage: () => localStorage.getItem("token"),
      cookie: () => document.cookie,
      parent: () => parent.document.title,
      top: () => { if (top === self) throw new Error("alone"); top.location.href = "/login"; },
    };
    for (const [name, act] of Object.entries(tried)) {
      try { act(); document.body.append(name + " reached; "); } catch { document.body.append(name + " refused; "); }
    }
    fetch("/api/public/config").then(() => document.body.append("network reached"), () => document.body.append("network refused"));
  </script>`;
  await openTest(page, seeded, [{ name: "page", contentType: "text/html", content }]);
  await page.getByRole("button", { name: "Show page" }).click();
  const body = page.frameLocator("iframe[title='page']").locator("body");
  await expect(body).toContainText("storage refused; cookie refused; parent refused; top refused; network refused");
  await expect(page).toHaveURL(/\/reports\//);

  await test.step("a separate tab is equally isolated", async () => {
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("article", { name: "Artifacts of attempt 1" }).getByRole("link", { name: "page" }).click(),
    ]);
    await expect(tab.locator("body")).toContainText("storage refused; cookie refused;");
    await expect(tab.locator("body")).toContainText("network refused");
    expect(new URL(tab.url()).origin).not.toBe(new URL(page.url()).origin);
  });
});

let tests = 0;

/** Uploads a failed test with these files as attachments, and opens it. */
async function openTest(page: Page, seeded: SeededProduct, files: readonly LeftFile[]): Promise<void> {
  tests += 1;
  const attachments = files.map(({ name, contentType }) => ({
    name,
    contentType,
    path: `/repo/test-results/${tests}/${name}`,
  }));
  const result = {
    workerIndex: 0,
    retry: 0,
    status: "failed",
    duration: 5,
    startTime: "2026-03-04T09:00:00.000Z",
    errors: [],
    attachments,
  };
  const report = {
    config: { version: "1.65.1", rootDir: "/repo" },
    suites: [
      {
        title: "cart.spec.ts",
        file: "cart.spec.ts",
        specs: [
          {
            title: `leaves files ${tests}`,
            file: "cart.spec.ts",
            line: tests,
            tests: [
              {
                projectName: "chromium",
                expectedStatus: "passed",
                status: "unexpected",
                annotations: [],
                results: [result],
              },
            ],
          },
        ],
      },
    ],
    stats: { startTime: "2026-03-04T09:00:00.000Z", duration: 5 },
  };
  const form = new FormData();
  form.append("files", new Blob([JSON.stringify(report)]), "results.json");
  for (const { name, content } of files) form.append("files", new Blob([content]), `test-results/${tests}/${name}`);
  const { client, projectId } = seeded;
  const { data } = await client.call(upload, { query: { projectId, suite: `artifacts ${tests}` }, body: form });
  const [run] = Array.isArray(data) ? data : [data];
  const reportId = run?.reportId ?? 0;
  const { data: rows } = await client.call(listResults, { params: { reportId }, query: {} });
  await signedIn(page, seeded);
  await page.goto(`/reports/${reportId}?result=${rows[0]?.id}`);
  await page
    .locator("summary")
    .filter({ hasText: /Artifacts \(\d+\)/ })
    .click();
}
