import type { FileVerdict } from "@plumb/contract/runs/ingest.ts";
import { expect, test } from "vitest";
import { agoText, type Came, endOfRequest } from "./outcome.ts";

const file = (name: string, verdict: FileVerdict["verdict"], reason: string | null = null): FileVerdict => ({
  name,
  verdict,
  format: "junit",
  reportId: 1,
  tests: verdict === "imported" || verdict === "partial" ? 3 : 0,
  reason,
});

const came = (verdicts: readonly FileVerdict[], change: Partial<Came> = {}): Came => ({
  verdicts,
  sizes: new Map(),
  runs: [{ id: 1, number: 1, suite: "web" }],
  problemCount: 0,
  known: [],
  shard: undefined,
  ...change,
});

const known = { hash: "00", run: { id: 9, number: 9, suite: "web" }, agoMs: 190_000 };

test.for([
  ["all good", came([file("a", "imported")]), "accepted", null],
  ["good, with advice", came([file("a", "imported", "Name it.")]), "accepted", "Name it."],
  [
    "with its screenshots",
    came([file("a", "imported"), file("b", "artifact"), file("c", "unused", "x")]),
    "accepted",
    null,
  ],
  [
    "with problems",
    came([file("a", "imported", "Line 4: x"), file("b", "imported")], { problemCount: 2 }),
    "problems",
    "2 problems were found.",
  ],
  [
    "with problems, of one report",
    came([file("a", "imported", "Line 4: x (and 1 more)")], { problemCount: 2 }),
    "problems",
    "Line 4: x (and 1 more)",
  ],
  [
    "incomplete beside others",
    came([
      file("a", "imported"),
      file("b", "partial", "It ends."),
      file("c", "rejected", "Empty."),
      file("d", "rejected"),
    ]),
    "problems",
    "2 files were rejected, c first: Empty. b is incomplete: It ends.",
  ],
  [
    "in another report too",
    came([file("a", "imported")], { known: [known] }),
    "problems",
    "Same file as in report #9, 3 minutes before.",
  ],
  [
    "all here before",
    came([file("a", "duplicate"), file("b", "duplicate")], { known: [known, known] }),
    "duplicate",
    "2 files are the same as in report #9, 3 minutes before. Nothing changed.",
  ],
  [
    "a report that is here as a whole",
    came([file("a", "duplicate", "It is #1.")]),
    "duplicate",
    "a is a duplicate: It is #1.",
  ],
  [
    "one here before, one wrong",
    came([file("a", "duplicate"), file("b", "rejected", "Empty.")], { known: [known] }),
    "rejected",
    "b was rejected: Empty. 1 file is the same as in report #9, 3 minutes before. Nothing changed.",
  ],
] as const)("%s", ([, input, state, reason]) => {
  const end = endOfRequest(input);
  expect({ state: end.state, reason: end.reason }).toEqual({ state, reason });
});

test("lists the most important files if there are thousands, and counts all of them", () => {
  const many = Array.from({ length: 5000 }, (_, index) => file(`${index}.xml`, "imported"));
  const end = endOfRequest(came([...many, file("bad.xml", "rejected", "x".repeat(10_000))]));
  expect(end).toMatchObject({ verdictCount: 5001, tests: 15_000 });
  expect(end.files).toHaveLength(50);
  expect(end.files[0]).toMatchObject({ name: "bad.xml", reason: `${"x".repeat(500)}…` });
});

test.for([
  [0, "less than a minute"],
  [60_000, "1 minute"],
  [7_200_000, "2 hours"],
  [86_400_000 * 3.9, "3 days"],
] as const)("%i ms ago is %s", ([ms, text]) => {
  expect(agoText(ms)).toBe(text);
});
