import { expect, test } from "vitest";
import { allUploads, isNarrowed, uploadsSearch } from "./uploads-search.ts";

test.for([
  [
    { state: "rejected", span: "day", key: "7", q: 404, upload: "12", project: "3" },
    { state: "rejected", span: "day", key: 7, q: "404", upload: 12, project: 3 },
  ],
  [{ state: "gone", span: "year", key: "x", report: -1, q: "", upload: 1.5 }, {}],
  [{ q: "x".repeat(300) }, { q: "x".repeat(200) }],
] as const)("keeps of %j only %j", ([raw, read]) => {
  expect(uploadsSearch(raw)).toEqual(read);
});

test("the full list keeps the opened upload", () => {
  expect(allUploads({ state: "failed", q: "a", upload: 4 })).toEqual({ upload: 4 });
  expect([isNarrowed({ upload: 4 }), isNarrowed({ span: "day" })]).toEqual([false, true]);
});
