import { refusedError } from "@plumb/client/call-error.ts";
import { expect, test } from "vitest";
import { failedUpload, newUpload, verdictsByUrgency, withinLimit } from "./upload-state.ts";

const verdict = (name: string, kind: "rejected" | "imported" | "artifact" | "duplicate") => ({
  name,
  verdict: kind,
  format: null,
  reportId: null,
  tests: 0,
  reason: null,
});

test("a file over the limit is not sent, and has the reason", () => {
  const { accepted, tooLarge } = withinLimit(
    [
      { name: "a.xml", file: new Blob(["12345"]) },
      { name: "b.xml", file: new Blob(["1"]) },
    ],
    4,
  );
  expect(accepted.map(({ name }) => name)).toEqual(["b.xml"]);
  expect(tooLarge[0]).toMatchObject({ name: "a.xml", verdict: "rejected" });
  expect(tooLarge[0]?.reason).toContain("up to 4 B");
});

test("a rejection keeps its outcomes besides local ones", () => {
  const files = [verdict("b.bin", "rejected")];
  const body = JSON.stringify({ success: false, error: "Nothing was readable", code: "unreadable_report", files });
  const upload = failedUpload(
    newUpload(1, ["a.xml", "b.bin"], [verdict("a.xml", "rejected")]),
    refusedError(422, body, null),
  );
  expect(upload).toMatchObject({ phase: "failed", error: "Nothing was readable" });
  expect(upload.verdicts.map(({ name }) => name)).toEqual(["a.xml", "b.bin"]);
});

test("failures come first", () => {
  const sorted = verdictsByUrgency([verdict("p", "artifact"), verdict("i", "imported"), verdict("r", "rejected")]);
  expect(sorted.map(({ name }) => name)).toEqual(["r", "i", "p"]);
});
