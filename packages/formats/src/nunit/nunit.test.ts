import { expect, test } from "vitest";
import { containing, readReport, sampleText } from "#testing/read-sample.ts";
import { nunit } from "./nunit.ts";

const sample = (name: string) => sampleText(new URL(`./samples/${name}.xml`, import.meta.url));
const version3 = sample("version-3");

const read = (text: string) => readReport(nunit, text);

test("version 3: a warning passes, an error is not a failure, and inconclusive has no outcome", async () => {
  const { counts, named } = await read(version3);
  expect(counts).toEqual({ tests: 9, passed: 4, failed: 2, error: 1, skipped: 2, flaky: 0 });
  expect(named("Warns").test).toMatchObject({
    status: "passed",
    annotations: [{ type: "warning", description: "slow" }],
  });
  expect(named("Skips").test).toMatchObject({ status: "skipped", skipReason: "not yet" });
  expect(named("Unsure").test).toMatchObject({ status: "skipped", skipReason: "Inconclusive" });
  expect(named("Crashes").attempts).toMatchObject([{ status: "error", durationMs: null }]);
});

test("a test is nested in its assembly and class, with its arguments, whatever suites are in between", async () => {
  const { tests, titles } = await read(version3);
  expect(titles).toEqual([
    "Shop.Tests › Shop.CartTests › Add(1,2.5)",
    'Shop.Tests › Shop.CartTests › Add("a.b")',
    "Shop.Tests › Shop.CartTests › Fails",
    "Shop.Tests › Shop.CartTests › Crashes",
    "Shop.Tests › Shop.CartTests › Skips",
    "Shop.Tests › Shop.CartTests › Unsure",
    "Shop.Tests › Shop.CartTests › Warns",
    'Shop.Tests › Shop.Search("Firefox") › Finds',
    "Shop.Tests › Shop.Pay › Pays",
  ]);
  expect(tests[7]?.browser).toBe("firefox");
});

test("several failed assertions are several errors, and categories and authors are inherited", async () => {
  const { named } = await read(version3);
  const { test: fails, attempts, output, files } = named("Fails");
  expect(fails).toMatchObject({
    tags: ["smoke", "slow"],
    author: "Ada",
    annotations: [{ type: "Severity", description: "high" }],
  });
  expect(attempts[0]?.errors).toEqual([
    { message: "Expected: 1", stack: "at Cart.cs:line 1" },
    { message: "Expected: 2", stack: "at Cart.cs:line 2" },
  ]);
  expect(output).toMatchObject([{ stream: "stdout", text: "clicked <b>buy</b>" }]);
  expect(files).toMatchObject([{ name: "The cart", path: String.raw`C:\w\shot.png`, contentType: "image/png" }]);
});

test("converts seconds to milliseconds, drops NaN and negative values, and keeps times with a zone", async () => {
  const { named, run } = await read(version3);
  expect(named("Add(1,2.5)").attempts).toMatchObject([
    { durationMs: 125, startedAt: Date.UTC(2026, 2, 1, 10, 0, 1, 500) },
  ]);
  expect(named('Add("a.b")').attempts).toMatchObject([{ durationMs: null, startedAt: null }]);
  expect(run).toEqual({
    kind: "run",
    framework: "nunit",
    frameworkVersion: "3.14.0.0",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 5250,
    metadata: { operatingSystem: "Linux 6.1", clr: "8.0.1", architecture: "X64", hostname: "agent-7" },
  });
});

test("a failed setup or teardown fails the run, but suites that failed because of their tests do not", async () => {
  const { problems, events, outside } = await read(version3);
  expect(problems).toMatchObject([
    {
      severity: "error",
      reason: 'The suite "Shop.Search("Firefox")" failed outside its tests: OneTimeSetUp: no browser',
    },
    { severity: "error", reason: 'The suite "Shop.Pay" failed outside its tests: TearDown : refund failed' },
  ]);
  expect(outside).toMatchObject([{ text: "fixture says hello" }]);
  expect(JSON.stringify(events)).not.toMatch(/hunter2|"ada"/);
});

test("version 2: full names are split at the class, and the total excludes tests that did not run", async () => {
  const { counts, tests, problems, named, run } = await read(sample("version-2"));
  expect(counts).toEqual({ tests: 6, passed: 2, failed: 1, error: 2, skipped: 1, flaky: 0 });
  expect(tests.map(({ titlePath }) => titlePath.slice(1))).toEqual([
    ["Shop.CartTests", "Adds"],
    ["Shop.CartTests", "Fails"],
    ["Shop.CartTests", "Crashes"],
    ["Shop.CartTests", "Private"],
    ["Shop.CartTests", "Later"],
    ["Shop.CartTests", 'Sum(1.5,"x.y")'],
  ]);
  expect(named("Adds").attempts).toMatchObject([{ durationMs: 16 }]);
  expect(named("Adds").test).toMatchObject({ tags: ["smoke"] });
  expect(named("Private").attempts[0]?.errors).toEqual([{ message: "not public" }]);
  expect(problems).toEqual([]);
  expect(run).toMatchObject({ durationMs: 1500, metadata: { startedLocalTime: "2026-03-01 10:00:00" } });
});

test.for([
  ['executed="True" success="True"', "passed", undefined],
  ['executed="true" success="false"', "failed", undefined],
  ['executed="True"', "failed", "<failure><message>m</message></failure>"],
  ['executed="True"', "passed", undefined],
  ['executed="False"', "skipped", "<reason><message>r</message></reason>"],
  ['result="Sideways"', "skipped", undefined],
] as const)("%s is %s", async ([attributes, status, inner]) => {
  const { tests } = await read(
    `<test-results><test-suite name="S"><results><test-case name="S.T" ${attributes}>${inner ?? ""}</test-case></results></test-suite></test-results>`,
  );
  expect(tests).toMatchObject([{ titlePath: ["S", "T"], status }]);
});

test("declared failures without tests are not green", async () => {
  const { problems } = await read('<test-run total="4" failed="2"/>');
  expect(problems).toMatchObject([{ severity: "error", reason: containing("2 failures") }]);
});

test("a truncated file keeps the results in attributes", async () => {
  const { counts, problems } = await read(version3.slice(0, version3.indexOf("Expected: 1") + 4));
  expect(counts).toMatchObject({ tests: 3, passed: 2, failed: 1 });
  expect(problems).toMatchObject([{ severity: "incomplete", reason: containing("ends inside <message>") }]);
});

test("files and output of a fixture belong to the run", async () => {
  const { outside, tests } = await read(sample("suite-files"));
  expect(outside).toMatchObject([
    { kind: "stdout", text: "seeded" },
    { kind: "artifact", name: "of the shop", path: "/w/out/server.log" },
  ]);
  expect(tests).toMatchObject([{ titlePath: ["Shop.Tests", "Shop.CartTests", 'Adds("chrome")'], browser: "chrome" }]);
});

test("a single suite at the root is a report, except for Allure's", async () => {
  const text =
    '<test-suite type="Assembly" name="a.dll" result="Failed" total="2" passed="1" failed="1" start-time="2026-03-01 10:00:00Z" duration="1.5"><test-suite type="TestFixture" name="T" fullname="N.T"><test-case name="A" fullname="N.T.A" result="Passed"/><test-case name="B" fullname="N.T.B" result="Failed"/></test-suite></test-suite>';
  expect(nunit.recognises(text, "a.xml")).toBe(true);
  const { counts, titles, problems, run } = await read(text);
  expect(counts).toMatchObject({ tests: 2, passed: 1, failed: 1 });
  expect(titles).toEqual(["a › N.T › A", "a › N.T › B"]);
  expect(problems).toEqual([]);
  expect(run).toMatchObject({ durationMs: 1500 });
  expect(nunit.recognises('<ns2:test-suite xmlns:ns2="urn:model.allure.qatools.yandex.ru"><test-case/>', "")).toBe(
    false,
  );
});
