import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import { expect, test } from "vitest";
import { verdictLines } from "./verdict-lines.ts";

const artifact = (name: string, reason: string | null): FileVerdict => ({
  name,
  verdict: "artifact",
  format: null,
  reportId: null,
  tests: 0,
  reason,
});

test("names the first five rejected files and counts the others", () => {
  const full = Array.from({ length: 7 }, (_, n) => artifact(`${n}.png`, "Not kept: no room."));
  expect(verdictLines([artifact("kept.png", null), ...full])).toEqual([
    ...[0, 1, 2, 3, 4].map((n) => `not kept   ${n}.png  (Not kept: no room.)`),
    "not kept   … and 2 more files",
    "artifact   1 file that the reports refer to",
  ]);
});
