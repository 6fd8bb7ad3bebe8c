import { limits } from "#limits.ts";
import { zonedMs } from "#text/loose-timestamp.ts";
import { ReportWriter } from "#results/report-writer.ts";
import { baseName } from "#text/content-type.ts";
import type { RequestedText } from "#xml/element-feed.ts";
import type { ElementReader } from "#xml/element-scanner.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";
import type { Definitions } from "./definitions.ts";
import { addRow, durationOf, errorsOf, hasFailed, newResult, printed, type RawResult, statusOf } from "./raw-result.ts";
import { RunSummary } from "./run-summary.ts";

/** Reads the results. The definitions of their tests are already known. */
export class TrxReader implements ElementReader {
  readonly writer: ReportWriter;
  readonly #definitions: Definitions;
  readonly #summary = new RunSummary();
  /** The open result and its open rows and parts, outermost first. */
  readonly #results: RawResult[] = [];
  #rows = 0;
  #failedRows = 0;
  #cutOff = false;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    this.writer = new ReportWriter(definitions.framework);
    this.writer.run.learn({ place: definitions.targetFramework });
  }

  open(tag: XmlTag, parents: readonly string[]): RequestedText | undefined {
    const { name, attributes } = tag;
    const parent = parents.at(-1) ?? "";
    // Each kind of test has a different result element at the same position.
    if (parent === "Results" || parent === "InnerResults") {
      this.#results.push(newResult(attributes));
      return undefined;
    }
    switch (name) {
      case "Times":
        this.#times(attributes);
        return undefined;
      case "ResultSummary":
        this.#summary.summary(attributes);
        return undefined;
      case "Counters":
        if (this.#results.length === 0) this.#summary.counters(attributes);
        return undefined;
      case "RunInfo":
        this.#summary.info(attributes);
        return undefined;
      case "ResultFile":
        this.#file(attributes.get("path") ?? "");
        return undefined;
      case "A":
        this.#runFile(attributes.get("href") ?? "");
        return undefined;
      default:
        return this.#text(name, parent);
    }
  }

  close(name: string): void {
    const open = this.#results.length;
    if (open > 0 && (name.endsWith("Result") || name.endsWith("Aggregation"))) this.#closeResult();
  }

  /** Keeps the result, because its outcome is an attribute. Only its message may be incomplete. */
  brokenOff(): undefined {
    this.#cutOff = true;
    while (this.#results.length > 0) this.#closeResult();
  }

  end(): void {
    this.#summary.report(this.writer);
    const { tests, failed } = this.writer.counts;
    const rows = this.#rows;
    const red = this.#failedRows;
    // Some versions count the rows of a test, others only the test.
    if (!this.#cutOff) this.#summary.totals.compare(this.writer, tests, [tests + rows, rows], [failed + red, red]);
  }

  #times(attributes: ReadonlyMap<string, string>): void {
    const start = zonedMs(attributes.get("start"));
    const finish = zonedMs(attributes.get("finish"));
    this.writer.run.began(attributes.get("start"));
    if (start !== null && finish !== null && finish >= start) this.writer.run.learn({ durationMs: finish - start });
  }

  #text(name: string, parent: string): RequestedText | undefined {
    const raw = this.#results.at(-1);
    switch (name) {
      case "Text":
        return { max: limits.message, done: (text) => this.#summary.infoText(text) };
      case "Message":
        if (raw === undefined) return undefined;
        if (parent === "TextMessages") return { max: limits.output, done: (text) => printed(raw, "stdout", text) };
        return { max: limits.message, done: (text) => (raw.message = text.trim()) };
      case "StackTrace":
        return raw && { max: limits.stack, done: (text) => (raw.stack = text) };
      case "StdOut":
      case "DebugTrace":
        return { max: limits.output, done: (text) => this.#print("stdout", text) };
      case "StdErr":
        return { max: limits.output, done: (text) => this.#print("stderr", text) };
      default:
        return undefined;
    }
  }

  #print(stream: "stdout" | "stderr", text: string): void {
    const raw = this.#results.at(-1);
    if (raw !== undefined) printed(raw, stream, text);
    else this.writer.output(stream, text);
  }

  /** The files of a result are in a separate folder below `In` of the run folder. */
  #file(path: string): void {
    const raw = this.#results.at(-1);
    if (raw === undefined) return this.#runFile(path);
    const folder = raw.attributes.get("relativeResultsDirectory") ?? raw.attributes.get("executionId") ?? "";
    if (path !== "" && raw.files.length <= limits.artifactsPerAttempt) raw.files.push(this.#pathOf(folder, path));
  }

  #runFile(path: string): void {
    if (path !== "") this.writer.attachment({ path: this.#pathOf("", path), name: baseName(path) });
  }

  #pathOf(folder: string, path: string): string {
    if (/^([a-z]:)?[\\/]/i.test(path)) return path;
    const parts = [this.#definitions.deploymentRoot, "In", folder, path];
    return parts.filter((part) => part !== "").join("/");
  }

  #closeResult(): void {
    const raw = this.#results.pop();
    if (raw === undefined) return;
    const around = this.#results.at(-1);
    if (around === undefined) return this.#write(raw);
    this.#rows += 1;
    if (hasFailed(raw)) this.#failedRows += 1;
    // Drops rows that are deeper than the limit for steps, to bound the nesting.
    if (this.#results.length <= limits.stepDepth) addRow(around, raw);
    else this.writer.problems.addOnce("warning", `Rows are nested deeper than ${limits.stepDepth} levels`);
  }

  #write(raw: RawResult): void {
    const { attributes } = raw;
    const definition = this.#definitions.byTest.get(attributes.get("testId") ?? "");
    const className = definition?.className ?? "";
    const full = attributes.get("testName") ?? "";
    const status = statusOf(raw);
    const outcome = attributes.get("outcome");
    this.writer.run.fact("hostname", attributes.get("computerName"));
    this.writer.test({
      titlePath: [
        definition?.assembly ?? "",
        className,
        // Adapters of xUnit and NUnit put the class before the method.
        className !== "" && full.startsWith(`${className}.`) ? full.slice(className.length + 1) : full,
      ],
      tags: definition?.tags ?? [],
      author: definition?.author,
      annotations: [
        ...(definition?.annotations ?? []),
        ...(outcome === "Warning" ? [{ type: "warning", description: raw.message }] : []),
      ],
      skipReason: raw.message || raw.stdout.toString().trim().slice(0, 500) || outcome,
      attempts: [
        {
          status,
          startedAt: zonedMs(attributes.get("startTime")),
          durationMs: durationOf(raw),
          errors: errorsOf(raw),
          steps: raw.steps,
          stdout: raw.stdout,
          stderr: raw.stderr,
          attachments: raw.files.map((path) => ({ path })),
        },
      ],
    });
  }
}
