import { cleanTitle } from "#text/clean-text.ts";
import { Buffer } from "node:buffer";
import { posix } from "node:path";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { asObject, asString, type JsonObject } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import { limits } from "#limits.ts";
import { outsideError } from "#playwright-json/errors.ts";
import { RunVerdict } from "#playwright-json/run-verdict.ts";
import { runFacts, statsFacts } from "#playwright-json/run-facts.ts";
import { SpecWriter } from "#playwright-json/spec-writer.ts";
import { ProblemLog } from "#problem-log.ts";
import { runOutput } from "#results/run-output.ts";
import type { Scanner } from "#scan.ts";
import { LineCutter } from "#text/line-cutter.ts";
import { OpenResult } from "./open-result.ts";
import { listedTests, type ListedTest } from "./test-list.ts";

/** Newest supported version of blobs. Older versions list suites differently. */
const newestVersion = 2;

interface StartedTest {
  readonly results: { readonly id: string; readonly result: OpenResult }[];
  ended: number;
  expectedStatus: unknown;
  annotations: unknown;
  timeout: unknown;
}

/**
 * Converts the lines of a blob to events. Keeps the list of tests, which comes first, and the results of running tests
 * in memory.
 */
export class BlobReader implements Scanner {
  readonly #attempts: ReadonlyMap<string, number>;
  readonly #lines = new LineCutter();
  readonly #problems = new ProblemLog();
  readonly #writer = new SpecWriter();
  /** Tests without a final result. */
  readonly #listed = new Map<string, ListedTest>();
  readonly #started = new Map<string, StartedTest>();
  #metadata: JsonObject = {};
  #events: ResultEvent[] = [];
  #ended = false;
  #readable = true;
  #cutOff = false;
  readonly #verdict = new RunVerdict();

  /** @param attempts Number of attempts per test, by test id. */
  constructor(attempts: ReadonlyMap<string, number>) {
    this.#attempts = attempts;
  }

  write(chunk: string): ResultEvent[] {
    for (const line of this.#lines.write(chunk)) this.#line(line);
    return this.#taken();
  }

  end(): ResultEvent[] {
    const last = this.#lines.end();
    if (last !== undefined) this.#line(last, true);
    if (!this.#readable) return [...this.#taken(), ...this.#problems.takeRest()];
    if (this.#lines.dropped > 0) {
      const reason = `${this.#lines.dropped} lines with more than ${limits.jsonPiece / 1_000_000} million characters were left out`;
      this.#problems.add("incomplete", reason);
    }
    // In a truncated file, the results of the remaining tests are unknown. In a complete file, these tests did not run.
    for (const id of this.#started.keys()) this.#decide(id);
    if (!this.#cutOff) for (const id of this.#listed.keys()) this.#decide(id);
    if (!this.#ended) {
      const reason = `The report ends before the run finished: it was stopped or cut off; ${this.#writer.tests} tests were kept`;
      this.#problems.add("incomplete", reason, { line: Math.max(1, this.#lines.number) });
    }
    if (this.#verdict.reason !== undefined) this.#problems.add("error", this.#verdict.reason);
    return [...this.#taken(), ...this.#problems.takeRest()];
  }

  #line(line: string, isLast = false): void {
    if (!this.#readable || line.trim() === "") return;
    const event = asObject(parsePiece(line)?.value);
    if (event === undefined) {
      this.#cutOff ||= isLast;
      if (isLast && !this.#ended) return;
      this.#problems.add("incomplete", "A line that is not valid JSON was left out", { line: this.#lines.number });
      return;
    }
    this.#event(asString(event["method"]) ?? "", asObject(event["params"]) ?? {});
  }

  #event(method: string, params: JsonObject): void {
    switch (method) {
      case "onBlobReportMetadata":
        return this.#begin(params);
      case "onConfigure":
        return this.#configure(asObject(params["config"]) ?? {});
      case "onProject":
        return this.#project(asObject(params["project"]) ?? {});
      case "onTestBegin":
        return this.#beginTest(params);
      case "onStepBegin":
        return this.#resultOf(params)?.beginStep(asObject(params["step"]) ?? {});
      case "onStepEnd":
        return this.#resultOf(params)?.endStep(asObject(params["step"]) ?? {});
      case "onAttach":
        return this.#resultOf(params)?.attach(params["attachments"]);
      case "onStdIO":
        return this.#print(params);
      case "onTestEnd":
        return this.#endTest(params);
      case "onError":
        this.#verdict.noteError();
        return this.#problems.add("error", outsideError(asObject(params["error"]) ?? {}), { line: this.#lines.number });
      case "onEnd":
        return this.#end(asObject(params["result"]) ?? {});
    }
  }

  #begin(metadata: JsonObject): void {
    this.#metadata = metadata;
    const version = metadata["version"];
    if (typeof version !== "number" || version <= newestVersion) return;
    this.#readable = false;
    const reason = `This is a version ${version} blob, but this server supports versions up to ${newestVersion}: it was written by a newer Playwright. Upload the file of its reporter json`;
    this.#problems.add("incomplete", reason);
  }

  #configure(config: JsonObject): void {
    const rootDir = asString(config["rootDir"])?.replaceAll("\\", "/");
    this.#writer.rootDir = rootDir;
    this.#verdict.configure(config);
    const configFile = asString(config["configFile"])?.replaceAll("\\", "/");
    const bot = asString(this.#metadata["name"]);
    this.#events.push({
      ...runFacts({
        ...config,
        shard: config["shard"] ?? this.#metadata["shard"],
        // All paths in a blob are relative to the root of the tests.
        ...(configFile === undefined ? {} : { configFile: posix.join(rootDir ?? "", configFile) }),
      }),
      ...(bot === undefined ? {} : { place: cleanTitle(bot, 200) }),
    });
  }

  #project(project: JsonObject): void {
    for (const [id, test] of listedTests(project, asString(this.#metadata["name"]))) this.#listed.set(id, test);
  }

  #beginTest(params: JsonObject): void {
    const id = asString(params["testId"]) ?? "";
    if (!this.#listed.has(id)) {
      this.#problems.addOnce("warning", "Results of tests that are not in the report were left out");
      return;
    }
    const opened = asObject(params["result"]) ?? {};
    const started = this.#started.get(id) ?? {
      results: [],
      ended: 0,
      expectedStatus: undefined,
      annotations: undefined,
      timeout: undefined,
    };
    this.#started.set(id, started);
    started.results.push({ id: asString(opened["id"]) ?? "", result: new OpenResult(opened) });
  }

  #resultOf(params: JsonObject): OpenResult | undefined {
    const resultId = asString(params["resultId"]) ?? asString(asObject(params["result"])?.["id"]);
    const testId = asString(params["testId"]) ?? asString(asObject(params["test"])?.["testId"]) ?? "";
    return this.#started.get(testId)?.results.findLast(({ id }) => id === resultId)?.result;
  }

  #print(params: JsonObject): void {
    const data = asString(params["data"]) ?? "";
    const text = params["isBase64"] === true ? Buffer.from(data, "base64").toString("utf8") : data;
    const stream = params["type"] === "stderr" ? "stderr" : "stdout";
    const result = this.#resultOf(params);
    if (result !== undefined) return result.print(stream, text);
    this.#events.push(...runOutput(stream, text));
  }

  #endTest(params: JsonObject): void {
    const test = asObject(params["test"]) ?? {};
    const id = asString(test["testId"]) ?? "";
    const started = this.#started.get(id);
    if (started === undefined) return;
    this.#resultOf(params)?.end(asObject(params["result"]) ?? {});
    started.ended += 1;
    started.expectedStatus = test["expectedStatus"];
    started.annotations = test["annotations"];
    started.timeout = test["timeout"];
    if (started.ended >= (this.#attempts.get(id) ?? 0)) this.#decide(id);
  }

  #decide(id: string): void {
    const listed = this.#listed.get(id);
    if (listed === undefined) return;
    const started = this.#started.get(id);
    this.#listed.delete(id);
    this.#started.delete(id);
    const test = {
      projectName: listed.projectName,
      expectedStatus: started?.expectedStatus ?? "passed",
      annotations: [...arrayOf(listed.annotations), ...arrayOf(started?.annotations)],
      retries: listed.retries,
      timeout: started?.timeout,
      results: started?.results.map(({ result }) => result.finished()) ?? [],
    };
    const { events, repairs } = this.#writer.write({ ...listed.spec, tests: [test] }, listed.suites);
    for (const event of events) {
      this.#verdict.note(event);
      this.#events.push(event);
    }
    for (const repair of repairs) this.#problems.addOnce("warning", repair);
  }

  #end(result: JsonObject): void {
    this.#ended = true;
    this.#events.push(statsFacts(result));
    this.#verdict.end(result["status"]);
    if (result["status"] === "interrupted") this.#problems.add("incomplete", "The run was stopped before it finished");
  }

  #taken(): ResultEvent[] {
    const events = [...this.#events, ...this.#problems.take()];
    this.#events = [];
    return events;
  }
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
