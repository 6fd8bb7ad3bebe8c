import type { ProblemSeverity, ResultEvent } from "@plumb/contract/result-event.ts";
import { isShortened } from "@plumb/contract/text/long-text.ts";
import { limits } from "#limits.ts";
import { type Position, ProblemLog } from "#problem-log.ts";
import { hasControls } from "#text/clean-text.ts";
import { type XmlHandler, XmlScanner, type XmlTag } from "#xml/xml-scanner.ts";
import { Capture } from "#xml/capture.ts";
import { CaseWriter } from "./case-writer.ts";
import { FailsafeSummary } from "./failsafe-summary.ts";
import { newCase, newFailure, type RawCase, type RawFailure } from "./raw-case.ts";
import { RunSummary } from "./run-summary.ts";
import { newSuite, storedProperty, type SuiteFrame } from "./suite-frame.ts";

/** Converts the elements of JUnit XML documents to events. One instance per file. */
export class JUnitReader implements XmlHandler {
  readonly #scanner = new XmlScanner(this);
  readonly #problems = new ProblemLog();
  readonly #summary = new RunSummary(this.#problems);
  readonly #writer = new CaseWriter(this.#problems, this.#summary);
  readonly #failsafe = new FailsafeSummary();
  readonly #suites: SuiteFrame[] = [];
  /** Failures outside the suites. */
  readonly #outside: RawFailure[] = [];
  #root: ReadonlyMap<string, string> | undefined;
  #case: RawCase | undefined;
  #failure: RawFailure | undefined;
  #capture: Capture | undefined;
  /** Number of open suites beyond the limit for nesting. */
  #tooDeep = 0;

  write(chunk: string): ResultEvent[] {
    if (hasControls(chunk)) {
      this.#problems.addOnce("warning", "Control characters that XML does not allow were removed");
    }
    this.#scanner.write(chunk);
    return this.#taken();
  }

  end(): ResultEvent[] {
    const open = this.#scanner.end();
    if (open.length > 0) this.#brokenOff(open);
    this.#writer.end(this.#outside);
    const declaredFailures = this.#failsafe.end(this.#problems);
    if (declaredFailures > 0) this.#summary.learn({ declaredFailures });
    this.#summary.endDocument();
    return [...this.#summary.take(true), ...this.#writer.take(), ...this.#problems.takeRest()];
  }

  open(tag: XmlTag): void {
    if (this.#capture !== undefined) return this.#openInText(tag);
    if (this.#tooDeep > 0) {
      if (tag.name === "testsuite") this.#tooDeep++;
      return;
    }
    switch (tag.name) {
      case "testsuites":
      case "testrun":
        if (this.#suites.length === 0 && this.#root === undefined) this.#root = tag.attributes;
        this.#summary.root(tag.attributes);
        break;
      case "testsuite":
        this.#openSuite(tag);
        break;
      case "testcase":
        this.#finishCase();
        this.#case = newCase(tag.attributes);
        break;
      case "property":
        this.#openProperty(tag);
        break;
      case "failure":
      case "error":
      case "flakyFailure":
      case "flakyError":
      case "rerunFailure":
      case "rerunError":
        this.#openFailure(tag);
        break;
      case "skipped":
      case "aborted":
        this.#openSkipped(tag);
        break;
      case "warning":
        this.#openWarning(tag);
        break;
      case "system-out":
      case "system-err":
        this.#openOutput(tag.name);
        break;
      default:
        this.#openSummary(tag);
    }
  }

  text(piece: string): void {
    this.#capture?.add(piece);
  }

  close(name: string): void {
    if (this.#capture !== undefined) {
      this.#capture.depth--;
      if (this.#capture.depth > 0) return;
      this.#capture.finish();
      this.#capture = this.#capture.outer;
      if (this.#capture === undefined) this.#failure = undefined;
      return;
    }
    if (this.#tooDeep > 0) {
      if (name === "testsuite") this.#tooDeep--;
      return;
    }
    if (name === "testcase") this.#finishCase();
    else if (name === "testsuite") this.#closeSuite();
    else if ((name === "testsuites" || name === "testrun") && this.#suites.length === 0) {
      this.#root = undefined;
      this.#summary.endDocument();
    }
  }

  comment(text: string): void {
    if (this.#suites.length === 0) this.#summary.comment(text);
  }

  problem(severity: ProblemSeverity, reason: string, at: Position): void {
    this.#problems.addOnce(severity, reason, at);
  }

  #taken(): ResultEvent[] {
    return [...this.#summary.take(), ...this.#writer.take(), ...this.#problems.take()];
  }

  #openSuite(tag: XmlTag): void {
    if (this.#suites.length >= limits.suiteDepth) {
      const reason = `Suites are nested deeper than ${limits.suiteDepth} levels; deeper levels were left out`;
      this.#problems.addOnce("incomplete", reason, this.#scanner.position());
      this.#tooDeep = 1;
      this.#summary.brokenOff();
      return;
    }
    this.#finishCase();
    const suite = newSuite(tag.attributes);
    this.#writer.openSuite(suite, this.#suites.at(-1));
    this.#suites.push(suite);
    this.#summary.openSuite(suite, this.#suites.length);
  }

  #closeSuite(): void {
    this.#finishCase();
    const suite = this.#suites.pop();
    if (suite === undefined) return;
    this.#writer.closeSuite(suite);
    const outer = this.#suites.at(-1);
    if (outer !== undefined) {
      if (suite.failed) outer.failed = true;
      outer.forgiven += suite.forgiven;
      outer.aborted += suite.aborted;
      outer.listed.cases += suite.listed.cases;
      outer.listed.elements += suite.listed.elements;
    }
    this.#summary.closeSuite(suite, outer === undefined);
    if (this.#suites.length === 0 && this.#root === undefined) this.#summary.endDocument();
  }

  #finishCase(): void {
    const raw = this.#case;
    if (raw === undefined) return;
    this.#case = undefined;
    const suite = this.#suites.at(-1);
    const isFirst = suite !== undefined && suite.dialect === undefined;
    const dialect = this.#writer.write(raw, this.#suites, this.#root);
    if (isFirst) this.#summary.learnFrom(suite);
    else if (suite === undefined) this.#summary.outsideSuites(dialect);
  }

  #openProperty(tag: XmlTag): void {
    const name = tag.attributes.get("name") ?? "";
    const raw = this.#case;
    const store = (value: string) => {
      if (raw !== undefined) storedProperty(raw, name, value);
      else this.#suites.at(-1)?.store(name, value);
    };
    const value = tag.attributes.get("value");
    this.#capture = new Capture(limits.annotationValue, (text) => store(value ?? text.trim()));
  }

  #openFailure(tag: XmlTag): void {
    const failure = newFailure(tag);
    if (failure === undefined) return;
    const owner = this.#case?.failures ?? this.#suites.at(-1)?.failures ?? this.#outside;
    if (owner.length >= limits.errorsPerAttempt) {
      this.#capture = new Capture(0, () => {});
      return;
    }
    owner.push(failure);
    this.#failure = failure;
    this.#capture = new Capture(limits.stack, (text) => {
      if (failure.body === "") failure.body = text;
      this.#noteCut(text);
    });
  }

  #openSummary(tag: XmlTag): void {
    const done = this.#failsafe.open(tag);
    if (done !== undefined) this.#capture = new Capture(limits.message, done);
  }

  #openSkipped(tag: XmlTag): void {
    const raw = this.#case;
    const skipped = { message: tag.attributes.get("message"), type: tag.attributes.get("type"), body: "" };
    if (raw !== undefined) raw.skipped ??= skipped;
    const suite = this.#suites.at(-1);
    if (tag.name === "aborted" && suite !== undefined) suite.aborted++;
    this.#capture = new Capture(limits.message, (text) => {
      skipped.body = text;
    });
  }

  /** PHPUnit 9 writes a warning for a test that passed with a remark. */
  #openWarning(tag: XmlTag): void {
    const raw = this.#case;
    if (raw === undefined) return;
    const message = tag.attributes.get("message");
    this.#capture = new Capture(limits.annotationValue, (text) =>
      storedProperty(raw, "warning", message ?? text.trim()),
    );
  }

  #openOutput(name: "system-out" | "system-err"): void {
    const stream = name === "system-out" ? "stdout" : "stderr";
    const raw = this.#case;
    this.#capture = new Capture(raw === undefined ? limits.runOutput : limits.output, (text) => {
      if (raw !== undefined) raw[stream] = raw[stream] === "" ? text : `${raw[stream]}\n${text}`;
      else this.#writer.runOutput(stream, text, this.#suites.at(-1));
      this.#noteCut(text);
    });
  }

  /** Surefire nests `stackTrace`, `system-out` and `system-err` in its reruns. All other markup in a text is treated as text. */
  #openInText(tag: XmlTag): void {
    const failure = this.#failure;
    const outer = this.#capture;
    if (failure !== undefined && outer !== undefined && outer.outer === undefined) {
      if (tag.name === "stackTrace") {
        this.#capture = new Capture(
          limits.stack,
          (text) => {
            failure.body = text;
          },
          outer,
        );
        return;
      }
      if (tag.name === "system-out" || tag.name === "system-err") {
        const stream = tag.name === "system-out" ? "stdout" : "stderr";
        this.#capture = new Capture(
          limits.output,
          (text) => {
            failure[stream] = text;
          },
          outer,
        );
        return;
      }
    }
    outer?.open(tag.raw);
  }

  #noteCut(text: string): void {
    if (!isShortened(text)) return;
    const at = this.#scanner.position();
    this.#problems.addOnce("warning", "The middle of a long text was left out", at);
  }

  #brokenOff(open: readonly string[]): void {
    const raw = this.#case;
    // A case that already has a failure is kept. Any other case could still have failed after the end of the file.
    const isFinal = raw !== undefined && raw.failures.some(({ role }) => role === "final");
    this.#capture?.finish();
    const inside = open.findLast((name) => name !== "");
    const name = raw?.attributes.get("name");
    const where = inside === undefined ? "in the middle of a tag" : `inside <${inside}>`;
    const lost =
      raw === undefined || isFinal ? "" : `; the test "${(name ?? "").slice(0, 200)}" is not complete and was left out`;
    const reason = `The file ends ${where}: it was cut off${lost}. The content before that was kept`;
    this.#problems.add("incomplete", reason, this.#scanner.position());
    if (isFinal) this.#finishCase();
    else this.#case = undefined;
    this.#summary.brokenOff();
    for (const suite of this.#suites) suite.isCut = true;
    while (this.#suites.length > 0) this.#closeSuite();
  }
}
