import { expect, test } from "vitest";
import { limits } from "#limits.ts";
import { countsOf, only, readReport, readText } from "#testing/read-sample.ts";
import { junit } from "./junit.ts";

const failure = '<failure message="declined"/>';
const passes = (name: string) => `<testcase classname="shop.TillTest" name="${name}" time="0.1"/>`;
const fails = (name: string) => `<testcase classname="shop.TillTest" name="${name}" time="0.1">${failure}</testcase>`;
const skips = (name: string, skip: string) =>
  `<testcase classname="shop.TillTest" name="${name}" time="0.1">${skip}</testcase>`;

function go(...packages: readonly string[]): string {
  const suites = packages.map(
    (cases, index) =>
      `<testsuite name="shop/p${index}"><properties><property name="go.version" value="go1.24"/></properties>${cases}</testsuite>`,
  );
  return `<testsuites>${suites.join("")}</testsuites>`;
}

function gradle(...cases: readonly string[]): string {
  return `<testsuite name="shop.TillTest" tests="${cases.length}" skipped="0" failures="1" errors="0" timestamp="2026-03-01T10:00:00" hostname="ci" time="0.4"><properties/>${cases.join("")}</testsuite>`;
}

function surefire(...cases: readonly string[]): string {
  return `<testsuite noNamespaceSchemaLocation="surefire-test-report.xsd" name="TestSuite" tests="${cases.length}">${cases.join("")}</testsuite>`;
}

function wdio(...cases: readonly string[]): string {
  return `<testsuites><testsuite name="Till" tests="${cases.length}"><properties><property name="specId" value="0"/><property name="capabilities" value="chrome.142.linux"/></properties>${cases.join("")}</testsuite></testsuites>`;
}

function openshift(...cases: readonly string[]): string {
  return `<testsuite name="openshift-tests" tests="${cases.length}">${cases.join("")}</testsuite>`;
}

function pytest(tests: number, ...cases: readonly string[]): string {
  return `<testsuites name="pytest tests"><testsuite name="pytest" tests="${tests}">${cases.join("")}</testsuite></testsuites>`;
}

function xcode(...cases: readonly string[]): string {
  const suite = `<testsuite name="Shop.TillTests" tests="4" failures="3">${cases.join("")}</testsuite>`;
  return `<testsuites tests="4" failures="3">${suite}</testsuites>`;
}

const assertionFails = (line: number) =>
  `<testcase classname="Shop.TillTests" name="testPays"><failure message="not ${line}">TillTests.swift:${line}</failure></testcase>`;
const retried = '<skipped message="expected [true] but found [false]"/>';
const dependent = '<skipped message="Method pays() depends on not successfully finished methods"/>';
const stack = "<skipped/><system-err>Error: the card is refused\n    at till.e2e.js:8:15</system-err>";
const teardown = '<error message="failed on teardown with &quot;gone&quot;"/>';
const crash = `<error message="failed on setup with &quot;worker 'gw0' crashed while running 'test_till.py::pays'&quot;"/>`;

/** Reports with repeated names, and the expected number of passed, failed, errored, skipped and flaky tests. */
test.for([
  ["gotestsum: a test that was run again is one test", go(fails("A") + passes("B") + passes("A")), [2, 0, 0, 0, 1]],
  ["gotestsum: one that never passed is one failure", go(fails("A") + fails("A") + passes("B")), [1, 1, 0, 0, 0]],
  [
    "gotestsum: another package may show that nothing was repeated",
    go(passes("B"), fails("A") + passes("A")),
    [2, 0, 0, 0, 1],
  ],
  ["go test -count: repetitions are tests", go(fails("A") + passes("B") + passes("B") + passes("A")), [3, 1, 0, 0, 0]],
  ["go: without a sign, a failure stays", go(fails("A") + passes("A")), [1, 1, 0, 0, 0]],
  [
    "Gradle: without a sign of a rerun, both executions count",
    gradle(fails("pays()"), passes("opens()"), passes("pays()")),
    [2, 1, 0, 0, 0],
  ],
  [
    "Gradle with mergeReruns: a method that was run again",
    gradle(
      '<testcase classname="shop.TillTest" name="pays()" time="0.1"><flakyFailure message="declined"/></testcase>',
      passes("opens()"),
    ).replace('failures="1"', 'failures="0"'),
    [2, 0, 0, 0, 1],
  ],
  [
    "Gradle: a method that failed twice",
    gradle(fails("pays"), passes("opens"), fails("pays")).replace('failures="1"', 'failures="2"'),
    [1, 2, 0, 0, 0],
  ],
  ["Gradle: rows of one name are tests", gradle(fails("[1] de"), passes("[1] de")), [1, 1, 0, 0, 0]],
  [
    "Gradle: a display name may belong to two methods",
    gradle(fails("pays"), passes("opens the till"), passes("pays")),
    [2, 1, 0, 0, 0],
  ],
  [
    "Gradle: what failed after it had passed was not run again",
    gradle(passes("pays()"), fails("pays()")),
    [1, 1, 0, 0, 0],
  ],
  [
    "Gradle: a class that ran twice was not run again for its failure",
    gradle(fails("pays()"), passes("opens()"), passes("pays()"), passes("opens()")),
    [3, 1, 0, 0, 0],
  ],
  [
    "Gradle with TestNG: an execution without a reason",
    gradle(skips("pays", "<skipped/>"), passes("pays")),
    [1, 0, 0, 0, 1],
  ],
  [
    "Gradle with JUnit 5: a row was skipped",
    gradle(skips("pays()", "<skipped/>"), passes("pays()")).replace('failures="1"', 'failures="0"'),
    [1, 0, 0, 1, 0],
  ],
  [
    "Surefire with TestNG: passed at last",
    surefire(passes("opens"), skips("pays", retried), passes("pays")),
    [2, 0, 0, 0, 1],
  ],
  [
    "Surefire with TestNG: failed at last",
    surefire(skips("pays", retried), skips("pays", retried), fails("pays")),
    [0, 1, 0, 0, 0],
  ],
  [
    "Surefire with TestNG: skipped for another test",
    surefire(skips("pays", dependent), passes("pays")),
    [1, 0, 0, 1, 0],
  ],
  [
    "Surefire with TestNG: a class that ran in two browsers",
    surefire(skips("pays", retried), passes("opens"), passes("pays"), passes("opens")),
    [3, 0, 0, 1, 0],
  ],
  ["Surefire: a test that was only skipped", surefire(skips("pays", retried), passes("opens")), [1, 0, 0, 1, 0]],
  ["WebdriverIO: passed at last", wdio(skips("pays", stack), passes("pays")), [1, 0, 0, 0, 1]],
  ["WebdriverIO: failed at last", wdio(skips("pays", stack), skips("pays", stack), fails("pays")), [0, 1, 0, 0, 0]],
  ["WebdriverIO: a test that skipped itself", wdio(skips("pays", "<skipped/>"), passes("pays")), [1, 0, 0, 1, 0]],
  ["OpenShift: success and failure are a flake", openshift(passes("pays"), fails("pays")), [1, 0, 0, 0, 1]],
  ["OpenShift: a skip takes no failure back", openshift(fails("pays"), skips("pays", "<skipped/>")), [0, 1, 0, 1, 0]],
  [
    "pytest --dist each: nothing was run again",
    pytest(4, passes("a"), passes("a"), passes("b"), passes("b")),
    [4, 0, 0, 0, 0],
  ],
  ["pytest: a rerun that the total leaves out", pytest(2, passes("a"), passes("a"), passes("b")), [2, 0, 0, 0, 1]],
  [
    "pytest: a merged report whose total says nothing",
    pytest(9, passes("a"), passes("a"), passes("b")),
    [2, 0, 0, 0, 1],
  ],
  [
    "pytest: failed, and failed again in its teardown",
    pytest(2, fails("a"), passes("b"), skips("a", teardown)),
    [1, 1, 0, 0, 0],
  ],
  ["pytest: failed only in its teardown", pytest(1, skips("a", teardown)), [0, 0, 1, 0, 0]],
  [
    "pytest: a worker crashed, and the next one ran the test",
    pytest(3, skips("pays", crash), passes("pays"), passes("b")),
    [1, 0, 1, 0, 0],
  ],
  [
    "xcpretty: three assertions of a test",
    xcode(assertionFails(4), assertionFails(5), assertionFails(6), passes("testOpens")),
    [1, 1, 0, 0, 0],
  ],
  [
    "no known writer: a method without parameters twice",
    `<testsuite name="a">${fails("pays()")}${passes("pays()")}${passes("b()")}</testsuite>`,
    [2, 1, 0, 0, 0],
  ],
  [
    "a writer like xcpretty, but not of Xcode: rows are tests",
    xcode(assertionFails(4), assertionFails(5), passes("testOpens")).replaceAll("TillTests.swift", "till.rb"),
    [1, 2, 0, 0, 0],
  ],
  [
    "no known writer: one name twice is two tests",
    `<testsuite name="a">${fails("a")}${passes("a")}${passes("b")}</testsuite>`,
    [2, 1, 0, 0, 0],
  ],
] as const)("%s", async ([, text, [passed, failed, error, skipped, flaky]]) => {
  const { counts, problems } = await readReport(junit, text);
  expect(counts).toMatchObject({ passed, failed, error, skipped, flaky });
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
});

async function firstAttemptOf(text: string) {
  const [first] = only("attempt", await readText(junit, text));
  return [first?.status, first?.errors[0]?.message];
}

test("an earlier execution keeps its error, in any element", async () => {
  expect(await firstAttemptOf(surefire(skips("pays", retried), passes("pays")))).toEqual([
    "failed",
    "expected [true] but found [false]",
  ]);
  expect(await firstAttemptOf(wdio(skips("pays", stack), passes("pays")))).toEqual([
    "failed",
    "Error: the card is refused",
  ]);
  expect(await firstAttemptOf(openshift(passes("pays"), fails("pays")))).toEqual(["failed", "declined"]);
});

test("both errors of a test that also failed in its teardown are reported", async () => {
  const { named, problems } = await readReport(junit, pytest(1, fails("a"), skips("a", teardown)));
  expect(named("a").attempts.flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual([
    "declined",
    'failed on teardown with "gone"',
  ]);
  expect(problems).toEqual([]);
});

test("each assertion of xcpretty is an error of its test", async () => {
  const { named, problems } = await readReport(junit, xcode(assertionFails(4), assertionFails(5), passes("testOpens")));
  expect(named("testPays").attempts[0]?.errors.map(({ message }) => message)).toEqual(["not 4", "not 5"]);
  expect(problems).toEqual([]);
});

test("a report with a possible rerun of a failure has a note", async () => {
  const { problems } = await readReport(junit, go(fails("A") + passes("A")));
  expect(problems).toMatchObject([{ severity: "warning" }]);
});

test("reads a suite with more cases than it holds back to the end", async () => {
  const cases = Array.from({ length: limits.heldCases + 5 }, (_, index) => passes(`t${index}`)).join("");
  const events = await readText(junit, go(cases + fails("last")), 100_000);
  expect(countsOf(events)).toMatchObject({ tests: limits.heldCases + 6, failed: 1 });
});
