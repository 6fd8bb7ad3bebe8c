import { expect, test } from "vitest";
import { readReport } from "#testing/read-sample.ts";
import { junit } from "./junit.ts";

const karma = (name: string, failures: number, cases: string) =>
  `<testsuite name="${name}" failures="${failures}" errors="0"><properties><property name="browser.fullName" value="HeadlessChrome/156"/></properties>${cases}</testsuite>`;
const pendingFailure =
  '<testcase name="Till waits" classname="Till"><skipped/><failure type="">expected 1</failure></testcase>';
const failed = '<testcase name="Till pays" classname="Till"><failure>expected 2</failure></testcase>';
const passed = '<testcase name="Till opens" classname="Till"/>';
const ofGdUnit = failed.replace("<failure>", '<failure message="FAILED: res://till.gd:9" type="FAILURE">');
const eunit = (content: string) =>
  `<testsuite tests="2" failures="0" errors="0" skipped="1" time="5.001" name="till_tests"><testcase time="0.0" name="till_tests:9 opens">${content}</testcase><testcase time="0.0" name="till_tests:12 shuts"/></testsuite>`;
const ctest = (status: string, content: string) =>
  `<testsuite name="(empty)" tests="2" failures="0" disabled="0" skipped="1"><testcase name="starts" classname="starts" status="run"/><testcase name="stops" classname="stops" status="${status}">${content}</testcase></testsuite>`;
const unknown = (attributes: string, cases: string) => `<testsuite name="till" ${attributes}>${cases}</testsuite>`;

/** Numbers of tests that passed, failed, had an error and were skipped. */
test.for([
  ["Karma: a pending spec", karma("unit", 0, passed + pendingFailure), [1, 0, 0, 1]],
  ["Karma: a pending spec beside a failure", karma("unit", 1, passed + pendingFailure + failed), [1, 1, 0, 1]],
  ["a suite that counts no failure of a skipped test", unknown('failures="0"', passed + pendingFailure), [1, 0, 0, 1]],
  [
    "a suite that counts only the other failure",
    unknown('failures="1"', passed + pendingFailure + failed),
    [1, 1, 0, 1],
  ],
  [
    "a suite that counts the failure of a skipped test",
    unknown('failures="2"', passed + pendingFailure + failed),
    [1, 2, 0, 0],
  ],
  [
    "a disabled test that failed, which the suite does not count",
    unknown('failures="0"', passed + failed.replace("<testcase", '<testcase status="disabled"')),
    [1, 0, 0, 1],
  ],
  [
    "a disabled test that failed, which the suite counts",
    unknown('failures="1"', passed + failed.replace("<testcase", '<testcase status="disabled"')),
    [1, 1, 0, 0],
  ],
  ["a suite that counts nothing", unknown("", passed + pendingFailure), [1, 1, 0, 0]],
  ["CTest: no program", ctest("notrun", '<skipped message="Unable to find executable"/>'), [1, 0, 1, 0]],
  ["CTest: a fixture failed", ctest("notrun", '<skipped message="Failed test dependencies: starts"/>'), [1, 0, 1, 0]],
  ["CTest: no reason", ctest("notrun", '<skipped message=""/>'), [1, 0, 1, 0]],
  ["CTest: skipped by its return code", ctest("notrun", '<skipped message="SKIP_RETURN_CODE=77"/>'), [1, 0, 0, 1]],
  ["CTest: disabled", ctest("disabled", '<skipped message="Disabled"/>'), [1, 0, 0, 1]],
  ["gdUnit4: all that failed passed in the end", unknown('failures="2" flaky="1"', passed + ofGdUnit), [2, 0, 0, 0]],
  ["a flaky test beside a failure", unknown('failures="1" flaky="1"', passed + failed), [1, 1, 0, 0]],
  ["a flaky test and no failure", unknown('failures="0" flaky="1"', passed + failed), [2, 0, 0, 0]],
  ["EUnit: a time limit", eunit('<skipped type="timeout"/>'), [1, 0, 1, 0]],
  [
    "gdUnit4: one of two, nobody knows which",
    unknown('failures="2" flaky="1"', failed + failed.replace("pays", "shuts")),
    [0, 2, 0, 0],
  ],
] as const)("%s", async ([, text, [passes, fails, errors, skips]]) => {
  const { counts, problems } = await readReport(junit, text);
  expect(counts).toMatchObject({ passed: passes, failed: fails, error: errors, skipped: skips });
  expect(problems).toEqual([]);
});

test("CTest has the reason why a test could not run", async () => {
  const text = ctest("notrun", '<skipped message="Unable to find executable"/><system-out>no /src/stops</system-out>');
  const { named } = await readReport(junit, text);
  expect(named("stops").attempts[0]?.errors).toEqual([{ message: "Unable to find executable" }]);
  expect(named("stops").output).toMatchObject([{ text: "no /src/stops" }]);
});

test("PHPUnit: a risky test passed, with its reason", async () => {
  const text = String.raw`<testsuites><testsuite name="TillTest" assertions="0" tests="1" errors="1"><testcase name="testOpens" class="TillTest" assertions="0"><error type="PHPUnit\Framework\RiskyTestError">TillTest::testOpens
This test did not perform any assertions</error></testcase></testsuite></testsuites>`;
  const { named, problems } = await readReport(junit, text);
  expect(named("testOpens").test).toMatchObject({
    status: "passed",
    annotations: [{ type: "risky", description: "This test did not perform any assertions" }],
  });
  expect(problems).toEqual([]);
});

test.for([
  [
    "pytest with subtests",
    '<testsuites name="pytest tests"><testsuite name="pytest" tests="8" failures="2"><testcase name="a"><failure message="1"/><failure message="contains 1 failed subtest"/></testcase></testsuite></testsuites>',
  ],
  [
    "Catch2",
    '<testsuites><testsuite name="till" tests="11" failures="3" hostname="tbd"><testcase name="a"><failure message="1"/></testcase></testsuite></testsuites>',
  ],
  [
    "doctest",
    '<testsuites><testsuite name="till" tests="11" failures="3" doctest_version="2.4.11"><testcase name="a"><failure message="1"/></testcase></testsuite></testsuites>',
  ],
  [
    "jest-junit",
    '<testsuites name="jest tests" tests="1" failures="1"><testsuite name="a"><testcase classname="a b" name="a b"/><testcase classname="c.test.js Test suite failed to run" name="c.test.js Test suite failed to run"><failure>no module</failure></testcase></testsuite></testsuites>',
  ],
  [
    "mocha-junit-reporter",
    '<testsuites name="Mocha Tests" tests="2" failures="0"><testsuite name="a" tests="2"><testcase classname="b" name="a b"/></testsuite></testsuites>',
  ],
  [
    "TestNG",
    '<testsuite name="a" tests="1" ignored="1"><testcase name="b" classname="a"/><testcase name="c" classname="a"><skipped/></testcase></testsuite>',
  ],
  [
    "Newman",
    '<testsuites name="Shop" tests="12"><testsuite name="Cart" id="691be955-6492-4374-8da1-e8069c99ba0b" tests="1" failures="1"><testcase name="is 200" classname="Shop"><failure message="1"/></testcase></testsuite></testsuites>',
  ],
] as const)("totals that count something else are not a mismatch: %s", async ([, text]) => {
  expect((await readReport(junit, text)).problems).toEqual([]);
});

const ginkgo = (content: string, properties = "") =>
  `<testsuites><testsuite name="Belt"><properties><property name="RandomSeed" value="7"/>${properties}</properties>${content}</testsuite></testsuites>`;
const spec = '<testcase name="[It] Belt starts" classname="Belt" status="passed"/>';
const notSucceeded = '<property name="SuiteSucceeded" value="false"/>';
const testLogger = (content: string) =>
  `<testsuites><testsuite name="Belt.Tests.dll" tests="1" failures="0" errors="0"><testcase classname="Belt" name="Starts"/>${content}</testsuite></testsuites>`;

/** Cases whose meaning depends on the whole suite. */
test.for([
  [
    "Ginkgo: a reason of the suite",
    ginkgo(spec, `${notSucceeded}<property name="SpecialSuiteFailureReason" value="Suite Timeout Elapsed"/>`),
    'The suite "Belt" failed outside its tests: Suite Timeout Elapsed',
  ],
  [
    "Ginkgo: no reason",
    ginkgo(spec, notSucceeded),
    'The suite "Belt" failed outside its tests: Ginkgo reports that the suite failed',
  ],
  [
    "Ginkgo: what runs before all",
    ginkgo(
      `<testcase name="[BeforeSuite]" status="failed"><failure message="no belt"/></testcase>${spec}`,
      notSucceeded,
    ),
    'The suite "Belt" failed outside its tests: [BeforeSuite]: no belt',
  ],
  [
    ".NET: a crash of the test host",
    testLogger(
      "<system-err>Warning - old\nError - The active test run was aborted. Reason: Test host process crashed\n   at Belt</system-err>",
    ),
    'The suite "Belt.Tests.dll" failed outside its tests: The active test run was aborted. Reason: Test host process crashed',
  ],
  [
    "a root that says it failed",
    `<testsuites status="failed"><testsuite name="a">${passed}</testsuite></testsuites>`,
    'The run failed: its status is "failed"',
  ],
] as const)("%s fails the run", async ([, text, reason]) => {
  const { counts, problems } = await readReport(junit, text);
  expect(counts).toMatchObject({ tests: 1, passed: 1 });
  expect(problems).toEqual([{ kind: "problem", severity: "error", reason }]);
});

test("a failed setup is the only failure that its suite counts", async () => {
  const properties = '<properties><property name="SuiteSucceeded" value="false"/></properties>';
  const node = '<testcase name="[BeforeSuite]" status="failed"><failure message="no belt"/></testcase>';
  const text = `<testsuite name="Belt" tests="2" failures="1">${properties}${node}${spec}</testsuite>`;
  const { problems } = await readReport(junit, text);
  expect(problems.map(({ severity }) => severity)).toEqual(["error"]);
});

test.for([
  [
    "Ginkgo, where a test failed",
    ginkgo('<testcase name="[It] a" status="failed"><failure message="1"/></testcase>', notSucceeded),
  ],
  [
    "Ginkgo, whose suite nodes are no tests",
    ginkgo(`<testcase name="[BeforeSuite]"/>${spec}<testcase name="[AfterSuite]"/>`),
  ],
  [".NET, which warns", testLogger("<system-err>Warning - old\n</system-err>")],
  [
    "a suite of another writer that printed an error",
    `<testsuite name="a"><testcase name="b"/><system-err>Error - retrying</system-err></testsuite>`,
  ],
  [
    "a root that says it passed",
    `<testsuites status="passed" success="true"><testsuite name="a">${passed}</testsuite></testsuites>`,
  ],
] as const)("finds no failure outside the tests: %s", async ([, text]) => {
  const { counts, problems } = await readReport(junit, text);
  expect([counts["tests"], problems]).toEqual([1, []]);
});

test("a message keeps the line breaks that XML attributes lose", async () => {
  const text = `<testsuites><testcase name="a" classname="test"><failure type="testCodeFailure" message="Expected values to be equal:+ actual - expected  {+   a: 1-   a: 2  }">
Error [ERR_TEST_FAILURE]: Expected values to be equal:
+ actual - expected

  {
+   a: 1
-   a: 2
  }
    at run (node:async_hooks:206:9)</failure></testcase></testsuites>`;
  const { named } = await readReport(junit, text);
  expect(named("a").attempts[0]?.errors[0]?.message).toBe(
    "Expected values to be equal:\n+ actual - expected\n\n  {\n+   a: 1\n-   a: 2\n  }",
  );
});

async function namesWith(address: string) {
  const text = `<testsuite name="shop.OrderTest"><testcase classname="shop.OrderTest" name="pay[shop.Card@${address}](1)"/><testcase classname="shop.OrderTest" name="mails[orders@decade.example]"/></testsuite>`;
  return (await readReport(junit, text)).titles;
}

test("the address of an object is not part of a name", async () => {
  expect(await namesWith("1b2c8db1")).toEqual([
    "shop.OrderTest › pay[shop.Card](1)",
    "shop.OrderTest › mails[orders@decade.example]",
  ]);
  expect(await namesWith("4edf7ffe")).toEqual(await namesWith("1b2c8db1"));
});

const testcafe = (name: string) =>
  `<testsuite name="TestCafe Tests: Chrome 142.0 / Debian 12"><testcase classname="Till" name="${name}"/></testsuite>`;

test("TestCafe's remarks are not part of a name", async () => {
  for (const name of [
    "opens",
    "opens (unstable)",
    "opens (screenshots: /tmp/2026/1.png)",
    "opens (unstable) (screenshots: /tmp/1.png)",
  ])
    expect((await readReport(junit, testcafe(name))).titles).toEqual(["Till › opens"]);
});
