import { expect, test } from "vitest";
import { completeEvent } from "./complete-event.ts";

const summary = { total: 2, passed: 2 };

test.for([
  ["test-execution-completed", { reportId: 1, summary }, { reportId: 1, summary, status: "completed" }],
  ["test-execution-completed", { reportId: 1 }, { reportId: 1, summary: null, status: "completed" }],
  [
    "test-execution-completed",
    { reportId: 1, summary: null, status: null },
    { reportId: 1, summary: null, status: null },
  ],
  ["test-updated", { reportId: 1, summary }, { reportId: 1, summary, test: null, tests: null }],
  ["test-execution-started", { reportId: 1 }, { reportId: 1 }],
  ["failures-changed", 7, 7],
] as const)("%s with %o is read as %o", ([event, sent, read]) => {
  expect(completeEvent(event, [sent, 12])).toEqual([read, 12]);
});
