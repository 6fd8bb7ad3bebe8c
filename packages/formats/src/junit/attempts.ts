import { limits } from "#limits.ts";
import type { Verdict } from "#results/test-record.ts";
import { caseStatus, hasFailed } from "./case-status.ts";
import type { DialectId } from "./dialect.ts";
import { executionOfTest, type RawCase } from "./raw-case.ts";
import type { Identity } from "./title-path.ts";

/** A case that is held until the end of its suite. */
export interface HeldCase {
  readonly raw: RawCase;
  readonly identity: Identity;
  /** Position in the suite. */
  readonly at: number;
}

/** A test: the case that decides its result, and its earlier executions, oldest first. */
export interface ReportedTest extends HeldCase {
  readonly earlier?: readonly RawCase[];
  /** Result of the test, if the tool considers it worse than the deciding case. */
  readonly verdict?: Verdict;
}

type Names = ReadonlyMap<string, readonly HeldCase[]>;

/** Facts about all suites of a report that were read so far. */
export interface RunMemory {
  /** True if a test is listed once, so the run did not repeat every test. */
  ranOnce: boolean;
  /** True if a test passed twice. A tool that only repeats failed tests would not do that. */
  repeats: boolean;
}

/** Facts about all cases of a suite. Each is computed once on demand. */
interface Around {
  readonly memory: RunMemory;
  /** True if the suite's total does not include executions that were repeated. */
  countsNoReruns(): boolean;
  /** True if every name is a method name, as JUnit 4 and TestNG write it. In JUnit 5, two methods can share a display name. */
  namesMethods(): boolean;
  /** Classes with a test that ran more than once. The whole class was probably repeated, for example in another browser. */
  ranTwice(): ReadonlySet<string>;
}

/** Groups the cases with the same name, in the order of the report, into executions of one or several tests. */
type Rule = (cases: readonly HeldCase[], around: Around) => readonly ReportedTest[];

const rules: Partial<Record<DialectId, Rule>> = {
  pytest: pytestReruns,
  go: failuresThenPass,
  xcode: (cases, around) =>
    cases.every(isOfXcode) ? failuresThenPass(joinedAssertions(cases), around) : separate(cases),
  // Gradle writes no reason for a skip. In JUnit 5, rows of a parameterized class can share a name, of which one was skipped.
  gradle: (cases, around) => (around.namesMethods() ? retriedSkips(couldRun)(cases, around) : separate(cases)),
  surefire: retriedSkips(couldRun),
  testng: retriedSkips(couldRun),
  webdriverio: retriedSkips(({ stderr }) => stderr.trim() !== ""),
  openshift: flakePairs,
  karate: rowsOfOutline,
};

/** Returns the cases of a suite as tests, in the order of the report. */
export function testsOf(
  cases: readonly HeldCase[],
  dialect: DialectId,
  declared: number | undefined,
  memory: RunMemory,
): readonly ReportedTest[] {
  const needsMemory = dialect === "go" || dialect === "xcode";
  // Fast path: in most suites, all names are different.
  if (!needsMemory && new Set(cases.map(nameOf)).size === cases.length) return cases;
  const names = Map.groupBy(cases, nameOf);
  remember(names, memory);
  const rule = rules[dialect] ?? separate;
  const around: Around = {
    memory,
    countsNoReruns: once(() => countsNoReruns(names, declared)),
    namesMethods: once(() => names.values().every(([held]) => /^[\w$]+(?:\[.*\].*)?$/s.test(titleOf(held)))),
    ranTwice: once(() => ownersWithTwo(names, ({ raw }) => !skipped(raw))),
  };
  return [...names.values()]
    .flatMap((ofName) => {
      if (ofName.some(({ raw }) => executionOfTest(raw) !== undefined)) return numberedExecutions(ofName);
      return ofName.length === 1 ? separate(ofName) : rule(ofName, around);
    })
    .toSorted((one, other) => one.at - other.at);
}

/** Returns true if tests with one name failed and passed, and the report does not show whether one was a rerun. */
export function isAmbiguous(tests: readonly ReportedTest[], dialect: DialectId): boolean {
  if (dialect !== "go" && dialect !== "gradle" && dialect !== "xcode") return false;
  return [...Map.groupBy(tests, nameOf).values()].some(
    (ofName) => ofName.some(({ raw }) => hasFailed(raw)) && ofName.some(({ raw }) => passed(raw)),
  );
}

function titleOf(held: HeldCase | undefined): string {
  return held?.identity.titlePath.at(-1) ?? "";
}

function once<Value>(count: () => Value): () => Value {
  let counted: { readonly value: Value } | undefined;
  return () => (counted ??= { value: count() }).value;
}

function nameOf({ identity: { file, titlePath, variant } }: HeldCase): string {
  return `${titlePath.join("\n")}\n\n${file ?? ""}\n${variant}`;
}

function remember(names: Names, memory: RunMemory): void {
  for (const ofName of names.values()) {
    const passes = ofName.filter(({ raw }) => passed(raw)).length;
    if (passes === 1 && ofName.length === 1) memory.ranOnce = true;
    if (passes > 1) memory.repeats = true;
  }
}

function separate(cases: readonly HeldCase[]): ReportedTest[] {
  return [...cases];
}

/** Examples of a Karate outline can have the same name. The name's prefix contains the row number: `[2.1:9] `. */
function rowsOfOutline(cases: readonly HeldCase[]): ReportedTest[] {
  const rows = cases.map(({ raw }) => /^\[\d+\.(\d+):/.exec(raw.attributes.get("name") ?? "")?.[1]);
  if (rows.filter((row) => row !== undefined).length < 2) return separate(cases);
  return cases.map((held, at) => {
    const row = rows[at];
    return row === undefined ? held : { ...held, identity: { ...held.identity, variant: `row ${row}` } };
  });
}

function asOne(cases: readonly HeldCase[]): ReportedTest[] {
  const last = cases.at(-1);
  if (last === undefined) return [];
  return [{ ...last, at: Math.min(...cases.map(({ at }) => at)), earlier: cases.slice(0, -1).map(({ raw }) => raw) }];
}

/** Returns the test with one more execution. */
function after(before: ReportedTest, held: HeldCase): ReportedTest {
  return { ...before, raw: held.raw, earlier: [...(before.earlier ?? []), before.raw] };
}

function passed(raw: RawCase): boolean {
  return caseStatus(raw) === "passed";
}

function skipped(raw: RawCase): boolean {
  return caseStatus(raw) === "skipped";
}

/** Handles Xcode reports by fastlane's trainer, which numbers the executions. */
function numberedExecutions(cases: readonly HeldCase[]): ReportedTest[] {
  const tests: ReportedTest[] = [];
  for (const held of cases) {
    const before = (executionOfTest(held.raw) ?? 1) > 1 ? tests.pop() : undefined;
    tests.push(before === undefined ? held : after(before, held));
  }
  return tests;
}

/**
 * pytest lists a test twice if its teardown also failed, if a worker crashed during it, if a plugin repeated it (the suite then does
 * not count the first case, which has no verdict), or if `--dist each` ran it on every worker.
 */
function pytestReruns(cases: readonly HeldCase[], around: Around): ReportedTest[] {
  const reruns = around.countsNoReruns();
  const tests: ReportedTest[] = [];
  for (const held of cases) {
    const before = tests.at(-1);
    if (before === undefined) tests.push(held);
    else if (isTeardownError(held.raw) && hasFailed(before.raw))
      tests.splice(-1, 1, { ...before, raw: joinFailures(before.raw, held.raw) });
    else if (isWorkerCrash(before.raw))
      // pytest counts the crash as a failure even if the test passes on the next worker.
      tests.splice(-1, 1, { ...after(before, held), verdict: "error" });
    else if (reruns && passed(before.raw) && before.verdict === undefined) tests.splice(-1, 1, after(before, held));
    else tests.push(held);
  }
  return tests;
}

function countsNoReruns(names: Names, declared: number | undefined): boolean {
  let listed = 0;
  let again = 0;
  for (const ofName of names.values()) {
    const own = ofName.filter(({ raw }) => !isTeardownError(raw));
    listed += own.length;
    again += own.slice(0, -1).filter(({ raw }) => passed(raw)).length;
  }
  if (declared === listed - again) return true;
  if (declared === listed) return false;
  const [first, ...others] = [...names.values()].map(({ length }) => length);
  return others.some((length) => length !== first);
}

/** gotestsum lists each execution as a case, failures first. `-count` repeats all tests, `--rerun-fails` only failed ones. */
function failuresThenPass(cases: readonly HeldCase[], { memory }: Around): ReportedTest[] {
  const passes = cases.filter(({ raw }) => passed(raw));
  const failures = cases.filter(({ raw }) => hasFailed(raw));
  const isRerun = memory.ranOnce && !memory.repeats && passes.length <= 1 && failures.length > 0;
  if (!isRerun || passes.length + failures.length < cases.length) return separate(cases);
  return asOne([...failures, ...passes]);
}

/** xcpretty and xcbeautify list a test once per failed assertion, without a time. */
function joinedAssertions(cases: readonly HeldCase[]): HeldCase[] {
  const joined: HeldCase[] = [];
  for (const held of cases) {
    const before = joined.at(-1);
    const isMore = before !== undefined && [before, held].every(({ raw }) => hasFailed(raw) && untimed(raw));
    if (isMore) joined.splice(-1, 1, { ...before, raw: joinFailures(before.raw, held.raw) });
    else joined.push(held);
  }
  return joined;
}

/** Returns true for a method of XCTest. Each of its failures contains a line of a Swift or Objective-C file. */
function isOfXcode({ raw, identity }: HeldCase): boolean {
  const named = /^test\w*$/.test(identity.titlePath.at(-1) ?? "");
  return named && raw.failures.every(({ message, body }) => /\.(?:swift|mm?):\d/.test(`${message ?? ""} ${body}`));
}

function untimed({ attributes }: RawCase): boolean {
  return !attributes.has("time");
}

/** TestNG and the reporter of WebdriverIO list an execution that is repeated as skipped. */
function retriedSkips(isRetried: (raw: RawCase) => boolean): Rule {
  return (cases, around) => {
    const ran = cases.filter(({ raw }) => !skipped(raw));
    const retried = cases.filter(({ raw }) => skipped(raw) && isRetried(raw));
    const [decided] = ran;
    const isRerun = decided !== undefined && ran.length === 1 && retried.length + 1 === cases.length;
    return isRerun && !around.ranTwice().has(ownerOf(decided)) ? asOne([...retried, decided]) : separate(cases);
  };
}

/** Returns false if the method skipped itself, or was skipped because of a failed dependency or set-up. */
function couldRun({ skipped: skip }: RawCase): boolean {
  return !/depends on |SkipException|onfiguration/.test(`${skip?.message ?? ""} ${skip?.body ?? ""}`);
}

/** Returns the classes with two matching cases of the same name. */
function ownersWithTwo(names: Names, is: (held: HeldCase) => boolean): Set<string> {
  const twice = [...names.values()].filter((ofName) => ofName.filter(is).length > 1);
  return new Set(twice.flatMap(([held]) => (held === undefined ? [] : [ownerOf(held)])));
}

function ownerOf({ identity: { file, titlePath } }: HeldCase): string {
  return `${titlePath.slice(0, -1).join("\n")}\n\n${file ?? ""}`;
}

/** The tools of OpenShift treat a failure and a success with the same name, in any order, as a flaky test. */
function flakePairs(cases: readonly HeldCase[]): ReportedTest[] {
  const failures = cases.filter(({ raw }) => hasFailed(raw));
  const [pass, ...more] = cases.filter(({ raw }) => passed(raw));
  if (pass === undefined || failures.length === 0) return separate(cases);
  return [...asOne([...failures, pass]), ...separate([...more, ...cases.filter(({ raw }) => skipped(raw))])];
}

function isTeardownError({ failures }: RawCase): boolean {
  return (
    failures.length > 0 &&
    failures.every(({ message }) => /^(?:failed on teardown|test teardown failure)/.test(message ?? ""))
  );
}

/** pytest-xdist reports the crash of a worker as a failed setup. */
function isWorkerCrash({ failures }: RawCase): boolean {
  return failures.some(({ message }) => /\bworker '\w+' crashed while running '/.test(message ?? ""));
}

/** Joins two cases into one execution with the result of the first. */
function joinFailures(first: RawCase, more: RawCase): RawCase {
  const kind = first.failures.some((failure) => failure.kind === "error") ? "error" : "failure";
  return {
    ...first,
    failures: [...first.failures, ...more.failures.map((failure) => ({ ...failure, kind }) as const)].slice(
      0,
      limits.errorsPerAttempt,
    ),
    stdout: joinText(first.stdout, more.stdout),
    stderr: joinText(first.stderr, more.stderr),
  };
}

function joinText(first: string, more: string): string {
  return [first, more].filter((text) => text !== "").join("\n");
}
