import { expect, test } from "vitest";
import { containing, readReport, sampleText } from "#testing/read-sample.ts";
import { robotOutput } from "./robot-output.ts";

const version7 = sampleText(new URL("./samples/version-7.xml", import.meta.url));
const read = (text: string) => readReport(robotOutput, text);

test("a failed suite teardown fails passed tests that were listed before it", async () => {
  const { counts, named, problems } = await read(version7);
  expect(counts).toEqual({ tests: 7, passed: 2, failed: 3, error: 0, skipped: 2, flaky: 1 });
  expect(named("Pays").attempts[0]).toMatchObject({
    status: "failed",
    errors: [{ message: "Parent suite teardown failed:\nbank is closed" }],
  });
  expect(named("Refunds").attempts[0]?.errors).toEqual([
    { message: "no money\n\nAlso parent suite teardown failed:\nbank is closed" },
  ]);
  expect(named("Waits").test?.status).toBe("skipped");
  expect(problems).toMatchObject([
    { severity: "warning", reason: "Error in file 'x.robot': No keyword" },
    { severity: "error", reason: "The tear-down of a suite failed: bank is closed" },
  ]);
});

test("merged executions are attempts, oldest first", async () => {
  const { test: recovered, attempts } = (await read(version7)).named("Recovered");
  expect(recovered).toMatchObject({ status: "passed", flaky: true });
  expect(attempts.map(({ status, errors }) => [status, errors[0]?.message])).toEqual([
    ["failed", "first"],
    ["failed", "second"],
    ["passed", undefined],
  ]);
});

test("keywords and structures are steps, with arguments that follow their content", async () => {
  const { steps } = (await read(version7)).named("Buys");
  expect(steps.map(({ title, depth, status, category }) => [title, depth, status, category])).toEqual([
    ["Log In", 0, "passed", "hook"],
    ["${receipt} = shop.Buy All  everything", 0, "passed", "test.step"],
    ["FOR ${x} IN  one", 1, "passed", "test.step"],
    ["${x} = one", 2, "passed", "test.step"],
    ["SeleniumLibrary.Click  id=buy", 3, "passed", "test.step"],
    ["IF", 1, "passed", "test.step"],
    ["IF $x", 2, "skipped", "test.step"],
    ["BuiltIn.No Operation", 3, "skipped", "test.step"],
  ]);
  expect((await read(version7)).named("Fails").steps).toMatchObject([{ status: "failed", error: "a != b" }]);
});

test("a test has its log, with the images in it", async () => {
  const { output, files, steps } = (await read(version7)).named("Buys");
  expect(output).toMatchObject([{ text: "WARN: nearly sold out\n<seen>" }]);
  expect(files).toMatchObject([
    { name: "shot-1.png", path: "shot-1.png" },
    { name: "screenshot.png", contentType: "image/png", body: "iVBORw==" },
  ]);
  expect(files.map(({ step }) => steps[step ?? -1]?.title)).toEqual([
    "SeleniumLibrary.Click  id=buy",
    "${receipt} = shop.Buy All  everything",
  ]);
});

test("tags of a test are separate from those of its keywords, and one can be the owner", async () => {
  const { named, titles } = await read(version7);
  expect(named("Buys").test).toMatchObject({
    file: "tests/shop.robot",
    line: 12,
    tags: ["smoke", "owner-Ada"],
    author: "Ada",
    annotations: [
      { type: "description", description: "buys *all*" },
      { type: "timeout", description: "1 minute" },
    ],
  });
  expect(named("Fails").attempts).toMatchObject([
    { durationMs: null, errors: [{ message: "a != b", stack: containing("Traceback") }] },
  ]);
  expect(named("Skips").test?.skipReason).toBe("no browser");
  expect(titles[0]).toBe("Shop › Buys");
});

test("the run has facts without secrets, local time, and the log of setups", async () => {
  const { run, outside, events } = await read(version7);
  expect(run).toEqual({
    kind: "run",
    framework: "robot",
    frameworkVersion: "7.2",
    suite: "Tests",
    durationMs: 3500,
    metadata: { python: "3.12.1", operatingSystem: "linux", Release: "2.1", startedLocalTime: "2026-03-01T10:00:01" },
  });
  expect(outside).toMatchObject([
    { text: "opened\n" },
    { name: "browser.log", path: "browser.log" },
    { text: "FAIL: bank is closed\n" },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/hunter2|\[ secret \]/);
});

test("version 3 and before: tags in a list, types in lower case, times as start and end", async () => {
  const { tests, named } =
    await read(`<robot generator="Robot 2.8.1 (Python 2.7.2 on darwin)" generated="20130719 14:09:09.474">
    <suite source="/tmp/fail.txt" name="Fail"><kw type="setup" name="Log"><status status="PASS"/></kw>
    <test name="Old"><kw type="kw" name="BuiltIn.Log"><arguments><arg>hi</arg></arguments><status status="PASS" endtime="20130719 14:09:09.506" starttime="20130719 14:09:09.500"></status></kw>
    <tags><tag>slow</tag></tags><status status="FAIL" endtime="20130719 14:09:10.000" critical="no" starttime="20130719 14:09:09.500">x</status></test>
    <status status="FAIL" endtime="N/A" starttime="20130719 14:09:09.474"></status></suite></robot>`);
  expect(tests).toMatchObject([
    { file: "fail.txt", tags: ["slow"], annotations: [{ type: "critical", description: "no" }] },
  ]);
  expect(named("Old").attempts).toMatchObject([{ status: "failed", durationMs: 500 }]);
  expect(named("Old").steps).toMatchObject([{ title: "BuiltIn.Log  hi", durationMs: 6 }]);
});

test("a test without a status in a truncated file is dropped and reported", async () => {
  const { titles, problems } = await read(version7.slice(0, version7.indexOf("<arg>a</arg>")));
  expect(titles).toEqual(["Shop › Buys"]);
  expect(problems).toMatchObject([
    {
      severity: "incomplete",
      reason:
        'The file ends inside <kw>: it was cut off; the test "Fails" is not complete and was left out. The content before that was kept',
    },
  ]);
});

const keyword = (inside: string) => `<kw name="My Keyword">${inside}<status status="PASS" elapsed="0"/></kw>`;
const text = (test: string) => `<robot generator="Robot 7.4"><suite name="S"><test name="T">${test}`;

test("VAR of version 7 is a step, and unknown elements do not end a test", async () => {
  const variable =
    '<variable name="@{b}"><var>koira</var><var>hevonen</var><status status="PASS" elapsed="0"/></variable>';
  const full = `${text(keyword(variable) + variable)}<status status="FAIL">boom</status></test></suite></robot>`;
  expect((await read(full)).named("T").steps.map(({ title, depth }) => [title, depth])).toEqual([
    ["My Keyword", 0],
    ["VAR @{b}  koira  hevonen", 1],
    ["VAR @{b}  koira  hevonen", 0],
  ]);
  for (const inside of [variable, '<later><status status="PASS"/></later>'])
    expect((await read(`${text(inside)}<kw name="Hangs">`)).counts).toMatchObject({ tests: 0 });
});

const suiteOf = (root: string, ...suites: readonly string[]) =>
  `<robot generator="Robot 7.1"><suite id="s1" ${root}>${suites.join("")}<status status="PASS"/></suite></robot>`;
const fileSuite = (folder: string) =>
  `<suite id="s1-s1" name="Till" source="${folder}/till.robot">${openTest}<status status="PASS"/></suite>`;
const openTest = '<test id="t1" name="Opens"><status status="PASS" elapsed="0.1"/></test>';

test("a test has one identity, whatever folders or files the command names and wherever the project is", async () => {
  const reports = [
    suiteOf('name="Till" source="/home/ci/shop/tests/till.robot"', openTest),
    suiteOf('name="Tests" source="/home/ci/shop/tests"', fileSuite("/home/ci/shop/tests")),
    suiteOf('name="Shop@2" source="C:\\agent\\shop@2"', fileSuite("C:\\agent\\shop@2\\tests")),
    suiteOf('name="Till &amp; Bell"', fileSuite("/builds/shop/shop/tests")),
  ];
  for (const report of reports)
    expect((await read(report)).tests).toMatchObject([{ file: "tests/till.robot", titlePath: ["Till", "Opens"] }]);
});

test("a file outside of a known project folder is relative to the folder of the run", async () => {
  const report = suiteOf('name="Suites" source="/data/7/suites"', fileSuite("/data/7/suites/shop"));
  expect((await read(report)).tests).toMatchObject([{ file: "suites/shop/till.robot", titlePath: ["Till", "Opens"] }]);
});
