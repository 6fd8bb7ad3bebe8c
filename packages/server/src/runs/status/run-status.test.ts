import { expect, test } from "vitest";
import { datingSources, statusOf, timeSpent } from "./run-status.ts";

const green = { total: 3, failed: 0, errored: 0, shardTotal: 1 };
const full = {
  kind: "file",
  status: "recorded",
  shard: null,
  incomplete: false,
  runError: false,
  declaredFailures: 0,
  repeated: false,
} as const;

test.for([
  [green, [full], "completed", "all passed"],
  [{ ...green, failed: 1 }, [full], "failed", "a test failed"],
  [{ ...green, errored: 1 }, [full], "failed", "a test errored"],
  [green, [{ ...full, runError: true }], "failed", "an error outside any test"],
  [green, [{ ...full, declaredFailures: 1 }], "failed", "a summary counts a failure that no report lists"],
  [{ ...green, total: 0 }, [full], "failed", "nothing was checked"],
  [green, [{ ...full, incomplete: true }], "interrupted", "a report broke off"],
  [{ ...green, failed: 1 }, [{ ...full, incomplete: true }], "failed", "red beats unfinished"],
  [green, [full, { ...full, status: "receiving" }], "running", "another upload is on its way"],
  [{ ...green, shardTotal: 2 }, [{ ...full, shard: 1 }], "running", "a shard is missing"],
  [
    { ...green, shardTotal: 2 },
    [
      { ...full, shard: 1 },
      { ...full, shard: 2 },
    ],
    "completed",
    "all shards are there",
  ],
] as const)("%j with %j is %s: %s", ([run, sources, expected]) => {
  expect(statusOf(run, sources)).toBe(expected);
});

test.for([
  [{ ...green, shardTotal: 2 }, [{ ...full, shard: 1 }], "interrupted", "the other shard will not come"],
  [{ ...green, shardTotal: 2, failed: 1 }, [{ ...full, shard: 1 }], "failed", "red beats unfinished"],
  [green, [{ ...full, status: "receiving" }], "running", "an upload is on its way, however slowly"],
] as const)("after silence, %j with %j is %s: %s", ([run, sources, expected]) => {
  expect(statusOf(run, sources, true)).toBe(expected);
});

const at = (second: number) => new Date(1_000 * second);

test.for([
  [[{ startedAt: at(0), durationMs: 5000 }], 5000, "one report"],
  [
    [
      { startedAt: at(0), durationMs: 5000 },
      { startedAt: at(2), durationMs: 5000 },
    ],
    7000,
    "shards side by side count once",
  ],
  [
    [
      { startedAt: at(0), durationMs: 5000 },
      { startedAt: at(3600), durationMs: 1000 },
    ],
    6000,
    "the hour before a retried job does not count",
  ],
  [
    [
      { startedAt: null, durationMs: 5000 },
      { startedAt: null, durationMs: 1000 },
    ],
    6000,
    "reports without a time are added up",
  ],
  [[{ startedAt: at(0), durationMs: null }], null, "unknown stays unknown"],
] as const)("%j took %s ms: %s", ([sources, expected]) => {
  const received = sources.map((source) => ({ ...source, receivedAt: at(7200), tests: 1 }));
  expect(timeSpent(received).durationMs).toBe(expected);
});

const day = 86_400;
const dated = (startDay: number, receivedDay: number, tests = 1) => ({
  startedAt: at(startDay * day),
  durationMs: 1000,
  receivedAt: at(receivedDay * day),
  tests,
});

test.for([
  [[dated(50, 50), dated(1, 50, 500)], [50], "a file of an earlier build does not, however many tests it has"],
  [[dated(50, 50), dated(51, 51)], [50, 51], "a job that ran again the next day does"],
  [
    [dated(1, 90, 3), dated(2, 90, 200), dated(60, 90, 5)],
    [1, 2],
    "of old reports, those of the days with the most tests do",
  ],
  [[dated(1, 90, 3), dated(60, 90, 3)], [60], "of equally many tests, the latest do"],
] as const)("picks the reports that date a run, %#: %s", ([sources, days]) => {
  const found = datingSources(sources).map(({ startedAt }) => startedAt.getTime() / 1000 / day);
  expect(found.toSorted((a, b) => a - b)).toEqual(days);
});
