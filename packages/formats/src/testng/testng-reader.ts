import { limits } from "#limits.ts";
import { DeclaredTotals, totalOf } from "#results/declared-totals.ts";
import { ReportWriter } from "#results/report-writer.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { filesIn } from "#results/files-in-html.ts";
import type { RequestedText } from "#xml/element-feed.ts";
import type { ElementReader } from "#xml/element-scanner.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";
import { ClassResults } from "./class-results.ts";
import { startOf } from "./moments.ts";
import { attemptOf, newMethod, type RawMethod, statusOf, withinPercentage } from "./raw-method.ts";
import { titlesOf } from "./titles.ts";

type Attributes = ReadonlyMap<string, string>;

/** Maximum number of methods whose groups are stored until their results arrive. */
const maxGrouped = 100_000;

/** Reads the elements of a result file. */
export class TestNGReader implements ElementReader {
  readonly writer = new ReportWriter("testng");
  readonly #place = { suite: "", test: "", className: "" };
  /** Groups by class and method. A suite lists them before its results. */
  readonly #groups = new Map<string, string[]>();
  #group = "";
  #root: Attributes | undefined;
  #results = this.#newClass();
  #method: RawMethod | undefined;
  /** Message of the last failed configuration method, for tests that were skipped because of it. */
  #brokenBy = "";
  #percentages = 0;
  #cutOff = false;

  open({ name, attributes }: XmlTag, parents: readonly string[]): RequestedText | undefined {
    if (this.#method !== undefined) return this.#openInMethod(this.#method, name, attributes, parents.at(-1) ?? "");
    switch (name) {
      case "testng-results":
        this.#root = attributes;
        this.writer.run.fact("ignored", attributes.get("ignored") === "0" ? undefined : attributes.get("ignored"));
        return undefined;
      case "suite":
        this.#openSuite(attributes);
        return undefined;
      case "test":
        this.#place.test = attributes.get("name") ?? "";
        return undefined;
      case "class":
        this.#openClass(attributes);
        return undefined;
      case "test-method":
        this.#method = newMethod(attributes);
        return undefined;
      case "group":
        this.#group = attributes.get("name") ?? "";
        return undefined;
      case "method":
        this.#openGrouped(attributes);
        return undefined;
      case "line":
        return { max: limits.output, done: (text) => this.#printOfRun(text) };
      default:
        return undefined;
    }
  }

  close(name: string): void {
    if (name === "test-method") this.#finishMethod();
    else if (name === "class" || name === "test") this.#endClass();
  }

  /** Keeps the method, because its status is an attribute. Only the text of its exception may be incomplete. */
  brokenOff(): undefined {
    this.#cutOff = true;
    this.#finishMethod();
    this.#endClass();
  }

  end(): void {
    this.#endClass();
    const total = totalOf(this.#root?.get("total"));
    if (this.#cutOff || total === undefined) return;
    const { tests, attempts } = this.writer.counts;
    const left = (totalOf(this.#root?.get("ignored")) ?? 0) + (totalOf(this.#root?.get("retried")) ?? 0);
    // Only some versions count repeated executions, ignored methods and failures within the success percentage.
    const right = [tests, attempts, tests - this.#percentages, attempts - this.#percentages];
    const totals = new DeclaredTotals();
    totals.declare(total - left, totalOf(this.#root?.get("failed")));
    totals.compare(this.writer, tests, right);
  }

  #newClass(): ClassResults {
    const reportsRetries = this.#root?.has("retried") === true || this.#root?.has("ignored") === true;
    return new ClassResults(reportsRetries, (final, earlier) => this.#write(final, earlier));
  }

  #openSuite(attributes: Attributes): void {
    this.#place.suite = attributes.get("name") ?? "";
    this.#place.test = "";
    this.#groups.clear();
    this.writer.run.took(plausibleDurationMs(Number(attributes.get("duration-ms") ?? Number.NaN)));
    const started = startOf(attributes.get("started-at"));
    this.writer.run.beganAt(started.ms);
    this.writer.run.fact("startedLocalTime", started.local);
  }

  #openClass(attributes: Attributes): void {
    this.#endClass();
    const space = attributes.get("package");
    const name = attributes.get("name") ?? "";
    this.#place.className = space === undefined || space === "[default]" ? name : `${space}.${name}`;
  }

  #openGrouped(attributes: Attributes): void {
    if (this.#group === "") return;
    const key = methodKey(attributes.get("class") ?? "", attributes.get("name") ?? "");
    const groups = this.#groups.get(key);
    if (groups !== undefined) {
      if (groups.length < limits.tagsPerTest) groups.push(this.#group);
    } else if (this.#groups.size < maxGrouped) this.#groups.set(key, [this.#group]);
  }

  #openInMethod(raw: RawMethod, name: string, attributes: Attributes, within: string): RequestedText | undefined {
    const { exception } = raw;
    switch (name) {
      case "exception":
        raw.exception = { type: attributes.get("class") ?? "", message: "", stack: "" };
        return undefined;
      case "message":
        return { max: limits.message, done: (text) => exception && (exception.message = text.trim()) };
      case "full-stacktrace":
      case "short-stacktrace":
        return { max: limits.stack, done: (text) => exception && (exception.stack ||= text.trim()) };
      case "line":
        return { max: limits.output, done: (text) => raw.output.addLine(text.trim()) };
      case "attribute":
        return annotation(raw, attributes.get("name") ?? "");
      case "name":
        if (within === "custom-attribute") annotation(raw, attributes.get("value") ?? "");
        return undefined;
      case "value":
        if (attributes.get("is-null") === "true") raw.params.push("null");
        else if (within === "custom-attribute") return described(raw);
        else return { max: limits.annotationValue, done: (text) => raw.params.push(text.trim()) };
        return undefined;
      default:
        return undefined;
    }
  }

  #printOfRun(line: string): void {
    const text = line.trim();
    this.writer.output("stdout", text === "" ? "" : `${text}\n`);
    for (const file of filesIn(text)) this.writer.attachment(file);
  }

  #finishMethod(): void {
    const raw = this.#method;
    if (raw === undefined) return;
    this.#method = undefined;
    if (raw.attributes.get("is-config") !== "true") return this.#results.add(raw);
    // The report does not show which test the method ran for, and the order in the file is unreliable.
    this.#printOfRun(raw.output.toString());
    if (statusOf(raw) !== "failed") return;
    const message = raw.exception?.message || raw.exception?.stack.split("\n", 1)[0] || raw.exception?.type || "";
    const name = `${this.#place.className}.${raw.attributes.get("name") ?? ""}`;
    this.#brokenBy = `The configuration method ${name} failed${message === "" ? "" : `: ${message}`}`;
    this.writer.problems.add("error", this.#brokenBy);
  }

  #endClass(): void {
    this.#results.end();
    this.#results = this.#newClass();
  }

  #write(final: RawMethod, earlier: readonly RawMethod[]): void {
    const { attributes } = final;
    const within = attributes.get("status") === withinPercentage;
    if (within) this.#percentages += 1;
    // True if the execution should have been repeated, but the report ended before.
    const unfinished = attributes.get("retried") === "true";
    const groups = this.#groups.get(methodKey(this.#place.className, attributes.get("name") ?? "")) ?? [];
    const own = (attributes.get("groups") ?? "").split(",");
    this.writer.test({
      ...titlesOf(final, this.#place),
      tags: [...groups, ...own],
      author: final.annotations.find(({ type }) => /^(author|owner)$/i.test(type))?.description,
      annotations: [...reportedAttributes(attributes), ...final.annotations],
      skipReason: within ? "Failed, but within its success percentage" : final.exception?.message || this.#brokenBy,
      attempts: [
        ...earlier.map((raw) => attemptOf(raw, "failed")),
        attemptOf(final, unfinished ? "failed" : undefined),
      ],
    });
  }
}

const reportedNames = ["description", "data-provider", "depends-on-methods", "depends-on-groups"];

function reportedAttributes(attributes: Attributes): { type: string; description: string }[] {
  return reportedNames.flatMap((type) => {
    const description = attributes.get(type)?.trim() ?? "";
    return description === "" ? [] : [{ type, description }];
  });
}

/** Handles an attribute that a test set on its result. Its value is the text of the element. */
function annotation(raw: RawMethod, type: string): RequestedText | undefined {
  if (type === "" || raw.annotations.length > limits.annotationsPerTest) return undefined;
  raw.annotations.push({ type, description: "" });
  return described(raw);
}

function described(raw: RawMethod): RequestedText {
  const last = raw.annotations.at(-1);
  const store = (text: string) => last !== undefined && (last.description = text.trim().replace(/^\[(.*)\]$/s, "$1"));
  return { max: limits.annotationValue, done: store };
}

function methodKey(className: string, method: string): string {
  return `${className} ${method}`;
}
