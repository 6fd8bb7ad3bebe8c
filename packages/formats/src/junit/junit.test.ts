import { expect, test } from "vitest";
import { limits } from "#limits.ts";
import { containing, countsOf, matching, only, readText, sampleText } from "#testing/read-sample.ts";
import { junit } from "./junit.ts";

async function read(name: string) {
  const text = sampleText(new URL(`./samples/${name}.xml`, import.meta.url));
  const events = await readText(junit, text, 16);
  expect(await readText(junit, text, 100_000), "chunks must not matter").toEqual(
    expect.arrayContaining(events.filter(({ kind }) => kind !== "run")),
  );
  return {
    events,
    counts: countsOf(events),
    tests: only("test", events),
    attempts: only("attempt", events),
    problems: only("problem", events),
    artifacts: only("artifact", events),
    output: only("stdout", events),
    run: Object.assign({}, ...only("run", events)) as Record<string, unknown>,
  };
}

const titles = (tests: readonly { titlePath: string[] }[]) => tests.map(({ titlePath }) => titlePath);

test("Surefire: reruns are attempts, secrets are dropped, the class path reveals Selenium", async () => {
  const { counts, tests, attempts, run, problems, output, events } = await read("surefire-rerun");
  expect(counts).toEqual({ tests: 5, passed: 2, failed: 1, error: 1, skipped: 1, flaky: 1 });
  expect(attempts.filter((attempt) => attempt.test === "2")).toMatchObject([
    {
      index: 0,
      status: "failed",
      errors: [{ message: "expected 2", type: "java.lang.AssertionError", stack: containing("CartTest.java:12") }],
    },
    { index: 1, status: "error", errors: [{ message: "gone" }] },
    { index: 2, status: "passed", durationMs: 300, errors: [] },
  ]);
  expect(attempts.filter((attempt) => attempt.test === "3")).toMatchObject([
    { index: 0, status: "failed", durationMs: 1_000_500 },
    { index: 1, status: "failed", durationMs: null, errors: [{ message: "no again", stack: "second stack" }] },
  ]);
  expect(output).toMatchObject([
    { test: "2", attempt: 0, text: "first try" },
    { test: "3", attempt: 0, text: "said once" },
  ]);
  expect(tests[3]).toMatchObject({ titlePath: ["com.acme.CartTest", "(unnamed)"], status: "error" });
  expect(attempts.at(-2)?.errors).toMatchObject([{ message: "java.lang.IllegalStateException: no database" }]);
  expect(tests[4]).toMatchObject({ skipReason: "not on Mondays" });
  expect(run).toMatchObject({ framework: "selenium", metadata: { java: "21.0.2" } });
  expect(JSON.stringify(events)).not.toMatch(/secret-user|junit\.jar/);
  expect(problems).toEqual([]);
});

test("Playwright: file, project and describes are split from the joined names", async () => {
  const { tests, attempts, artifacts, output, run } = await read("playwright");
  expect(tests).toMatchObject([
    {
      file: "ui/cart.spec.ts",
      titlePath: ["Cart", "adds one"],
      variant: "Mobile Chrome",
      browser: "chrome",
      author: "Ada",
      annotations: [{ type: "issue", description: "https://tracker.test/1" }],
    },
    { titlePath: ["Cart", "total", "is wrong"], status: "failed" },
    { titlePath: ["Cart", "opens"], status: "error" },
    { titlePath: ["Cart", "later"], status: "skipped" },
  ]);
  expect(attempts[1]?.errors[0]?.message).toBe("Error: expect(received).toBe(expected)");
  expect(attempts[2]).toMatchObject({ test: "2", index: 1, durationMs: 700 });
  expect(artifacts).toMatchObject([
    { test: "2", attempt: 0, name: "test-failed-1.png", contentType: "image/png" },
    { test: "2", attempt: 0, name: "trace.zip", contentType: "application/zip" },
  ]);
  expect(output).toMatchObject([{ text: "before\n\nafter" }]);
  expect(run).toMatchObject({ framework: "playwright", startedAt: Date.UTC(2026, 2, 1, 10), durationMs: 4200 });
});

test("pytest: a case without an outcome was rerun if it appears again", async () => {
  const { counts, tests, attempts, run } = await read("pytest-reruns");
  expect(titles(tests)).toEqual([
    ["tests.test_cart", "test_flaky[a-b]"],
    ["tests.test_cart", "test_never"],
    ["tests.test_cart.TestTeardown", "test_both"],
    ["tests.test_cart", "test_known"],
  ]);
  expect(counts).toMatchObject({ tests: 4, passed: 1, flaky: 1, failed: 2, error: 0, skipped: 1 });
  expect(attempts.filter((attempt) => attempt.test === "1")).toMatchObject([
    { status: "failed", errors: [{ message: containing("was repeated") }] },
    { status: "passed", durationMs: 200 },
  ]);
  expect(tests[3]?.skipReason).toBe("Expected failure: bug 7");
  expect(run).toMatchObject({ framework: "pytest", startedAt: Date.UTC(2026, 2, 1, 8) });
});

test("Mocha: the root suite is the file, and full titles are detected in either order", async () => {
  const { tests, run } = await read("mocha-root-suite");
  const hook = '"before each" hook for "expires"';
  expect(titles(tests)).toEqual([
    ["Cart discounts", "takes a code"],
    ["Cart discounts", hook],
    ["Cart discounts", "takes a code"],
  ]);
  expect(tests.every(({ file }) => file === "cypress/e2e/cart.cy.ts")).toBe(true);
  expect(run).toMatchObject({ framework: "cypress", metadata: { startedLocalTime: "2026-03-01T10:00:00" } });
  expect(run).not.toHaveProperty("startedAt");
});

test("browser versions are not part of a test's identity", async () => {
  const { tests } = await read("browsers-in-names");
  expect(tests).toMatchObject([
    { titlePath: ["Shop", "pays"], variant: "Chrome / Debian", browser: "chrome" },
    { titlePath: ["cart", "pays"], variant: containing("Chrome"), browser: "chrome" },
    { file: "test/shop.e2e.js", titlePath: ["Shop", "Cart", "pays"], variant: "chrome linux", browser: "chrome" },
  ]);
  expect(JSON.stringify(tests)).not.toContain("131");
});

test("cases without names are still tests", async () => {
  const { tests } = await read("no-names");
  expect(titles(tests)).toEqual([["(unnamed)"], ["(unnamed)"], ["two lines 🚀"]]);
});

test("status and result attributes count if no element does", async () => {
  const { counts, tests, run } = await read("statuses-in-attributes");
  expect(counts).toEqual({ tests: 6, passed: 2, failed: 1, error: 1, skipped: 2, flaky: 0 });
  expect(tests[0]).toMatchObject({ file: "math.cc", line: 7, titlePath: ["Math", "Adds"] });
  expect(tests[1]?.skipReason).toBe('Status "notrun"');
  expect(tests[2]?.skipReason).toBe("no GPU");
  expect(run).toMatchObject({ framework: "gtest" });
});

test("malformed XML is repaired, and each kind of repair is reported with its location", async () => {
  const { counts, tests, attempts, problems } = await read("not-well-formed");
  expect(titles(tests)).toEqual([
    ["a & b < c", "it's", 'x "y" z'],
    ["a & b < c", "c", "cdata"],
    ["a & b < c", "c", "unclosed"],
    ["a & b < c", "c", "last"],
  ]);
  expect(counts).toMatchObject({ passed: 2, failed: 1, error: 1 });
  expect(attempts[1]?.errors[0]).toMatchObject({
    message: "<b>bold</b> & more",
    stack: "expected  to equal <b>two</i> a < b && c]]>",
  });
  expect(attempts[2]?.errors[0]?.message).toBe("open &nbsp; end");
  expect(problems.every(({ severity, line }) => severity === "warning" && line !== undefined)).toBe(true);
  expect(problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
    "3 Not well-formed: an attribute was repaired",
    matching(/^5 .*<\/i> has no matching start tag/),
    matching(/^5 .*"<" that starts no tag/),
    matching(/^5 .*"&" that starts no reference/),
    matching(/^5 .*<b> is never closed/),
    matching(/^7 .*<error> is never closed/),
    matching(/^8 .*<\/skipped> has no matching start tag/),
  ]);
});

test("a truncated file keeps complete tests, and a failure with truncated output", async () => {
  const { tests, problems } = await read("truncated");
  expect(tests).toMatchObject([
    { status: "passed" },
    { titlePath: ["cart", "Cart", "rejects a negative amount"], status: "failed" },
  ]);
  expect(problems).toMatchObject([{ severity: "incomplete", line: 4, reason: containing("inside <system-out>") }]);
});

test("a test that was running when the file was truncated has not passed", async () => {
  const { tests, problems } = await read("truncated-in-a-passing-test");
  expect(titles(tests)).toEqual([["cart", "Cart", "adds an item"]]);
  expect(problems).toMatchObject([{ severity: "incomplete", reason: containing('"never ended"') }]);
});

test("reads all documents in one file, each with its own totals", async () => {
  const { tests, problems } = await read("several-documents");
  expect(titles(tests)).toEqual([
    ["a", "A", "one"],
    ["b", "B", "two"],
    ["C", "three"],
  ]);
  expect(problems.map(({ reason }) => reason)).toEqual([
    "Text outside the root element was ignored",
    "The report declares 5 tests but lists 1; only the listed ones were counted",
  ]);
});

test("Bun: the outermost suite is the file, and the class name is not needed", async () => {
  const { counts, tests, attempts, run } = await read("bun-1.4");
  expect(counts).toEqual({ tests: 13, passed: 7, failed: 4, error: 0, skipped: 2, flaky: 0 });
  expect(tests[0]).toMatchObject({ file: "test/shop.test.ts", titlePath: ["top-level"], line: 2 });
  expect(tests[2]).toMatchObject({ titlePath: ["cart", "with coupon", "fails on an expired coupon"], line: 6 });
  expect(attempts[2]?.errors[0]).toMatchObject({ type: "AssertionError", message: containing("toEqual") });
  expect(run).toMatchObject({ framework: "bun", durationMs: 131.772 });
  expect(run).not.toHaveProperty("suite");
});

test("Deno: the class name is the file, and steps are nested tests", async () => {
  const { tests, attempts, run } = await read("deno-2.9");
  expect(tests.every(({ file }) => file === "test/shop_test.ts")).toBe(true);
  expect(titles(tests)).toEqual([
    ["top-level"],
    ["cart"],
    ["ignored"],
    ["leaks"],
    ["cart", "adds"],
    ["cart", "coupon"],
    ["cart", "coupon", "expired"],
  ]);
  expect(attempts.at(-1)?.errors[0]?.message).toBe("Uncaught Error: expired coupon");
  expect(run).toMatchObject({ framework: "deno" });
  expect(run).not.toHaveProperty("suite");
});

test("node:test uses the suites as the class name since Node 24", async () => {
  const { tests, run } = await read("node-test-24.21-describes");
  expect(titles(tests).slice(0, 2)).toEqual([
    ["cart", "adds"],
    ["cart", "with coupon", "fails on expired"],
  ]);
  expect(run).toMatchObject({ framework: "node-test" });
});

test("executions repeated by Xcode are attempts of one test if marked", async () => {
  const { tests, attempts } = await read("xcode-trainer");
  expect(tests.map(({ titlePath, status, flaky }) => [titlePath.at(-1), status, flaky])).toEqual([
    ["keeps the ticket", "passed", true],
    ["drops expired tickets", "failed", false],
    ["needs a session", "passed", false],
    ["filters by city", "passed", false],
    ["filters by city", "passed", false],
  ]);
  expect(attempts.filter((attempt) => attempt.test === "1")).toMatchObject([
    { index: 0, status: "failed", durationMs: 900, errors: [{ message: containing("OfflineTests.swift:48") }] },
    { index: 1, status: "passed", durationMs: 800, errors: [] },
  ]);
  expect(attempts.filter((attempt) => attempt.test === "2").map(({ status }) => status)).toEqual(["passed", "failed"]);
});

test("Newman: a broken script appears only in totals and output, and fails the run", async () => {
  const { tests, attempts, run, problems } = await read("newman-6.2");
  expect(titles(tests)).toEqual([
    ["Cart", "Get cart", "status is 200"],
    ["Cart", "Get cart", "has a total"],
    ["Cart", "Get cart", "later"],
    ["Cart", "No answer", "status"],
  ]);
  expect(attempts[1]?.errors[0]).toMatchObject({
    message: "expected undefined to deeply equal 5",
    stack: matching(/^AssertionError: [^]*sandbox-script/),
  });
  expect(run).toMatchObject({ framework: "newman", suite: "Shop API" });
  expect(problems).toMatchObject([
    {
      severity: "error",
      reason: 'The suite "Cart / Broken" declares 2 failures, but lists no failed tests: testScriptError: script broke',
    },
  ]);
});

test("a report that declares failures but lists none fails the run, and nested suites count once", async () => {
  const inner = '<testsuite name="inner" failures="1"><testcase name="a" classname="c"/></testsuite>';
  const nested = await readText(
    junit,
    `<testsuites><testsuite name="outer" failures="1">${inner}</testsuite></testsuites>`,
  );
  expect(only("problem", nested)).toMatchObject([
    { severity: "error", reason: 'The suite "inner" declares 1 failure, but lists no failed tests' },
  ]);
  const root = await readText(junit, '<testsuites tests="1" failures="1"><testcase name="a"/></testsuites>');
  expect(only("problem", root)).toMatchObject([
    { severity: "error", reason: "The report declares 1 test, 1 of them failed, but lists no failed tests" },
  ]);
});

test("Cucumber: a scenario with an unimplemented step names it", async () => {
  const { tests, attempts, run } = await read("cucumber-js-13");
  expect(titles(tests)[0]).toEqual(["Cart", "adds"]);
  expect(run).toMatchObject({ framework: "cucumber" });
  expect(attempts.flatMap(({ errors }) => errors.map(({ message }) => message))).toEqual([
    matching(/^Expected values to be strictly equal/),
    'The step "Given something nobody wrote" is undefined',
    'The step "Given a pending thing" is pending',
    "no database",
  ]);
});

test("Web Test Runner: the browser is the variant, and not part of a title", async () => {
  const { tests, run } = await read("web-test-runner-1.0");
  expect(tests[1]).toMatchObject({
    file: "wtr/a.test.js",
    titlePath: ["cart with coupon", "fails"],
    variant: "Chrome",
    browser: "chrome",
  });
  expect(run).toEqual({ kind: "run", framework: "web-test-runner", durationMs: 0 });
});

test("Nightwatch is distinguished from others that count assertions", async () => {
  const { tests, attempts, run } = await read("nightwatch-3");
  expect(titles(tests)).toEqual([
    ["cart", "adds"],
    ["cart", "fails"],
    ["cart", "throws"],
  ]);
  expect(attempts[2]?.errors).toMatchObject([{ message: "boom", stack: containing("cart.js:2:150") }]);
  expect(run).toMatchObject({ framework: "nightwatch", durationMs: 114 });
});

test.for([
  [
    "Pest",
    '<testsuite name="T" assertions="1"><testcase name="it adds" file="tests/C.php::it adds" class="T" assertions="1"/></testsuite>',
    "tests/C.php",
    ["T", "it adds"],
    undefined,
  ],
  [
    "ExUnit",
    '<testsuite name="Elixir.C"><testcase name="test adds" classname="Elixir.C" file="test/c_test.exs:12"/></testsuite>',
    "test/c_test.exs",
    ["Elixir.C", "test adds"],
    12,
  ],
  [
    "RSpec in parallel",
    '<testsuite name="rspec2"><testcase name="Cart adds" classname="spec.cart_spec" file="./spec/cart_spec.rb"/></testsuite>',
    "spec/cart_spec.rb",
    ["spec.cart_spec", "Cart adds"],
    undefined,
  ],
  [
    "Karate",
    '<testsuite name="features/cart.feature"><testcase name="[2.1:9] adds" classname="features.cart"/></testsuite>',
    "features/cart.feature",
    ["adds"],
    undefined,
  ],
  [
    "node:test",
    '<testsuites><testcase name="adds" classname="test" file="/work/shop/test/a.test.mjs"/></testsuites>',
    "test/a.test.mjs",
    ["adds"],
    undefined,
  ],
] as const)(
  "values that change between runs are not part of the test's identity: %s",
  async ([, text, file, titlePath, line]) => {
    const [test] = only("test", await readText(junit, text));
    expect([test?.file, test?.titlePath, test?.line]).toEqual([file, titlePath, line]);
  },
);

test("go-junit-report: the output has the reason of a failure", async () => {
  const output = "=== RUN   TestA&#xA;    a_test.go:12: got 1, want 2&#xA;--- FAIL: TestA (0.00s)&#xA;";
  const text = `<testsuite name="shop"><properties><property name="go.version" value="go1.24"/></properties><testcase classname="shop" name="TestA"><failure message="Failed" type="">${output}</failure></testcase></testsuite>`;
  expect(only("attempt", await readText(junit, text))[0]?.errors[0]?.message).toBe("a_test.go:12: got 1, want 2");
});

test("Firebase Test Lab: tests marked as flaky passed", async () => {
  const text =
    '<testsuite name="Pixel2" tests="1" failures="0" flakes="1"><testcase name="opens" classname="C" flaky="true"><failure>Exception: gone</failure></testcase></testsuite>';
  const events = await readText(junit, text);
  expect(countsOf(events)).toMatchObject({ tests: 1, passed: 1, flaky: 1, failed: 0 });
  expect(only("attempt", events)).toMatchObject([
    { status: "failed", errors: [{ message: "Exception: gone" }] },
    { status: "passed" },
  ]);
  expect(only("problem", events)).toEqual([]);
});

test.for([
  [
    '<testsuites><error message="cannot start browser"/><testsuite name="a" tests="0"/></testsuites>',
    "The run failed: cannot start browser",
  ],
  [
    '<testsuites><testsuite name="a" tests="0"><system-err>Error: Cannot find module</system-err></testsuite></testsuites>',
    "The report lists no tests, only an error: Error: Cannot find module",
  ],
] as const)("a report without tests but with an error is not green: %s", async ([text, reason]) => {
  expect(only("problem", await readText(junit, text))).toEqual([{ kind: "problem", severity: "error", reason }]);
});

test("Surefire counts each failed execution as a failure, which is not a mismatch", async () => {
  const flaky = '<testcase name="a" classname="C"><flakyFailure message="1"/><flakyFailure message="2"/></testcase>';
  const failed = '<testcase name="b" classname="C"><failure message="1"/><rerunFailure message="2"/></testcase>';
  const text = `<testsuite name="C" tests="2" failures="4">${flaky}${failed}</testsuite>`;
  expect(only("problem", await readText(junit, text))).toEqual([]);
});

test("removes several attachments in one line from the output", async () => {
  const text =
    '<testsuite name="s"><testcase name="a"><system-out>said\n[[ATTACHMENT|a.png]][[ATTACHMENT|b.png]]</system-out></testcase></testsuite>';
  const events = await readText(junit, text);
  expect(only("artifact", events).map(({ path }) => path)).toEqual(["a.png", "b.png"]);
  expect(only("stdout", events).map(({ text: content }) => content)).toEqual(["said"]);
});

test("Eclipse's root is a report too, and its ignored tests are skipped", async () => {
  const text =
    '<testrun name="All" tests="2"><testsuite name="C"><testcase name="a" classname="C"/><testcase name="b" classname="C" ignored="true"/></testsuite></testrun>';
  expect(junit.recognises(text, "a.xml")).toBe(true);
  expect(countsOf(await readText(junit, text))).toMatchObject({ tests: 2, passed: 1, skipped: 1 });
});

test("a test that was cancelled did not pass", async () => {
  const text =
    '<testsuite name="s"><testcase name="Pay" status="CANCELED"/><testcase name="Maybe" status="Inconclusive"/></testsuite>';
  expect(countsOf(await readText(junit, text))).toMatchObject({ tests: 2, skipped: 2 });
});

test("Karma: a name that repeats the describes has them only once", async () => {
  const { tests } = await read("karma-junit-2.0");
  expect(titles(tests)).toEqual([
    ["cart with coupon", "skipped"],
    ["cart with coupon", "throws"],
    ["cart with coupon", "fails"],
    ["cart", "adds"],
  ]);
});

test("jest-junit writes the error of a hook as JSON", async () => {
  const { attempts } = await read("jest-junit-17-hook");
  expect(attempts[1]?.errors).toMatchObject([
    { message: "Error: no cleanup", stack: matching(/^Error: no cleanup\n {4}at Object/) },
  ]);
});

test("TAP as JUnit XML: numbers are not part of a name, blocks contain the reason, and todo does not fail", async () => {
  const { counts, tests, attempts, run } = await read("tap-xunit-2.4");
  expect(counts).toMatchObject({ tests: 6, passed: 1, failed: 3, skipped: 2 });
  expect(titles(tests)[1]).toEqual(["cart > with coupon > fails"]);
  expect(attempts[1]?.errors[0]?.message).toBe("total");
  expect(run).toMatchObject({ framework: "tap" });
  const other = await read("tap-junit-5");
  expect(other.counts).toMatchObject({ tests: 6, passed: 1, failed: 3, skipped: 2 });
  expect(other.run).not.toHaveProperty("suite");
});

test("a suite that fails outside its tests fails the run", async () => {
  const { tests, problems } = await read("suite-errors");
  expect(tests).toEqual([]);
  expect(problems).toMatchObject([
    { severity: "error", reason: 'The suite "collection" failed outside its tests: cannot import module' },
    { severity: "error", reason: 'The suite "declared only" declares 3 failures, but lists no failed tests' },
    { severity: "warning", reason: "The report declares 5 tests but lists 0; only the listed ones were counted" },
  ]);
});

test("a time in the name of a suite is not part of a test's identity", async () => {
  const { tests, run } = await read("unittest-timestamps");
  expect(tests).toMatchObject([
    { file: "test_shop.py", titlePath: ["TestShop", "test_a"] },
    { titlePath: ["TestShop", "test_sub (i=1)"] },
  ]);
  expect(run).toMatchObject({ framework: "unittest" });
});

test("nested suites give the path, and a class that repeats it is dropped", async () => {
  const { tests, run, problems } = await read("nested-suites");
  expect(tests).toMatchObject([
    { file: "src/inner.test", titlePath: ["outer", "inner", "joined by dots"] },
    { titlePath: ["outer", "inner", "Other", "with a class"] },
    { file: null, titlePath: ["outer", "in outer"] },
    { titlePath: ["at the root"] },
  ]);
  expect(run).toMatchObject({ suite: "Night run", durationMs: 3000 });
  expect(problems).toEqual([]);
});

test("properties of a test are kept, those of a suite are dropped", async () => {
  const { tests, artifacts, output, events } = await read("properties");
  expect(tests).toMatchObject([
    {
      status: "passed",
      tags: ["smoke", "slow"],
      author: "Ada",
      annotations: [
        { type: "test_key", description: "SHOP-7" },
        { type: "evidence", description: "long text" },
        { type: "warning", description: "deprecated" },
      ],
    },
  ]);
  expect(artifacts.map(({ path }) => path)).toEqual(["shots/b.webm", "shots/a.png"]);
  expect(output).toMatchObject([{ stream: "stderr", text: "[[ATTACHMENT|https://example.test/evil]]\ncareful" }]);
  expect(JSON.stringify(events)).not.toContain("hidden");
});

test("rejects declared entities instead of expanding them", async () => {
  const text =
    '<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]><testsuites><testsuite><testcase name="&x;"/></testsuite></testsuites>';
  const events = await readText(junit, text, 7);
  expect(events).toMatchObject([{ kind: "problem", severity: "incomplete", line: 1 }]);
});

test("drops suites beyond the depth limit and reads later ones", async () => {
  const depth = limits.suiteDepth + 20_000;
  const text = `<testsuites>${"<testsuite name='s'>".repeat(depth)}<testcase name="deep"><failure/></testcase>${"</testsuite>".repeat(depth)}<testsuite name="after"><testcase name="shallow"/></testsuite></testsuites>`;
  const events = await readText(junit, text, 10_000);
  expect(titles(only("test", events))).toEqual([["after", "shallow"]]);
  expect(only("problem", events)).toMatchObject([{ severity: "incomplete", reason: containing("nested deeper") }]);
});

test("cuts a name of a million characters and unlimited output", async () => {
  const text = `<testsuite><testcase name="${"n".repeat(1_000_000)}"><system-out><![CDATA[${"out ".repeat(500_000)}]]></system-out></testcase></testsuite>`;
  const events = await readText(junit, text, 65_536);
  expect(only("test", events)[0]?.titlePath[0]?.length).toBeLessThan(limits.title + 100);
  expect(only("stdout", events)[0]?.text.length).toBeLessThan(limits.output + 100);
  expect(only("problem", events).map(({ reason }) => reason)).toEqual([
    "The middle of a long text was left out",
    containing("was cut"),
  ]);
});

test("removes control characters from titles and output, and reports them once", async () => {
  const text =
    '<testsuite><testcase name="a\u0007b&#0;c&#x1F;"><failure>\u001b[31mred\u001b[0m\u0000</failure></testcase></testsuite>';
  const events = await readText(junit, text, 5);
  expect(titles(only("test", events))).toEqual([["abc"]]);
  expect(only("attempt", events)[0]?.errors[0]?.message).toBe("red");
  expect(only("attempt", events)[0]?.errors[0]?.stack).toBe("\u001b[31mred\u001b[0m");
  expect(only("problem", events)).toHaveLength(1);
});

test("a report without tests has only totals", async () => {
  expect(only("test", await readText(junit, "<testsuites/>"))).toEqual([]);
  expect(await readText(junit, "<testsuites></testsuites>")).toEqual([]);
});

test("host and properties of a suite are run facts, except secrets and those of the machine", async () => {
  const text = `<testsuite name="s" hostname="box-7" tests="1"><properties>
    <property name="platform" value="Windows 11"/><property name="viewport" value="1280x720"/>
    <property name="java.version" value="21"/><property name="user.home" value="/home/hidden"/>
    <property name="API_TOKEN" value="hidden"/><property name="url" value="https://ada:hidden@shop.test"/>
  </properties><testcase classname="a" name="b"/></testsuite>`;
  const events = await readText(junit, text, 1000);
  const run = Object.assign({}, ...only("run", events)) as { metadata?: unknown };
  expect(run.metadata).toEqual({ java: "21", hostname: "box-7", platform: "Windows 11", viewport: "1280x720" });
});

test("output and files of a suite belong to the run, and a test can have a start", async () => {
  const { output, artifacts, attempts } = await read("suite-output");
  expect(output).toEqual([
    { kind: "stdout", stream: "stdout", text: "seeded\nready" },
    { kind: "stdout", stream: "stderr", text: "slow disk" },
  ]);
  expect(artifacts).toMatchObject([{ name: "server.log", path: "logs/server.log" }]);
  expect(artifacts[0]).not.toHaveProperty("test");
  expect(attempts).toMatchObject([{ startedAt: Date.UTC(2026, 2, 1, 10, 0, 1) }]);
});
