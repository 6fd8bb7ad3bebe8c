import { expect, test } from "vitest";
import { openedRows, reportSearch, withRowInFront, withReplacedRow, withToggledRow } from "./report-search.ts";

test.for([
  [{}, {}, "nothing is set"],
  [{ status: "failed", q: "pay", result: 7 }, { status: "failed", q: "pay", result: 7 }, "everything is set"],
  [
    { tag: "smoke", author: "Ada", annotation: "issue=SHOP-17" },
    { tag: "smoke", author: "Ada", annotation: "issue=SHOP-17" },
    "tag, author and annotation",
  ],
  [
    { tab: "metrics", view: "timeline", group: "file", file: "a.ts", result: 7, attempt: 2, step: 3 },
    { tab: "metrics", view: "timeline", group: "file", file: "a.ts", result: 7, attempt: 2, step: 3 },
    "tab, group and place",
  ],
  [{ tab: "results", view: "list", group: "colour" }, {}, "what is the default, or nothing, is left out"],
  [
    { view: "timeline", zoom: "1200-5300", align: "upload" },
    { view: "timeline", zoom: "1200-5300", align: "upload" },
    "a part of the timeline",
  ],
  [{ zoom: "1200-5300", align: "upload" }, {}, "a part of a timeline that is not shown means nothing"],
  [{ view: "timeline", zoom: "1.5-x", align: "clock" }, { view: "timeline" }, "a part that is none is left out"],
  [{ attempt: 2, step: 3 }, {}, "an attempt without its result means nothing"],
  [{ status: "broken", q: "", result: -1 }, {}, "what makes no sense is left out"],
  [{ q: 404, result: "12" }, { q: "404", result: 12 }, "numbers and texts stand for each other"],
  [{ result: "x", q: ["a"] }, {}, "other kinds are left out"],
  [
    { result: 7, also: [9, "8", 9, 7, "x", -1] },
    { result: 7, also: [9, 8] },
    "rows that are open beside it, each once",
  ],
  [{ also: [9] }, {}, "nothing stands beside nothing"],
  [{ result: 7, also: "9" }, { result: 7 }, "a list is a list"],
] as const)("%j is parsed as %j: %s", ([raw, expected]) => {
  expect(reportSearch(raw)).toEqual(expected);
});

test("an opened row comes first, and the URL drops parts of the previous one", () => {
  const search = withToggledRow({ q: "pay", result: 7, attempt: 2, step: 3, trace: 4 }, 9);
  expect(search).toEqual({ q: "pay", result: 9, also: [7] });
  expect(openedRows(search)).toEqual([9, 7]);
});

test("a closed row leaves the others open, with the parts of the first", () => {
  expect(withToggledRow({ result: 9, attempt: 2, also: [7, 8] }, 7)).toEqual({ result: 9, attempt: 2, also: [8] });
  expect(withToggledRow({ result: 9, attempt: 2, also: [7] }, 9)).toEqual({ result: 7 });
  expect(withToggledRow({ result: 9, attempt: 2 }, 9)).toEqual({});
});

test("the row with a selected attempt comes first", () => {
  expect(withRowInFront({ result: 9, step: 3, also: [8, 7] }, 7)).toEqual({ result: 7, also: [9, 8] });
  expect(withRowInFront({ result: 9, step: 3 }, 9)).toEqual({ result: 9, step: 3 });
});

test.for([
  [{ result: 7, also: [9] }, 7, 8, [8, 9], "the last opened"],
  [{ result: 7, also: [9] }, 9, 8, [8, 7], "one beside it"],
  [{ result: 7, also: [8] }, 7, 8, [8], "one that is open already"],
  [{}, undefined, 8, [8], "nothing"],
] as const)("%j: replacing %s with %s opens %j, %s", ([before, from, to, rows]) => {
  expect(openedRows(withReplacedRow(before, from, to))).toEqual(rows);
});
