import type { ProblemSeverity, ResultEvent, RunEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import { ProblemLog } from "#problem-log.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { zonedMs } from "#text/loose-moment.ts";
import { attachmentEvent } from "./attachment-event.ts";
import { recordEvents } from "./record-events.ts";
import type { AttachmentRecord, TestRecord, Verdict } from "./test-record.ts";

/** Facts of the run as a report tells them, neither cleaned nor checked; what is undefined is not told. */
export interface RunRecord {
  readonly framework?: string | undefined;
  readonly frameworkVersion?: string | undefined;
  readonly suite?: string | undefined;
  /** Unix milliseconds or an ISO moment; one without a zone is left out. */
  readonly startedAt?: unknown;
  /** Milliseconds. */
  readonly durationMs?: unknown;
  /** Chosen and checked by `addFact`. */
  readonly metadata?: Record<string, string> | undefined;
}

/** Collects what a reader finds in one file as events that the server takes: cleaned, within the limits, problems bounded. */
export class ReportWriter {
  readonly problems = new ProblemLog();
  /** Tests written so far, by how they ended. */
  readonly counts: Record<Verdict, number> = { passed: 0, failed: 0, skipped: 0, error: 0 };
  #tests = 0;
  #runOutput = 0;
  #taken = false;
  #events: ResultEvent[] = [];

  /** Tests written so far. */
  get tests(): number {
    return this.#tests;
  }

  test(record: TestRecord, line?: number): void {
    const repairs = new Set<string>();
    for (const event of recordEvents(String(++this.#tests), record, repairs)) this.#events.push(event);
    for (const repair of repairs) this.problem("warning", repair, line);
    this.counts[record.status]++;
  }

  run(record: RunRecord): void {
    const startedAt = zonedMs(record.startedAt);
    const durationMs = plausibleDurationMs(record.durationMs);
    const { metadata = {} } = record;
    const event: RunEvent = {
      kind: "run",
      ...line("framework", record.framework, 60),
      ...line("frameworkVersion", record.frameworkVersion, 100),
      ...line("suite", record.suite, 200),
      ...(startedAt === null ? {} : { startedAt }),
      ...(durationMs === null ? {} : { durationMs }),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    };
    if (Object.keys(event).length > 1) this.#events.push(event);
  }

  /** What was printed outside the tests. */
  output(stream: "stdout" | "stderr", output: string): void {
    const room = limits.runOutput - this.#runOutput;
    if (room <= 0 || output.trim() === "") return;
    const text = cleanText(output, room);
    this.#runOutput += text.length;
    const before = this.#events.at(-1);
    // Readers of lines hand over one at a time.
    if (before?.kind === "stdout" && before.test === undefined && before.stream === stream) before.text += text;
    else this.#events.push({ kind: "stdout", stream, text });
  }

  /** A file that belongs to the run and to none of its tests. */
  attachment(attachment: AttachmentRecord): void {
    const event = attachmentEvent(attachment);
    if (event !== undefined) this.#events.push(event);
  }

  /** Said once of each reason, if it is a warning. */
  problem(severity: ProblemSeverity, reason: string, line?: number): void {
    const at = line === undefined ? undefined : { line };
    if (severity === "warning") this.problems.addOnce(severity, reason, at);
    else this.problems.add(severity, reason, at);
  }

  /** The file ended within the report. */
  brokenOff(line: number): void {
    const kept = this.#tests === 0 ? "no test was complete" : `${this.#tests} complete tests were kept`;
    this.problem("incomplete", `The file ends in the middle of the report: it was cut off; ${kept}`, line);
  }

  /** What was not handed over yet. */
  take(): ResultEvent[] {
    const events = [...this.#events, ...this.problems.take()];
    this.#events = [];
    this.#taken ||= events.length > 0;
    return events;
  }

  /** At the end of the file. Of a report that said nothing at all this is said. */
  takeRest(): ResultEvent[] {
    if (!this.#taken && this.#events.length === 0)
      this.problems.addOnce(
        "incomplete",
        "Nothing could be read of this report: the parts that hold its tests are missing",
      );
    return [...this.take(), ...this.problems.takeRest()];
  }
}

function line<Name extends string>(name: Name, value: string | undefined, max: number): { [key in Name]?: string } {
  const text = cleanTitle(value ?? "", max).trim();
  return text === "" ? {} : ({ [name]: text } as { [key in Name]?: string });
}
