import type { RunEvent } from "@plumb/contract/result-event.ts";
import type { ProblemLog } from "#problem-log.ts";
import { counted, totalOf } from "#results/declared-totals.ts";
import { cleanTitle } from "#text/clean-text.ts";
import { addFact } from "#text/shown-facts.ts";
import { parseTime } from "#text/duration.ts";
import { parseTimestamp } from "#text/timestamp.ts";
import type { CaseEvents } from "./case-events.ts";
import type { Dialect, DialectId } from "./dialect.ts";
import type { SuiteFrame } from "./suite-frame.ts";
import { declaredVerdict } from "./suite-verdict.ts";
import { withoutTimestamp } from "./title-path.ts";

/** Properties that are used for the framework and the metadata of the run. */
const known = new Set([
  "basedir",
  "browser.fullName",
  "browser.launcher",
  "browser.name",
  "test.fileName",
  "capabilities",
  "featureFile",
  "featureName",
  "file",
  "go.version",
  "java.class.path",
  "java.version",
  "os.arch",
  "os.name",
  "specId",
  "SpecialSuiteFailureReason",
  "SuiteSucceeded",
]);

/** Tools whose totals do not match the listed tests, because they count assertions, subtests or iterations, or do not list all tests. */
const countingOtherwise = new Set<DialectId>([
  "catch2",
  "ctest",
  "doctest",
  "eunit",
  "jest",
  "mocha",
  "newman",
  "pytest",
  "testcafe",
  "testng",
  "xcode",
]);

/** Returns true if the totals of a tool cannot be compared with its tests. */
export function countsOtherwise(dialect: Dialect | undefined): boolean {
  return dialect !== undefined && countingOtherwise.has(dialect.id);
}

/** Totals that node:test writes as comments: `<!-- fail 1 -->`. */
const commentedTotal = /^\s*(?:fail|cancelled) (\d{1,9})\s*$/;

interface Totals {
  tests: number;
  /** Includes errors; NaN if the attribute is missing. */
  failures: number;
}

/** Maximum number of roots in a document. */
const maxRoots = 100;

/** Default names of reporters, which do not identify a run. */
const isUninformative =
  /^(|testsuites?|(jest|vitest|pytest|mocha|tap) tests|(bun|deno) test|nextest-run|tap-junit|AllTests|Tests?|root|root suite|\(empty\))$/i;

/** Metadata and totals of the whole document. The totals are compared with its tests. */
export class RunSummary {
  readonly #problems: ProblemLog;
  #declared: Totals | undefined;
  #rootDeclares = false;
  #comparable = true;
  #countsOtherwise = false;
  /** Attributes of roots that may contain a reason for the failure of the run. */
  #roots: ReadonlyMap<string, string>[] = [];
  /** Number of cases whose assumption did not hold. */
  #aborted = 0;
  /** Number of failures in comments. */
  #commented = 0;
  /** Number of suites with a failure. node:test counts a test with subtests, which is a suite, if one of them failed. */
  #failedSuites = 0;
  /** True if failed tests, or another reason for the failure, were already reported. */
  #someSuiteFailed = false;
  #rootTimed = false;
  #listed = nothingListed();
  #facts: Omit<RunEvent, "kind"> = {};
  #metadata: Record<string, string> = {};
  readonly #modules = new Set<string>();
  #changed = false;
  #frameworkIsGuessed = false;

  constructor(problems: ProblemLog) {
    this.#problems = problems;
  }

  root(attributes: ReadonlyMap<string, string>): void {
    this.#rootDeclares = attributes.has("tests");
    if (this.#rootDeclares) this.#declare(attributes);
    const durationMs = parseTime(attributes.get("time"));
    this.#rootTimed = durationMs !== null;
    this.#took(durationMs);
    const name = withoutTimestamp(withoutReportFile(attributes.get("name") ?? "")).trim();
    if (!isUninformative.test(name)) this.learn({ suite: name.slice(0, 200) });
    this.#began(attributes.get("timestamp"));
    if (this.#roots.length < maxRoots && declaredVerdict(attributes, 0) !== "") this.#roots.push(attributes);
  }

  /** @param depth 1 for an outermost suite, whose totals include inner suites. */
  openSuite(suite: SuiteFrame, depth: number): void {
    if (depth === 1 && !this.#rootDeclares) this.#declare(suite.attributes);
    // Without a total duration, the sum of the suites is used.
    if (depth === 1 && !this.#rootTimed) this.#took(parseTime(suite.attributes.get("time")));
    this.#began(suite.attributes.get("timestamp"));
  }

  #took(durationMs: number | null): void {
    if (durationMs !== null) this.learn({ durationMs: (this.#facts.durationMs ?? 0) + durationMs });
  }

  /** Handles a case outside any suite, which is not included in the totals of the suites. */
  outsideSuites({ id, framework }: Dialect): void {
    if (!this.#rootDeclares) this.#comparable = false;
    if (id !== "generic") this.#ranBy({ id, framework });
  }

  /** Uses the first known dialect, because a suite without clues may come first. */
  #ranBy({ id, framework }: Dialect): void {
    if (this.#facts.framework !== undefined && !this.#frameworkIsGuessed) return;
    if (this.#facts.framework !== framework) this.learn({ framework });
    this.#frameworkIsGuessed = id === "generic";
  }

  comment(text: string): void {
    this.#commented += Number(commentedTotal.exec(text)?.[1] ?? 0);
  }

  closeSuite(suite: SuiteFrame, isOutermost: boolean): void {
    if (suite.failed) this.#failedSuites++;
    if (isOutermost) this.#aborted += suite.aborted;
    this.learnFrom(suite);
  }

  /** Called when the first case of a suite has identified the dialect, and when the suite ends. */
  learnFrom(suite: SuiteFrame): void {
    if (suite.failed) this.#someSuiteFailed = true;
    if (suite.dialect !== undefined) this.#ranBy(suite.dialect);
    if (countsOtherwise(suite.dialect)) this.#countsOtherwise = true;
    for (const [property, fact] of [
      ["java.version", "java"],
      ["os.name", "operatingSystem"],
      ["go.version", "go"],
    ] as const) {
      const value = suite.properties.get(property);
      if (value === undefined || this.#metadata[fact] !== undefined) continue;
      this.#metadata[fact] = value.slice(0, 200);
      this.learn({ metadata: this.#metadata });
    }
    const module = suite.properties
      .get("basedir")
      ?.split(/[\\/]/)
      .findLast((folder) => folder !== "");
    if (module !== undefined) this.#ranIn(cleanTitle(module, 200));
    // Playwright writes its project as the host name, and it becomes the variant.
    const host = suite.dialect?.id === "playwright" ? "" : (suite.attributes.get("hostname") ?? "").trim();
    const hostname = host === "tbd" ? "" : host;
    const own = [...suite.properties].filter(([name]) => !known.has(name));
    for (const [name, value] of [["hostname", hostname] as const, ...own])
      if (addFact(this.#metadata, cleanTitle(name, 200), cleanTitle(value, 1000)))
        this.learn({ metadata: this.#metadata });
  }

  /** If a document has suites of several modules, the place is unknown. */
  #ranIn(module: string): void {
    this.#modules.add(module);
    this.learn({ place: this.#modules.size === 1 ? module : "" });
  }

  /** In a truncated file, the totals cannot be compared. */
  brokenOff(): void {
    this.#declared = undefined;
  }

  count({ status, attempts, failures }: CaseEvents): void {
    this.#listed.tests++;
    this.#listed.attempts += attempts;
    // Repeated executions without an element may have failed.
    this.#listed.failureElements += Math.max(failures, attempts - 1);
    if (status === "failed" || status === "error") this.#listed.failures++;
  }

  /** Adds failures that a suite declares without listing them, and that were reported. */
  explain(failures: number): void {
    this.#listed.explained += failures;
  }

  endDocument(): void {
    const declared = this.#comparable ? this.#declared : undefined;
    const listed = this.#listed;
    const silent = !this.#someSuiteFailed && listed.failures === 0;
    const verdict = this.#roots.map((root) => declaredVerdict(root, this.#aborted)).find((reason) => reason !== "");
    if (verdict !== undefined && silent) this.#problems.add("error", `The run failed: ${verdict}`);
    if (this.#commented > listed.failures + listed.explained + this.#failedSuites) {
      const found = listed.failures === 0 ? "no failed tests" : `only ${listed.failures}`;
      const reason = `The report declares ${counted(this.#commented, "failure")}, but lists ${found}`;
      this.#problems.add("error", reason);
    }
    if (declared !== undefined) this.#compare(declared, silent);
    this.#forget();
  }

  #compare(declared: Totals, silent: boolean): void {
    const { tests, failures, attempts, failureElements, explained } = this.#listed;
    const known = [failures + explained, failureElements + explained];
    const found = silent ? "no failed tests" : `only ${failures}`;
    if (declared.failures > Math.max(...known) && (silent || !this.#countsOtherwise)) {
      const reason = `The report declares ${counted(declared.tests, "test")}, ${declared.failures} of them failed, but lists ${found}`;
      this.#problems.add("error", reason);
    } else if (this.#countsOtherwise) {
      return;
    } else if (declared.tests !== tests && declared.tests !== attempts) {
      const reason = `The report declares ${counted(declared.tests, "test")} but lists ${tests}; only the listed ones were counted`;
      this.#problems.add("warning", reason);
    } else if (declared.failures < Math.max(...known) && !known.includes(declared.failures)) {
      const reason = `The report declares ${counted(declared.failures, "failure")} but lists ${failures}; only the listed ones were counted`;
      this.#problems.add("warning", reason);
    }
  }

  #forget(): void {
    this.#someSuiteFailed = false;
    this.#countsOtherwise = false;
    this.#comparable = true;
    this.#declared = undefined;
    this.#rootDeclares = false;
    this.#listed = nothingListed();
    this.#roots = [];
    this.#aborted = 0;
    this.#commented = 0;
    this.#failedSuites = 0;
  }

  /**
   * Returns the new metadata since the last call as one event. The first event waits for the framework, because
   * consumers that only read the start of a report need it.
   */
  take(final = false): RunEvent[] {
    if (!this.#changed || (!final && this.#facts.framework === undefined)) return [];
    this.#changed = false;
    return [{ kind: "run", ...this.#facts }];
  }

  learn(facts: Omit<RunEvent, "kind">): void {
    this.#facts = { ...this.#facts, ...facts };
    this.#changed = true;
  }

  #declare(attributes: ReadonlyMap<string, string>): void {
    const tests = totalOf(attributes.get("tests"));
    if (tests === undefined) return;
    this.#declared ??= { tests: 0, failures: 0 };
    this.#declared.tests += tests;
    this.#declared.failures += failuresOf(attributes) ?? Number.NaN;
  }

  /** A start without a time zone may be half a day off, so it is only displayed and not used to order runs. */
  #began(timestamp: string | undefined): void {
    const time = parseTimestamp(timestamp);
    if (time === null) return;
    if (!time.zoned) {
      if (this.#metadata["startedLocalTime"] !== undefined) return;
      this.#metadata["startedLocalTime"] = (timestamp ?? "").trim().slice(0, 40);
      this.learn({ metadata: this.#metadata });
    } else if (this.#facts.startedAt === undefined || time.ms < (this.#facts.startedAt ?? 0)) {
      this.learn({ startedAt: time.ms });
    }
  }
}

/** Returns `report_4` for `results/report_4.xml`. Some writers name the root after its file. */
function withoutReportFile(name: string): string {
  return /\.xml$/i.test(name) ? name.replace(/^.*[\\/]/s, "").slice(0, -".xml".length) : name;
}

/** Returns the number of failures and errors that a suite or the root declares; undefined if it declares none. */
export function failuresOf(attributes: ReadonlyMap<string, string>): number | undefined {
  const failures = totalOf(attributes.get("failures"));
  const errors = totalOf(attributes.get("errors"));
  return failures === undefined && errors === undefined ? undefined : (failures ?? 0) + (errors ?? 0);
}

function nothingListed() {
  return { tests: 0, failures: 0, attempts: 0, failureElements: 0, explained: 0 };
}
