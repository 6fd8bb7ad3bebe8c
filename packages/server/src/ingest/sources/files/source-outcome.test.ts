import { noLabels } from "@plumb/contract/runs/run-labels.ts";
import { expect, test } from "vitest";
import type { PlannedRun } from "#ingest/bundle/plan.ts";
import { noSummary, type ReportSummary } from "#ingest/record/batch-builder.ts";
import { describeSources, outcomeOf, wallTime } from "./source-outcome.ts";
import type { RecordedReport } from "./upload-request.ts";

const now = new Date("2026-03-04T10:00:00Z");
const plan = { exported: null };

function recorded(
  run: ReportSummary["run"],
  facts: Partial<ReportSummary> = {},
): Pick<RecordedReport, "content" | "sourceId"> {
  return { sourceId: 7, content: { ...noSummary, ...facts, run } };
}

test.for([
  ["one report", { build: "9" }, [{ metadata: { os: "linux" } }], 1, { os: "linux" }],
  ["later reports win", { build: "9" }, [{ metadata: { os: "linux" } }, { metadata: { os: "mac" } }], 1, { os: "mac" }],
  [
    "the version and the workers are facts",
    { build: "9" },
    [{ framework: "Playwright", frameworkVersion: "1.65.0", workers: 4 }],
    1,
    { PlaywrightVersion: "1.65.0", workers: "4" },
  ],
  ["a build waits for all shards", { build: "9" }, [{ shard: { current: 1, total: 3 } }], 3, {}],
  ["a run without a build waits for none", {}, [{ shard: { current: 1, total: 3 } }], 1, {}],
] as const)("%s", ([, query, runs, shardTotal, metadata]) => {
  const uploads = runs.map((run) => recorded({ ...run, startedAt: 0 }));
  expect(describeSources(uploads, query, plan)).toEqual({ shardTotal, metadata, labels: noLabels });
});

test("tags and facts of the sender are added to those of an exported report", () => {
  const exported = {
    key: null,
    endedAt: null,
    interrupted: false,
    tags: ["nightly", "a\nb"],
    facts: ["os=linux", "nonsense"],
  };
  const sent = { tag: ["Nightly", "smoke"], fact: ["os=macos"] };
  expect(describeSources([recorded({ startedAt: 0 })], sent, { exported }).labels).toEqual({
    tags: ["nightly", "a b", "smoke"],
    facts: ["os=linux", "os=macos"],
  });
});

test("a run without any start time starts at its upload", () => {
  const untimed = [recorded({})];
  expect(describeSources(untimed, {}, plan).metadata).toEqual({ startedFrom: "upload" });
  expect(describeSources(untimed, { startedAt: "2026-03-04T09:00:00Z" }, plan).metadata).toEqual({});
});

test.for([
  ["complete", "warning", { incomplete: false, runError: false }],
  ["incomplete", "incomplete", { incomplete: true, runError: false }],
  ["failed outside its tests", "error", { incomplete: false, runError: true }],
] as const)("a report with a problem is %s", ([, severity, expected]) => {
  const problems = [{ severity, file: null, line: null, reason: "It ends early." }];
  expect(outcomeOf(recorded({}, { problems }), {}, now)).toMatchObject(expected);
});

test.for([
  [1000, 5000, 4000],
  [5000, 1000, 0],
  [null, 5000, 0],
  [0, 40 * 86_400_000, 31 * 86_400_000],
] as const)("a run from %s to %s took %d ms", ([startedAt, endedAt, expected]) => {
  const exported = { exported: { endedAt } } as Pick<PlannedRun, "exported">;
  expect(wallTime([recorded({ startedAt })], exported)).toBe(expected);
});
