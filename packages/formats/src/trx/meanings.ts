import type { Meaning } from "#meanings.ts";

const outcomes =
  "https://github.com/microsoft/vstest/blob/main/src/Microsoft.TestPlatform.Extensions.TrxLogger/ObjectModel/TestOutcome.cs";
const logger =
  "https://github.com/microsoft/vstest/blob/main/src/Microsoft.TestPlatform.Extensions.TrxLogger/TrxLogger.cs";
const rows = "https://learn.microsoft.com/dotnet/core/testing/unit-testing-mstest-writing-tests-data-driven";

function run(outcome: string, summary = "", inner = ""): string {
  const result = `<UnitTestResult testId="t" testName="Pays" duration="00:00:00.1" outcome="${outcome}">${inner}</UnitTestResult>`;
  return `<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results>${result}</Results>${summary}</TestRun>`;
}

/** Meaning of outcomes in `dotnet test`. */
export const trxMeanings: readonly Meaning[] = [
  {
    sign: '`outcome="Passed"`',
    means: "passed",
    tool: "vstest",
    source: outcomes,
    sample: run("Passed"),
  },
  {
    sign: '`outcome="PassedButRunAborted"`',
    means: "passed",
    tool: "vstest",
    source: outcomes,
    sample: run("PassedButRunAborted"),
  },
  {
    sign: '`outcome="Completed"`',
    means: "passed",
    tool: "vstest",
    source: outcomes,
    sample: run("Completed"),
  },
  {
    sign: '`outcome="Warning"`',
    means: "passed",
    tool: "vstest",
    source: outcomes,
    sample: run("Warning"),
  },
  {
    sign: '`outcome="Failed"`',
    means: "failed",
    tool: "vstest",
    source: outcomes,
    sample: run("Failed"),
  },
  {
    sign: '`outcome="Timeout"`',
    means: "failed",
    tool: "vstest",
    source: outcomes,
    sample: run("Timeout"),
  },
  {
    sign: '`outcome="Error"`',
    means: "error",
    tool: "vstest",
    source: outcomes,
    sample: run("Error"),
  },
  {
    sign: "No outcome, which is how an error is written",
    means: "error",
    tool: "vstest",
    source: outcomes,
    sample: run("Error").replace(' outcome="Error"', ""),
  },
  {
    sign: '`outcome="Aborted"`',
    means: "error",
    tool: "vstest",
    source: outcomes,
    sample: run("Aborted"),
  },
  {
    sign: '`outcome="Disconnected"`',
    means: "error",
    tool: "vstest",
    source: outcomes,
    sample: run("Disconnected"),
  },
  {
    sign: '`outcome="InProgress"`: it never ended',
    means: "error",
    tool: "vstest",
    source: outcomes,
    sample: run("InProgress"),
  },
  {
    sign: '`outcome="NotExecuted"`',
    means: "skipped",
    tool: "vstest",
    source: outcomes,
    sample: run("NotExecuted"),
  },
  {
    sign: '`outcome="Inconclusive"`',
    means: "skipped",
    tool: "vstest",
    source: outcomes,
    sample: run("Inconclusive"),
  },
  {
    sign: '`outcome="NotRunnable"`: MSTest writes it of ignored tests, and a failure of tests that it cannot run',
    means: "skipped",
    tool: "vstest",
    source: outcomes,
    sample: run("NotRunnable"),
  },
  {
    sign: '`outcome="Pending"`',
    means: "skipped",
    tool: "vstest",
    source: outcomes,
    sample: run("Pending"),
  },
  {
    sign: '`resultType="DataDrivenDataRow"`: a row is a step of its test, since its name is not the same in all versions',
    means: "no test",
    tool: "MSTest",
    source: rows,
    sample: run(
      "Passed",
      "",
      `<InnerResults><UnitTestResult testName="Pays" dataRowInfo="1" outcome="Passed" resultType="DataDrivenDataRow"/></InnerResults>`,
    ),
  },
  {
    sign: '`<RunInfo` with `outcome="Error"`: the host crashed, say',
    means: "outside",
    tool: "vstest",
    source: logger,
    sample: run(
      "Passed",
      `<ResultSummary outcome="Completed"><RunInfos><RunInfo outcome="Error"><Text>Test host process crashed</Text></RunInfo></RunInfos></ResultSummary>`,
    ),
  },
  {
    sign: '`<ResultSummary outcome="Failed"`, where nothing failed',
    means: "run failed",
    tool: "vstest",
    source: logger,
    sample: run("Passed", `<ResultSummary outcome="Failed"></ResultSummary>`),
  },
  {
    sign: '`<ResultSummary outcome="Aborted"`',
    means: "run failed",
    tool: "vstest",
    source: logger,
    sample: run("Passed", `<ResultSummary outcome="Aborted"></ResultSummary>`),
  },
  {
    sign: '`failed="1"` of `<Counters`, where no test failed',
    means: "run failed",
    tool: "vstest",
    source: logger,
    sample: run("Passed", `<ResultSummary outcome="Completed"><Counters total="1" failed="1"/></ResultSummary>`),
  },
];
