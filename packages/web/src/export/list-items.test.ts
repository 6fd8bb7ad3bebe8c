import type { HtmlExportRow } from "@plumb/contract/runs/html-export.ts";
import { expect, test } from "vitest";
import { foldedGroups, listItems, matching, searchable } from "./list-items.ts";

function row(id: number, change: Partial<HtmlExportRow> = {}): HtmlExportRow {
  return {
    id,
    testId: id,
    file: "cart.spec.ts",
    titlePath: ["Cart", `test ${id}`],
    variant: "",
    occurrence: 1,
    status: "passed",
    flaky: false,
    retries: 0,
    duration: 1,
    browser: null,
    author: null,
    errorLine: null,
    failureSignature: null,
    state: null,
    ...change,
  };
}

const failure = { status: "failed", errorLine: "Error: broke", failureSignature: "f1" } as const;
const rows = [
  row(1, { ...failure, file: "pay.spec.ts" }),
  row(2, { ...failure, file: "pay.spec.ts", browser: "firefox" }),
  row(3, { flaky: true, variant: "Firefox" }),
  row(4, { status: "skipped", file: null }),
  row(5),
].map(searchable);

test.for([
  [undefined, undefined, [1, 2, 3, 4, 5], "everything"],
  ["passed", undefined, [3, 5], "flaky is part of passed"],
  ["flaky", undefined, [3], "flaky alone"],
  [undefined, "FIREFOX", [3], "the variant, in any case"],
  [undefined, " pay  test ", [1, 2], "every word, in file or title"],
  ["failed", "cart.spec", [], "both together"],
] as const)("status %s and search %j keep %j: %s", ([status, search, ids]) => {
  expect(matching(rows, status, search).map((retained) => retained.row.id)).toEqual(ids);
});

function drawn(items: ReturnType<typeof listItems>): string[] {
  return items.map((item) => (item.kind === "row" ? String(item.row.id) : `${item.group.key} ${item.group.total}`));
}

test("groups with new failures come first, then by size, and tests without a group last", () => {
  expect(drawn(listItems(rows, "file", new Set()))).toEqual([
    "pay.spec.ts 2",
    "1",
    "2",
    "cart.spec.ts 2",
    "3",
    "5",
    "Cart 1",
    "4",
  ]);
  expect(drawn(listItems(rows, "failure", new Set(["f1"])))).toEqual(["f1 2", "~ 3", "3", "4", "5"]);
  expect(listItems(rows, "failure", new Set())[0]).toMatchObject({ group: { failed: 2, errorLine: "Error: broke" } });
  const fresh = searchable(row(6, { status: "failed", failureSignature: "f2", state: "new" }), 5);
  expect(drawn(listItems([...rows, fresh], "failure", new Set(["f1", "~"])))).toEqual(["f2 1", "6", "f1 2", "~ 3"]);
  expect(listItems(rows, "flat", new Set()).map((item) => item.kind === "row" && item.place)).toEqual([0, 1, 2, 3, 4]);
});

test("tests that did not fail are folded below failures, unless the user opened them or one of them", () => {
  const folded = (
    of: typeof rows,
    changed: readonly (readonly [string, boolean])[],
    opened: readonly number[] = [],
  ) => [...foldedGroups(of, { changed: new Map(changed), opened })];
  expect(folded(rows, [])).toEqual(["~"]);
  expect(folded(rows, [["f1", true]])).toEqual(["f1", "~"]);
  expect(folded(rows, [["~", false]])).toEqual([]);
  expect(folded(rows, [], [1, 5])).toEqual([]);
  const passed = rows.filter(({ row: { status } }) => status === "passed");
  expect(folded(passed, [])).toEqual([]);
  const unexplained = [...rows, searchable(row(6, { status: "failed" }), 6)];
  expect(folded(unexplained, [])).toEqual([]);
});
