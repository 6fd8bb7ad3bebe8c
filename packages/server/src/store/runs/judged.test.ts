import { expect, test } from "vitest";
import { judge, timeSpent } from "#store/runs/judged.ts";

const green = { total: 3, failed: 0, errored: 0, shardTotal: 1 };
const whole = {
  kind: "file",
  status: "recorded",
  shard: null,
  incomplete: false,
  runError: false,
  startedAt: null,
  durationMs: null,
} as const;

test.for([
  [green, [whole], "completed", "all passed"],
  [{ ...green, failed: 1 }, [whole], "failed", "a test failed"],
  [{ ...green, errored: 1 }, [whole], "failed", "a test errored"],
  [green, [{ ...whole, runError: true }], "failed", "an error outside any test"],
  [{ ...green, total: 0 }, [whole], "failed", "nothing was checked"],
  [green, [{ ...whole, incomplete: true }], "interrupted", "a report broke off"],
  [{ ...green, failed: 1 }, [{ ...whole, incomplete: true }], "failed", "red beats unfinished"],
  [green, [whole, { ...whole, status: "receiving" }], "running", "another upload is on its way"],
  [{ ...green, shardTotal: 2 }, [{ ...whole, shard: 1 }], "running", "a shard is missing"],
  [
    { ...green, shardTotal: 2 },
    [
      { ...whole, shard: 1 },
      { ...whole, shard: 2 },
    ],
    "completed",
    "all shards are there",
  ],
] as const)("%j with %j is %s: %s", ([run, uploads, expected]) => {
  expect(judge(run, uploads)).toBe(expected);
});

test.for([
  [{ ...green, shardTotal: 2 }, [{ ...whole, shard: 1 }], "interrupted", "the other shard will not come"],
  [{ ...green, shardTotal: 2, failed: 1 }, [{ ...whole, shard: 1 }], "failed", "red beats unfinished"],
  [green, [{ ...whole, status: "receiving" }], "running", "an upload is on its way, however slowly"],
] as const)("once silent, %j with %j is %s: %s", ([run, uploads, expected]) => {
  expect(judge(run, uploads, true)).toBe(expected);
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
] as const)("%j took %s ms: %s", ([uploads, expected]) => {
  expect(timeSpent(uploads).durationMs).toBe(expected);
});
