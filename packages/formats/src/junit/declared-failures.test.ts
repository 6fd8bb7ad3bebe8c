import { expect, test } from "vitest";
import { readReport } from "#testing/read-sample.ts";
import { junit } from "./junit.ts";

const passes = (name: string) => `<testcase classname="shop.Till" name="${name}"/>`;
const fails = (name: string) => `<testcase classname="shop.Till" name="${name}"><failure message="shut"/></testcase>`;
const suite = (attributes: string, ...cases: readonly string[]) =>
  `<testsuite name="shop.Till" ${attributes}>${cases.join("")}</testsuite>`;
const node = (comments: string, ...content: readonly string[]) =>
  `<testsuites>${content.join("")}${comments}</testsuites>`;
const nodeSuite = (...cases: readonly string[]) => `<testsuite name="till">${cases.join("")}</testsuite>`;
const meson = (output: string, tests: number) =>
  `<testsuites tests="${tests}" errors="0" failures="0"><testsuite name="shop.bell" tests="${tests}" errors="0" failures="0" skipped="0" time="0.012">${Array.from({ length: tests }, (_, at) => `<testcase name="${at + 1} rings ${at}" classname="shop.bell"/>`).join("")}<system-out>${output}</system-out></testsuite></testsuites>`;

test.for([
  [
    "a suite counts more errors than it lists",
    suite('tests="2" failures="1" errors="1"', fails("opens"), passes("pays")),
    'The suite "shop.Till" declares 2 failures, but lists only 1 failed test',
  ],
  [
    "totals have thousands separators",
    suite('tests="1" failures="1,234"', fails("opens")),
    'The suite "shop.Till" declares 1234 failures, but lists only 1 failed test',
  ],
  [
    "the root counts more failures than its suites",
    `<testsuites tests="1" failures="2">${suite('tests="1" failures="1"', fails("opens"))}</testsuites>`,
    "The report declares 1 test, 2 of them failed, but lists only 1",
  ],
  [
    "an inner suite counts more, which the outer ones repeat",
    `<testsuites tests="2" failures="2"><testsuite name="shop" tests="2" failures="2">${suite('tests="2" failures="2"', fails("opens"), passes("pays"))}</testsuite></testsuites>`,
    'The suite "shop.Till" declares 2 failures, but lists only 1 failed test',
  ],
  [
    "a test of node:test failed after its subtests",
    node("<!-- tests 2 --><!-- pass 1 --><!-- fail 1 -->", nodeSuite(passes("opens"))),
    "The report declares 1 failure, but lists no failed tests",
  ],
  [
    "the same beside a failed test",
    node("<!-- fail 2 -->", nodeSuite(passes("opens")), fails("belt")),
    "The report declares 2 failures, but lists only 1",
  ],
  [
    "a test of node:test was cancelled",
    node("<!-- fail 0 --><!-- cancelled 1 -->", nodeSuite(passes("opens"))),
    "The report declares 1 failure, but lists no failed tests",
  ],
  [
    "a program bailed out",
    meson("1..3\nok 1 rings\nBail out! no power", 1),
    'The suite "shop.bell" failed outside its tests: it bailed out: no power',
  ],
  [
    "a program ran fewer tests than planned",
    meson("TAP version 14\n1..3\nok 1\nok 2", 2),
    'The suite "shop.bell" failed outside its tests: 3 tests were planned, but only 2 ran',
  ],
  [
    "a program ended with an error",
    meson("1..1\nok 1 rings", 1).replace(
      "</system-out>",
      "</system-out><system-err>a warning\n(test program exited with status code 3)</system-err>",
    ),
    'The suite "shop.bell" failed outside its tests: test program exited with status code 3',
  ],
  [
    "more tests were aborted than are listed",
    suite('tests="2" aborted="2"', passes("opens"), '<testcase name="prints"><aborted/></testcase>'),
    'The suite "shop.Till" failed outside its tests: it was aborted',
  ],
] as const)("%s: the run failed", async ([, text, reason]) => {
  const { problems } = await readReport(junit, text);
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([
    { kind: "problem", severity: "error", reason },
  ]);
});

test.for([
  ["node:test counts a test whose subtest failed", node("<!-- fail 2 -->", nodeSuite(fails("opens")))],
  ["a comment of the author", node("<!-- failures 3 --><!-- 1 fail -->", passes("opens"))],
  ["a comment in a suite", node("", `<testsuite name="till"><!-- fail 1 -->${passes("opens")}</testsuite>`)],
  ["Meson: all points ran", meson("1..1\nok 1", 1)],
  ["Meson: all points were skipped", meson("1..0 # SKIP no bell", 0)],
  ["Meson: a program that prints no TAP", meson("Bail out! is a word of sailors", 1)],
  ["another tool whose output looks like TAP", suite("", passes("a"), "<system-out>1..3\nBail out!</system-out>")],
  [
    "an assumption did not hold",
    `<testsuites aborted="1">${suite('tests="2" failures="0" skipped="0" aborted="1"', passes("opens"), '<testcase name="prints"><aborted/></testcase>')}</testsuites>`,
  ],
  ["a suite counts what failed in it", suite('failures="1" errors="0"', fails("a"), "<system-err>late</system-err>")],
  ["executions are counted", suite('failures="2"', fails("a").replace("</testcase>", "<rerunFailure/></testcase>"))],
] as const)("%s: nothing failed outside the tests", async ([, text]) => {
  const { problems } = await readReport(junit, text);
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
});

test("a truncated suite is incomplete, and its totals say nothing", async () => {
  const { problems } = await readReport(junit, suite('tests="9" failures="3"', fails("a")).replace("</testsuite>", ""));
  expect(problems.map(({ severity }) => severity)).toEqual(["incomplete"]);
});

test("Meson: the number of a point is not part of a name", async () => {
  const { titles, run } = await readReport(junit, meson("1..2\nok 1\nok 2", 2));
  expect(titles).toEqual(["shop.bell › rings 0", "shop.bell › rings 1"]);
  expect(run.framework).toBe("meson");
});

const failsafe = (attributes: string, content: string) =>
  `<?xml version="1.0"?><failsafe-summary ${attributes}><completed>2</completed>${content}</failsafe-summary>`;

test("Failsafe's summary has the crash of a process, in its own words", async () => {
  const crash =
    "<errors>0</errors><failureMessage>The forked VM terminated\nCrashed tests:\nshop.PaysIT</failureMessage>";
  const { tests, problems } = await readReport(junit, failsafe('result="255"', crash));
  expect(tests).toEqual([]);
  expect(problems).toEqual([
    {
      kind: "problem",
      severity: "error",
      reason: "Failsafe failed outside its tests: The forked VM terminated\nCrashed tests:\nshop.PaysIT",
    },
  ]);
});

test("Failsafe's summary of a whole run needs no attention", async () => {
  const empty = "<errors>0</errors><failures>0</failures><failureMessage/>";
  expect((await readReport(junit, failsafe('timeout="false"', empty))).problems).toEqual([]);
  expect((await readReport(junit, failsafe('result="254"', empty))).problems).toEqual([]);
});

test("the failures that Failsafe's summary counts are part of the run, whose tests list them", async () => {
  const text = failsafe('result="255"', "<errors>1</errors><failures>2</failures>");
  const { run, problems } = await readReport(junit, text);
  expect(run).toEqual({ kind: "run", declaredFailures: 3 });
  expect(problems).toEqual([]);
});

test("Codeception: a test without assertions passed, unless it failed otherwise", async () => {
  const useless = '<testcase name="rings" class="TillCest" assertions="0"><error>Useless Test</error></testcase>';
  const text = `<testsuites><testsuite name="unit" tests="2" assertions="1" errors="1" failures="0" useless="1">${useless}${useless.replace("Useless Test", "no bell").replace("rings", "opens")}</testsuite></testsuites>`;
  const { counts, named, problems } = await readReport(junit, text);
  expect(counts).toMatchObject({ passed: 1, error: 1 });
  expect(named("rings").test?.annotations).toEqual([{ type: "risky", description: "Useless Test" }]);
  expect(problems).toEqual([]);
  const uncounted = await readReport(junit, text.replace(' useless="1"', ""));
  expect(uncounted.counts).toMatchObject({ error: 2 });
});

const testem = (failures: number, version: string) =>
  `<testsuite name="Testem Tests" tests="2" skipped="0" todo="1" failures="${failures}"><testcase classname="Chrome ${version}" name="opens"><error message="later"/></testcase><testcase classname="Chrome ${version}" name="pays"/></testsuite>`;

test("Testem: a to-do test is expected to fail, and a browser's version is not part of a test", async () => {
  const { counts, tests } = await readReport(junit, testem(0, "140.0"));
  expect(counts).toMatchObject({ passed: 1, skipped: 1, failed: 0, error: 0 });
  expect(tests[0]).toMatchObject({ titlePath: ["opens"], variant: "Chrome", browser: "chrome" });
  expect((await readReport(junit, testem(0, "141.0.7390.54"))).tests).toEqual(tests);
  // The report does not show which failure is the expected one.
  expect((await readReport(junit, testem(1, "140.0"))).counts).toMatchObject({ error: 1 });
});
