import { asNumber, asObject, type JsonObject } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import { isHookTitle } from "#mocha-error/mocha-error.ts";
import type { ReportFormat } from "#report-format.ts";
import { scannedBy } from "#scan.ts";
import { DeclaredTotals } from "#results/declared-totals.ts";
import { ReportWriter } from "#results/report-writer.ts";
import { type LineReader, LineScanner } from "#text/line-scanner.ts";
import { frameworkOf, hookFailure, testRecord } from "./mocha-test.ts";

/** Output of Mocha's reporter `json-stream`: a line per passed or failed test. Pending tests are only counted. */
export const mochaJsonStream: ReportFormat = {
  id: "mocha-json-stream",
  label: "Mocha JSON stream",
  writtenBy: "Mocha: `--reporter json-stream`",
  recognises: (head) => /^\["start",\s*\{/m.test(head) || /^\["(?:pass|fail)",\s*\{.*"fullTitle"/m.test(head),
  read: scannedBy(() => new LineScanner(new StreamReader())),
};

class StreamReader implements LineReader {
  /** Number of the current line. */
  #at = 1;
  readonly writer = new ReportWriter();
  #framework: string | undefined;
  #ended = false;
  #failedHooks = 0;

  end(at: number): void {
    if (!this.#ended) this.writer.brokenOff(at);
  }

  /** The lines are mixed with output of the tests. */
  line(line: string, at: number): void {
    this.#at = at;
    const kind = /^\["(start|pass|fail|end)",/.exec(line)?.[1];
    if (kind === undefined) {
      this.writer.output("stdout", `${line}\n`);
      return;
    }
    const parsed = parsePiece(line)?.value;
    const value = Array.isArray(parsed) ? asObject((parsed as unknown[])[1]) : undefined;
    if (value !== undefined) this.#entry(kind, value);
    // An incomplete last line is reported as a truncated file.
    else this.writer.problem("incomplete", "A line of the report is not valid JSON and was left out", this.#at);
  }

  #entry(kind: string, value: JsonObject): void {
    if (kind === "start") return;
    if (kind === "end") this.#stats(value);
    else if (kind === "fail" && isHookTitle(value["title"])) {
      this.#failedHooks += 1;
      this.writer.problem("error", hookFailure(value));
    } else {
      const framework = frameworkOf(value, this.#framework);
      if (framework !== this.#framework) this.writer.run.learn({ framework });
      this.#framework = framework;
      this.writer.test(testRecord(value, kind === "pass" ? "passed" : "failed"), this.#at);
    }
  }

  #stats(stats: JsonObject): void {
    this.#ended = true;
    this.writer.run.learn({
      framework: this.#framework ?? "mocha",
      startedAt: stats["start"],
      durationMs: stats["duration"],
    });
    // Failed hooks are already problems, and count as failures.
    const totals = new DeclaredTotals();
    totals.declare(undefined, this.#failedHooks === 0 ? asNumber(stats["failures"]) : undefined);
    totals.compare(this.writer);
    const pending = asNumber(stats["pending"]) ?? 0;
    if (pending === 0) return;
    const reason = `${pending} pending tests are counted but not named, so they are missing here. The reporter \`json\` lists them`;
    this.writer.problem("warning", reason);
  }
}
