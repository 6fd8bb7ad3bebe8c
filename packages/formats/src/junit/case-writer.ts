import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import type { ProblemLog } from "#problem-log.ts";
import { counted, totalOf } from "#results/declared-totals.ts";
import { runOutput } from "#results/run-output.ts";
import { artifact, attachmentPaths, withoutAttachments } from "./attachments.ts";
import { isAmbiguous, type RunMemory, testsOf, type ReportedTest } from "./attempts.ts";
import { type CaseEvents, caseEvents } from "./case-events.ts";
import { isSuiteNode, readMeaning, settle } from "./case-meaning.ts";
import { hasFailed, skipByProperty } from "./case-status.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import { errorOf } from "./failure-error.ts";
import { keepOwnMessage, withColors } from "./own-message.ts";
import type { RawCase, RawFailure } from "./raw-case.ts";
import { countsOtherwise, failuresOf } from "./run-summary.ts";
import type { SuiteFrame } from "./suite-frame.ts";
import { verdictOf } from "./suite-verdict.ts";
import { failureInTap, failureNotedByMeson } from "./tap-output.ts";
import { type Identity, identityOf } from "./title-path.ts";

const ambiguous =
  "Tests with the same name failed and passed, and the report does not show whether they are attempts; each was counted";
const howToMerge = ". With Gradle's test-retry plugin, reports.junitXml.mergeReruns = true marks attempts";

/** Counts what was written. */
interface Counts {
  count(written: CaseEvents): void;
  /** Adds failures that a suite declares without listing them, and that were reported. */
  explain(failures: number): void;
}

type Root = ReadonlyMap<string, string> | undefined;

/** Converts cases to events, with the identity according to their dialect. */
export class CaseWriter {
  readonly #problems: ProblemLog;
  readonly #counts: Counts;
  #events: ResultEvent[] = [];
  #tests = 0;
  /** First line of a suite's standard error. */
  #complaint = "";
  readonly #memory: RunMemory = { ranOnce: false, repeats: false };
  /** mocha-junit-reporter only writes the file on the root suite. The `describe` blocks follow as siblings. */
  #mochaFile: string | undefined;

  constructor(problems: ProblemLog, counts: Counts) {
    this.#problems = problems;
    this.#counts = counts;
  }

  openSuite(suite: SuiteFrame, outer: SuiteFrame | undefined): void {
    if (outer !== undefined && outer.held.length > 0) {
      outer.isPartlyReported = true;
      this.#tellHeld(outer);
    }
    if (suite.name === "Root Suite") this.#mochaFile = suite.attributes.get("file");
  }

  write(raw: RawCase, suites: readonly SuiteFrame[], root: Root): Dialect {
    const suite = suites.at(-1);
    const clues = { root, suites, testcase: raw.attributes, inheritedFile: this.#mochaFile };
    const dialect = suite?.dialect ?? dialectOf(clues);
    if (suite !== undefined) {
      suite.dialect = dialect;
      suite.firstCase ??= raw.attributes.get("name") ?? "";
    }
    // Firebase Test Lab keeps the failures of a test that passed in the end.
    if (raw.attributes.get("flaky") === "true") for (const failure of raw.failures) failure.role = "flaky";
    keepOwnMessage(raw, dialect.id);
    if (dialect.id === "tap") skipByProperty(raw);
    readMeaning(raw, dialect.id);
    const inherited = dialect.id === "mocha" ? this.#mochaFile : undefined;
    const identity = identityOf(dialect.id, suites, raw.attributes, inherited);
    this.#noteLimits(raw);
    if (isSuiteNode(raw, dialect.id, suite)) this.#tellNode(raw, suite);
    else if (suite === undefined) this.#emit({ raw, identity, at: 0 }, suite);
    else this.#hold(raw, identity, suite);
    return dialect;
  }

  #noteLimits(raw: RawCase): void {
    if (raw.droppedProperties > 0) {
      const reason = `A test has more than ${limits.annotationsPerTest} properties; ${raw.droppedProperties} were left out`;
      this.#problems.addOnce("warning", reason);
    }
    if ((raw.attributes.get("name")?.length ?? 0) > limits.title) {
      this.#problems.addOnce("warning", `A test name is longer than ${limits.title} characters and was cut`);
    }
  }

  /** Holds cases until the end of their suite, because a later case can be another execution of the same test. */
  #hold(raw: RawCase, identity: Identity, suite: SuiteFrame): void {
    suite.held.push({ raw, identity, at: suite.held.length });
    suite.heldCharacters += sizeOf(raw);
    if (suite.held.length < limits.heldCases && suite.heldCharacters < limits.heldCharacters) return;
    suite.isPartlyReported = true;
    this.#tellHeld(suite);
  }

  /** Writes the held cases of a suite. */
  #tellHeld(suite: SuiteFrame): void {
    const { held, dialect } = suite;
    suite.held = [];
    suite.heldCharacters = 0;
    if (held.length === 0 || dialect === undefined) return;
    const isFull = !suite.isPartlyReported;
    settle(held, dialect.id, suite.attributes, isFull);
    const declared = isFull ? totalOf(suite.attributes.get("tests")) : undefined;
    const tests = testsOf(held, dialect.id, declared, this.#memory);
    for (const test of tests) this.#emit(test, suite);
    if (isAmbiguous(tests, dialect.id))
      this.#problems.addOnce("warning", dialect.id === "gradle" ? ambiguous + howToMerge : ambiguous);
  }

  /** Reports set-up and tear-down of a suite. They are not tests, but the run fails if they fail. */
  #tellNode(raw: RawCase, suite: SuiteFrame | undefined): void {
    const name = (raw.attributes.get("name") ?? "").slice(0, 200);
    const whose = suite === undefined || suite.name === "" ? "A suite" : `The suite "${suite.name}"`;
    for (const stream of ["stdout", "stderr"] as const) this.runOutput(stream, raw[stream], undefined);
    this.#counts.count({ events: [], status: "passed", attempts: 1, failures: raw.failures.length });
    if (suite !== undefined) suite.listed.elements += raw.failures.length;
    if (!hasFailed(raw)) return;
    if (suite !== undefined) suite.failed = true;
    for (const failure of raw.failures) {
      this.#problems.add("error", `${whose} failed outside its tests: ${name}: ${errorOf(failure).message}`);
      this.runOutput("stderr", failure.body, undefined);
    }
  }

  #emit({ raw, identity, earlier, verdict }: ReportedTest, suite: SuiteFrame | undefined): void {
    const written = caseEvents(String(++this.#tests), raw, identity, earlier, verdict);
    if (suite !== undefined) list(written, raw, suite);
    for (const event of written.events) this.#events.push(event);
    this.#counts.count(written);
  }

  /**
   * Ends a suite. If the suite itself failed, the run fails. Some tools have an element for this, Newman only has totals and
   * output.
   */
  closeSuite(suite: SuiteFrame): void {
    this.#tellHeld(suite);
    const whose = suite.name === "" ? "A suite" : `The suite "${suite.name}"`;
    for (const failure of suite.failures) {
      this.#problems.add("error", `${whose} failed outside its tests: ${errorOf(failure).message}`);
    }
    const verdict = verdictOf(suite);
    const reason = suite.properties.get("SpecialSuiteFailureReason") ?? "";
    // If the report contains a reason, it is reported even if tests failed too.
    if (verdict !== "" && (!suite.failed || reason !== "" || verdict === suite.complaint.slice("Error - ".length)))
      this.#problems.add("error", `${whose} failed outside its tests: ${verdict}`);
    if (suite.failures.length > 0 || verdict !== "") suite.failed = true;
    suite.listed.elements += suite.failures.length;
    this.#counts.explain(suite.failures.length);
    this.#tellMissing(suite, whose, verdict !== "");
  }

  /** Reports failures that the totals of a suite contain, but none of its tests. */
  #tellMissing(suite: SuiteFrame, whose: string, isExplained: boolean): void {
    const { listed } = suite;
    const declared = (failuresOf(suite.attributes) ?? 0) - suite.forgiven;
    const missing = declared - Math.max(listed.cases, listed.elements);
    if (missing <= 0) return;
    listed.elements = Math.max(listed.cases, listed.elements) + missing;
    this.#counts.explain(missing);
    // A suite that counts flaky tests can count each of their executions.
    const counts = countsOtherwise(suite.dialect) || (totalOf(suite.attributes.get("flaky")) ?? 0) > 0;
    if (isExplained || (suite.failed && (suite.isCut || counts))) return;
    const why = suite.complaint === "" ? "" : `: ${suite.complaint}`;
    const found = suite.failed ? `only ${counted(declared - missing, "failed test")}` : "no failed tests";
    this.#problems.add("error", `${whose} declares ${counted(declared, "failure")}, but lists ${found}${why}`);
    suite.failed = true;
  }

  /** Reports failures outside the suites. A report with error output but without tests fails, too. */
  end(failures: readonly RawFailure[]): void {
    for (const failure of failures) this.#problems.add("error", `The run failed: ${errorOf(failure).message}`);
    if (this.#tests === 0 && this.#complaint !== "")
      this.#problems.add("error", `The report lists no tests, only an error: ${this.#complaint}`);
  }

  /** Writes the output of a suite, which belongs to no test. */
  runOutput(stream: "stdout" | "stderr", output: string, suite: SuiteFrame | undefined): void {
    for (const path of attachmentPaths(output)) this.#events.push(artifact(path, undefined, 0));
    const text = withColors(withoutAttachments(output)).trim();
    if (stream === "stderr") {
      const complaint = complaintIn(text);
      this.#complaint ||= complaint;
      if (suite !== undefined) suite.complaint ||= complaint;
    }
    if (suite?.dialect?.id === "meson") suite.programFailure ||= failureOfProgram(stream, text, suite);
    this.#events.push(...runOutput(stream, text));
  }

  take(): ResultEvent[] {
    const taken = this.#events;
    this.#events = [];
    return taken;
  }
}

/**
 * Returns the first meaningful line of an error output. Newman adds separator lines and the number of the iteration. JunitXml.TestLogger puts
 * warnings before errors.
 */
function complaintIn(text: string): string {
  const error = /^Error - .{1,500}/m.exec(text.slice(0, limits.message))?.[0];
  if (error !== undefined) return error;
  const lines = text.slice(0, 2000).split("\n");
  return (lines.find((line) => !/^\s*(?:-{3,}|Iteration: \d+)?\s*$/.test(line)) ?? "").trim().slice(0, 500);
}

function list({ status, attempts, failures }: CaseEvents, raw: RawCase, suite: SuiteFrame): void {
  const failed = status === "failed" || status === "error";
  if (failed || attempts > 1) suite.failed = true;
  if (failed) suite.listed.cases++;
  // Repeated executions without an element may have failed.
  suite.listed.elements += Math.max(failures, attempts - 1);
  suite.forgiven += raw.forgiven;
}

function failureOfProgram(stream: "stdout" | "stderr", text: string, { attributes }: SuiteFrame): string {
  return stream === "stderr" ? failureNotedByMeson(text) : failureInTap(text, totalOf(attributes.get("tests")));
}

function sizeOf({ stdout, stderr, failures }: RawCase): number {
  return failures.reduce((sum, failure) => sum + failure.body.length, stdout.length + stderr.length);
}
