import { isShortened } from "@plumb/contract/text/long-text.ts";
import { limits } from "#limits.ts";
import { counted, DeclaredTotals, totalOf } from "#results/declared-totals.ts";
import { zonedMs } from "#text/loose-timestamp.ts";
import { ReportWriter } from "#results/report-writer.ts";
import { baseName } from "#text/content-type.ts";
import type { RequestedText } from "#xml/element-feed.ts";
import type { ElementReader } from "#xml/element-scanner.ts";
import type { XmlTag } from "#xml/xml-scanner.ts";
import { attachmentOf, durationOf, newTest, type RawTest, sourceOf, statusOf } from "./raw-test.ts";

type Attributes = ReadonlyMap<string, string>;

/** Reads the elements of all versions. Keeps one test in memory. */
export class XUnitReader implements ElementReader {
  readonly writer = new ReportWriter("xunit");
  #assembly = "";
  /** Name of the collection, or of the class in version 1. */
  #group = "";
  #test: RawTest | undefined;
  /** Open failure outside the tests. */
  #error: { name: string; message: string } | undefined;
  readonly #totals = new DeclaredTotals();
  #timed = false;
  #cutOff = false;
  /** Number of errors outside the tests as declared by the assemblies, and as listed. */
  #declaredErrors = 0;
  #errors = 0;

  open({ name, attributes }: XmlTag): RequestedText | undefined {
    if (this.#test !== undefined) return this.#openInTest(this.#test, name, attributes);
    switch (name) {
      case "assemblies":
        this.#run(attributes);
        return undefined;
      case "assembly":
        this.#openAssembly(attributes);
        return undefined;
      case "collection":
      case "class":
        this.#group = attributes.get("name") ?? "";
        return undefined;
      case "test":
        this.#test = newTest(attributes);
        return undefined;
      case "error":
      case "failure":
        this.#openError(attributes);
        return undefined;
      case "message":
        return (
          this.#error && { max: limits.message, done: (text) => this.#error && (this.#error.message = text.trim()) }
        );
      default:
        return undefined;
    }
  }

  close(name: string): void {
    if (name === "test") this.#finishTest();
    else if (name === "error" || (name === "class" && this.#error !== undefined)) this.#finishError();
  }

  /** Keeps the test, because its result is an attribute. Only its message may be incomplete. */
  brokenOff(): undefined {
    this.#cutOff = true;
    this.#finishTest();
    this.#finishError();
  }

  end(): void {
    if (this.#cutOff) return;
    this.#totals.compare(this.writer);
    const missing = this.#declaredErrors - this.#errors;
    if (missing > 0)
      this.writer.problems.add(
        "error",
        `The report declares ${counted(missing, "error")} outside the tests that it does not list`,
      );
  }

  #run(attributes: Attributes): void {
    const start = zonedMs(attributes.get("start-rtf"));
    const finish = zonedMs(attributes.get("finish-rtf"));
    this.writer.run.beganAt(start);
    this.writer.run.fact("hostname", attributes.get("computer"));
    if (start === null || finish === null || finish < start) return;
    this.#timed = true;
    this.writer.run.learn({ durationMs: finish - start });
  }

  #openAssembly(attributes: Attributes): void {
    this.#assembly = baseName(attributes.get("name") ?? "").replace(/\.(dll|exe)$/i, "");
    // Only version 3 contains the time zone, in the run or in the assembly.
    const local = `${attributes.get("run-date") ?? ""} ${attributes.get("run-time") ?? ""}`;
    const started = attributes.get("start-rtf") ?? (this.#timed ? undefined : local);
    this.writer.run.began(started);
    if (!this.#timed) this.writer.run.took(durationOf(attributes));
    const version = /\d+(?:\.\d+)+\S{0,60}/.exec((attributes.get("test-framework") ?? "").slice(0, 200))?.[0];
    if (version !== undefined) this.writer.run.learn({ frameworkVersion: version });
    this.writer.run.fact("environment", attributes.get("environment"));
    this.writer.run.fact("targetFramework", attributes.get("target-framework"));
    this.#totals.declare(totalOf(attributes.get("total")), totalOf(attributes.get("failed")));
    this.#declaredErrors += totalOf(attributes.get("errors")) ?? 0;
  }

  /** Error of the assembly, or of a class in version 1. */
  #openError(attributes: Attributes): void {
    const type = attributes.get("type") ?? attributes.get("exception-type") ?? "";
    const name = attributes.get("name") ?? (this.#group || this.#assembly);
    this.#error ??= { name: [type, name].filter((part) => part !== "").join(" of "), message: "" };
  }

  #finishError(): void {
    const error = this.#error;
    if (error === undefined) return;
    this.#error = undefined;
    this.#errors += 1;
    const suffix = error.message === "" ? "" : `: ${error.message}`;
    this.writer.problems.add("error", `Something failed outside the tests (${error.name.slice(0, 500)})${suffix}`);
  }

  #openInTest(raw: RawTest, name: string, attributes: Attributes): RequestedText | undefined {
    const { failure } = raw;
    switch (name) {
      case "failure":
        raw.failure = { type: attributes.get("exception-type") ?? "", message: "", stack: "" };
        return undefined;
      case "message":
        if (failure === undefined) return { max: limits.message, done: (text) => (raw.reason ||= text.trim()) };
        return { max: limits.message, done: (text) => (failure.message = text.trim()) };
      case "stack-trace":
        return failure && { max: limits.stack, done: (text) => (failure.stack = text) };
      case "reason":
        // In version 1, the text is in a nested `message` element, whose markup becomes part of the text here.
        return { max: limits.message, done: (text) => (raw.reason = text.trim().replace(/^<message[^>]*>\s*/, "")) };
      case "output":
        return { max: limits.output, done: (text) => (raw.output = text) };
      case "trait":
        if (raw.traits.length <= limits.annotationsPerTest)
          raw.traits.push({ type: attributes.get("name") ?? "", description: attributes.get("value") ?? "" });
        return undefined;
      case "warning":
        return {
          max: limits.annotationValue,
          done: (text) => raw.traits.push({ type: "warning", description: text.trim() }),
        };
      case "attachment":
        return { max: limits.jsonPiece, done: (text) => this.#attach(raw, attributes, text) };
      default:
        return undefined;
    }
  }

  #attach(raw: RawTest, attributes: Attributes, content: string): void {
    if (raw.files.length > limits.artifactsPerAttempt) return;
    if (!isShortened(content)) raw.files.push(attachmentOf(attributes, content));
    else
      this.writer.problems.addOnce("warning", `An attachment of more than ${limits.jsonPiece} characters was left out`);
  }

  #finishTest(): void {
    const raw = this.#test;
    if (raw === undefined) return;
    this.#test = undefined;
    const { attributes, failure, traits } = raw;
    const type = attributes.get("type") ?? "";
    const name = attributes.get("name") ?? "";
    this.writer.test({
      ...sourceOf(raw),
      titlePath: [
        this.#assembly,
        type === "" ? groupName(this.#group) : type,
        type !== "" && name.startsWith(`${type}.`) ? name.slice(type.length + 1) : name,
      ],
      tags: traits.filter((trait) => isTag(trait.type)).map(({ description }) => description),
      author: traits.find((trait) => /^(author|owner)$/i.test(trait.type))?.description,
      annotations: traits.filter((trait) => trait.type !== "" && !isTag(trait.type)),
      skipReason: raw.reason || (attributes.get("result") === "NotRun" ? "Not run: it is explicit" : raw.output.trim()),
      attempts: [
        {
          status: statusOf(raw),
          startedAt: zonedMs(attributes.get("start-rtf")),
          durationMs: durationOf(attributes),
          errors: failure === undefined ? [] : [failure],
          stdout: raw.output,
          attachments: raw.files,
        },
      ],
    });
  }
}

function isTag(trait: string): boolean {
  return /^(category|tag)$/i.test(trait);
}

/** Removes the id of a collection, which is different in each run. */
function groupName(name: string): string {
  return name.replace(/ \(id: [^)]*\)$/, "").replace(/^Test collection for /, "");
}
