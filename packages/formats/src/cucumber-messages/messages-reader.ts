import { tableRows } from "#cucumber-json/step-arguments.ts";
import { asObject, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import { parsePiece } from "#json/parse-piece.ts";
import { limits } from "#limits.ts";
import { ReportWriter } from "#results/report-writer.ts";
import type { AttemptRecord } from "#results/test-record.ts";
import { authorInTags } from "#text/author-in-tags.ts";
import { parseUnixMs } from "#text/timestamp.ts";
import { projectPath } from "#text/project-path.ts";
import type { LineReader } from "#text/line-scanner.ts";
import { cellsOf, FeatureIndex } from "./feature-index.ts";
import { fileOf, OpenAttempt, type PlannedStep } from "./open-attempt.ts";
import { between, lineOf, millisOf, textOf } from "./values.ts";

/** Converts messages to events. Messages are matched by id, because parallel runs mix them. */
export class MessagesReader implements LineReader {
  readonly writer = new ReportWriter("cucumber");
  readonly #features = new FeatureIndex();
  readonly #pickles = new Map<string, JsonObject>();
  readonly #hooks = new Map<string, string>();
  readonly #cases = new Map<string, JsonObject>();
  /** Open executions by the id of their start. */
  readonly #open = new Map<string, OpenAttempt>();
  /** Executions that will be repeated, by test case. */
  readonly #earlier = new Map<string, { readonly attempts: AttemptRecord[]; readonly links: string[] }>();
  #startedAt: number | null = null;
  #finished = false;
  #success: unknown;
  /** Number of scenarios with unimplemented steps, which fail a run. */
  #unwritten = 0;

  end(at: number): void {
    for (const attempt of this.#open.values()) this.#decide(attempt.testCaseId, attempt, attempt.record(undefined));
    for (const testCaseId of this.#earlier.keys()) this.#decide(testCaseId, undefined, undefined);
    this.#checkSuccess(at);
  }

  line(line: string, at: number, isLast: boolean): void {
    if (line.trim() === "") return;
    const message = asObject(parsePiece(line)?.value);
    if (message !== undefined) {
      for (const [kind, content] of Object.entries(message)) this.#message(kind, asObject(content) ?? {});
    } else if (line.trimStart().startsWith("{") && !isLast)
      this.writer.problems.add("incomplete", "A line that is not valid JSON was left out", {
        line: at,
      });
  }

  #message(kind: string, content: JsonObject): void {
    const id = textOf(content["id"]);
    switch (kind) {
      case "meta":
        return this.#meta(content);
      case "gherkinDocument":
        return this.#features.add(content);
      case "pickle":
        this.#pickles.set(id, content);
        return;
      case "hook":
        this.#hooks.set(id, hookTitle(content));
        return;
      case "testCase":
        this.#cases.set(id, content);
        return;
      case "testRunStarted":
        this.#startedAt = millisOf(content["timestamp"]);
        return this.writer.run.beganAt(parseUnixMs(this.#startedAt));
      case "testCaseStarted":
        this.#open.set(id, new OpenAttempt(content));
        return;
      case "testStepFinished":
        return this.#endStep(content);
      case "testCaseFinished":
        return this.#endCase(content);
      case "attachment":
      case "externalAttachment":
        return this.#attach(content);
      case "parseError":
        return this.#parseError(content);
      case "testRunHookFinished":
        return this.#endRunHook(content);
      case "undefinedParameterType":
        return this.writer.problems.add("warning", `The parameter type "${textOf(content["name"])}" is not defined`);
      case "testRunFinished":
        return this.#endRun(content);
    }
  }

  #meta(meta: JsonObject): void {
    const named = (key: string) => {
      const part = asObject(meta[key]);
      return [textOf(part?.["name"]), textOf(part?.["version"])].filter((text) => text !== "").join(" ");
    };
    this.writer.run.learn({ frameworkVersion: textOf(asObject(meta["implementation"])?.["version"]).slice(0, 100) });
    this.writer.run.fact("implementation", textOf(asObject(meta["implementation"])?.["name"]));
    this.writer.run.fact("operatingSystem", named("os"));
    this.writer.run.fact("runtime", named("runtime"));
    const ci = asObject(meta["ci"]);
    const git = asObject(ci?.["git"]);
    this.writer.run.fact("ci", asString(ci?.["name"]));
    this.writer.run.fact("branch", asString(git?.["branch"]));
    this.writer.run.fact("commit", asString(git?.["revision"]));
  }

  #endStep(finished: JsonObject): void {
    const attempt = this.#open.get(textOf(finished["testCaseStartedId"]));
    if (attempt === undefined) return;
    const steps = objectsOf(this.#cases.get(attempt.testCaseId)?.["testSteps"]);
    const step = steps.find(({ id }) => id === finished["testStepId"]);
    attempt.endStep(this.#planned(attempt, step), finished);
  }

  #planned({ testCaseId }: OpenAttempt, step: JsonObject | undefined): PlannedStep {
    const hookId = asString(step?.["hookId"]);
    if (hookId !== undefined) return { title: this.#hooks.get(hookId) ?? "Hook", isHook: true };
    const pickle = this.#pickles.get(textOf(this.#cases.get(testCaseId)?.["pickleId"]));
    const own = objectsOf(pickle?.["steps"]).find(({ id }) => id === step?.["pickleStepId"]);
    const keyword = this.#features.keywordOf(stringsOf(own?.["astNodeIds"]));
    if (own === undefined) return { title: "Step", isHook: false };
    return { title: `${keyword}${textOf(own["text"])}`, isHook: false, details: detailsOf(asObject(own["argument"])) };
  }

  #endCase(finished: JsonObject): void {
    const id = textOf(finished["testCaseStartedId"]);
    const attempt = this.#open.get(id);
    if (attempt === undefined) return;
    this.#open.delete(id);
    if (finished["willBeRetried"] !== true && !attempt.willBeRetried)
      return this.#decide(attempt.testCaseId, attempt, attempt.record(finished));
    const earlier = this.#earlier.get(attempt.testCaseId);
    const { links } = attempt;
    if (earlier === undefined) this.#earlier.set(attempt.testCaseId, { attempts: [attempt.record(finished)], links });
    else if (earlier.attempts.length <= limits.attemptsPerTest) earlier.attempts.push(attempt.record(finished));
  }

  /** @param last Undefined if the stream ends before the scenario is repeated. */
  #decide(testCaseId: string, attempt: OpenAttempt | undefined, last: AttemptRecord | undefined): void {
    const pickleId = textOf(this.#cases.get(testCaseId)?.["pickleId"]);
    const pickle = this.#pickles.get(pickleId);
    const { attempts: earlier, links: before } = this.#earlier.get(testCaseId) ?? { attempts: [], links: [] };
    const links = new Set([...before, ...(attempt?.links ?? [])]);
    this.#earlier.delete(testCaseId);
    this.#cases.delete(testCaseId);
    this.#pickles.delete(pickleId);
    if (attempt?.worst === "UNDEFINED" || attempt?.worst === "PENDING") this.#unwritten += 1;
    const location = this.#features.locationOf(stringsOf(pickle?.["astNodeIds"]));
    const tags = objectsOf(pickle?.["tags"]).map((tag) => textOf(tag["name"]));
    this.writer.test({
      file: fileName(textOf(pickle?.["uri"])),
      titlePath: [...(location?.suites ?? []), textOf(pickle?.["name"])],
      variant: (location?.row ?? []).map(([name, value]) => `${name}=${value}`).join(", "),
      line: lineOf(pickle?.["location"]) ?? location?.line,
      tags,
      author: authorInTags(tags),
      annotations: [
        ...((location?.description ?? "") === ""
          ? []
          : [{ type: "description", description: location?.description ?? "" }]),
        ...[...links].map((link) => ({ type: "link", description: link })),
      ],
      skipReason: attempt?.skipReason,
      attempts: last === undefined ? earlier : [...earlier, last],
    });
  }

  #attach(attachment: JsonObject): void {
    const started = asString(attachment["testCaseStartedId"]);
    if (started === undefined) return this.writer.attachment(fileOf(attachment));
    this.#open.get(started)?.attach(attachment);
  }

  #parseError(error: JsonObject): void {
    const source = asObject(error["source"]);
    const line = lineOf(source?.["location"]);
    const location = `${textOf(source?.["uri"])}${line === undefined ? "" : `:${line}`}`;
    this.writer.problems.add("error", `The feature ${location} could not be read: ${textOf(error["message"])}`);
  }

  #endRunHook(finished: JsonObject): void {
    const result = asObject(finished["result"]) ?? {};
    if (result["status"] !== "FAILED") return;
    const message = textOf(result["message"]) || textOf(asObject(result["exception"])?.["message"]);
    this.writer.problems.add("error", `A hook around the whole run failed: ${message}`);
  }

  #endRun(finished: JsonObject): void {
    this.#finished = true;
    this.#success = finished["success"];
    const took = between(this.#startedAt, millisOf(finished["timestamp"]));
    if (took !== null) this.writer.run.learn({ durationMs: took });
    const message = textOf(finished["message"]) || textOf(asObject(finished["exception"])?.["message"]);
    if (message !== "") this.writer.problems.add("error", message);
  }

  /** A run that Cucumber reports as failed must not pass, regardless of its scenarios. */
  #checkSuccess(at: number): void {
    if (!this.#finished) {
      const reason = `The stream ends before the run finished: it was stopped or cut off; ${this.writer.counts.tests} scenarios were kept`;
      this.writer.problems.add("incomplete", reason, { line: at });
    } else if (this.#success === false && this.writer.counts.failed === 0) {
      const unwritten = `The run failed: ${this.#unwritten} scenarios have steps that are undefined or pending`;
      this.writer.problems.add("error", this.#unwritten > 0 ? unwritten : "The run failed, but no scenario failed");
    }
  }
}

/** Returns the doc string or the table of a step. */
function detailsOf(argument: JsonObject | undefined): string[] {
  const text = textOf(asObject(argument?.["docString"])?.["content"]);
  const rows = objectsOf(asObject(argument?.["dataTable"])?.["rows"]).map(cellsOf);
  return [...tableRows(rows), ...(text.trim() === "" ? [] : [text])];
}

function hookTitle(hook: JsonObject): string {
  const name = textOf(hook["name"]);
  const type = textOf(hook["type"]).toLowerCase().replaceAll("_", " ");
  const label = type === "" ? "Hook" : `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  return name === "" ? label : `${label}: ${name}`;
}

/** Cucumber-JVM uses URIs for features. */
function fileName(uri: string): string {
  return projectPath(uri.replace(/^(?:classpath|file):(?!\/\/)/, ""));
}
