import { appendFileSync, copyFileSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatById } from "@plumb/formats/registry.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import { type Logger, pino } from "pino";
import { expect, test } from "vitest";
import { bundleOfFile, type SpooledBundle } from "#ingest/bundle/bundles.ts";
import { createReaders, type Readers } from "./readers.ts";
import { createUploadReader, type UploadReader } from "./upload-reader.ts";
import { junit } from "#testing/reports.ts";
import { createWorkerPool } from "#threads/worker-pool.ts";

const junitFormat = formatById("junit") as ReportFormat;
const trxFormat = formatById("trx") as ReportFormat;
const silent = pino({ level: "silent" });
const cases = 6000;
const report = Buffer.from(junit(Array.from({ length: cases }, (_, index) => ["Cart", `holds ${index}`] as const)));

/** Lets a file arrive in pieces, like a body. @returns The file on the disk. */
async function arrive(reader: UploadReader, folder: string, content: Buffer) {
  const path = join(folder, "arrived");
  const watch = reader.watch("junit.xml");
  writeFileSync(path, "");
  for (let from = 0; from < content.length; from += 65_536) {
    const piece = content.subarray(from, from + 65_536);
    watch.piece(path, piece);
    appendFileSync(path, piece);
  }
  await watch.whole();
  return bundleOfFile({ name: "junit.xml", path, hash: "00", bytes: content.length });
}

/** A reader of one upload, and for each report that it read whether it continued an early read. */
async function readerOf({ log = silent, broken }: { log?: Logger; broken?: Error } = {}) {
  const folder = await mkdtempDisposable(join(tmpdir(), "plumb-upload-reader-"));
  const threads = createWorkerPool();
  const created = createReaders(threads);
  const continued: boolean[] = [];
  const readers: Readers = {
    read(bundle, format, started) {
      continued.push(started != null);
      return created.read(bundle, format, started);
    },
    begin: (file, format) => (broken === undefined ? created.begin(file, format) : Promise.reject(broken)),
  };
  const reader = createUploadReader({ readers, log });
  return {
    reader,
    threads,
    continued,
    arrive: (content: Buffer) => arrive(reader, folder.path, content),
    /** Reads a report. @returns The number of its tests. */
    async testsOf(bundle: SpooledBundle, format = junitFormat): Promise<number> {
      const batches = reader.read(bundle, format);
      let tests = 0;
      for (let next = await batches.next(); next.done !== true; next = await batches.next())
        tests += next.value.rows.keys.length;
      return tests;
    },
    async [Symbol.asyncDispose]() {
      await reader[Symbol.asyncDispose]();
      await threads[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("continues the read of a large report that started while it arrived", async () => {
  await using upload = await readerOf();
  expect(await upload.testsOf(await upload.arrive(report))).toBe(cases);
  expect(upload.continued).toEqual([true]);
});

test("reads a file from its start in another format, or if it is another file", async () => {
  await using upload = await readerOf();
  const bundle = await upload.arrive(report);
  await upload.testsOf(bundle, trxFormat).catch(() => 0);
  copyFileSync(bundle.files[0]?.path ?? "", `${bundle.files[0]?.path}-copy`);
  const files = bundle.files.map((file) => ({ ...file, path: `${file.path}-copy` }));
  expect(await upload.testsOf({ ...bundle, files })).toBe(cases);
  expect(upload.continued).toEqual([false, false]);
});

test("does not start to read small reports, archives and other files", async () => {
  await using upload = await readerOf();
  const zip = Buffer.alloc(500_000, "PK\u0003\u0004 is how an archive begins");
  const log = Buffer.alloc(500_000, "starting\n");
  for (const content of [report.subarray(0, 200_000), zip, log])
    await upload.testsOf(await upload.arrive(content)).catch(() => 0);
  expect(upload.continued).toEqual([false, false, false]);
});

test("logs an early read that fails, and reads the report from its start", async () => {
  const lines: string[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  await using upload = await readerOf({ log, broken: new Error("the system starts no more threads") });
  expect(await upload.testsOf(await upload.arrive(report))).toBe(cases);
  expect(upload.continued).toEqual([false]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, file: "junit.xml", err: { message: "the system starts no more threads" } },
  ]);
});

test("does not continue a read whose thread has ended", async () => {
  await using upload = await readerOf();
  const bundle = await upload.arrive(report);
  await upload.threads[Symbol.asyncDispose]();
  await upload.testsOf(bundle).catch(() => 0);
  expect(upload.continued).toEqual([false]);
});
