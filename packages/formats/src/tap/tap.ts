import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { LineScanner } from "#text/line-scanner.ts";
import { TapReader } from "./tap-reader.ts";

/**
 * TAP, versions 12 to 14, of Perl, node:test, node-tap, tape, Vitest, Mocha and other tools. A point is a test, and
 * the points of a subtest are its steps. If the tool marks a point as a suite, its points are the tests. Keeps one
 * outermost point with its subtests in memory.
 */
export const tap: ReportFormat = {
  id: "tap",
  label: "TAP",
  writtenBy: "node:test, node-tap, tape, Vitest, Perl and what else prints TAP 12 to 14",
  recognises,
  read: scannedBy(() => new LineScanner(new TapReader())),
};

/** A stream that declares its version can follow other output. */
function recognises(head: string): boolean {
  if (/^\s*[<{[]/.test(head)) return false;
  if (/^TAP version 1[2-4]\b/m.test(head)) return true;
  if (/^=== RUN\b/m.test(head)) return false;
  const line = head.split("\n", 200).find((each) => each.trim() !== "" && !each.startsWith("#"));
  return line !== undefined && /^((not )?ok\b( \d+)?( |$|\r)|1\.\.\d+\b|Bail out!)/.test(line);
}
