import { expect, test } from "vitest";
import { reportSearch } from "./report-search.ts";

test.for([
  [{}, {}, "nothing is set"],
  [{ status: "failed", q: "pay", result: 7 }, { status: "failed", q: "pay", result: 7 }, "everything is set"],
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
] as const)("%j reads %j: %s", ([raw, expected]) => {
  expect(reportSearch(raw)).toEqual(expected);
});
