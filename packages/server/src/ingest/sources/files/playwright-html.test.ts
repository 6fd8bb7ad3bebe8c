import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { overlappingZipOf, zipOf } from "#testing/archives.ts";
import { playwright } from "#testing/reports.ts";

const picture = "data/0123456789abcdef0123456789abcdef01234567.png";

const result = (status: string, more: object = {}) => ({
  retry: 0,
  startTime: "2026-03-04T09:00:00.000Z",
  duration: 100,
  status,
  errors: [],
  steps: [],
  attachments: [],
  ...more,
});
const one = (title: string, outcome: string, results: readonly object[]) => ({
  title,
  outcome,
  results,
  path: [],
  projectName: "chromium",
  location: { file: "cart.spec.ts", line: 3 },
});

/** Returns the archive of a report with the tests "adds", which passed, and "pays", which failed. */
function archive(): Promise<Buffer> {
  const failed = result("failed", {
    errors: [{ message: "Error: not paid\n    at /w/cart.spec.ts:3:7" }],
    attachments: [{ name: "screenshot", contentType: "image/png", path: picture }],
  });
  return zipOf({
    "a1.json": JSON.stringify({
      fileId: "a1",
      fileName: "cart.spec.ts",
      tests: [one("adds", "expected", [result("passed")]), one("pays", "unexpected", [failed])],
    }),
    "report.json": JSON.stringify({
      metadata: {},
      startTime: Date.UTC(2026, 2, 4, 9),
      duration: 1000,
      files: [{ fileId: "a1", fileName: "cart.spec.ts" }],
      stats: { total: 2, expected: 1, unexpected: 1, flaky: 0, skipped: 0, ok: false },
      errors: [],
    }),
  });
}

const zeros = Buffer.alloc(1024 ** 2);
const app = `<!DOCTYPE html><html><title>Playwright Test Report</title><script>${"window.playwrightReportBase64;".repeat(10_000)}</script>`;
const embedded = (zip: Buffer) => `data:application/zip;base64,${zip.toString("base64")}`;
const inPage = (zip: Buffer) => `${app}</html>\n<template id="playwrightReportBase64">${embedded(zip)}</template>`;
/** Pages of different versions. */
const pages: readonly ((zip: Buffer) => string)[] = [
  (zip) => `${app}<script>\nwindow.playwrightReportBase64 = "${embedded(zip)}";</script></html>`,
  (zip) => `${app}<script id="playwrightReportBase64" type="application/zip">${embedded(zip)}</script></html>`,
  inPage,
];

interface Row {
  readonly id: number;
  readonly testId: number;
  readonly titlePath: string[];
  readonly status: string;
}

async function rowsOf(plumb: TestApp, token: string, reportId: number): Promise<string[]> {
  const { data } = (await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results?limit=100`, { token }))
    .body;
  return data.map(({ testId, titlePath, status }) => `${testId} ${titlePath.join(" › ")} ${status}`).toSorted();
}

test("the history of tests continues from the JSON report to the HTML report", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const zip = await archive();
  const json = playwright([
    { title: "adds", attempts: ["passed"] },
    { title: "pays", attempts: ["failed"] },
  ]);
  const upload = async (files: Readonly<Record<string, string | Uint8Array>>, build: string) => {
    const { body } = await send(plumb, key, files, { build, suite: "shop" });
    return { body, rows: await rowsOf(plumb, token, body.data.reportId) };
  };
  const { rows: expected } = await upload({ "results.json": json }, "0");
  for (const [index, page] of pages.entries()) {
    const { body, rows } = await upload(
      { "playwright-report/index.html": page(zip), [`playwright-report/${picture}`]: "png" },
      `${index + 1}`,
    );
    expect(rows).toEqual(expected);
    expect(body.files).toMatchObject([
      { name: "playwright-report/index.html", verdict: "imported", format: "playwright-html" },
      { name: `playwright-report/${picture}`, verdict: "artifact" },
    ]);
  }
  const packed = await zipOf({ "index.html": inPage(zip), [picture]: "png" });
  expect((await upload({ "report.zip": packed }, "8")).rows).toEqual(expected);
});

test.for([
  ["an archive bomb", inPage(overlappingZipOf(zeros, ["a.json", "b.json"])), "overlap"],
  ["an archive that was cut off", inPage(overlappingZipOf(zeros, ["a.json"])).slice(0, -60), "damaged"],
  ["an archive without a byte", `${app}<template id="playwrightReportBase64">data:application/zip;base64,?`, "empty"],
  ["no archive", app, "Playwright's HTML report that contains no results"],
] as const)("a page with %s is rejected", async ([, page, reason]) => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const sent = await send(plumb, key, { "index.html": page });
  expect(sent.status).toBe(422);
  expect(sent.body.files[0]?.verdict).toBe("rejected");
  expect(sent.body.files[0]?.reason).toContain(reason);
});
