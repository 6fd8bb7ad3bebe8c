import { writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatById } from "@plumb/formats/registry.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import { expect, test } from "vitest";
import { gatherReport, noFacts, type ReportBatch, type ReportFacts } from "#ingest/record/gather.ts";
import { createReaders, reading } from "#ingest/record/readers.ts";
import { createThreads } from "#threads/threads.ts";
import { bundleOfFile, type SpooledBundle } from "#ingest/bundle/bundles.ts";
import { junit } from "#testing/reports.ts";

const one = { ...reading, most: 1 };
const format = formatById("junit") as ReportFormat;
const count = 6000;

/** Large enough for a thread, cut off at its end. */
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

async function readAll(batches: AsyncGenerator<ReportBatch, ReportFacts>) {
  const read: ReportBatch[] = [];
  for (;;) {
    const next = await batches.next();
    if (next.done === true) return { read, facts: next.value };
    read.push(next.value);
  }
}

test("a thread reads the same batches and problems as the server itself would", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  await using threads = createThreads();
  const readers = createReaders(threads, one);
  const file = write(folder.path);

  const here = await readAll(gatherReport(file, format));
  // Two at once share the only thread.
  const [there, again] = await Promise.all([readAll(readers.read(file, format)), readAll(readers.read(file, format))]);

  expect(here.facts.tests).toBeGreaterThan(count - 5);
  expect(here.facts.problems.map(({ severity }) => severity)).toContain("incomplete");
  for (const { read, facts } of [there, again]) {
    expect(facts).toEqual(here.facts);
    expect(read.map(({ rows }) => rows)).toEqual(here.read.map(({ rows }) => rows));
    expect(read.map(({ details }) => details && Buffer.from(details))).toEqual(here.read.map(({ details }) => details));
  }
});

test("reading that is given up leaves the thread free for the next report", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  await using threads = createThreads();
  const readers = createReaders(threads, one);
  const file = write(folder.path);

  const given = readers.read(file, format);
  await given.next();
  await given.return(noFacts);

  expect((await readAll(readers.read(file, format))).facts.tests).toBeGreaterThan(count - 5);
});

test("a thread that ends says so to whoever reads by it, and the next report gets another", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  const threads = createThreads();
  const readers = createReaders(threads, one);
  const file = write(folder.path);

  const cut = readers.read(file, format);
  await cut.next();
  await threads[Symbol.asyncDispose]();

  await expect(readAll(cut)).rejects.toThrow("ended before it was done");
  expect((await readAll(readers.read(file, format))).facts.tests).toBeGreaterThan(count - 5);
  await threads[Symbol.asyncDispose]();
});

test("batches grow with the report, and stay small where rows are long", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-readers-"));
  const sizes = async (tests: number, title: string) => {
    const cases = Array.from({ length: tests }, (_, index): [string, string] => ["Cart", `${title}${index}`]);
    const { read } = await readAll(gatherReport(bundle(folder.path, junit(cases)), format));
    return read.map(({ rows }) => rows.keys.length);
  };
  const short = await sizes(30_000, "holds ");
  expect(short.slice(0, 5)).toEqual([64, 128, 256, 500, 500]);
  expect(Math.max(...short)).toBe(2000);
  expect(short.reduce((sum, size) => sum + size, 0)).toBe(30_000);
  // Half a megabyte of titles each.
  const long = await sizes(3000, "x".repeat(900));
  expect(Math.max(...long)).toBeLessThan(600);
  expect(long.reduce((sum, size) => sum + size, 0)).toBe(3000);
});
