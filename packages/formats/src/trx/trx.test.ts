import { expect, test } from "vitest";
import { containing, readReport, sampleText } from "#testing/read-sample.ts";
import { trx } from "./trx.ts";

const full = sampleText(new URL("./samples/results-first.trx", import.meta.url));
const read = (text: string) => readReport(trx, text);
const space = 'xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"';

test("a result without an outcome is an error, and rows are not tests", async () => {
  const { counts, titles } = await read(full);
  expect(counts).toEqual({ tests: 6, passed: 1, failed: 2, error: 1, skipped: 2, flaky: 0 });
  expect(titles).toEqual([
    "Shop.Tests › Shop.CartTests › Adds(count: 2)",
    "Shop.Tests › Shop.CartTests › Fails",
    "Crashes",
    "Skips",
    "shop.tests › Shop.CartTests › Rows",
    "Visits",
  ]);
});

test("definitions after the results belong to the tests", async () => {
  const { named } = await read(full);
  const { test: adds, attempts, output, files } = named("Adds(count: 2)");
  expect(adds).toMatchObject({
    tags: ["smoke"],
    author: "Ada",
    annotations: [
      { type: "Priority", description: "2" },
      { type: "Description", description: "adds things" },
      { type: "Ticket", description: "SHOP-1" },
    ],
  });
  expect(attempts).toMatchObject([{ durationMs: 12.5, startedAt: Date.UTC(2026, 2, 1, 10, 0, 0, 500) }]);
  expect(output.map(({ stream, text }) => [stream, text])).toEqual([
    ["stdout", "added <b>two</b>\nfrom the context"],
    ["stderr", "careful"],
  ]);
  expect(files).toMatchObject([{ name: "shot.png", path: String.raw`ada_agent_2026/In/e1/agent-7\shot.png` }]);
});

test("rows are steps of their test, with their output", async () => {
  const { steps, output, attempts } = (await read(full)).named("Rows");
  expect(steps.map(({ title, status, durationMs, error }) => [title, status, durationMs, error])).toEqual([
    ["Rows (row 0)", "passed", 100, undefined],
    ["Rows (row 1)", "failed", 200, "one is wrong"],
  ]);
  expect(output).toMatchObject([{ text: "row zero\nrow one" }]);
  expect(attempts[0]?.errors).toEqual([{ message: "Not all rows passed" }]);
});

test("reads durations of days, errors with their stack, and reasons of skipped tests", async () => {
  const { named } = await read(full);
  expect(named("Fails").attempts).toMatchObject([
    {
      durationMs: 26 * 3_600_000 + 500,
      errors: [{ message: "Assert.AreEqual failed.", stack: containing("line 9") }],
    },
  ]);
  expect(named("Skips").test?.skipReason).toBe("not yet");
  expect(named("Visits").test?.skipReason).toBe("Inconclusive");
});

test("the run has its facts, output, files and errors", async () => {
  const { run, outside, problems, events } = await read(full);
  expect(run).toEqual({
    kind: "run",
    framework: "xunit",
    startedAt: Date.UTC(2026, 2, 1, 10),
    durationMs: 2500,
    metadata: { hostname: "agent-7" },
  });
  expect(outside).toMatchObject([{ text: "the run says hello" }, { name: "cover.coverage" }]);
  expect(problems).toEqual([
    {
      kind: "problem",
      severity: "error",
      reason: "The active test run was aborted. Reason: Test host process crashed",
    },
  ]);
  expect(JSON.stringify(events)).not.toMatch(/runUser|agent\\\\ada|of the settings/);
});

test("a failed run with passed tests is not green, wherever the summary is", async () => {
  const summary = '<ResultSummary outcome="Aborted"><Counters total="1" passed="1"/></ResultSummary>';
  const results = '<Results><UnitTestResult testName="a" outcome="Passed"/></Results>';
  for (const text of [summary + results, results + summary]) {
    const { counts, problems } = await read(`<TestRun ${space}>${text}</TestRun>`);
    expect(counts).toMatchObject({ tests: 1, passed: 1 });
    expect(problems).toMatchObject([{ severity: "error", reason: containing('with the outcome "Aborted"') }]);
  }
});

test("drops messages that adapters repeat for failed tests", async () => {
  const infos = [
    "[xUnit.net 00:00:01]     A.b [FAIL]",
    "[xUnit.net 00:00:01]   Expected: 1",
    "Exit code indicates failure: '2'.",
  ];
  const text = infos.map((info) => `<RunInfo outcome="Error"><Text>${info}</Text></RunInfo>`).join("");
  const { problems } = await read(
    `<TestRun ${space}><Results><UnitTestResult testName="a" outcome="Failed"/></Results><ResultSummary outcome="Failed"><RunInfos>${text}</RunInfos></ResultSummary></TestRun>`,
  );
  expect(problems).toEqual([]);
});

test("unlimited nesting of rows is one test", async () => {
  const { counts, problems } = await read(
    `<TestRun ${space}><Results>${"<UnitTestResult outcome='Passed'><InnerResults>".repeat(20_000)}`,
  );
  expect(counts).toMatchObject({ tests: 1, passed: 1 });
  expect(problems.map(({ severity }) => severity)).toEqual(["warning", "incomplete"]);
});

test("a truncated file keeps attributes, without the missing classes", async () => {
  const { titles, problems } = await read(full.slice(0, full.indexOf("Assert.AreEqual") + 8));
  expect(titles).toEqual(["Shop.CartTests.Adds(count: 2)", "Fails"]);
  expect(problems).toMatchObject([{ severity: "incomplete", reason: containing("ends inside <Message>") }]);
});

const row = (number: number, outcome: string, message = "") =>
  `<UnitTestResult testName="a" dataRowInfo="${number}" outcome="${outcome}"><Output><ErrorInfo><Message>${message}</Message><StackTrace>at A.B</StackTrace></ErrorInfo></Output></UnitTestResult>`;

test("a failed test without a reason has those of its rows, which some versions count as tests", async () => {
  const rows = `${row(0, "Failed", "one")}${row(1, "Passed")}${row(2, "Failed", "two")}`;
  const { named, problems } = await read(
    `<TestRun ${space}><Results><UnitTestResult testName="a" outcome="Failed"><InnerResults>${rows}</InnerResults></UnitTestResult></Results><ResultSummary outcome="Failed"><Counters total="4" failed="3"/></ResultSummary></TestRun>`,
  );
  expect(named("a").attempts[0]?.errors).toMatchObject([
    { message: "one", stack: "at A.B" },
    { message: "two", stack: "at A.B" },
  ]);
  expect(problems).toEqual([]);
});
