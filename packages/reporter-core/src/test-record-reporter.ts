import type { ArtifactEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { testEvents } from "@plumb/formats/results/test-events.ts";
import type { AttachmentRecord, TestRecord } from "@plumb/formats/results/test-record.ts";
import { limits } from "@plumb/formats/limits.ts";
import { attachmentEvent } from "@plumb/formats/results/attachment-event.ts";
import { cleanText } from "@plumb/formats/text/clean-text.ts";
import { RunReporter } from "./reporter.ts";

/** Data of a test before it runs. */
export type PlannedTest = Omit<TestRecord, "status" | "attempts">;

/** Reports tests in the form that report files are read into, so that a test has the same identity with a reporter and with a file. */
export class TestRecordReporter extends RunReporter {
  readonly #repairs = new Set<string>();
  readonly #printed = { stdout: 0, stderr: 0 };

  /** Reports a test as announced or running. */
  reportTest(id: string, test: PlannedTest, status: "announced" | "running"): void {
    const event = testEvents(id, { ...test, status: "skipped", attempts: [] }).events.at(-1);
    if (event?.kind !== "test") return;
    const reported: TestEvent = { ...event, status, ...(status === "running" && { startedAt: Date.now() }) };
    delete reported.skipReason;
    this.event(reported);
  }

  /** Reports a test with all its attempts. */
  reportResult(id: string, record: TestRecord): void {
    const { events, repairs } = testEvents(id, record);
    for (const reason of repairs) this.#repairs.add(reason);
    for (const event of events)
      if (event.kind === "artifact") this.#artifact(event);
      else this.event(event);
  }

  /** Adds a file to the run. */
  reportAttachment(record: AttachmentRecord): void {
    const event = attachmentEvent(record);
    if (event !== undefined) this.#artifact(event);
  }

  /** Reports a failure outside the tests. */
  reportProblem(reason: string): void {
    this.event({ kind: "problem", severity: "error", reason: cleanText(reason, limits.message) });
  }

  /** Adds output that was printed outside the tests. */
  reportOutput(stream: "stdout" | "stderr", text: string): void {
    const remaining = limits.runOutput - this.#printed[stream];
    if (remaining <= 0 || text === "") return;
    const shortened = cleanText(text, remaining);
    this.#printed[stream] += shortened.length;
    this.event({ kind: "stdout", stream, text: shortened });
  }

  override async finish(interrupted?: string, withinMs?: number): Promise<void> {
    for (const reason of this.#repairs) this.event({ kind: "problem", severity: "warning", reason });
    await super.finish(interrupted, withinMs);
  }

  #artifact({ test, attempt, name, contentType, path, body }: ArtifactEvent): void {
    this.file({ test, attempt, name, contentType, path, body });
  }
}
