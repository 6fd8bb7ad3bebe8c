import { expect, test } from "vitest";
import { commitRange } from "./commit-range.ts";

/** `c: "b"` is commit c with parent b. */
function history(parents: Readonly<Record<string, string>>) {
  return new Map(
    Object.entries(parents).map(([hash, names]) => [hash, names.split(" ").filter((name) => name !== "")]),
  );
}

const range = (known: ReturnType<typeof history>, after: string, until: string, max = 100) =>
  commitRange(known, { after, until, max });

test("a straight history has the commits after the start, newest first", () => {
  const known = history({ a: "", b: "a", c: "b", d: "c" });
  expect(range(known, "a", "c")).toEqual({ hashes: ["c", "b"], complete: true, diverged: false });
});

test("the same commit at both ends is an empty range", () => {
  expect(range(history({ a: "" }), "a", "a")).toEqual({ hashes: [], complete: true, diverged: false });
});

test("a merge brings the commits of its branch, but not those from before the start", () => {
  // main: a b d m; side: a x y, where a is older than the start b.
  const known = history({ a: "", b: "a", d: "b", x: "a", y: "x", m: "d y" });
  expect(range(known, "b", "m")).toEqual({ hashes: ["m", "d", "y", "x"], complete: true, diverged: false });
});

test("a start that is not stored itself still ends the range", () => {
  expect(range(history({ b: "a", c: "b" }), "a", "c")).toEqual({ hashes: ["c", "b"], complete: true, diverged: false });
});

test("unknown parents make a range incomplete", () => {
  expect(range(history({ a: "", d: "c" }), "a", "d")).toEqual({ hashes: ["d"], complete: false, diverged: false });
  expect(range(history({ a: "" }), "a", "d")).toEqual({ hashes: [], complete: false, diverged: false });
});

test("a rewritten history has the commits of the new one", () => {
  const known = history({ a: "", b: "a", c: "b", b2: "a", c2: "b2" });
  expect(range(known, "c", "c2")).toEqual({ hashes: ["c2", "b2"], complete: true, diverged: true });
});

test("an unknown start does not make the whole history part of the range", () => {
  const known = history({ a: "", b: "a", c: "b" });
  expect(range(known, "gone", "c")).toEqual({ hashes: ["c"], complete: false, diverged: true });
});

test("a long range stops at the limit, and a circle of invented commits ends", () => {
  const long = new Map(Array.from({ length: 1000 }, (_, n) => [`${n}`, n === 0 ? [] : [`${n - 1}`]]));
  expect(range(long, "0", "999", 50)).toMatchObject({ complete: false, diverged: false });
  expect(range(long, "0", "999", 50).hashes).toHaveLength(50);
  expect(range(history({ a: "b", b: "a" }), "x", "a").hashes).toEqual(["a"]);
});

test("a gap before the start makes a range that reaches the beginning of the repository incomplete", () => {
  // The parents of s, which were never sent, include r. The merge m brings the old branch of r.
  const known = history({ s: "gone", d: "s", r: "", x: "r", m: "d x" });
  expect(range(known, "s", "m")).toMatchObject({ complete: false });
});
