import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { LineScanner } from "#text/line-scanner.ts";
import { DartReader } from "./dart-reader.ts";

/**
 * Output of `dart test --reporter json`, `--file-reporter json:…` and `flutter test --machine`. Keeps only open
 * tests in memory.
 */
export const dartJson: ReportFormat = {
  id: "dart-json",
  label: "Dart and Flutter JSON",
  writtenBy: "Dart and Flutter: `dart test --file-reporter json:results.jsonl`, `flutter test --machine`",
  recognises: (head) => /^\{[^{}\n]{0,300}"protocolVersion"\s*:[^{}\n]{0,300}"type"\s*:\s*"start"/m.test(head),
  read: scannedBy(() => new LineScanner(new DartReader())),
};
