import { expect, test } from "vitest";
import { containing, matching, readReport, sampleText } from "#testing/read-sample.ts";
import { tap } from "./tap.ts";

const nodeTest = sampleText(new URL("./samples/node-test.tap", import.meta.url));
const read = (text: string) => readReport(tap, text);

test("node:test marks suites: tests are nested in them, and parts of tests are steps", async () => {
  const { counts, titles, named, tests } = await read(nodeTest);
  expect(counts).toEqual({ tests: 5, passed: 2, failed: 1, error: 0, skipped: 2, flaky: 0 });
  expect(titles).toEqual([
    "cart › adds",
    "cart › limits # of items › fails",
    "cart › later",
    "cart › someday",
    "hooks › passes anyway",
  ]);
  expect(named("adds").attempts).toMatchObject([{ durationMs: 1.5 }]);
  expect(named("fails").steps).toMatchObject([{ title: "part", depth: 0, durationMs: 0.25 }]);
  expect(named("fails").attempts[0]?.errors).toEqual([
    {
      message: "Expected values to be strictly equal:\n\n1 !== 2",
      stack: "TestContext.<anonymous> (file:///w/cart.test.js:2:76)\nTest.run (node:internal/test_runner/test:1402:25)",
      type: "AssertionError",
      file: "/w/cart.test.js",
      line: 2,
    },
  ]);
  expect(tests.slice(2, 4).map(({ skipReason }) => skipReason)).toEqual(["no browser", "To do"]);
});

test("a suite that fails although its tests pass fails the run", async () => {
  expect((await read(nodeTest)).problems).toMatchObject([
    { severity: "error", reason: '"hooks" failed outside its tests: after hook failed' },
  ]);
});

test("in other reports a point is a test, and the points of its subtest are its steps", async () => {
  const { counts, named } = await read(
    "TAP version 14\n# Subtest: t\n    ok 1 - in\n    # Subtest: deep\n        not ok 1 - leaf\n          ---\n          message: boom\n          ...\n        1..1\n    not ok 2 - deep\n    1..2\nnot ok 1 - t # time=5.5ms\n1..1\n",
  );
  expect(counts).toMatchObject({ tests: 1, failed: 1 });
  expect(named("t").steps.map(({ title, depth, status, error }) => [title, depth, status, error])).toEqual([
    ["in", 0, "passed", undefined],
    ["deep", 0, "failed", undefined],
    ["leaf", 1, "failed", "boom"],
  ]);
  expect(named("t").attempts).toMatchObject([{ durationMs: 5.5, errors: [{ message: "leaf: boom" }] }]);
});

test("Vitest writes files and suites with braces after their plan, or flat with the file in the name", async () => {
  const { tests } = await read(
    'TAP version 13\n1..2\nnot ok 1 - src/a.test.ts # time=12.00ms {\n    1..2\n    ok 1 - math # time=1.00ms {\n        1..1\n        ok 1 - adds # time=0.50ms\n    }\n    not ok 2 - fails\n        ---\n        error:\n            name: "AssertionError"\n            message: "expected 1 to be 2"\n        at: "/w/src/a.test.ts:4:63"\n        ...\n}\nok 2 - src/b.test.ts > deep > leaf # time=1ms\n',
  );
  expect(tests.map(({ file, titlePath }) => [file, titlePath.join(" › ")])).toEqual([
    ["src/a.test.ts", "math › adds"],
    ["src/a.test.ts", "fails"],
    ["src/b.test.ts", "deep > leaf"],
  ]);
  const { named } = await read(
    '1..1\nnot ok 1 - x\n    ---\n    error:\n        message: "expected \\"1\\""\n    ...\n',
  );
  expect(named("x").attempts[0]?.errors).toMatchObject([{ message: 'expected "1"' }]);
});

test.for([
  ["ok", "passed", "(unnamed)"],
  ["ok 5", "passed", "test 5"],
  ["not ok 2 - a \\# b \\\\ c", "failed", "a # b \\ c"],
  ["ok 3 - fixes #12 # Skip: no net", "skipped", "fixes #12"],
  ["ok 4 Second file later # SKIP -", "skipped", "Second file later"],
  ["not ok 6 - soon # TODO later # time=3ms", "skipped", "soon"],
  ["not ok 7 - a skipper # skipper=1", "failed", "a skipper # skipper=1"],
] as const)("%s is %s: %s", async ([line, status, name]) => {
  const { tests } = await read(`1..1\r\n${line}\r\n`);
  expect(tests).toMatchObject([{ status, titlePath: [name] }]);
});

test("tape writes test names as comments before the assertions; comments below a failure explain it", async () => {
  const { titles, named } = await read(
    "TAP version 13\n# first\nok 1 should be equal\nnot ok 2 eq\n  ---\n    expected: 2\n    actual:   1\n  ...\n# TODO second\nok 3 should be equal\nnot ok 4 - perl\n#   Failed test 'perl'\n#   at t/a.t line 4.\nok 5 - next\n\n1..5\n# tests 5\n",
  );
  expect(titles).toEqual([
    "first › should be equal",
    "first › eq",
    "second › should be equal",
    "second › perl",
    "second › next",
  ]);
  expect(named("eq").attempts[0]?.errors).toEqual([{ message: "Expected: 2\nActual: 1" }]);
  expect(named("perl").attempts[0]?.errors).toEqual([{ message: "Failed test 'perl'\n  at t/a.t line 4." }]);
});

test.for([
  ["1..3\nok 1\n", "error", "3 tests were planned, but only 1 ran"],
  ["1..1\nok 1\nok 2\n", "error", "1 tests were planned, but 2 ran"],
  ["ok 1\n", "incomplete", "The stream has no plan: it was stopped or cut off. Its 1 tests were kept"],
  ["1..1\nok 1\nBail out!  db is down\n", "error", "The run was bailed out: db is down"],
  ["1..0 # SKIP not here\n", "warning", "All tests were skipped: not here"],
] as const)("%j: %s %s", async ([text, severity, reason]) => {
  expect((await read(text)).problems).toMatchObject([{ severity, reason: containing(reason) }]);
});

test("each of several streams in one file has a plan", async () => {
  const { counts, problems } = await read("TAP version 13\n1..1\nok 1\nTAP version 13\nok 1 - b\n1..1\n");
  expect(counts).toMatchObject({ tests: 2, passed: 2 });
  expect(problems).toEqual([]);
});

test("keeps a subtest without its own point, as in a truncated stream", async () => {
  const { titles, problems } = await read(nodeTest.slice(0, nodeTest.indexOf("        1..1\n    not ok 2")));
  expect(titles).toContain("adds");
  expect(problems).toMatchObject([{ severity: "incomplete" }]);
});

test("points below a test are steps at their depth, and the failed one explains it", async () => {
  const { named } = await read(sampleText(new URL("./samples/subtests.tap", import.meta.url)));
  const { steps, attempts } = named("test/cart.js");
  expect(steps.map(({ title, depth, status, error }) => [title, depth, status, error])).toEqual([
    ["adds", 0, "failed", undefined],
    ["one", 1, "passed", undefined],
    ["two", 1, "failed", "expected 2"],
  ]);
  expect(attempts[0]?.durationMs).toBe(9.5);
});

test("suites stay whole although Vitest does not indent later lines of a quoted text", async () => {
  const { titles, named, counts } = await read(sampleText(new URL("./samples/vitest-3.2.tap", import.meta.url)));
  expect(counts).toMatchObject({ tests: 4, passed: 1, failed: 3 });
  expect(titles).toEqual(["Outer › passes", "Outer › fails", "Outer › times out", "Outer › soft"]);
  expect(named("times out").attempts[0]?.errors).toMatchObject([
    { message: matching(/^Test timed out in 100ms\.\nIf this .* with "testTimeout"\.$/) },
  ]);
});

test("an unclosed quote does not swallow the points after it", async () => {
  const { titles } = await read('1..2\nnot ok 1 - a\n  ---\n  message: "open\nok 2 - b\n');
  expect(titles).toEqual(["a", "b"]);
});

test("node:test: comments and file output are not headings", async () => {
  const { titles, named } = await read(
    "TAP version 13\n# Error: load broke\n# Node.js v24.21.0\n# Subtest: a.test.mjs\nnot ok 1 - a.test.mjs\n  ---\n  duration_ms: 3\n  ...\n# Subtest: diag\nok 2 - diag\n  ---\n  duration_ms: 3.4\n  type: 'test'\n  ...\n# diagnostic text\n# Subtest: next\nok 3 - next\n1..3\n# tests 3\n",
  );
  expect(titles).toEqual(["a.test.mjs", "diag", "next"]);
  expect(named("diag").attempts).toMatchObject([{ durationMs: 3.4 }]);
});

test("Check writes the outcome after the name, which is not part of the identity", async () => {
  const { titles, named } = await read(
    "1..2\nok 1 - ck.c:core:p: Passed\nnot ok 2 - ck.c:core:f: Assertion '1 == 2' failed: 1 == 1, 2 == 2\n",
  );
  expect(titles).toEqual(["ck.c:core:p", "ck.c:core:f"]);
  expect(named("ck.c:core:f").attempts[0]?.errors).toMatchObject([
    { message: "Assertion '1 == 2' failed: 1 == 1, 2 == 2" },
  ]);
});

const sample = (name: string) => read(sampleText(new URL(`./samples/${name}.tap`, import.meta.url)));

test("each failed assertion in one test is an error, whether in one block or in several", async () => {
  expect((await sample("vitest-3.2")).named("soft").attempts[0]?.errors).toMatchObject([
    { message: "expected 1 to be 2 // Object.is equality", line: 16 },
    { message: "expected 3 to be 4 // Object.is equality", line: 16 },
  ]);
  const { named, outside } = await sample("qunit-3.0");
  expect(named("Outer > fails").attempts[0]?.errors).toMatchObject([
    { message: "deep", stack: containing("q.js:1:104") },
    { message: "Expected: 2\nActual: 1" },
  ]);
  expect(outside).not.toContainEqual(expect.objectContaining({ text: containing("severity") }));
});

test("AVA has the assertion and labelled values", async () => {
  const { named, counts } = await sample("ava-7");
  expect(counts).toEqual({ tests: 10, passed: 2, failed: 6, error: 0, skipped: 2, flaky: 0 });
  const errorOf = (title: string) => named(title).attempts[0]?.errors[0];
  expect(errorOf("is")).toEqual({
    message: "t.is()\nDifference (- actual, + expected):\n- 1\n+ 2",
    type: "AssertionError",
  });
  expect(errorOf("deep")?.message).toBe(
    "t.deepEqual()\nDifference (- actual, + expected):\n  {\n    a: 1,\n    b: [\n      1,\n-     2,\n+     3,\n    ],\n  }",
  );
  expect(errorOf("throws")).toMatchObject({
    message: "Error thrown in test\nTypeError {\n  message: 'boom',\n}",
    file: "/w/test.mjs",
    line: 5,
  });
  expect(errorOf("regex")?.message).toBe("said why\nValue must match expression:\n'abc'\nRegular expression:\n/x/");
  expect(errorOf("throwsAsync")?.message).toBe("t.throwsAsync()\nReturned promise resolved with:\n1");
  expect(errorOf("logs")?.message).toBe("on purpose");
  expect(named("logs").output).toMatchObject([{ attempt: 0, text: "  a line" }]);
});

test("Mocha's TAP 12 has message and stack as plain lines below the point, and the summary adds no error", async () => {
  const { named, counts, outside } = await sample("mocha-12-tap12");
  expect(counts).toEqual({ tests: 7, passed: 3, failed: 3, error: 0, skipped: 1, flaky: 0 });
  expect(named("cart with coupon fails").attempts[0]?.errors).toEqual([
    {
      message: "expired",
      stack: matching(/^expired\nError: expired\n {4}at Context\.<anonymous> \(mo\.test\.js:1:90\)/),
    },
  ]);
  expect(named('after "after all" hook for "passes"').attempts[0]?.errors).toMatchObject([{ message: "no cleanup" }]);
  expect(outside).not.toContainEqual(expect.objectContaining({ text: containing("no database") }));
});

test("a block value over several lines is complete", async () => {
  const { named } = await sample("qunit-3.0-objects");
  expect(named("cart > with coupon > fails").attempts[0]?.errors[1]?.message).toBe(
    'Expected: {\n  "a": 2\n}\nActual: {\n  "a": 1\n}',
  );
});

test("drops the time that bats appends to a name, but keeps it in other reports", async () => {
  const { named } = await read("1..3\nok 1 adds in 106ms\nnot ok 2 fails in 3ms\nok 3 skips in 2ms # skip not now\n");
  expect(named("adds").attempts).toMatchObject([{ durationMs: 106 }]);
  expect(named("skips").test).toMatchObject({ status: "skipped", skipReason: "not now" });
  expect((await read("TAP version 13\n1..1\nok 1 - answers in 200ms\n")).titles).toEqual(["answers in 200ms"]);
});

test.for([
  ["ok 15-# skip skip 15", "skipped", "test 15"],
  ["not ok 19-# TODO number 19", "skipped", "test 19"],
  ["ok-no number", "passed", "no number"],
] as const)("a point needs no space before its parts: %s", async ([line, status, name]) => {
  const { tests } = await read(`1..1\n${line}\n`);
  expect(tests).toMatchObject([{ status, titlePath: [name] }]);
});

test("a Perl test that died after its last point is not green", async () => {
  const { problems } = await read("1..1\nok 1 - a\n# Looks like your test exited with 255 just after 1.\n");
  expect(problems).toMatchObject([{ severity: "error", reason: "Looks like your test exited with 255 just after 1." }]);
});

test("a run that bails out before its plan is a failure, not a file without a plan", async () => {
  const { problems, counts } = await read("TAP version 13\nBail out! the database is not there\n");
  expect(counts["tests"]).toBe(0);
  expect(problems).toEqual([
    { kind: "problem", severity: "error", reason: "The run was bailed out: the database is not there" },
  ]);
});

const failedPoint = (indent: string, name: string, type: string, error: string) =>
  `${indent}not ok 1 - ${name}\n${indent}  ---\n${indent}  duration_ms: 1.5\n${indent}  failureType: '${type}'\n${indent}  error: '${error}'\n${indent}  ...\n`;

test("a node:test test has the errors of its failed subtests", async () => {
  const { named } = await read(
    `TAP version 13\n` +
      failedPoint("        ", "deep", "testCodeFailure", "no items") +
      `        1..1\n` +
      failedPoint("    ", "removes", "subtestsFailed", "1 subtest failed") +
      failedPoint("    ", "pays", "testCodeFailure", "card refused") +
      `    1..2\n` +
      failedPoint("", "cart", "subtestsFailed", "2 subtests failed") +
      `1..1\n`,
  );
  expect(named("cart").attempts[0]?.errors).toMatchObject([{ message: "no items" }, { message: "card refused" }]);
});

const testem = (version: string, ms: number) =>
  `ok 1 Chrome ${version} - [${ms} ms] - Unit: opens\nnot ok 2 Chrome ${version} - [undefined ms] - Unit: pays\n    ---\n        message: >\n            Died\n    ...\nskip 3 Chrome ${version} - [0 ms] - Unit: weighs\n\n1..3\n# tests 3\n# pass  1\n# skip  1\n# todo  0\n# fail  1\n`;

test("Testem: the browser is the variant without its version, and neither it nor the time is part of a name", async () => {
  const { counts, tests, named, problems } = await read(testem("140.0", 24));
  expect(counts).toMatchObject({ tests: 3, passed: 1, failed: 1, skipped: 1 });
  expect(tests[0]).toMatchObject({ titlePath: ["Unit: opens"], variant: "Chrome", browser: "chrome" });
  expect(named("Unit: opens").attempts).toMatchObject([{ durationMs: 24 }]);
  expect(problems).toEqual([]);
  expect((await read(testem("141.0", 7))).tests).toEqual(tests);
});

test("bats writes times in three forms, and names that only look like it stay", async () => {
  for (const time of ["in 2sec", "in 2000ms", "# in 2000 ms"]) {
    const { titles, named } = await read(`1..1\nok 1 opens ${time}\n`);
    expect(titles).toEqual(["opens"]);
    expect(named("opens").attempts).toMatchObject([{ durationMs: 2000 }]);
  }
  expect((await read("1..2\nok 1 opens\nok 2 answers in 5ms\n")).titles).toEqual(["opens", "answers in 5ms"]);
  expect((await read("TAP version 13\n1..1\nok 1 answers in 5ms\n")).titles).toEqual(["answers in 5ms"]);
  expect((await read("ok 1 answers in 5ms\n1..1\n")).titles).toEqual(["answers in 5ms"]);
});

test("a stream that counts more failures than its failed points is not complete", async () => {
  const { problems } = await read("1..2\nok 1 - a\nnot ok 2 - b\n# tests 2\n# fail 2\n");
  expect(problems).toMatchObject([{ severity: "error", reason: "The stream counts 2 failures, but only 1 failed" }]);
  const nested = "# Subtest: t\n    not ok 1 - in\n    1..1\nnot ok 1 - t\n1..1\n# tests 2\n# fail 2\n";
  expect((await read(`TAP version 13\n${nested}`)).problems).toEqual([]);
});
