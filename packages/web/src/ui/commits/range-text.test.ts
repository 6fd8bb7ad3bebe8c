import type { CommitRange } from "@plumb/contract/failures/suspects.ts";
import { expect, test } from "vitest";
import { fixText, rangeText } from "./range-text.ts";

const run = { id: 1, number: 1, commit: "a", at: "2030-01-01T00:00:00Z" };
const range = (change: Partial<CommitRange>): CommitRange => ({
  branch: "main",
  environment: "default",
  after: run,
  until: run,
  known: 3,
  withFiles: 3,
  complete: true,
  diverged: false,
  ...change,
});

test.for([
  [{}, 3, "3 commits."],
  [{ known: 1, withFiles: 1 }, 1, "1 commit."],
  [{ known: 12, withFiles: 12 }, 5, "12 commits. These are the most suspicious ones."],
  [
    { withFiles: 1, complete: false },
    3,
    "3 commits known; there may be more. The changed files of 2 of them are unknown.",
  ],
  [{ diverged: true }, 3, "3 commits. The history of the branch was rewritten in between."],
  [{ known: 0, withFiles: 0 }, 0, "Both runs tested the same commit, so no commit explains the failure."],
] as const)("%o is described as %s", ([change, visible, text]) => {
  expect(rangeText(range(change), visible)).toBe(text);
});

test("a fix without known commits is described", () => {
  expect(fixText(range({ known: 0, withFiles: 0, complete: false }), 0)).toBe("The commits in between are unknown.");
  expect(fixText(range({ known: 5, withFiles: 5 }), 3)).toBe("5 commits. These are closest to the error.");
});
