import { readFileSync, readdirSync } from "node:fs";
import type { AttemptEvent, ResultEvent, RunEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { detect } from "@plumb/formats/detect.ts";
import { describe, expect, test } from "vitest";
import { outcomesOf } from "../history/outcomes.ts";
import { type DemoRun, schedule } from "../history/schedule.ts";
import type { ReportFile } from "./report-file.ts";
import { reportFiles } from "./report-files.ts";

const now = Date.UTC(2026, 10, 20, 9, 30);
const runs = schedule("seed", now);
const recordings = new URL("../recorded/", import.meta.url);
const formatOf = { web: "playwright-json", api: "playwright-json", mobile: "junit", backOffice: "junit" } as const;
const frameworkOf = { web: "playwright", api: "playwright", mobile: "cypress", backOffice: "selenium" } as const;

interface Read {
  readonly format: string;
  readonly events: readonly ResultEvent[];
}

/** Reads a file in the same way as an upload. */
async function read({ name, text }: { name: string; text: string }): Promise<Read> {
  const detection = detect(text.slice(0, 65_536));
  if ("declined" in detection) throw new Error(detection.declined);
  async function* source() {
    yield text;
  }
  async function* bytes() {
    yield Buffer.from(text);
  }
  const batches = await Array.fromAsync(detection.format.read({ name, members: [{ name, text: source, bytes }] }));
  return { format: detection.format.id, events: batches.flat() };
}

function reportsOf(run: DemoRun): { reports: { name: string; text: string }[]; others: ReportFile[] } {
  const files = reportFiles("seed", run).flat();
  return {
    reports: files.flatMap((file) => ("text" in file ? [file] : [])),
    others: files.filter((file) => !("text" in file)),
  };
}

describe("the files of a run", () => {
  test("have the same bytes for the same seed and timestamp", () => {
    const again = schedule("seed", now);

    for (const index of [0, 3, 60, 100, 116, 117, 118, 119]) {
      expect(reportFiles("seed", again[index] as DemoRun)).toEqual(reportFiles("seed", runs[index] as DemoRun));
    }
  });

  test("are detected and parsed without problems, and have the outcomes they were generated from", async () => {
    for (const run of runs) {
      const { reports, others } = reportsOf(run);
      const readings = await Promise.all(reports.map(read));
      const events = readings.flatMap((reading) => reading.events);
      const tests = events.filter((event): event is TestEvent => event.kind === "test");
      const outcomes = outcomesOf("seed", run);
      const many = (status: string) => outcomes.filter((outcome) => outcome.status === status).length;
      const frameworks = events.flatMap((event) => (event.kind === "run" ? [event.framework] : []));

      expect(events.filter(({ kind }) => kind === "problem")).toEqual([]);
      expect(new Set(readings.map(({ format }) => format))).toEqual(new Set([formatOf[run.suite]]));
      expect(new Set(frameworks.filter((name) => name !== undefined))).toEqual(new Set([frameworkOf[run.suite]]));
      expect(tests).toHaveLength(outcomes.length);
      expect(tests.filter(({ flaky }) => flaky)).toHaveLength(many("flaky"));
      expect(tests.filter(({ status }) => status === "failed" || status === "error")).toHaveLength(many("failed"));
      expect(tests.filter(({ status }) => status === "skipped")).toHaveLength(many("skipped"));
      const named = events.flatMap((event) => (event.kind === "artifact" ? [event.path ?? ""] : []));
      expect(named).toHaveLength(others.length);
      expect(others.every(({ name }) => named.some((path) => path.endsWith(name)))).toBe(true);
    }
  });

  test("contain the colours, source, location, steps and owner of a failed Playwright test", async () => {
    const run = runs.findLast(({ suite, branch }) => suite === "web" && branch === "main") as DemoRun;
    const search = "catalogue/search.spec.ts";
    const readings = await Promise.all(reportsOf(run).reports.map(read));
    const isFailed = (event: ResultEvent): event is TestEvent =>
      event.kind === "test" && event.status === "failed" && event.file === search;
    const events = readings.find((reading) => reading.events.some(isFailed))?.events ?? [];
    const failed = events.find(isFailed) as TestEvent;
    const attempt = events.find((event) => event.kind === "attempt" && event.test === failed.id) as AttemptEvent;
    const [error] = attempt.errors;

    expect(failed).toMatchObject({ author: "@catalogue", tags: ["search"], line: 7 });
    expect(error).toMatchObject({ file: search, line: 15 });
    expect(error?.message).toContain("\u001b[31m0\u001b[39m");
    expect(error?.snippet).toContain("toHaveCount");
    expect(events.some((event) => event.kind === "step" && event.test === failed.id)).toBe(true);
  });

  test("come from two machines if the run was sharded", async () => {
    const run = runs.findLast(({ shards }) => shards === 2) as DemoRun;
    const uploads = reportFiles("seed", run);
    const facts = await Promise.all(
      uploads.map(async ([report]) => {
        if (report === undefined || !("text" in report)) throw new Error("The report comes first");
        return (await read(report)).events.find((event): event is RunEvent => event.kind === "run");
      }),
    );

    expect(facts.map((fact) => fact?.shard)).toEqual([
      { current: 1, total: 2 },
      { current: 2, total: 2 },
    ]);
  });
});

describe("recordings", () => {
  test("exist, are used, and match their names", () => {
    const used = new Set(
      runs.flatMap((run) => reportsOf(run).others).map((file) => ("recorded" in file ? file.recorded : "")),
    );

    expect(readdirSync(recordings).toSorted()).toEqual([...used].toSorted());
    for (const name of used) {
      const bytes = readFileSync(new URL(name, recordings));
      expect(bytes.subarray(0, 4).toString("latin1")).toBe(name.endsWith(".zip") ? "PK\u0003\u0004" : "\u0089PNG");
      expect(bytes.length).toBeLessThan(500_000);
    }
  });
});
