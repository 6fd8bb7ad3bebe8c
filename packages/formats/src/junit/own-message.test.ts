import { expect, test } from "vitest";
import { detect } from "#detect.ts";
import { containing, matching, readReport, sampleText } from "#testing/read-sample.ts";
import { junit } from "./junit.ts";

const read = (name: string) => readReport(junit, sampleText(new URL(`./samples/${name}.xml`, import.meta.url)));

test.for([
  // The tool's additions are removed, so that equal failures of two tests are equal.
  ["phpunit-9.6", "testErrors", { type: "RuntimeException", message: "RuntimeException: boom  ünï" }],
  [
    "phpunit-9.6",
    'testData with data set "named one"',
    { message: "Failed asserting that two strings are not identical." },
  ],
  ["gtest-1.12", "Fails", { message: containing("Expected equality of these values:\n  1"), file: "g.cc", line: 4 }],
  ["gtest-1.12", "Throws", { message: 'C++ exception with description "boom" thrown in the test body.' }],
  ["boost-test-1.74", "fails", { message: "check 1 == 2 has failed [1 != 2]", file: "b2.cpp", line: 5 }],
  ["boost-test-1.74", "throws_", { message: "std::runtime_error: boom ]]> <x>", type: "uncaught exception" }],
  ["minitest-reporters-1.0", "test_fails", { message: "msg.\nExpected: 1\n  Actual: 2", file: "t.rb", line: 5 }],
  ["minitest-reporters-1.0", "test_raises", { message: "RuntimeError: boom", file: "t.rb", line: 6 }],
  ["mocha-11-xunit", "cause", { message: "outer" }],
  ["behave-1.2.6", "undefined step", { message: containing("Failing step: Then nobody knows this step") }],
  ["busted-2.1", "Outer fails", { message: matching(/^a_spec\.lua:3: Expected objects [^]*\[a\] = 1 \}$/) }],
  ["nose2-0.12", "test_err", { message: "ValueError: v", stack: containing("Traceback") }],
] as const)("%s: %s failed with its message and location", async ([name, title, error]) => {
  const { named } = await read(name);
  expect(named(title).attempts.at(-1)?.errors[0]).toMatchObject(error);
});

test("Boost and minitest count assertions like PHPUnit, but are not detected as PHPUnit", async () => {
  expect((await read("boost-test-1.74")).run.framework).toBe("boost-test");
  const { run, named } = await read("minitest-reporters-1.0");
  expect(run.framework).toBe("minitest");
  expect(named("test_fails").attempts[0]?.errors[0], "the type is the test once more").not.toHaveProperty("type");
  expect((await read("phpunit-9.6")).run.framework).toBe("phpunit");
});

test("reports of rspec_junit_formatter are RSpec reports", async () => {
  const { run } = await readReport(
    junit,
    '<testsuite name="rspec"><testcase classname="a_spec" name="a"/></testsuite>',
  );
  expect(run.framework).toBe("rspec");
});

test.for([
  ["pytest-7.2-logging", "test_fail", "\u001B[31mred\u001B[0m"],
  ["junit-platform-1.9", "fails()", "\u001B[31mred\u001B[0m &#7;"],
] as const)("%s: restores colours that were escaped for XML", async ([name, title, coloured]) => {
  expect((await read(name)).named(title).attempts[0]?.errors[0]?.message).toContain(coloured);
});

test("CTest: keeps colours in test output", async () => {
  expect((await read("ctest-3.25")).named("fails").output[0]?.text).toContain("\u001B[31mred\u001B[0merr");
});

test("pytest: empty headings are not output, and a module has its skip reason", async () => {
  const { named, tests } = await read("pytest-7.2-logging");
  expect(named("test_fail").output).toEqual([]);
  expect(named("test_pass").output).toMatchObject([
    { stream: "stdout", text: "--------------------------------- Captured Out ---------------------------------\nout" },
    { stream: "stderr", text: "--------------------------------- Captured Err ---------------------------------\nerr" },
  ]);
  expect(tests[0]).toMatchObject({ status: "skipped", skipReason: "whole module" });
});

test("a skip reason has neither a location nor a stack", async () => {
  expect((await read("gtest-1.12")).named("Skips").test?.skipReason).toBe("no db");
  expect((await read("junit-platform-1.9")).named("aborted()").test?.skipReason).toBe(
    "org.opentest4j.TestAbortedException: Assumption failed: not here",
  );
});

test("node:test: a failed todo does not fail, and totals omit cases outside suites", async () => {
  const { named, run, problems } = await read("node-test-24");
  expect(named("todo fails").test).toMatchObject({ status: "skipped", skipReason: "To do" });
  expect(named("child fails").test).toMatchObject({ status: "failed", titlePath: ["parent", "child fails"] });
  expect(run.framework).toBe("node-test");
  expect(problems).toEqual([]);
});

test("node-tap: skip and todo are in a property", async () => {
  const { counts, titles, named, run } = await read("node-tap-21");
  expect(counts).toMatchObject({ tests: 3, passed: 1, skipped: 2 });
  expect(titles).toEqual(["passes › one", "skip", "todo"]);
  expect(named("skip").test?.file).toBe("a.test.js");
  expect(named("skip").test?.skipReason).toBe("why");
  expect(named("todo").test?.skipReason).toBe("To do: later");
  expect(run).toMatchObject({ framework: "tap" });
  expect(run.suite).toBeUndefined();
});

test("jest-junit: a file's suite is named after its first describe, but does not contain the others", async () => {
  const { titles } = await read("jest-junit-17");
  expect(titles).toEqual(["Outer › passes", "retry flaky", "retry never", "snap"]);
});

test("busted: the line is not part of a test's identity", async () => {
  const { tests, run } = await read("busted-2.1");
  expect(tests).toMatchObject([
    { file: "a_spec.lua", line: 3, titlePath: ["Outer fails"], status: "failed" },
    { file: "a_spec.lua", line: 7, status: "skipped", skipReason: "a_spec.lua:7: not now" },
  ]);
  expect(run.framework).toBe("busted");
});

test("Check's own XML format is not JUnit, although its root has the same name", () => {
  const text = '<?xml version="1.0"?>\n<testsuites xmlns="http://check.sourceforge.net/ns">\n  <suite>\n';
  expect(detect(text)).toEqual({ declined: containing("CK_TAP_LOG_FILE_NAME") });
});

const inSuite = (suite: string, testcase: string, inside: string) =>
  `<testsuites><testsuite ${suite}><testcase ${testcase}>${inside}</testcase></testsuite></testsuites>`;

test.for([
  [
    "Dart's junitreport",
    inSuite(
      'name="test.cart"',
      'classname="test.cart" name="adds"',
      '<failure message="1 failure, see stacktrace for details">Failure:\nExpected: 2\n  Actual: 1\n\npackage:matcher</failure>',
    ),
    "Expected: 2\nActual: 1",
  ],
  [
    "Jest, of a file that could not run",
    inSuite(
      'name="Test suite failed to run" errors="1"',
      'classname="Test suite failed to run" name="/a.test.ts"',
      "<error>  ● Test suite failed to run\n\n    tsconfig.json:13:3 - error TS6258</error>",
    ),
    "tsconfig.json:13:3 - error TS6258",
  ],
  [
    "pytest, of a module that cannot be imported",
    inSuite(
      'name="pytest"',
      'classname="tests.test_a" name="tests.test_a"',
      "<error message=\"collection failure\">ImportError while importing\nHint: x\nE   ValueError: first\nE   ModuleNotFoundError: No module named 'nope'</error>",
    ),
    "ModuleNotFoundError: No module named 'nope'",
  ],
  [
    "Pest, which puts the title right before the text",
    inSuite(
      'name="T" assertions="1"',
      'name="it adds" class="T" assertions="1"',
      "<failure>it addsFailed asserting that 1 is 2.\nat tests/T.php:9</failure>",
    ),
    "Failed asserting that 1 is 2.",
  ],
  [
    "Codeception, which names test and frames",
    inSuite(
      'name="acceptance" assertions="1"',
      'name="adds" class="CartCest" assertions="1"',
      "<failure>CartCest: Adds\nFailed asserting that 1 is 2.\n/app/tests/CartCest.php:9\n</failure>",
    ),
    "Failed asserting that 1 is 2.",
  ],
  [
    "unittest, with a traceback as the message",
    inSuite(
      'name="s"',
      'name="a"',
      '<failure message="Traceback (most recent call last):&#10;  File &quot;a.py&quot;, line 1&#10;AssertionError: True is not false"/>',
    ),
    "AssertionError: True is not false",
  ],
  [
    "a build that failed in go-junit-report",
    inSuite(
      'name="p"',
      'classname="p" name="[build failed]"',
      '<error message="Build error">b_test.go:3:28: undefined: x</error>',
    ).replace('name="p">', 'name="p"><properties><property name="go.version" value="1"/></properties>'),
    "b_test.go:3:28: undefined: x",
  ],
  [
    "GoogleTest, whose message only looks like a place",
    inSuite(
      'name="s"',
      'name="a" status="run" result="completed" classname="s"',
      '<failure message="Failure at 1:00"/>',
    ),
    "Failure at 1:00",
  ],
  [
    "WebdriverIO, with an empty failure beside the error",
    inSuite('name="s"', 'name="a"', '<failure/><error message="element is not clickable"/>'),
    "element is not clickable",
  ],
] as const)("the reason is the message: %s", async ([, text, message]) => {
  const { events } = await readReport(junit, text);
  const attempts = events.filter((event) => event.kind === "attempt");
  expect(attempts.flatMap(({ errors }) => errors.map((error) => error.message))).toEqual([message]);
});

test("a failure can have a separate location", async () => {
  const { named } = await readReport(
    junit,
    inSuite('name="s"', 'name="a"', '<failure message="no" file="main.c" line="38"/>'),
  );
  expect(named("a").attempts[0]?.errors).toEqual([{ message: "no", file: "main.c", line: 38 }]);
});

test("gotestsum: a skipped test has its reason without Go's own lines", async () => {
  const skipped =
    '<skipped message="=== RUN   TestA&#10;    a_test.go:20: no database&#10;--- SKIP: TestA (0.00s)&#10;"/>';
  const text = inSuite('name="p"', 'classname="p" name="TestA"', skipped).replace(
    'name="p">',
    'name="p"><properties><property name="go.version" value="1"/></properties>',
  );
  expect((await readReport(junit, text)).named("TestA").test?.skipReason).toBe("a_test.go:20: no database");
});
