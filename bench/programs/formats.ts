import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { detect } from "@plumb/formats/detect.ts";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import type { Metric } from "../harness/metric.ts";
import { reportPieces, type ReportShape, reportShapes } from "../harness/format-reports.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { median } from "../harness/statistics.ts";

const megabyte = 1024 * 1024;

/** Measures only the reading, in this process, because the cost of database and HTTP does not depend on the format. */
export const formats: Program = {
  name: "formats",
  summary: "reading a report of each format, and what is held of it",
  async run({ quick, runs, log }) {
    const count = quick ? quickCount : 100_000;
    const metrics: Metric[] = [];
    for (const shape of reportShapes) {
      log(`${shape.format}, ${count} tests`);
      metrics.push(...(await measure(shape, count, runs)));
    }
    return metrics;
  },
};

async function measure(shape: ReportShape, count: number, runs: number): Promise<Metric[]> {
  const [first = ""] = reportPieces(shape, Math.min(count, 10));
  const found = detect(first);
  if ("declined" in found || found.format.id !== shape.format)
    throw new Error(`${shape.format} was not recognised: ${"declined" in found ? found.declined : found.format.id}`);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await read(found.format, shape, count));
  const seconds = median(times);
  const held = await heldNearEnd(found.format, shape, count);
  let characters = 0;
  for (const piece of reportPieces(shape, count)) characters += piece.length;
  const note = `${Math.round(count / seconds).toLocaleString("en")} tests/s, ${(characters / 1e6 / seconds).toFixed(0)} MB/s`;
  return [
    { name: `${shape.format} ${count.toLocaleString("en")}`, value: seconds, unit: "s", note, details: { times } },
    { name: `${shape.format} ${count.toLocaleString("en")}: held near the end`, value: held / megabyte, unit: "MB" },
  ];
}

/** Seconds, without the time to generate the text. */
async function read(format: ReportFormat, shape: ReportShape, count: number): Promise<number> {
  let making = 0;
  const pieces = function* () {
    let began = performance.now();
    for (const piece of reportPieces(shape, count)) {
      making += performance.now() - began;
      yield piece;
      began = performance.now();
    }
  };
  const began = performance.now();
  let tests = 0;
  for await (const events of eventsOf(format, pieces)) for (const event of events) if (event.kind === "test") tests++;
  if (tests !== count) throw new Error(`${shape.format} has ${tests} tests of ${count}`);
  return (performance.now() - began - making) / 1000;
}

/** Returns the growth of the heap in bytes after nine tenths of the tests, measured after garbage collections. */
async function heldNearEnd(format: ReportFormat, shape: ReportShape, count: number): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const before = memoryUsage().heapUsed;
  let held = 0;
  let tests = 0;
  for await (const events of eventsOf(format, () => reportPieces(shape, count))) {
    for (const event of events) if (event.kind === "test") tests++;
    if (held > 0 || tests < count * 0.9) continue;
    collect();
    held = memoryUsage().heapUsed - before;
  }
  return held;
}

function eventsOf(format: ReportFormat, pieces: () => Generator<string>): ReturnType<ReportFormat["read"]> {
  const text = async function* () {
    yield* pieces();
  };
  return format.read({ name: "report", members: [{ name: "report", text, bytes: noBytes }] });
}

function noBytes(): never {
  throw new Error("Only the text is made");
}
