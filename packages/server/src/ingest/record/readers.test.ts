import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { formatById } from "@plumb/formats/registry.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import { expect, test } from "vitest";
import { batchesOfReport, noSummary, type ReportBatch, type ReportSummary } from "./batch-builder.ts";
import { type StartedReading, createReaders, reading } from "./readers.ts";
import type { SpooledFile } from "#ingest/spool/spool.ts";
import { unpackDetails } from "#store/results/result-detail.ts";
import { createWorkerPool } from "#threads/worker-pool.ts";
import { bundleOfFile, type SpooledBundle } from "#ingest/bundle/bundles.ts";
import { junit } from "#testing/reports.ts";

const one = { ...reading, max: 1 };
const format = formatById("junit") as ReportFormat;
const playwrightFormat = formatById("playwright-json") as ReportFormat;
const count = 6000;

/** Writes a truncated report that is large enough for a thread. */
function write(folder: string): SpooledBundle {
  const cases = Array.from({ length: count }, (_, index): [string, string, string?] =>
    index % 7 === 0 ? ["Cart", `holds ${index}`, "too heavy"] : ["Cart", `holds ${index}`],
  );
  return bundle(folder, junit(cases).slice(0, -40));
}

function bundle(folder: string, report: string): SpooledBundle {
  const path = join(folder, "report");
  writeFileSync(path, report);
  return bundleOfFile({ name: "junit.xml", path, hash: "00", bytes: report.length });
}

async function readAll(batches: AsyncGenerator<ReportBatch, ReportSummary>) {
  const read: ReportBatch[] = [];
  for (;;) {
    const next = await batches.next();
    if (next.done === true) return { read, facts: next.value };
    read.push(next.value);
  }
}

test("a thread reads the same batches and problems as the main process", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  await using threads = createWorkerPool();
  const readers = createReaders(threads, one);
  const file = write(folder.path);

  const here = await readAll(batchesOfReport(file, format));
  // Two concurrent reads share the only thread.
  const [there, again] = await Promise.all([readAll(readers.read(file, format)), readAll(readers.read(file, format))]);

  expect(here.facts.tests).toBeGreaterThan(count - 5);
  expect(here.facts.problems.map(({ severity }) => severity)).toContain("incomplete");
  for (const { read, facts } of [there, again]) {
    expect(facts).toEqual(here.facts);
    expect(read.map(({ rows }) => rows)).toEqual(here.read.map(({ rows }) => rows));
    expect(read.map(({ details }) => details && Buffer.from(details))).toEqual(here.read.map(({ details }) => details));
  }
});

test("aborting a reading leaves the thread free for the next report", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  await using threads = createWorkerPool();
  const readers = createReaders(threads, one);
  const file = write(folder.path);

  const input = readers.read(file, format);
  await input.next();
  await input.return(noSummary);

  expect((await readAll(readers.read(file, format))).facts.tests).toBeGreaterThan(count - 5);
});

test("readers get an error when their thread ends, and the next report gets a new thread", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  const threads = createWorkerPool();
  const readers = createReaders(threads, one);
  const file = write(folder.path);

  const cut = readers.read(file, format);
  await cut.next();
  await threads[Symbol.asyncDispose]();

  await expect(readAll(cut)).rejects.toThrow("ended before it was done");
  expect((await readAll(readers.read(file, format))).facts.tests).toBeGreaterThan(count - 5);
  await threads[Symbol.asyncDispose]();
});

/** Returns the content regardless of batch sizes. */
function contentOf(read: readonly ReportBatch[]) {
  return {
    rows: read.flatMap(({ rows }) =>
      rows.keys.map((key, n) => [key, rows.results[n]?.replace(/^\d+/, ""), rows.tests[n]]),
    ),
    details: read.flatMap(({ details }) => (details === null ? [] : unpackDetails(details))),
  };
}

test("a file is read the same way while it is being received and when it is complete", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  await using threads = createWorkerPool();
  const readers = createReaders(threads, one);
  const file = write(folder.path);
  const [{ path }] = file.files as [SpooledFile];
  const here = await readAll(batchesOfReport(file, format));

  const bytes = readFileSync(path);
  const growing = join(folder.path, "growing");
  writeFileSync(growing, bytes.subarray(0, 300_000));
  await using started = (await readers.begin({ name: file.name, path: growing }, format)) as StartedReading;
  // Cuts within a word, so that the first part is incomplete.
  appendFileSync(growing, bytes.subarray(300_000, 400_001));
  started.tell({ whole: false });
  const reading = readAll(
    readers.read({ ...file, files: [{ ...file.files[0], path: growing } as SpooledFile] }, format, started),
  );
  const early = await Promise.race([reading, setTimeout(200, "waits" as const)]);
  expect(early).toBe("waits");
  appendFileSync(growing, bytes.subarray(400_001));
  started.tell({ whole: true });

  const there = await reading;
  expect(there.facts).toEqual(here.facts);
  expect(contentOf(there.read)).toEqual(contentOf(here.read));
  // No small first batch is needed while the file arrives.
  expect(there.read[0]?.rows.keys).toHaveLength(500);
});

test("a file that never arrives ends its reading, and others get its place", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  await using threads = createWorkerPool();
  const readers = createReaders(threads, one);
  const file = write(folder.path);
  const [growing] = file.files as [SpooledFile];
  const begin = async () => readers.begin(growing, format);

  const started = [await begin(), await begin(), await begin()];
  expect(started).not.toContain(null);
  expect(await begin()).toBeNull();
  for (const reading of started) await reading?.[Symbol.asyncDispose]();
  await using again = await begin();
  expect(again).not.toBeNull();
  expect((await readAll(readers.read(file, format))).facts.tests).toBeGreaterThan(count - 5);
});

test("batches stay small if a report contains its attachments", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  const body = Buffer.alloc(75_000).toString("base64");
  const attachments = [{ name: "page", contentType: "text/html", body }];
  const specs = Array.from({ length: 60 }, (_, index) => ({
    title: `pays ${index}`,
    tests: [{ projectName: "chromium", expectedStatus: "passed", results: [{ status: "passed", attachments }] }],
  }));
  const report = JSON.stringify({ config: {}, suites: [{ title: "a.spec.ts", file: "a.spec.ts", specs }], errors: [] });
  const { read } = await readAll(batchesOfReport(bundle(folder.path, report), playwrightFormat));
  expect(read.flatMap(({ artifacts }) => artifacts)).toHaveLength(60);
  expect(Math.max(...read.map(({ artifacts }) => artifacts.length))).toBeLessThanOrEqual(6);
});

test("batches grow with the report, and stay small if rows are long", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  const sizes = async (tests: number, title: string) => {
    const cases = Array.from({ length: tests }, (_, index): [string, string] => ["Cart", `${title}${index}`]);
    const { read } = await readAll(batchesOfReport(bundle(folder.path, junit(cases)), format));
    return read.map(({ rows }) => rows.keys.length);
  };
  const short = await sizes(30_000, "holds ");
  expect(short.slice(0, 5)).toEqual([64, 128, 256, 500, 500]);
  expect(Math.max(...short)).toBe(2000);
  expect(short.reduce((sum, size) => sum + size, 0)).toBe(30_000);
  // About half a megabyte of titles per batch.
  const long = await sizes(3000, "x".repeat(900));
  expect(Math.max(...long)).toBeLessThan(600);
  expect(long.reduce((sum, size) => sum + size, 0)).toBe(3000);
});
