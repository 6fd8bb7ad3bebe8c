import { expect, test } from "vitest";
import {
  entryAt,
  flatLayout,
  groupedLayout,
  indexOfRow,
  isSectionBetween,
  lastGroup,
  windowsBetween,
} from "./sections.ts";

const group = (key: string, total: number) => ({
  key,
  total,
  passed: 0,
  failed: total,
  errored: 0,
  skipped: 0,
  flaky: 0,
  newFailures: 0,
  backAgain: 0,
  knownFailures: 0,
  quarantined: 0,
  owners: [],
  errorLine: null,
  cause: null,
});

/** Entries: a has header 0 and rows 1-3, b (closed) has header 4, c has header 5 and rows 6-255. */
const layout = groupedLayout([group("a", 3), group("b", 1000), group("c", 250)], (key) => key !== "b");

test.for([
  [0, 0, null],
  [1, 0, 0],
  [3, 0, 2],
  [4, 1, null],
  [5, 2, null],
  [255, 2, 249],
] as const)("entry %i is row %j of section %i", ([index, section, row]) => {
  expect(entryAt(layout, index)).toEqual({ section, row });
});

test("the position of a row leads back to it", () => {
  for (const index of [1, 3, 6, 255]) {
    const { section, row } = entryAt(layout, index);
    expect(indexOfRow(layout, section, row ?? -1)).toBe(index);
  }
});

test("a collapsed group takes only the space of its heading", () => {
  expect(layout.count).toBe(256);
  expect(indexOfRow(layout, 1, 0)).toBeNull();
  expect(indexOfRow(layout, 0, 3)).toBeNull();
});

test("without groups, entries are rows", () => {
  const flat = flatLayout(50_000);
  expect(entryAt(flat, 49_999)).toEqual({ section: 0, row: 49_999 });
  expect(indexOfRow(flat, 0, 7)).toBe(7);
});

test.for([
  [flatLayout(50_000), 80, 120, ["0:0", "0:1"], "a range over a border"],
  [flatLayout(50_000), 49_970, 49_999, ["0:499"], "far down only what is seen"],
  [flatLayout(0), 0, -1, [], "an empty list"],
  [layout, 0, 30, ["0:0", "2:0"], "over a closed group"],
  [layout, 1, 5, ["0:0"], "up to a head"],
  [layout, 100, 255, ["2:0", "2:1", "2:2"], "within the last group"],
] as const)("%#: %s", ([of, from, until, expected]) => {
  expect(windowsBetween(of, from, until, 100).map(({ section, window }) => `${section}:${window}`)).toEqual(expected);
});

test("more groups follow the last one with a key, and load when it becomes visible", () => {
  const withRest = groupedLayout([group("a", 3), group("b", 1), group("~", 40)], () => true);
  expect(lastGroup(withRest)).toBe(1);
  expect(lastGroup(flatLayout(10))).toBe(-1);
  const inView = (from: number, until: number) => isSectionBetween(withRest, lastGroup(withRest), from, until);
  expect([inView(0, 3), inView(0, 4), inView(5, 20), inView(6, 20), inView(0, -1)]).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});
