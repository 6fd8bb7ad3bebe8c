import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { type JsonCutHandler, JsonCutter } from "#json/json-cutter.ts";
import { asObject, asString, type JsonObject } from "#json/json-value.ts";
import { type OpenSuite, SuiteStack } from "#json/suite-stack.ts";
import { type ParsedPiece, parsePiece } from "#json/parse-piece.ts";
import { limits } from "#limits.ts";
import { ProblemLog } from "#problem-log.ts";
import { outsideError } from "./errors.ts";
import { RunVerdict } from "./run-verdict.ts";
import { runFacts, statsFacts } from "./run-facts.ts";
import { SpecWriter } from "./spec-writer.ts";

type Frame = "root" | "suites" | "suite" | "specs" | "errors";

/** Follows the outline of a report and passes on each spec with its suites. One instance per file. */
export class ReportReader implements JsonCutHandler {
  readonly #cutter = new JsonCutter(this);
  readonly #problems = new ProblemLog();
  readonly #writer = new SpecWriter();
  readonly #frames: Frame[] = [];
  readonly #suites = new SuiteStack<JsonObject>((spec, suites) => this.#write(spec, suites));
  #events: ResultEvent[] = [];
  #sawSuites = false;
  #outsideErrors = 0;
  readonly #verdict = new RunVerdict();

  write(chunk: string): ResultEvent[] {
    this.#cutter.write(chunk);
    return this.#taken();
  }

  end(): ResultEvent[] {
    if (!this.#cutter.complete) this.#brokenOff();
    // Closes open parts, so that specs that wait for titles are released.
    while (this.#frames.length > 0) this.leave();
    const { tests, attempts } = this.#writer;
    if (tests > 0 && attempts === 0 && this.#outsideErrors === 0 && this.#cutter.complete) {
      const reason = `This is a listing (--list): none of its ${tests} tests ran. They are counted as skipped`;
      this.#problems.add("error", reason);
    }
    if (this.#cutter.complete && this.#verdict.reason !== undefined) this.#problems.add("error", this.#verdict.reason);
    if (this.#cutter.complete && !this.#sawSuites) {
      this.#problems.add(
        "incomplete",
        'This looks like a Playwright report, but it has no "suites", so it contains no tests',
      );
    }
    return [...this.#taken(), ...this.#problems.takeRest()];
  }

  begin(key: string | null, kind: "object" | "array"): "enter" | "take" | "skip" {
    switch (this.#frames.at(-1)) {
      case undefined:
        return this.#enter("root");
      case "root":
        if (kind === "object") return key === "config" || key === "stats" ? "take" : "skip";
        if (key === "errors") return this.#enter("errors");
        if (key !== "suites") return "skip";
        this.#sawSuites = true;
        return this.#enter("suites");
      case "suites":
        return kind === "object" ? this.#enterSuite() : "skip";
      case "suite":
        if (kind === "array" && key === "suites") return this.#enter("suites");
        return kind === "array" && key === "specs" ? this.#enter("specs") : "skip";
      case "specs":
      case "errors":
      default:
        return kind === "object" ? "take" : "skip";
    }
  }

  value(key: string | null, json: string, line: number, known?: ParsedPiece): void {
    const frame = this.#frames.at(-1);
    if (frame === "suite") {
      if (key === "title") this.#suites.title(asString(parsePiece(json)?.value) ?? "");
      else if (key === "file") this.#suites.file(asString(parsePiece(json)?.value) ?? "");
    } else if (frame === "root") {
      if (key === "config" || key === "stats") this.#facts(key, this.#parse(json, line, known));
    } else if (frame === "specs") this.#spec(this.#parse(json, line, known));
    else if (frame === "errors") this.#outsideError(this.#parse(json, line, known), line);
  }

  leave(): void {
    if (this.#frames.pop() === "suite") this.#suites.close();
  }

  oversized(_key: string | null, line: number): void {
    const reason = `A part of the report with more than ${limits.jsonPiece / 1_000_000} million characters was left out`;
    this.#problems.add("incomplete", reason, { line });
  }

  #enter(frame: Frame): "enter" {
    this.#frames.push(frame);
    return "enter";
  }

  #enterSuite(): "enter" | "skip" {
    // Each level of suites needs two frames: the list and the suite.
    if (this.#frames.length <= limits.suiteDepth * 2) {
      this.#suites.open();
      return this.#enter("suite");
    }
    const reason = `Suites are nested deeper than ${limits.suiteDepth} levels; deeper levels were left out`;
    this.#problems.addOnce("incomplete", reason, { line: this.#cutter.line });
    return "skip";
  }

  #parse(json: string, line: number, known: ParsedPiece | undefined): JsonObject | undefined {
    const parsed = known ?? parsePiece(json);
    if (parsed === undefined) {
      this.#problems.add("incomplete", "A part of the report that is not valid JSON was left out", { line });
    } else if (parsed.repaired) {
      this.#problems.addOnce("warning", "A part of the report was not valid JSON and has been repaired", { line });
    }
    return asObject(parsed?.value);
  }

  #facts(key: "config" | "stats", facts: JsonObject | undefined): void {
    if (facts === undefined) return;
    if (key === "config") {
      this.#writer.configure(facts);
      this.#verdict.configure(facts);
    }
    if (key === "stats") this.#verdict.declareFailures(facts["unexpected"]);
    this.#events.push(key === "config" ? runFacts(facts) : statsFacts(facts));
  }

  #outsideError(error: JsonObject | undefined, line: number): void {
    if (error === undefined) return;
    this.#outsideErrors++;
    this.#verdict.noteError();
    this.#problems.add("error", outsideError(error), { line });
  }

  #spec(spec: JsonObject | undefined): void {
    if (spec !== undefined) this.#suites.add(spec);
  }

  #write(spec: JsonObject, suites: readonly OpenSuite[]): void {
    const { events, repairs } = this.#writer.write(spec, suites);
    for (const event of events) {
      this.#verdict.note(event);
      this.#events.push(event);
    }
    for (const repair of repairs) this.#problems.addOnce("warning", repair);
  }

  #taken(): ResultEvent[] {
    const events = [...this.#events, ...this.#problems.take()];
    this.#events = [];
    return events;
  }

  #brokenOff(): void {
    const { tests } = this.#writer;
    const summary = tests === 0 ? "no test was complete" : `${tests} complete tests were kept`;
    const reason = `The file ends in the middle of the report because it was cut off; ${summary}`;
    this.#problems.add("incomplete", reason, { line: this.#cutter.line });
  }
}
