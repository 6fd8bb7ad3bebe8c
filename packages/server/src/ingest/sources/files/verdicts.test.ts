import { expect, test } from "vitest";
import { partialReason } from "./verdicts.ts";

test.for([
  [
    "The file ends inside <a>: it was cut off. The content before that was kept",
    1,
    "The file ends inside <a>: it was cut off. The test before it was kept.",
  ],
  ["It ends in the middle", 2, "It ends in the middle. The 2 tests before it were kept."],
] as const)("the reason of a partial file names the kept tests: %s", ([reason, tests, output]) => {
  expect(partialReason({ line: null, reason }, tests)).toBe(output);
  expect(partialReason({ line: 7, reason }, tests)).toBe(`Line 7: ${output}`);
});
