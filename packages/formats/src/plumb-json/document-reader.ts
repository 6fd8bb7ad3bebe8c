import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { type JsonCutHandler, JsonCutter } from "#json/json-cutter.ts";
import { asObject, type JsonObject } from "#json/json-value.ts";
import { type ParsedPiece, parsePiece } from "#json/parse-piece.ts";
import { limits } from "#limits.ts";
import { ProblemLog } from "#problem-log.ts";
import { printedEvent, repeatedProblem, runEvent } from "./run-event.ts";
import { fileEvent, testEvents } from "./test-events.ts";

/** Supported version of the document. Older versions would be converted here. */
const readableVersion = 1;

type Location = "root" | "problems" | "output" | "files" | "tests";

const lists: readonly (string | null)[] = ["problems", "output", "files", "tests"] satisfies Location[];

/** Follows the outline of an exported report and converts each test to events. One instance per file. */
export class DocumentReader implements JsonCutHandler {
  readonly #cutter = new JsonCutter(this);
  readonly #problems = new ProblemLog();
  readonly #places: Location[] = [];
  #events: ResultEvent[] = [];
  #repeated = 0;
  #tests = 0;
  #documents = 0;
  #readable = true;

  write(chunk: string): ResultEvent[] {
    this.#cutter.write(chunk);
    return this.#taken();
  }

  end(): ResultEvent[] {
    if (!this.#cutter.complete) {
      const summary = this.#tests === 0 ? "no test was complete" : `${this.#tests} complete tests were kept`;
      const reason = `The file ends in the middle of the report because it was cut off; ${summary}`;
      this.#problems.add("incomplete", reason, { line: this.#cutter.line });
    }
    return [...this.#taken(), ...this.#problems.takeRest()];
  }

  begin(key: string | null, kind: "object" | "array"): "enter" | "take" | "skip" {
    const location = this.#places.at(-1);
    if (location === undefined) return this.#beginDocument();
    if (!this.#readable) return "skip";
    if (location !== "root") return kind === "object" ? "take" : "skip";
    if (key === "report" && kind === "object") return "take";
    return lists.includes(key) && kind === "array" ? this.#enter(key as Location) : "skip";
  }

  value(key: string | null, json: string, line: number, known?: ParsedPiece): void {
    const location = this.#places.at(-1);
    if (location === "root" && key === "version") this.#version(json, line);
    if (!this.#readable) return;
    if (location === "root" && key === "report") this.#report(this.#parse(json, line, known));
    else if (location === "problems") this.#problem(this.#parse(json, line, known));
    else if (location === "output") this.#ofRun(printedEvent(this.#parse(json, line, known)));
    else if (location === "files") this.#ofRun(fileEvent(this.#parse(json, line, known)));
    else if (location === "tests") this.#test(this.#parse(json, line, known), line);
  }

  leave(): void {
    this.#places.pop();
  }

  oversized(_key: string | null, line: number): void {
    const reason = `A part of the report with more than ${limits.jsonPiece / 1_000_000} million characters was left out`;
    this.#problems.add("incomplete", reason, { line });
  }

  #beginDocument(): "enter" | "skip" {
    this.#documents += 1;
    if (this.#documents === 1) return this.#enter("root");
    this.#problems.addOnce("warning", "The file holds more than one report; only the first was read", {
      line: this.#cutter.line,
    });
    return "skip";
  }

  #enter(location: Location): "enter" {
    this.#places.push(location);
    return "enter";
  }

  #version(json: string, line: number): void {
    if (json === String(readableVersion)) return;
    this.#readable = false;
    const reason = `This is a plumb-report of version ${json.slice(0, 20)}, and this server reads version ${readableVersion}: it was written by a newer Plumb`;
    this.#problems.add("incomplete", reason, { line });
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

  #report(report: JsonObject | undefined): void {
    if (report !== undefined) this.#events.push(runEvent(report));
  }

  #problem(problem: JsonObject | undefined): void {
    const repeated = problem === undefined ? undefined : repeatedProblem(problem);
    if (repeated === undefined) return;
    if (this.#repeated++ < limits.problemsPerFile) this.#events.push(repeated);
    else
      this.#problems.addOnce(
        "warning",
        `The report has more than ${limits.problemsPerFile} problems; the rest was left out`,
      );
  }

  #ofRun(event: ResultEvent | undefined): void {
    if (event !== undefined) this.#events.push(event);
  }

  #test(test: JsonObject | undefined, line: number): void {
    if (test === undefined) return;
    this.#tests += 1;
    const { events, repairs } = testEvents(String(this.#tests), test);
    for (const event of events) this.#events.push(event);
    for (const repair of repairs) this.#problems.addOnce("warning", repair, { line });
  }

  #taken(): ResultEvent[] {
    const events = [...this.#events, ...this.#problems.take()];
    this.#events = [];
    return events;
  }
}
