import { runInNewContext } from "node:vm";
import {
  type HtmlExportPart,
  type HtmlExportReport,
  type PackedRows,
  unpackRows,
} from "@plumb/contract/runs/html-export.ts";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import type { RunOutput } from "@plumb/contract/runs/run-output.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { openReport } from "#exports/source/open-report.ts";
import type { RenderOptions, ReportSource } from "#exports/source/report-source.ts";
import { reportSource } from "#exports/source/stored-report.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { unzipped } from "#testing/archives.ts";
import { generatedArtifact, generatedReport } from "#testing/generated-report.ts";
import { fourFields, pngOf } from "#testing/pictures.ts";
import { rendered, renderedWithin } from "#testing/rendered.ts";
import { playwright } from "#testing/reports.ts";
import { artifactName } from "./artifact-name.ts";
import { renderHtml } from "./render-html.ts";
import { viewerFiles } from "./viewer-files.ts";

/** Returns the data that the viewer receives, and its files. */
async function opened(source: ReportSource, options: Partial<RenderOptions> = {}) {
  const files = await unzipped(await rendered(renderHtml, source, options));
  const parts = new Map<string, HtmlExportPart[2]>();
  for (const [path, content] of files) {
    if (!path.startsWith("data/")) continue;
    const plumbExport = (...[kind, index, value]: HtmlExportPart) => parts.set(`${kind} ${index}`, value);
    runInNewContext(content.toString(), { plumbExport });
  }
  const ofKind = (kind: string) => [...parts].filter(([name]) => name.startsWith(kind)).map(([, value]) => value);
  return {
    files,
    report: parts.get("report 0") as HtmlExportReport,
    rows: (ofKind("rows") as PackedRows[]).flatMap(unpackRows),
    details: (ofKind("details") as ResultDetail[][]).flat(),
    output: parts.get("output 0") as RunOutput | undefined,
  };
}

test("a stored report becomes a page with its images, and can be uploaded again", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const report = playwright([
    { title: "adds to the cart", attempts: ["passed"] },
    { title: "pays by card", attempts: ["failed", "failed"], screenshot: "/ci/shop/test-results/card.png" },
    { title: "pays by voucher", attempts: ["failed", "passed"], screenshot: "/ci/shop/test-results/gone.png" },
  ]);
  const picture = await pngOf(fourFields(64, 36));
  const sent = await send(plumb, key, { "results.json": report, "test-results/card.png": picture }, { suite: "shop" });
  const { head, stored } = await openReport(plumb.context, {
    projectId,
    reportId: sent.body.data.reportId,
    resultId: null,
  });
  const zip = await rendered(renderHtml, reportSource(head, stored));
  const { files, report: visible, rows, details } = await opened(reportSource(head, stored));

  expect(rows.map(({ titlePath }) => titlePath.at(-1))).toEqual([
    "pays by card",
    "pays by voucher",
    "adds to the cart",
  ]);
  expect(visible).toMatchObject({ projectName: "Shop", total: 3, artifactsIncluded: true, goneArtifacts: 0 });
  const [card, voucher] = details;
  expect(card?.attempts.map(({ errors }) => errors.length)).toEqual([1, 1]);
  expect(files.get(card?.artifacts[0]?.url ?? "")).toEqual(picture);
  expect(voucher?.artifacts[0]).toMatchObject({ name: "screenshot", size: null, url: null });
  // The export contains no internal storage fields.
  expect(Object.keys(card ?? {})).not.toContain("detail");

  const other = await seedProject(plumb, "Other");
  const again = await send(plumb, other.key, { "report.zip": zip });
  expect(again.body.data).toMatchObject({ total: 3, passed: 2, failed: 1, flaky: 1 });
  const list = await call<{ data: { id: number }[] }>(
    plumb,
    "GET",
    `/api/reports/${again.body.data.reportId}/results?status=failed`,
    { token: other.token },
  );
  const result = await call(plumb, "GET", `/api/reports/${again.body.data.reportId}/results/${list.body.data[0]?.id}`, {
    token: other.token,
  });
  expect(result.body).toMatchObject({
    data: { artifacts: [{ size: picture.length, url: expect.any(String) as string }] },
  });
});

const picture = (id: number, blobHash: string | null, name = "screenshot.png") =>
  generatedArtifact(id, { blobHash, name });

test("content is copied once for all its names, and missing content is counted without a link", async () => {
  const { files, report, details } = await opened(
    generatedReport({
      tests: 3,
      failures: 3,
      blobs: { aa: Buffer.from("same") },
      change: (index) => ({ artifacts: [picture(1, "aa", `${index}.png`), picture(2, "gone")] }),
    }),
  );
  expect([...files.keys()].filter((path) => path.startsWith("artifacts/"))).toEqual(["artifacts/aa-0.png"]);
  expect(details.map(({ artifacts }) => artifacts.map(({ url }) => url))).toEqual(
    Array.from({ length: 3 }, () => ["artifacts/aa-0.png", null]),
  );
  expect(report.goneArtifacts).toBe(1);
});

test("without artifacts, the export names them and contains no files of them", async () => {
  const source = generatedReport({
    tests: 1,
    failures: 1,
    blobs: { aa: Buffer.from("picture") },
    change: () => ({ artifacts: [picture(1, "aa")] }),
  });
  const { files, report, details } = await opened(source, { includeArtifacts: false });
  expect([...files.keys()]).toEqual([
    "viewer/viewer.js",
    "viewer/viewer.css",
    "data/rows-0001.js",
    "data/details-0001.js",
    "data/report.js",
    "index.html",
  ]);
  expect(report.artifactsIncluded).toBe(false);
  expect(details[0]?.artifacts[0]).toMatchObject({ name: "screenshot.png", size: 1000, url: null });
});

test.for([
  ["screenshot.png", "image/png", "screenshot.png", "as it is"],
  ["trace", "application/zip", "trace.zip", "the ending of its type"],
  ["page.html", "text/html", "page.html.txt", "a page becomes text"],
  ["drawing.svg", "image/svg+xml", "drawing.svg.txt", "so does a drawing, which may run scripts"],
  ["setup.bat", "application/octet-stream", "setup.bat.txt", "and a program"],
  ["shot.png", "text/html", "shot.png", "a browser goes by the ending"],
  ["../../etc/passwd", "text/plain", "etc-passwd.txt", "no way out of the folder"],
  ["снимок экрана", "image/png", "artifact.png", "nothing is left of its name"],
  ["a".repeat(300), "image/png", `${"a".repeat(60)}-${"a".repeat(19)}.png`, "file systems have limits"],
  ["CON", "text/plain", "CON.txt", "the hash before it makes it harmless on Windows"],
] as const)("%s of type %s is stored as %s: %s", ([name, contentType, retained]) => {
  const blobHash = "0123456789abcdef0123";
  expect(artifactName(generatedArtifact(1, { name, contentType, blobHash }))).toBe(
    `artifacts/0123456789abcdef-${retained}`,
  );
});

test("no text of a report can end a script or a tag of the page", async () => {
  const hostile = "</script><script>alert(1)</script> \u2028\u2029 <!-- \"';";
  const source = generatedReport({
    tests: 1,
    failures: 1,
    report: { testSuite: hostile },
    change: () => ({ titlePath: [hostile], file: hostile, errorLine: hostile }),
  });
  const { files, rows, report } = await opened(source);
  const scripts = [...files].filter(([path]) => path.startsWith("data/"));
  for (const [, content] of scripts) expect(content.toString()).not.toMatch(/[<\u2028\u2029]/);
  expect(
    files
      .get("index.html")
      ?.toString()
      .match(/<script/g),
  ).toHaveLength(2);
  expect([rows[0]?.titlePath[0], rows[0]?.file, report.report.testSuite]).toEqual([hostile, hostile, hostile]);
});

test("rows and details are split into files, and the report contains the start of each", async () => {
  const { files, report, rows, details } = await opened(
    generatedReport({
      tests: 5203,
      failures: 3,
      change: (index) => (index === 1 ? { skipReason: "x".repeat(500_000) } : {}),
    }),
    { includeArtifacts: false },
  );
  expect([...files.keys()].filter((path) => path.startsWith("data/rows"))).toEqual([
    "data/rows-0001.js",
    "data/rows-0002.js",
  ]);
  expect(rows).toHaveLength(5203);
  expect(report.detailStarts.slice(0, 4)).toEqual([0, 2, 102, 202]);
  expect(details.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test("the export contains output and files outside the tests, and marks new failures", async () => {
  const printed = [{ id: 1, source: "shard-1.json", stream: "stdout" as const, text: "seeded </script>" }];
  const runFiles = [generatedArtifact(9, { name: "server.log", contentType: "text/plain", blobHash: "log" })];
  const made = {
    tests: 3,
    failures: 2,
    report: { outputCount: 2 },
    printed,
    runFiles,
    states: { 1: "known", 2: "new" } as const,
    blobs: { log: Buffer.from("ready") },
  };
  const full = await opened(generatedReport(made));
  const lite = await opened(generatedReport(made), { includeArtifacts: false });
  const one = await opened(generatedReport({ ...made, resultId: 1 }));

  const [file] = full.output?.files ?? [];
  expect(full.output?.printed).toEqual(printed);
  expect(full.files.get(file?.url ?? "")?.toString()).toBe("ready");
  expect(lite.output).toMatchObject({ printed, files: [{ name: "server.log", size: 1000, url: null }] });
  expect(one.output).toBeUndefined();
  expect(full.rows.map(({ state }) => state)).toEqual(["known", "new", null]);
});

test("a failure has its class in the export, as on its page", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const message = "Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/cart";
  const attempt = { status: "failed" as const, start: 0, seconds: 1, worker: 0, message };
  const sent = await send(plumb, key, { "results.json": playwright([{ title: "pays", attempts: [attempt] }]) });
  const { reportId } = sent.body.data;
  const { head, stored } = await openReport(plumb.context, { projectId, reportId, resultId: null });
  const [exported] = (await opened(reportSource(head, stored))).details;
  const visible = await call<{ data: ResultDetail }>(plumb, "GET", `/api/reports/${reportId}/results/${exported?.id}`, {
    token,
  });
  const verdict = exported?.attempts[0]?.verdict;
  expect(verdict?.class).toBe("Environment Issue");
  expect(visible.body.data.attempts[0]?.verdict).toEqual(verdict);
  await runJobs(plumb.context);
  await call(plumb, "POST", `/api/analysis/test-cases/${exported?.id}/reclassify`, {
    token,
    body: { primaryClass: "Test Data Issue" },
  });
  const again = await openReport(plumb.context, { projectId, reportId, resultId: null });
  const [output] = (await opened(reportSource(again.head, again.stored))).details;
  expect(output?.attempts[0]?.verdict).toMatchObject({ class: "Test Data Issue", decidedBy: "person" });
});

test("a single test can be exported", async () => {
  const { report, rows } = await opened(generatedReport({ tests: 5, failures: 2, resultId: 2 }));
  expect(report).toMatchObject({ resultId: 2, total: 1, address: "http://plumb.test/reports/7?result=2" });
  expect(rows.map(({ id }) => id)).toEqual([2]);
});

test("cancelling ends the export in the middle, and so does content that breaks off", async () => {
  const abort = new AbortController();
  const progress = (done: number) => done >= 400 && abort.abort();
  const source = generatedReport({ tests: 50_000, failures: 0 });
  await expect(rendered(renderHtml, source, { signal: abort.signal, progress })).rejects.toThrow("aborted");
  const broken = generatedReport({ tests: 5, failures: 5, change: () => ({ artifacts: [picture(1, "aa")] }) });
  await expect(
    rendered(renderHtml, { ...broken, openBlob: () => Promise.reject(new Error("the disk is gone")) }),
  ).rejects.toThrow("the disk is gone");
});

test("a missing viewer build is reported", async () => {
  await expect(viewerFiles(new URL("nowhere/", import.meta.url))).rejects.toThrow(/not built.*npm start/);
});

test("holds nothing of 100,000 tests in memory except the zip's list of files", async () => {
  const { writtenBytes, heldBytes } = await renderedWithin(256, { format: "html", tests: 100_000, failures: 20_000 });
  expect(writtenBytes).toBeGreaterThan(1_000_000);
  // The program itself uses a third of this.
  expect(heldBytes).toBeLessThan(90_000_000);
});
