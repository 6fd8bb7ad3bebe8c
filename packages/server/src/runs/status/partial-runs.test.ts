import { expect, test } from "vitest";
import type { Neighbours } from "#store/runs/neighbours.ts";
import type { ReportedScope } from "#store/runs/status-rows.ts";
import { whyPartial } from "./partial-runs.ts";

type TimedSource = ReportedScope & { readonly shard: number | null };

const silent: TimedSource = { scope: null, scopeReason: null, shard: null };
const full: TimedSource = { ...silent, scope: "whole" };
const lastFailed: TimedSource = { ...silent, scope: "part", scopeReason: "--last-failed" };
const filter = (scopeReason: string, shard: number | null = null): TimedSource => ({
  scope: "filter",
  scopeReason,
  shard,
});
const earlier = (ran: number, filters: readonly string[] = [], commit: string | null = null) => ({
  ran,
  commit,
  filters,
});
const nothing: Neighbours = { whole: null, partial: [] };
const after = (...run: Parameters<typeof earlier>): Neighbours => ({ whole: earlier(...run), partial: [] });
/** Returns runs of 20 tests after a run of 63, one per commit. */
const shrunk = (...commits: readonly (string | null)[]): Neighbours => ({
  whole: earlier(63),
  partial: commits.map((commit) => earlier(20, [], commit)),
});
const few = (ran: number, of: number) => `Only ${ran} of about ${of} tests ran`;

test.for<[string, readonly TimedSource[], number | null, Neighbours, string | null]>([
  ["nobody says anything and it is the first run", [silent], 3, nothing, null],
  ["as many tests ran as before", [silent], 63, after(63), null],
  ["half of the tests ran", [silent], 32, after(63), null],
  ["far fewer tests ran", [silent], 3, after(63), few(3, 63)],
  ["a small suite lacks a few tests", [silent], 1, after(5), null],
  ["a small suite lacks five tests", [silent], 1, after(6), few(1, 6)],
  ["no test ran", [silent], 0, after(63), few(0, 63)],
  ["it still runs", [silent], null, after(63), null],
  ["its sender says that it is whole", [full], 3, after(63), null],
  [
    "its sender says that it is partial",
    [{ ...silent, scope: "part" }],
    63,
    after(63),
    "Marked as partial by its sender",
  ],
  ["only what had failed ran", [lastFailed], 3, after(63), "--last-failed"],
  ["only what had failed ran, twice", [lastFailed], 3, after(3, ["--last-failed"]), "--last-failed"],
  ["only what had failed ran, after a whole run of the same build", [silent, lastFailed], 63, after(63), null],
  ["a filter left tests out", [filter("-g a")], 60, after(63), "-g a"],
  ["a filter left tests out of a run that goes on", [filter("-g a")], null, after(63), "-g a"],
  ["the first run has a filter", [filter("-g a")], 3, nothing, "-g a"],
  ["a suite always has the same filter", [filter("-g a")], 3, { whole: null, partial: [earlier(3, ["-g a"])] }, null],
  ["the filter of the suite", [filter("-g a")], 3, after(3, ["-g a"]), null],
  ["another filter than that of the suite", [filter("-g b")], 3, after(3, ["-g a"]), "-g b"],
  ["machines share the files of the suite", [filter("a.js"), filter("b.js")], 63, after(63), null],
  ["two filters leave a test out", [filter("a.js"), filter("b.js")], 62, after(63), "a.js"],
  ["all shards have the filter", [filter("-g a", 1), filter("-g a", 2)], 6, after(63), "-g a"],
  [
    "a shard ran again in part",
    [{ ...silent, shard: 1 }, filter("-g a", 1), { ...silent, shard: 2 }],
    63,
    after(63),
    null,
  ],
  ["one shard is partial", [filter("-g a", 1), { ...silent, shard: 2 }], 33, after(63), "-g a"],
  ["shards, and what had failed again without a shard", [{ ...silent, shard: 1 }, lastFailed], 63, after(63), null],
  ["the suite shrank for good", [silent], 20, shrunk("a", "b", "c", "d", "e"), null],
  ["runs of one commit do not shrink a suite", [silent], 20, shrunk("a", "a", "a", "a", "b"), few(20, 63)],
  ["runs without a commit do not shrink a suite", [silent], 20, shrunk(null, null, null, null, null), few(20, 63)],
  ["four runs do not shrink a suite", [silent], 20, shrunk("a", "b", "c", "d"), few(20, 63)],
  ["fewer still after it shrank", [silent], 2, shrunk("a", "b", "c", "d", "e"), few(2, 63)],
])("a run is partial or whole: %s", ([, sources, ran, neighbours, reason]) => {
  expect(whyPartial(sources, ran, neighbours)).toBe(reason);
});
