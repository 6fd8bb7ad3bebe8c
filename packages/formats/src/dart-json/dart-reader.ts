import { LongText } from "@plumb/contract/text/long-text.ts";
import { asNumber, asObject, asString, type JsonObject } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import { limits } from "#limits.ts";
import { ReportWriter } from "#results/report-writer.ts";
import type { ErrorRecord } from "#results/test-record.ts";
import type { LineReader } from "#text/line-scanner.ts";
import { dartRecord, type Group, groupOf, type OpenTest, verdictOf } from "./dart-test.ts";

/** Converts the events of a run. Events of several files are mixed, because their tests run in parallel. */
export class DartReader implements LineReader {
  /** Number of the current line. */
  #at = 1;
  readonly writer = new ReportWriter();
  readonly #suites = new Map<unknown, JsonObject>();
  readonly #groups = new Map<unknown, Group>();
  readonly #open = new Map<unknown, OpenTest>();
  #time = 0;
  #failedOutside = 0;
  #done = false;

  end(at: number): void {
    for (const open of this.#open.values()) this.#unfinished(open);
    this.writer.run.learn({ framework: "dart", durationMs: this.#time });
    if (!this.#done) this.writer.brokenOff(at);
  }

  /** Other output can appear between the events. Flutter also prints lists for its own tools. */
  line(line: string, at: number): void {
    this.#at = at;
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("[{")) return;
    const event = trimmed.startsWith('{"') && trimmed.endsWith("}") ? asObject(parsePiece(trimmed)?.value) : undefined;
    if (event === undefined || typeof event["type"] !== "string") {
      this.writer.output("stdout", `${line}\n`);
      return;
    }
    this.#time = Math.max(this.#time, asNumber(event["time"]) ?? 0);
    this.#event(event["type"], event);
  }

  #event(type: string, event: JsonObject): void {
    const about = asObject(event[type === "testStart" ? "test" : type]);
    if (type === "start")
      this.writer.run.learn({ framework: "dart", frameworkVersion: asString(event["runnerVersion"]) });
    else if (type === "suite" && about !== undefined) this.#suites.set(about["id"], about);
    else if (type === "group" && about !== undefined) this.#groups.set(about["id"], groupOf(about, this.#groups));
    else if (type === "testStart" && about !== undefined) this.#begin(about, event["time"]);
    else if (type === "print") this.#printed(event);
    else if (type === "error") this.#failed(event);
    else if (type === "testDone") this.#testDone(event);
    else if (type === "done") this.#end(event);
  }

  #begin(test: JsonObject, time: unknown): void {
    this.#open.set(test["id"], {
      test,
      startedAt: asNumber(time),
      earlier: [],
      errors: [],
      output: new LongText(limits.output),
    });
  }

  #printed(event: JsonObject): void {
    const open = this.#open.get(event["testID"]);
    const message = asString(event["message"]) ?? "";
    if (open === undefined) this.writer.output("stdout", `${message}\n`);
    else if (open.errors.length > 0 && message === `Retry: ${asString(open.test["name"])}`) this.#again(open);
    else if (event["messageType"] !== "skip") open.output.add(`${message}\n`);
  }

  /** Handles the message that the runner prints if a failed test is retried, because there is no second `testStart`. */
  #again(open: OpenTest): void {
    const { errors, output } = open;
    if (open.earlier.length < limits.attemptsPerTest) open.earlier.push({ status: "failed", errors, stdout: output });
    open.errors = [];
    open.output = new LongText(limits.output);
  }

  /** Errors after the end of a test belong to the run. */
  #failed(event: JsonObject): void {
    const error: ErrorRecord = { message: event["error"], stack: event["stackTrace"] };
    const open = this.#open.get(event["testID"]);
    if (open === undefined) this.#outside("An error after its test had finished", error);
    else if (open.errors.length <= limits.errorsPerAttempt) open.errors.push(error);
  }

  #testDone(event: JsonObject): void {
    const open = this.#open.get(event["testID"]);
    if (open === undefined) return;
    this.#open.delete(event["testID"]);
    // The runner reports loading a file as a test, which is hidden unless it fails.
    const verdict = verdictOf(event);
    const name = asString(open.test["name"]) ?? "";
    const isLoading = event["hidden"] === true || (name.startsWith("loading ") && open.test["line"] === null);
    if (isLoading && (verdict === "failed" || verdict === "error")) this.#outside(name, open.errors[0] ?? {});
    if (isLoading) return;
    this.writer.test(dartRecord(open, verdict, this.#around(open), asNumber(event["time"])), this.#at);
  }

  #unfinished(open: OpenTest): void {
    if ((asString(open.test["name"]) ?? "").startsWith("loading ")) return;
    const reason = "Interrupted: the run was stopped before it finished";
    this.writer.test({ ...dartRecord(open, "skipped", this.#around(open), undefined), skipReason: reason });
  }

  #around({ test }: OpenTest): { suite: JsonObject | undefined; groups: readonly Group[] } {
    const ids = Array.isArray(test["groupIDs"]) ? (test["groupIDs"] as unknown[]).slice(0, limits.suiteDepth) : [];
    return {
      suite: this.#suites.get(test["suiteID"]),
      groups: ids.flatMap((id) => this.#groups.get(id) ?? []),
    };
  }

  #outside(what: string, error: ErrorRecord): void {
    this.#failedOutside++;
    this.writer.problem("error", `${what}: ${asString(error.message) ?? "failed"}`, this.#at);
  }

  #end(event: JsonObject): void {
    this.#done = true;
    const { counts } = this.writer;
    const red = counts.failed + this.#failedOutside > 0;
    if (event["success"] === true || red) return;
    const reason =
      event["success"] === false
        ? "The run failed, but no listed test failed"
        : "The run was stopped before it finished: tests that had not run yet are missing";
    this.writer.problem("error", reason);
  }
}
