import type { ProblemSeverity, ResultEvent } from "@plumb/contract/result-event.ts";
import { ProblemLog } from "#problem-log.ts";
import { attachmentEvent } from "./attachment-event.ts";
import { RunFacts } from "./run-facts.ts";
import { runOutput } from "./run-output.ts";
import { testEvents } from "./test-events.ts";
import type { AttachmentRecord, TestRecord } from "./test-record.ts";

/**
 * Converts the results of a file to valid events: texts are cleaned and limited, and the number of problems is bounded. Only keeps events that
 * were not taken yet.
 */
export class ReportWriter {
  readonly problems = new ProblemLog();
  readonly run = new RunFacts();
  /** Numbers written so far: tests, failed tests including errors, errors, and attempts of all tests. */
  readonly counts = { tests: 0, failed: 0, errors: 0, attempts: 0 };
  #taken = false;
  #events: ResultEvent[] = [];

  /** @param framework Framework of the report, unless the report contains one. */
  constructor(framework?: string) {
    this.run.learn({ framework });
  }

  test(record: TestRecord, line?: number): void {
    this.counts.tests += 1;
    this.counts.attempts += record.attempts.length;
    const { events, status, repairs } = testEvents(String(this.counts.tests), record);
    if (status === "failed" || status === "error") this.counts.failed += 1;
    if (status === "error") this.counts.errors += 1;
    for (const event of events) this.#events.push(event);
    for (const repair of repairs) this.problem("warning", repair, line);
  }

  /** Adds output outside the tests. */
  output(stream: "stdout" | "stderr", text: string): void {
    this.#events.push(...runOutput(stream, text));
  }

  /** Adds a file that belongs to the run and not to a test. */
  attachment(attachment: AttachmentRecord): void {
    const event = attachmentEvent(attachment);
    if (event !== undefined) this.#events.push(event);
  }

  /** Adds a problem. Warnings with the same reason are only added once. */
  problem(severity: ProblemSeverity, reason: string, line?: number): void {
    const at = line === undefined ? undefined : { line };
    if (severity === "warning") this.problems.addOnce(severity, reason, at);
    else this.problems.add(severity, reason, at);
  }

  /** Called if the file ended within the report. */
  brokenOff(line: number): void {
    const { tests } = this.counts;
    const summary = tests === 0 ? "no test was complete" : `${tests} complete tests were kept`;
    this.problem("incomplete", `The file ends in the middle of the report because it was cut off; ${summary}`, line);
  }

  /** Returns the events that were not taken yet. */
  take(): ResultEvent[] {
    const events = [...this.run.take(), ...this.#events, ...this.problems.take()];
    this.#events = [];
    this.#taken ||= events.length > 0;
    return events;
  }

  /** Returns the remaining events at the end of the file, including those for a report without content. */
  takeRest(): ResultEvent[] {
    const rest = this.take();
    if (!this.#taken)
      this.problems.addOnce(
        "incomplete",
        "No tests could be read from this report: the parts that contain them are missing",
      );
    return [...rest, ...this.problems.takeRest()];
  }
}
