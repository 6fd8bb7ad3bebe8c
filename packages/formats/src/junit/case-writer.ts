import type { ResultEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import type { ProblemLog } from "#problem-log.ts";
import { counted } from "#results/declared-totals.ts";
import { runOutput } from "#results/run-output.ts";
import { artifact, attachmentPaths, withoutAttachments } from "./attachments.ts";
import { type CaseEvents, caseEvents } from "./case-events.ts";
import { caseStatus, skipByProperty } from "./case-status.ts";
import { type Dialect, dialectOf } from "./dialect.ts";
import { errorOf } from "./failure-error.ts";
import { keepOwnWords, withColours } from "./own-words.ts";
import { executionOfTest, type RawCase, type RawFailure } from "./raw-case.ts";
import { failuresOf } from "./run-summary.ts";
import type { SuiteFrame } from "./suite-frame.ts";
import { type Identity, identityOf } from "./title-path.ts";

type Root = ReadonlyMap<string, string> | undefined;

interface Held {
  readonly raw: RawCase;
  readonly identity: Identity;
  readonly key: string;
  readonly suite: SuiteFrame | undefined;
  readonly earlier: RawCase[];
}

/** Writes cases as events, under the identity that their dialect gives them. */
export class CaseWriter {
  readonly #problems: ProblemLog;
  readonly #onTest: (written: CaseEvents) => void;
  #events: ResultEvent[] = [];
  #tests = 0;
  /** What a suite said first on its standard error. */
  #complaint = "";
  #held: Held | undefined;
  /** Only the root suite of mocha-junit-reporter names the file; its describes follow as siblings. */
  #mochaFile: string | undefined;

  constructor(problems: ProblemLog, onTest: (written: CaseEvents) => void) {
    this.#problems = problems;
    this.#onTest = onTest;
  }

  openSuite(suite: SuiteFrame): void {
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
    // Firebase Test Lab keeps why a test failed that passed in the end.
    if (raw.attributes.get("flaky") === "true") for (const failure of raw.failures) failure.role = "flaky";
    keepOwnWords(raw, dialect.id);
    if (dialect.id === "tap") skipByProperty(raw);
    const inherited = dialect.id === "mocha" ? this.#mochaFile : undefined;
    const identity = identityOf(dialect.id, suites, raw.attributes, inherited);
    if (raw.droppedProperties > 0) {
      const reason = `A test has more than ${limits.annotationsPerTest} properties; ${raw.droppedProperties} were left out`;
      this.#problems.addOnce("warning", reason);
    }
    if ((raw.attributes.get("name")?.length ?? 0) > limits.title) {
      this.#problems.addOnce("warning", `A test name is longer than ${limits.title} characters and was cut`);
    }
    const execution = executionOfTest(raw);
    if (dialect.id === "pytest" || execution !== undefined) this.#hold(raw, identity, suite, execution);
    else {
      this.flush();
      this.#emit(raw, identity, suite);
    }
    return dialect;
  }

  /**
   * A case may be an execution of the test before it. Some say so by a number. pytest writes a test twice in a row only if a
   * plugin ran it again, or for a failure in the teardown, which has an error. So a case without any child that is followed by
   * itself failed: its rerun is the proof.
   */
  #hold(raw: RawCase, identity: Identity, suite: SuiteFrame | undefined, execution: number | undefined): void {
    const key = JSON.stringify([identity.file, identity.titlePath]);
    const held = this.#held;
    const again = execution === undefined ? held && caseStatus(held.raw) === "passed" : execution > 1;
    if (held !== undefined && held.key === key && held.suite === suite && again) {
      this.#held = { ...held, raw, earlier: [...held.earlier, held.raw] };
      return;
    }
    this.flush();
    this.#held = { raw, identity, key, suite, earlier: [] };
  }

  /** Writes what was held back in case that it would be run again. */
  flush(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#emit(held.raw, held.identity, held.suite, held.earlier);
  }

  #emit(raw: RawCase, identity: Identity, suite: SuiteFrame | undefined, earlier: readonly RawCase[] = []): void {
    const written = caseEvents(String(++this.#tests), raw, identity, earlier);
    const failed = written.status === "failed" || written.status === "error" || written.attempts > 1;
    if (failed && suite !== undefined) suite.failed = true;
    for (const event of written.events) this.#events.push(event);
    this.#onTest(written);
  }

  /**
   * A suite that failed by itself is no test, but the run cannot be green. Some say so by an element, Newman only by its totals
   * and what it prints, where a script broke.
   */
  closeSuite(suite: SuiteFrame): void {
    this.flush();
    const whose = suite.name === "" ? "A suite" : `The suite "${suite.name}"`;
    for (const failure of suite.failures) {
      this.#problems.add("error", `${whose} failed outside its tests: ${errorOf(failure).message}`);
    }
    if (suite.failures.length > 0) suite.failed = true;
    const declared = suite.failed ? 0 : (failuresOf(suite.attributes) ?? 0);
    if (declared === 0) return;
    suite.failed = true;
    const why = suite.complaint === "" ? "" : `: ${suite.complaint}`;
    this.#problems.add(
      "error",
      `${whose} declares ${counted(declared, "failure")}, but lists no test that failed${why}`,
    );
  }

  /** Says what failed beside the suites; a report without any test, and with complaints only, cannot be green either. */
  end(failures: readonly RawFailure[]): void {
    this.flush();
    for (const failure of failures) this.#problems.add("error", `The run failed: ${errorOf(failure).message}`);
    if (this.#tests === 0 && this.#complaint !== "")
      this.#problems.add("error", `The report lists no test, but an error: ${this.#complaint}`);
  }

  /** Output of a suite, which belongs to no test. */
  runOutput(stream: "stdout" | "stderr", output: string, suite: SuiteFrame | undefined): void {
    for (const path of attachmentPaths(output)) this.#events.push(artifact(path, undefined, 0));
    const text = withColours(withoutAttachments(output)).trim();
    if (stream === "stderr") {
      const complaint = complaintIn(text);
      this.#complaint ||= complaint;
      if (suite !== undefined) suite.complaint ||= complaint;
    }
    this.#events.push(...runOutput(stream, text));
  }

  take(): ResultEvent[] {
    const taken = this.#events;
    this.#events = [];
    return taken;
  }
}

/** The first line that says something: Newman puts rules and the number of the iteration around it. */
function complaintIn(text: string): string {
  const lines = text.slice(0, 2000).split("\n");
  return (lines.find((line) => !/^\s*(?:-{3,}|Iteration: \d+)?\s*$/.test(line)) ?? "").trim().slice(0, 500);
}
