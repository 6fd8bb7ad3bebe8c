import { expect, test } from "vitest";
import { countUnseen, withNewer } from "./merge-reports.ts";
import { sampleReport } from "#lib/sample-report.ts";

const pages = [
  { data: [sampleReport({ id: 3, status: "running" }), sampleReport({ id: 2 })], nextCursor: "a" },
  { data: [sampleReport({ id: 1 })], nextCursor: null },
];

test("a newer version replaces its report, and other pages stay the same object", () => {
  const ended = sampleReport({ id: 3, status: "failed" });
  const next = withNewer(pages, [sampleReport({ id: 9 }), ended]);
  expect(next[0]).toEqual({ data: [ended, pages[0]?.data[1]], nextCursor: "a" });
  expect(next[1]).toBe(pages[1]);
});

test("no new reports change nothing", () => {
  expect(withNewer(pages, [sampleReport({ id: 2 }), sampleReport({ id: 4 })])).toBe(pages);
});

test("hidden reports are counted", () => {
  const visible = pages.flatMap(({ data }) => data);
  expect(countUnseen(visible, [sampleReport({ id: 5 }), sampleReport({ id: 3 }), sampleReport({ id: 4 })])).toBe(2);
});
