import type { PastResult } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { streakText } from "./streak.ts";

/** Creates a history from `p` passed, `f` failed, `e` errored, `s` skipped. Run numbers start at 100. */
const history = (outcomes: string): PastResult[] =>
  outcomes.split("").map((letter, index) => ({
    reportId: index,
    resultId: index,
    number: 100 + index,
    environment: "staging",
    branch: "main",
    commit: `a91f3c2d5e6f7a8b9c0${index}`,
    startTime: "2026-03-01T09:41:00Z",
    status: letter === "p" ? "passed" : letter === "f" ? "failed" : letter === "e" ? "error" : "skipped",
    flaky: false,
    duration: 1,
  }));

test.for([
  ["ppfff", "Failing since #102, commit a91f3c2 (3 runs)"],
  ["ppfsfe", "Failing since #102, commit a91f3c2 (3 runs)"],
  ["pfp", "Failed in 1 of the last 3 runs, last in #101"],
  ["ppp", "No failure in the last 3 runs"],
  ["ppf", "New: it passed until #101. Commit a91f3c2"],
  ["fpf", "Failed again after it passed in #101. Commit a91f3c2"],
  ["fff", "Failing since #100, commit a91f3c2 (3 runs)"],
  ["f", "First run of this test"],
  ["", "First run of this test"],
] as const)("%s: %s", ([outcomes, text]) => {
  expect(streakText(history(outcomes), 30)).toBe(text);
});

test("if all known runs failed, it may have started earlier", () => {
  expect(streakText(history("fffff"), 5)).toBe("Failing since at least #100, commit a91f3c2 (5 runs)");
});
