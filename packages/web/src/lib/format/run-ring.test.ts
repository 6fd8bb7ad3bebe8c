import { expect, test } from "vitest";
import { sampleReport } from "#lib/sample-report.ts";
import { ringIcon, ringTitle, runRing, shareText } from "./run-ring.ts";

const running = (failed: number, passed: number, expected: number) =>
  runRing(
    sampleReport(
      { status: "running", progress: { expected, running: 1, remaining: 0, endsAt: null } },
      { failed, errored: 0, passed, skipped: 0 },
    ),
  );

test("the title has the failures and the share of decided tests", () => {
  expect(ringTitle("Web shop #122", running(3, 40, 100))).toBe("(3 ✕) Web shop #122 · 43%");
  expect(ringTitle("Web shop #122", running(0, 999, 1000))).toBe("Web shop #122 · 99%");
  // All known tests are decided, so it is unknown how many follow.
  expect(ringTitle("Web shop #122", running(0, 10, 10))).toBe("Web shop #122");
  expect(ringTitle("Web shop #122", runRing(sampleReport({ status: "failed" }, { failed: 2 })))).toBe(
    "(2 ✕) Web shop #122",
  );
});

test("the icon is red with a cross as soon as a test has failed, and has a tick after a passed run", () => {
  expect(ringIcon(running(0, 40, 100))).toMatch(/#10b981/);
  expect(ringIcon(running(0, 40, 100))).not.toMatch(/<path/);
  expect(ringIcon(running(1, 40, 100))).toMatch(/#ef4444.*<path d="M7 7/);
  expect(ringIcon(running(1, 40, 100))).not.toMatch(/#10b981/);
  expect(ringIcon(running(0, 10, 10))).toMatch(/stroke-dasharray="3 2.24"/);
  expect(ringIcon(running(0, 0, 100))).toMatch(/#3b82f6/);
  expect(ringIcon(runRing(sampleReport({ status: "interrupted" })))).toMatch(/#ef4444/);
  const ended = runRing(sampleReport({ status: "completed" }));
  expect(shareText(ended)).toBe("100%");
  expect(ringIcon(ended)).toMatch(/<path d="M6.5/);
});
