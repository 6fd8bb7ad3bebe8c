import { fileOf, suiteNames } from "#robot/suite-names.ts";
import { limits } from "#limits.ts";
import { ReportWriter } from "#results/report-writer.ts";
import { readHtmlMessage } from "#robot/html-message.ts";
import { readMessage } from "#robot/merged-message.ts";
import { errorsOf, isTraceback, logLine, outcomeOf, displayTags } from "#robot/outcome.ts";
import { authorInTags } from "#text/author-in-tags.ts";
import type { RequestedText } from "#xml/element-feed.ts";
import type { ElementReader } from "#xml/element-scanner.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";
import { newTest, print, type RawTest } from "./raw-test.ts";
import { endStep, isStep, newStep, type RawStep, reportedSteps } from "./steps.ts";
import type { Teardowns } from "./teardowns.ts";
import { durationOf, startOf } from "./times.ts";

type Attributes = ReadonlyMap<string, string>;

interface OpenSuite {
  readonly number: number;
  readonly name: string;
  readonly source: string;
}

/** Reads the elements of all versions. Keeps the open suites and one test in memory. */
export class RobotReader implements ElementReader {
  readonly writer = new ReportWriter("robot");
  readonly #teardowns: Teardowns;
  readonly #suites: OpenSuite[] = [];
  #suiteCount = 0;
  #test: RawTest | undefined;
  /** Open keywords and control structures, in a test or in the set-up of a suite. */
  readonly #steps: RawStep[] = [];
  #inErrors = false;
  /** Number of open suites beyond the limit for nesting. */
  #tooDeep = 0;

  constructor(teardowns: Teardowns) {
    this.#teardowns = teardowns;
  }

  open({ name, attributes }: XmlTag, parents: readonly string[]): RequestedText | undefined {
    const parent = parents.at(-1) ?? "";
    if (isStep(name, attributes, parent) && parent !== "statistics") {
      this.#openStep(name, attributes);
      return undefined;
    }
    switch (name) {
      case "timeout":
        if (this.#test !== undefined && this.#steps.length === 0) this.#test.timeout = attributes.get("value") ?? "";
        return undefined;
      case "robot":
        this.#generator(attributes.get("generator") ?? "");
        return undefined;
      case "suite":
        if (parent !== "statistics") this.#openSuite(attributes);
        return undefined;
      case "test":
      case "task":
        this.#test = newTest(attributes);
        return undefined;
      case "errors":
        this.#inErrors = true;
        return undefined;
      case "status":
        return this.#status(attributes, parent);
      case "msg":
        return this.#message(attributes);
      default:
        return this.#text(name, attributes, parent, parents.at(-2) ?? "");
    }
  }

  close(name: string): void {
    if (name === "test" || name === "task") this.#finishTest();
    else if (name === "suite") this.#closeSuite();
    else if (name === "errors") this.#inErrors = false;
    else if (this.#steps.at(-1)?.element === name) this.#steps.pop();
  }

  /** Drops the open test, because its status is its last element. */
  brokenOff(): string | undefined {
    const lost = this.#test?.attributes.get("name");
    const known = this.#test?.status !== undefined;
    if (known) this.#finishTest();
    return known ? undefined : lost;
  }

  end(): void {
    for (const { skipped, message } of this.#teardowns.values())
      if (!skipped) this.writer.problems.add("error", `The tear-down of a suite failed: ${message}`);
  }

  /** Parses a text such as `Robot 7.2 (Python 3.9.6 on win32)`. */
  #generator(generator: string): void {
    const [, version] = /^\w{1,20} ([\w.]{1,40})/.exec(generator) ?? [];
    if (version !== undefined) this.writer.run.learn({ frameworkVersion: version });
    const [, python, platform] = /\((?:Python|Jython|PyPy|IronPython) (\S{1,40}) on (\S{1,40})\)/.exec(generator) ?? [];
    this.writer.run.fact("python", python);
    this.writer.run.fact("operatingSystem", platform);
  }

  #openSuite(attributes: Attributes): void {
    const number = this.#suiteCount++;
    if (this.#suites.length >= limits.suiteDepth) {
      const reason = `Suites are nested deeper than ${limits.suiteDepth} levels; deeper ones have no titles`;
      this.writer.problems.addOnce("warning", reason);
      this.#tooDeep += 1;
      return;
    }
    const source = (attributes.get("source") ?? "").replaceAll("\\", "/");
    const name = attributes.get("name") ?? "";
    if (this.#suites.length === 0) this.writer.run.learn({ suite: name });
    this.#suites.push({ number, name, source });
  }

  #closeSuite(): void {
    if (this.#tooDeep > 0) this.#tooDeep -= 1;
    else this.#suites.pop();
    this.#steps.length = 0;
  }

  #openStep(element: string, attributes: Attributes): void {
    const step = newStep(element, this.#steps.length, attributes);
    this.#steps.push(step);
    // Stores one step more than the limit, so that the writer can detect dropped steps.
    if (this.#test !== undefined && this.#test.steps.length <= limits.stepsPerAttempt) this.#test.steps.push(step);
  }

  #status(attributes: Attributes, parent: string): RequestedText | undefined {
    const step = this.#steps.at(-1);
    if (step !== undefined) {
      // An element inside other elements of later versions is ignored, because the parent has a separate status.
      if (step.element !== parent) return undefined;
      endStep(step, attributes);
      return { max: limits.message, done: (text) => (step.message = readMessage(text).message) };
    }
    if (parent === "suite") {
      if (this.#suites.length > 1) return undefined;
      this.writer.run.began(startOf(attributes));
      this.writer.run.took(durationOf(attributes));
      return undefined;
    }
    const test = this.#test;
    if (test === undefined || !/^(?:test|task)$/.test(parent)) return undefined;
    this.writer.run.began(startOf(attributes));
    test.durationMs = durationOf(attributes);
    test.critical = attributes.get("critical") !== "no";
    const done = (text: string) => {
      test.message = text;
      test.status = attributes.get("status") ?? "";
    };
    return { max: limits.message * 2, done };
  }

  #message(attributes: Attributes): RequestedText | undefined {
    const level = attributes.get("level") ?? "INFO";
    if (level === "TRACE") return undefined;
    const html = /^(true|yes)$/i.test(attributes.get("html") ?? "");
    return { max: html ? limits.jsonPiece : limits.output, done: (text) => this.#log(level, text, html) };
  }

  #log(level: string, content: string, html: boolean): void {
    const { text, files } = html ? readHtmlMessage(content) : { text: content, files: [] };
    const line = logLine(level, text);
    // Errors about libraries and files that Robot could not use. Warnings are already in the log.
    if (this.#inErrors) {
      if (level === "ERROR") this.writer.problems.add("warning", text);
      return;
    }
    const test = this.#test;
    if (test === undefined) {
      this.writer.output("stdout", `${line}\n`);
      for (const file of files) this.writer.attachment(file);
      return;
    }
    print(test, line);
    if (isTraceback(level, text)) test.traceback ||= text;
    if (files.length === 0 || test.files.length > limits.artifactsPerAttempt) return;
    const open = this.#steps.at(-1);
    const index = open === undefined ? -1 : test.steps.lastIndexOf(open);
    test.files.push(...files.map((file) => ({ ...file, step: index === -1 ? undefined : index })));
  }

  #text(name: string, attributes: Attributes, parent: string, around: string): RequestedText | undefined {
    const step = this.#steps.at(-1);
    const test = this.#test;
    const max = limits.annotationValue;
    switch (name) {
      case "arg":
      case "value":
      case "pattern":
        return step && { max, done: (text) => addText(step.args, text) };
      case "var": {
        const variable = attributes.get("name");
        if (step === undefined) return undefined;
        // Inside an iteration, the element can also be a step with a status, which is ignored here.
        const set = (text: string) => text.includes("<status") || addText(step.assigned, named(variable, text));
        return { max, done: set };
      }
      case "tag":
        if (test === undefined || step !== undefined || (parent === "tags" ? around : parent) === "kw")
          return undefined;
        return { max, done: (text) => addText(test.tags, text.trim()) };
      case "doc":
        if (test === undefined || step !== undefined) return undefined;
        return { max, done: (text) => (test.doc = text.trim()) };
      case "meta":
      case "item":
        if (test !== undefined) return undefined;
        return { max, done: (text) => this.writer.run.fact(attributes.get("name") ?? "", text.trim()) };
      default:
        return undefined;
    }
  }

  #finishTest(): void {
    const test = this.#test;
    this.#test = undefined;
    this.#steps.length = 0;
    if (test === undefined) return;
    const around = this.#suites.toReversed();
    const teardowns = around.map(({ number }) => this.#teardowns.get(number));
    const outcome = outcomeOf(test.status ?? "", test.message, teardowns);
    const { status, message, earlier } = outcome;
    this.writer.test({
      file: fileOf(this.#suites),
      titlePath: [...suiteNames(this.#suites), test.attributes.get("name") ?? ""],
      line: Number(test.attributes.get("line") ?? test.attributes.get("lineno") ?? Number.NaN),
      tags: displayTags(test.tags),
      author: authorInTags(test.tags),
      annotations: annotationsOf(test),
      skipReason: message,
      attempts: [
        ...earlier,
        {
          status,
          durationMs: test.durationMs,
          errors: errorsOf(outcome, test.traceback),
          steps: reportedSteps(test.steps),
          stdout: test.output,
          attachments: test.files,
        },
      ],
    });
  }
}

function annotationsOf({ doc, timeout, critical }: RawTest): { type: string; description: string }[] {
  const reported = [
    { type: "description", description: doc },
    { type: "timeout", description: timeout },
    { type: "critical", description: critical ? "" : "no" },
  ];
  return reported.filter(({ description }) => description !== "");
}

function addText(list: string[], text: string): void {
  if (list.length < 100) list.push(text);
}

function named(variable: string | undefined, text: string): string {
  return variable === undefined ? text : `${variable} = ${text}`;
}
