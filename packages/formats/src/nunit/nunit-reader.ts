import { limits } from "#limits.ts";
import { DeclaredTotals, sumOf, totalOf } from "#results/declared-totals.ts";
import { zonedMs } from "#text/loose-timestamp.ts";
import { ReportWriter } from "#results/report-writer.ts";
import { browserIn } from "#text/browser-name.ts";
import { parseTime } from "#text/duration.ts";
import type { RequestedText } from "#xml/element-feed.ts";
import type { ElementReader } from "#xml/element-scanner.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";
import { statusOf } from "./case-status.ts";
import { errorsOf, filesOf, newResult, type RawResult, type RawSuite, storeProperty } from "./raw-result.ts";
import { titlesOf } from "./title-path.ts";

/** Reads the elements of both versions. Keeps the open suites and one case in memory. */
export class NUnitReader implements ElementReader {
  readonly writer = new ReportWriter("nunit");
  readonly #suites: RawSuite[] = [];
  #case: RawResult | undefined;
  readonly #totals = new DeclaredTotals();
  /** Number of cases that some versions do not include in their total. */
  #notRun = 0;
  #cutOff = false;
  #runFailed = false;
  #suiteFailed = false;
  /** Number of open suites beyond the limit for nesting. */
  #tooDeep = 0;

  open(tag: XmlTag, parents: readonly string[]): RequestedText | undefined {
    const { attributes } = tag;
    const owner = this.#case ?? this.#suites.at(-1);
    switch (tag.name) {
      case "test-run":
      case "test-results":
        this.#root(tag);
        return undefined;
      case "environment":
        this.#environment(attributes);
        return undefined;
      case "test-suite":
        if (parents.length === 0) this.#root(tag);
        this.#openSuite(attributes);
        return undefined;
      case "test-case":
        this.#case = newResult(attributes);
        return undefined;
      case "property":
        if (owner !== undefined) storeProperty(owner, attributes.get("name") ?? "", attributes.get("value") ?? "");
        return undefined;
      case "category":
        owner?.tags.push(attributes.get("name") ?? "");
        return undefined;
      default:
        return owner === undefined ? undefined : textIn(owner, tag, parents.at(-1) ?? "");
    }
  }

  close(name: string): void {
    if (name === "test-case") this.#finishCase();
    else if (name === "test-suite") this.#closeSuite();
  }

  /** Keeps the case, because its result is an attribute. Only the text of its failure may be incomplete. */
  brokenOff(): undefined {
    this.#cutOff = true;
    this.#finishCase();
  }

  end(): void {
    const { tests } = this.writer.counts;
    if (this.#cutOff) return;
    this.#totals.compare(this.writer, tests, [tests - this.#notRun]);
    if (this.#runFailed && this.writer.counts.failed === 0 && !this.#suiteFailed)
      this.writer.problems.addOnce("error", "The run failed, but no test or suite failed");
  }

  #root({ name, attributes }: XmlTag): void {
    const total = (attribute: string) => totalOf(attributes.get(attribute));
    const isVersion2 = name === "test-results";
    this.#runFailed ||= name === "test-run" && /^(?:failed|error)$/i.test(attributes.get("result") ?? "");
    const failed = isVersion2 ? sumOf(total("errors"), total("failures"), total("invalid")) : total("failed");
    this.#totals.declare(total("total"), failed);
    this.#notRun += total("not-run") ?? 0;
    if (isVersion2) this.writer.run.began(`${attributes.get("date") ?? ""} ${attributes.get("time") ?? ""}`);
    else {
      this.writer.run.began(attributes.get("start-time"));
      this.writer.run.took(parseTime(attributes.get("duration") ?? attributes.get("time")));
    }
  }

  #environment(attributes: ReadonlyMap<string, string>): void {
    const version = attributes.get("framework-version") ?? attributes.get("nunit-version");
    this.writer.run.learn({ frameworkVersion: version });
    this.writer.run.fact("operatingSystem", attributes.get("os-version"));
    this.writer.run.fact("clr", attributes.get("clr-version"));
    this.writer.run.fact("architecture", attributes.get("os-architecture"));
    this.writer.run.fact("culture", attributes.get("culture"));
    this.writer.run.fact("hostname", attributes.get("machine-name"));
  }

  #openSuite(attributes: ReadonlyMap<string, string>): void {
    this.#finishCase();
    if (this.#suites.length >= limits.suiteDepth) {
      this.writer.problems.addOnce(
        "warning",
        `Suites are nested deeper than ${limits.suiteDepth} levels; deeper ones have no titles`,
      );
      this.#tooDeep += 1;
      return;
    }
    // Version 2 has no total duration, so the duration of the outermost suite is used.
    if (this.#suites.length === 0 && attributes.get("start-time") === undefined && attributes.has("executed"))
      this.writer.run.took(parseTime(attributes.get("time")));
    this.#suites.push({ ...newResult(attributes), failedWithin: false });
  }

  #finishCase(): void {
    const raw = this.#case;
    if (raw === undefined) return;
    this.#case = undefined;
    const status = statusOf(raw);
    const failed = status === "failed" || status === "error";
    const suite = this.#suites.at(-1);
    if (failed && suite !== undefined) suite.failedWithin = true;
    const { attributes } = raw;
    const titlePath = titlesOf(raw, this.#suites);
    this.writer.test({
      titlePath,
      tags: [...this.#suites.flatMap(({ tags }) => tags), ...raw.tags],
      author: raw.author ?? this.#suites.findLast(({ author }) => author !== undefined)?.author,
      annotations: annotationsOf(raw),
      browser: browserIn(argumentsIn(titlePath.slice(-2).join(""))),
      skipReason: skipReasonOf(raw),
      attempts: [
        {
          status,
          startedAt: zonedMs(attributes.get("start-time")),
          durationMs: parseTime(attributes.get("duration") ?? attributes.get("time")),
          errors: failed ? errorsOf(raw) : [],
          stdout: raw.output,
          attachments: filesOf(raw),
        },
      ],
    });
  }

  /** Ends a suite. If it failed without a failed test, its set-up or tear-down failed. */
  #closeSuite(): void {
    this.#finishCase();
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    const suite = this.#suites.pop();
    if (suite === undefined) return;
    this.writer.output("stdout", suite.output);
    for (const file of filesOf(suite)) this.writer.attachment(file);
    const status = statusOf(suite);
    const site = suite.attributes.get("site");
    const failed = status === "failed" || status === "error";
    const ownFault = /\b(OneTime|TestFixture)?(SetUp|TearDown)\b/i.test(suite.failure?.message.slice(0, 40) ?? "");
    if (failed && (!suite.failedWithin || site === "SetUp" || site === "TearDown" || ownFault))
      this.#failedItself(suite);
    const parent = this.#suites.at(-1);
    if (parent !== undefined) parent.failedWithin ||= suite.failedWithin || failed;
  }

  #failedItself(suite: RawSuite): void {
    this.#suiteFailed = true;
    const name = suite.attributes.get("fullname") ?? suite.attributes.get("name") ?? "";
    const [error] = errorsOf(suite);
    const reason = (error?.message ?? "").trim() || (error?.stack ?? "").trim() || "the report gives no reason";
    this.writer.problems.add("error", `The suite "${name.slice(0, 300)}" failed outside its tests: ${reason}`);
  }
}

/** Returns the text to read from an element in a result; `within` is its parent element. */
function textIn(owner: RawResult, { name, attributes }: XmlTag, within: string): RequestedText | undefined {
  switch (name) {
    case "failure":
      owner.failure ??= { message: "", stack: "" };
      return undefined;
    case "assertion":
      if (owner.assertions.length <= limits.errorsPerAttempt)
        owner.assertions.push({ result: attributes.get("result") ?? "", message: "", stack: "" });
      return undefined;
    case "attachment":
      if (owner.files.length <= limits.artifactsPerAttempt) owner.files.push({ path: "", description: "" });
      return undefined;
    case "message":
      return { max: limits.message, done: (text) => storeMessage(owner, within, text) };
    case "stack-trace":
      return { max: limits.stack, done: (text) => storeStack(owner, within, text) };
    case "output":
      return { max: limits.output, done: (text) => (owner.output += text) };
    case "filePath":
      return { max: limits.title, done: (text) => storeFile(owner, { path: text.trim() }) };
    case "description":
      return { max: limits.title, done: (text) => storeFile(owner, { description: text.trim() }) };
    default:
      return undefined;
  }
}

function storeMessage(owner: RawResult, within: string, text: string): void {
  const assertion = owner.assertions.at(-1);
  if (within === "failure" && owner.failure !== undefined) owner.failure.message = text;
  else if (within === "assertion" && assertion !== undefined) assertion.message = text;
  else if (within === "reason") owner.reason = text.trim();
}

function storeStack(owner: RawResult, within: string, text: string): void {
  const assertion = owner.assertions.at(-1);
  if (within === "failure" && owner.failure !== undefined) owner.failure.stack = text;
  else if (within === "assertion" && assertion !== undefined) assertion.stack = text;
}

function storeFile(owner: RawResult, part: { path?: string; description?: string }): void {
  const file = owner.files.at(-1);
  if (file !== undefined) Object.assign(file, part);
}

function argumentsIn(name: string): string {
  const at = name.indexOf("(");
  return at < 0 ? "" : name.slice(at, at + 500);
}

function skipReasonOf({ attributes, reason }: RawResult): string {
  if (reason !== "") return reason;
  return attributes.get("label") ?? attributes.get("result") ?? "";
}

function annotationsOf(raw: RawResult): { type: string; description: string }[] {
  const description = raw.attributes.get("description");
  const warning = raw.attributes.get("result")?.toLowerCase() === "warning";
  return [
    ...(description === undefined ? [] : [{ type: "Description", description }]),
    ...raw.annotations,
    ...(warning ? [{ type: "warning", description: raw.reason }] : []),
  ];
}
