import { expect, test } from "vitest";
import { openReport } from "#exports/source/open-report.ts";
import type { ReportSource } from "#exports/source/report-source.ts";
import { reportSource } from "#exports/source/stored-report.ts";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { generatedArtifact, generatedReport } from "#testing/generated-report.ts";
import { fourFields, jpegOf, pngOf } from "#testing/pictures.ts";
import { rendered, renderedWithin } from "#testing/rendered.ts";
import { type ReadPdf, readPdf } from "#testing/read-pdf.ts";
import { playwright } from "#testing/reports.ts";
import { renderPdf } from "./render-pdf.ts";

async function pdfOf(source: ReportSource): Promise<ReadPdf> {
  return readPdf(await rendered(renderPdf, source));
}

/** Removes line breaks, because texts are wrapped. */
function textOf(...pages: (string | undefined)[]): string {
  return pages.join(" ").replaceAll(/\s+/g, " ");
}

test("a stored report becomes a document: summary, contents, failures with their images, all tests", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const report = playwright([
    { title: "adds to the cart", attempts: ["passed"] },
    { title: "pays by card", attempts: ["failed", "failed"], screenshot: "/ci/shop/test-results/card.png" },
    { title: "pays by voucher", attempts: ["failed", "passed"] },
  ]);
  const picture = await pngOf(fourFields(640, 360));
  const sent = await send(plumb, key, { "results.json": report, "test-results/card.png": picture }, { suite: "shop" });
  const { head, stored } = await openReport(plumb.context, {
    projectId,
    reportId: sent.body.data.reportId,
    resultId: null,
  });
  const { pages, bookmarks, pictures } = await pdfOf(reportSource(head, stored));
  expect(bookmarks).toEqual([
    "Summary",
    "Failures (1)",
    "pays by card [chromium]",
    "All tests (3)",
    "Failed",
    "Flaky",
    "Passed",
  ]);
  expect(pictures).toBe(1);
  expect(textOf(pages[0])).toContain("shop #1 Failed Project Shop");
  expect(textOf(pages[0])).toContain("66.7% excluding skipped tests (final attempt)");
  expect(textOf(pages[0])).toContain("33.3% excluding skipped tests");
  expect(textOf(pages[2])).toContain("pays by card [chromium] Failed cart.spec.ts:2");
  expect(textOf(pages[2])).toContain("Attempt 2 of 2 Error: attempt 1 broke");
  expect(textOf(pages[3])).toMatch(/Failed .*page 3 .*Flaky .*pays by voucher.*Passed .*adds to the cart/);
});

test("the contents show the page of each entry, with a link, and every page shows the total", async () => {
  const { pages, links } = await pdfOf(generatedReport({ tests: 300, failures: 90 }));
  const lines = pages.slice(1, 4).flatMap((page) => page.split("\n"));
  const entries = lines.flatMap((line, index) =>
    /^\d+$/.test(lines[index + 1] ?? "") && !line.endsWith(" / ")
      ? [{ title: line, page: Number(lines[index + 1]) }]
      : [],
  );
  // The shared error of all 90 failures is above them.
  expect(entries).toHaveLength(1 + 1 + 1 + 90 + 1 + 2);
  for (const { title, page } of entries.filter(({ title }) => title.includes("does thing")))
    expect(textOf(pages[page - 1])).toContain(title.replace("…", ""));
  expect(entries.find(({ title }) => title === "Passed")?.page).toBe(
    pages.findIndex((page) => page.includes("\nPassed\nOutcome\nTest\n")) + 1,
  );
  expect(links.slice(1, 4)).toEqual([46, 46, 4]);
  for (const [index, page] of pages.entries()) expect(page).toContain(`${index + 1} / \n${pages.length}`);
});

test("text is kept in every script of the fonts, and missing characters are reported once", async () => {
  const title = "Корзина — ελληνικά <script>alert(1)</script> 漢字 \u0007";
  // The font for errors has no Hebrew, so another one is used.
  const attempt = {
    index: 0,
    status: "failed" as const,
    startTime: null,
    duration: 1,
    worker: null,
    errors: [{ message: "got א" }],
    steps: [],
    stdout: "",
    stderr: "",
  };
  const { pages, bookmarks } = await pdfOf(
    generatedReport({
      tests: 1,
      failures: 1,
      change: () => ({ titlePath: [title], variant: "", attempts: [attempt] }),
    }),
  );
  const visible = "Корзина — ελληνικά <script>alert(1)</script> \uFFFD\uFFFD";
  expect(textOf(pages[2])).toContain(visible);
  expect(textOf(pages[2])).toContain("got א");
  expect(bookmarks).toContain(title.trim());
  expect(pages.join("\n").match(/missing from the fonts/g)).toHaveLength(1);
  expect(textOf(pages[0])).toContain("are shown as \uFFFD, including U+6F22, U+5B57");
});

test("a report with much metadata keeps its summary on the first page", async () => {
  const long = "says much of itself ".repeat(60);
  const metadata = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`fact ${index}`, `${index} ${long}`]));
  const { pages } = await pdfOf(
    generatedReport({ tests: 30, failures: 30, report: { testSuite: long, tags: [long], authors: [long], metadata } }),
  );
  expect(textOf(pages[0])).toContain("excluding skipped tests");
  expect(pages[1]).toContain("Contents");
  expect(pages.at(-1)).toContain(`${pages.length} / \n${pages.length}`);
});

test("failures are below their shared error, new ones first and marked", async () => {
  const kinds = ["old trouble", "old trouble", "new trouble", "old trouble"];
  const { pages, bookmarks } = await pdfOf(
    generatedReport({
      tests: 5,
      failures: 4,
      states: { 1: "known", 2: "known", 3: "new", 4: "back" },
      change: (index) => ({
        titlePath: [`test ${index + 1}`],
        variant: "",
        ...(index < 4 && { errorLine: kinds[index] ?? null, failureSignature: kinds[index] ?? null }),
      }),
    }),
  );
  expect(bookmarks.slice(1, 7)).toEqual(["Failures (4)", "test 3", "3 × old trouble", "test 4", "test 1", "test 2"]);
  expect(textOf(pages[0])).toContain("4 from 2 causes; 1 new since the previous run, 1 back again, 2 known");
  const story = textOf(...pages.slice(2, -1));
  expect(story).toMatch(/old trouble 3 failed, 1 back again test 4 Failed, back again .* test 1 Failed, known/);
  expect(story).toMatch(/test 3 Failed, new/);
});

test("a failure has its class: by a user, or by the engine with confidence and reason", async () => {
  const source = generatedReport({ tests: 4, failures: 2 });
  const appliedClass = {
    class: "Test Data Issue",
    subClass: "D1",
    confidence: null,
    decidedBy: "person",
    rule: null,
    alone: false,
  } as const;
  const decision = { by: "Ada Lovelace", at: new Date(0) };
  const { pages } = await pdfOf({
    ...source,
    async *results(only) {
      for await (const result of source.results(only))
        yield { ...result, appliedClass: result.id === 1 ? { ...appliedClass, decision } : null };
    },
  });
  const text = textOf(...pages);
  expect(text).toContain("Test Data Issue · Missing Record / Precondition Data · set by Ada Lovelace");
  expect(text).toMatch(/(?:Application Defect|Automation Script Error|Unknown) · [^·]+ · \d+% sure “[^”]+”/);
});

test("without a previous run, no failure is marked as new", async () => {
  const { pages } = await pdfOf(generatedReport({ tests: 2, failures: 2 }));
  expect(textOf(...pages)).toContain("2 from 1 cause");
  expect(textOf(...pages)).not.toMatch(/, new|, known/);
});

test("output and files outside the tests come at the end", async () => {
  const { pages, bookmarks } = await pdfOf(
    generatedReport({
      tests: 1,
      failures: 0,
      report: { outputCount: 3 },
      printed: [
        { id: 1, source: "shard-1.json", stream: "stdout", text: "global setup: seeded 12 users" },
        { id: 2, source: "shard-2.json", stream: "stderr", text: "warn: slow disk\n".repeat(500) },
      ],
      runFiles: [
        generatedArtifact(9, { name: "server.log", kind: "text", contentType: "text/plain", blobHash: "log" }),
      ],
    }),
  );
  expect(bookmarks.at(-1)).toBe("Output outside the tests");
  const failureText = textOf(...pages.slice(3));
  expect(failureText).toContain("stdout of shard-1.json global setup: seeded 12 users");
  expect(failureText).toMatch(/stderr of shard-2\.json .*… 420 more lines in the report/);
  expect(failureText).toContain("server.log (1.0 kB)");
});

test("the table of all tests cuts an error after its distinctive part", async () => {
  const first = `Error: expect(locator(${"x".repeat(300)})).toHaveText(expected) failed`;
  const { pages } = await pdfOf(
    generatedReport({ tests: 1, failures: 1, change: () => ({ errorLine: `${first} · received "Refused"` }) }),
  );
  expect(textOf(pages[3])).toMatch(/received "Refused" · Error: expect\(locator\(x+.*…/);
});

test("long text is cut with a note", async () => {
  const { pages } = await pdfOf(
    generatedReport({
      tests: 1,
      failures: 1,
      change: () => ({
        attempts: [
          {
            index: 0,
            status: "failed",
            startTime: null,
            duration: null,
            worker: null,
            errors: [{ message: "line of an endless log\n".repeat(5000) }],
            steps: Array.from({ length: 10_000 }, (_, at) => ({
              title: `step ${at}`,
              depth: 0,
              status: at === 9000 ? ("failed" as const) : ("passed" as const),
              duration: null,
            })),
            stdout: "",
            stderr: "",
          },
        ],
      }),
    }),
  );
  expect(pages.length).toBeLessThan(8);
  expect(textOf(...pages)).toMatch(/… 2,\d{3} more lines in the report/);
  expect(textOf(...pages)).toContain("8,971 earlier steps are omitted");
  expect(textOf(...pages)).toContain("step 9000");
});

test.for([
  [null, "not uploaded"],
  ["gone", "its file was deleted"],
  ["text", "not a picture that can be shown here"],
  ["cut", "damaged"],
  ["huge", "too many pixels to be shown here"],
] as const)("an image whose content is %s results in a note: %s", async ([blobHash, appliedClass]) => {
  const png = await pngOf(fourFields(64, 64));
  const huge = Buffer.from(png);
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  const cut = (await jpegOf(fourFields(64, 64))).subarray(0, 400);
  const { pages, pictures } = await pdfOf(
    generatedReport({
      tests: 1,
      failures: 1,
      blobs: { text: Buffer.from("<svg onload=alert(1)>"), cut: Buffer.concat([png.subarray(0, 60), cut]), huge },
      change: () => ({ artifacts: [generatedArtifact(1, { blobHash })] }),
    }),
  );
  expect(pictures).toBe(0);
  expect(textOf(...pages)).toContain(`Picture “screenshot.png”: ${appliedClass}`);
});

test("one test has all its attempts and all their images", async () => {
  const blobs = { first: await pngOf(fourFields(64, 64)), second: await jpegOf(fourFields(80, 60)) };
  const { pages, bookmarks, pictures } = await pdfOf(
    generatedReport({
      tests: 5,
      failures: 3,
      resultId: 2,
      blobs,
      change: () => ({
        artifacts: [
          generatedArtifact(1, { attempt: 0, blobHash: "first" }),
          generatedArtifact(2, { attempt: 1, blobHash: "second", contentType: "image/jpeg" }),
          generatedArtifact(3, { attempt: 1, name: "trace.zip", kind: "trace", contentType: "application/zip" }),
        ],
      }),
    }),
  );
  expect(bookmarks).toEqual(["Test", "Attempt 1 · Failed", "Attempt 2 · Failed"]);
  expect(pictures).toBe(2);
  expect(textOf(pages[0])).toContain("area 0 › does thing number 1 as a customer expects it");
  expect(textOf(...pages)).toContain("trace.zip (trace, not uploaded)");
});

test("failures after the first thousand are only in the table", async () => {
  const { pages, bookmarks } = await pdfOf(generatedReport({ tests: 1203, failures: 1203 }));
  expect(bookmarks.filter((title) => title.includes("does thing"))).toHaveLength(1000);
  expect(textOf(pages[0])).toContain("203 more failures are listed in the table of all tests");
  expect(textOf(...pages.slice(-3))).toContain("does thing number 1202");
});

test("the same report at the same time gives the same document, and so does an empty one", async () => {
  const source = generatedReport({ tests: 40, failures: 4 });
  expect(await rendered(renderPdf, source)).toEqual(await rendered(renderPdf, source));
  expect(textOf(...(await pdfOf(generatedReport({ tests: 0, failures: 0 }))).pages)).toContain(
    "No test results available.",
  );
});

test("cancelling ends the export in the middle", async () => {
  const abort = new AbortController();
  const progress = (done: number) => done >= 400 && abort.abort();
  await expect(
    rendered(renderPdf, generatedReport({ tests: 5000, failures: 0 }), { signal: abort.signal, progress }),
  ).rejects.toThrow("aborted");
});

test("holds nothing of 100,000 failed tests in memory except the document's list of pages", async () => {
  const { writtenBytes, heldBytes } = await renderedWithin(256, { format: "pdf", tests: 100_000, failures: 100_000 });
  expect(writtenBytes).toBeGreaterThan(1_000_000);
  // The program and the fonts use half of this.
  expect(heldBytes).toBeLessThan(90_000_000);
});
