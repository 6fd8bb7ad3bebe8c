import { appendFileSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatById } from "@plumb/formats/registry.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import { bundleOfFile } from "#ingest/bundle/bundles.ts";
import { createReaders } from "#ingest/record/readers.ts";
import { createHeadStarts, type HeadStarts } from "#ingest/sources/files/head-starts.ts";
import { junit } from "#testing/reports.ts";
import { createWorkerPool } from "#threads/worker-pool.ts";

const junitFormat = formatById("junit") as ReportFormat;
const trxFormat = formatById("trx") as ReportFormat;
const silent = pino({ level: "silent" });
const cases = 6000;
const report = Buffer.from(junit(Array.from({ length: cases }, (_, index) => ["Cart", `holds ${index}`] as const)));

/**
 * Passes a file on in chunks, like a request body.
 *
 * @returns The file on disk.
 */
async function arrive(headStarts: HeadStarts, folder: string, content: Buffer) {
  const path = join(folder, "arrived");
  const watch = headStarts.watch("junit.xml");
  writeFileSync(path, "");
  for (let from = 0; from < content.length; from += 65_536) {
    const piece = content.subarray(from, from + 65_536);
    watch.piece(path, piece);
    appendFileSync(path, piece);
  }
  await watch.whole();
  return bundleOfFile({ name: "junit.xml", path, hash: "00", bytes: content.length });
}

test("a large report uses the reading that started while it was received", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-head-starts-"));
  await using threads = createWorkerPool();
  const readers = createReaders(threads);
  await using headStarts = createHeadStarts({ readers, log: silent });
  const bundle = await arrive(headStarts, folder.path, report);
  const begun = await headStarts.take(bundle, junitFormat);
  if (begun === null) throw new Error("Nothing began.");
  const batches = readers.read(bundle, junitFormat, begun);
  let tests = 0;
  for (let next = await batches.next(); next.done !== true; next = await batches.next())
    tests += next.value.rows.keys.length;
  expect(tests).toBe(cases);
});

test("another format or another file is read from the start", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-head-starts-"));
  await using threads = createWorkerPool();
  await using headStarts = createHeadStarts({ readers: createReaders(threads), log: silent });
  const bundle = await arrive(headStarts, folder.path, report);
  expect(await headStarts.take(bundle, trxFormat)).toBeNull();
  const [file] = bundle.files;
  expect(
    await headStarts.take({ ...bundle, files: [{ ...file, path: "elsewhere" } as never] }, junitFormat),
  ).toBeNull();
  expect(await headStarts.take(bundle, junitFormat)).not.toBeNull();
});

test("small reports, archives and other files do not start an early reading", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-head-starts-"));
  await using threads = createWorkerPool();
  await using headStarts = createHeadStarts({ readers: createReaders(threads), log: silent });
  const zip = Buffer.alloc(500_000, "PK\u0003\u0004 is how an archive begins");
  const log = Buffer.alloc(500_000, "starting\n");
  for (const content of [report.subarray(0, 200_000), zip, log]) {
    const bundle = await arrive(headStarts, folder.path, content);
    expect(await headStarts.take(bundle, junitFormat)).toBeNull();
  }
});

test("logs a reading that cannot start, and reads the report from the beginning", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-head-starts-"));
  const lines: string[] = [];
  const written = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  await using threads = createWorkerPool();
  const readers = {
    ...createReaders(threads),
    begin: () => Promise.reject(new Error("the system starts no more threads")),
  };
  await using headStarts = createHeadStarts({ readers, log: written });
  const bundle = await arrive(headStarts, folder.path, report);
  expect(await headStarts.take(bundle, junitFormat)).toBeNull();
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, file: "junit.xml", err: { message: "the system starts no more threads" } },
  ]);
});

test("a reading whose thread has ended is not used", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "plumb-head-starts-"));
  const threads = createWorkerPool();
  await using headStarts = createHeadStarts({ readers: createReaders(threads), log: silent });
  const bundle = await arrive(headStarts, folder.path, report);
  await threads[Symbol.asyncDispose]();
  expect(await headStarts.take(bundle, junitFormat)).toBeNull();
});
