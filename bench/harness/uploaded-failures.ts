import { apiResponse } from "@plumb/analysis/classification/api-response.ts";
import type { ClassifiedFailure } from "@plumb/analysis/classification/classify.ts";
import type { LabelledFailure } from "@plumb/analysis/classification/cross-validation.ts";
import { pageSnapshotIn } from "@plumb/analysis/errors/recorded-state.ts";
import type { ResultEvent, TestError } from "@plumb/contract/result-event.ts";
import { formatById } from "@plumb/formats/registry.ts";
import { primaryTestError } from "../../packages/server/src/failures/primary-test-error.ts";
import { labelledFailures, type ReportedLabelledFailure } from "../../tools/train-classifier/labelled-failures.ts";

type Report = ReportedLabelledFailure["report"];

interface Writer {
  readonly id: string;
  /** Returns a report with one failed test. */
  readonly write: (failure: Report) => string;
}

/** Used for formats that Plumb does not read, because most of these tools write JUnit XML too. */
const junitWriter: Writer = { id: "junit", write: junit };

const writers: Readonly<Record<string, Writer>> = {
  allure: { id: "allure-results", write: allure },
  mochawesome: { id: "mochawesome", write: mochawesome },
  robot: { id: "robot-output", write: robot },
  "jest-json": { id: "jest-json", write: jest },
  "cucumber-json": { id: "cucumber-json", write: cucumber },
  trx: { id: "trx", write: trx },
  testng: { id: "testng", write: testng },
  nunit: { id: "nunit", write: nunit },
  "playwright-json": { id: "playwright-json", write: playwright },
  "karate-json": { id: "karate-json", write: karate },
  "newman-json": { id: "newman-json", write: newman },
  "playwright-html": { id: "playwright-json", write: playwright },
};

/** Reads labelled failures, each also as the server reads it from a report of its format. */
export async function uploadedFailures(file: string): Promise<LabelledFailure[]> {
  return Promise.all(
    labelledFailures(file).map(async (failure) => ({ ...failure, uploaded: await asUploaded(failure.report) })),
  );
}

/** Writes a failure as a report of its format and reads it again. */
async function asUploaded(report: Report): Promise<ClassifiedFailure> {
  const { id, write } = writers[report.format] ?? junitWriter;
  const errors: TestError[] = [];
  let [framework, title, output] = [id, "", ""];
  for (const event of await eventsOf(id, write(report)))
    if (event.kind === "run") framework = event.framework ?? framework;
    else if (event.kind === "attempt") errors.push(...event.errors);
    else if (event.kind === "stdout") output += event.text;
    else if (event.kind === "test") title = event.titlePath.at(-1) ?? "";
  const primary = primaryTestError(errors) ?? { message: "", stack: null };
  const failure = { ...primary, framework, title };
  const page = pageSnapshotIn(report.attached) ?? apiResponse(failure, [output]);
  return { ...failure, page };
}

async function eventsOf(id: string, report: string): Promise<ResultEvent[]> {
  const format = formatById(id);
  if (format === undefined) throw new Error(`There is no format ${id}.`);
  const name = id === "allure-results" ? "a-result.json" : "report";
  const text = async function* () {
    yield report;
  };
  const bytes = async function* () {
    yield Buffer.from(report);
  };
  return (await Array.fromAsync(format.read({ name, members: [{ name, text, bytes }] }))).flat();
}

/** Characters that XML cannot contain are removed, as tools do. */
function xml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- characters that XML forbids
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("\n", "&#10;")
  );
}

function junit({ testName, suiteName, file, message, stack, attached }: Report): string {
  return `<testsuites><testsuite name="${xml(suiteName)}" tests="1" failures="1"><testcase name="${xml(testName)}" classname="${xml(suiteName)}" file="${xml(file)}" time="1"><failure message="${xml(message)}">${xml(stack)}</failure><system-out>${xml(attached)}</system-out></testcase></testsuite></testsuites>`;
}

function allure({ testName, suiteName, message, stack }: Report): string {
  const statusDetails = { message, trace: stack };
  const labels = [{ name: "suite", value: suiteName }];
  const times = { start: 1_700_000_000_000, stop: 1_700_000_001_000 };
  return JSON.stringify({
    uuid: "a",
    historyId: "a",
    name: testName,
    status: "failed",
    statusDetails,
    labels,
    ...times,
  });
}

function mochawesome({ testName, suiteName, file, message, stack }: Report): string {
  const test = {
    title: testName,
    fullTitle: `${suiteName} ${testName}`,
    duration: 1,
    state: "failed",
    fail: true,
    pass: false,
    pending: false,
    err: { message, estack: stack === "" ? message : stack },
    uuid: "t",
  };
  const suite = {
    uuid: "s",
    title: suiteName,
    file,
    tests: [test],
    suites: [],
    beforeHooks: [],
    afterHooks: [],
    root: false,
  };
  const root = { uuid: "r", title: "", file, tests: [], suites: [suite], beforeHooks: [], afterHooks: [], root: true };
  const stats = {
    suites: 1,
    tests: 1,
    passes: 0,
    pending: 0,
    failures: 1,
    start: "2026-01-01T00:00:00.000Z",
    duration: 1,
  };
  return JSON.stringify({ stats, results: [root], meta: { mocha: {}, mochawesome: {} } });
}

function robot({ testName, suiteName, message, attached }: Report): string {
  const status = (text: string) =>
    `<status status="FAIL" starttime="20260101 00:00:00.000" endtime="20260101 00:00:01.000">${xml(text)}</status>`;
  return `<?xml version="1.0"?><robot generator="Robot 6.1"><suite id="s1" name="${xml(suiteName)}"><test id="s1-t1" name="${xml(testName)}"><kw name="Step"><msg timestamp="20260101 00:00:00.500" level="INFO">${xml(attached)}</msg><msg timestamp="20260101 00:00:00.900" level="FAIL">${xml(message)}</msg>${status("")}</kw>${status(message)}</test>${status("")}</suite><statistics><total><stat pass="0" fail="1">All Tests</stat></total></statistics></robot>`;
}

function jest({ testName, suiteName, file, message, stack }: Report): string {
  const failureMessages = [stack.includes(message.slice(0, 60)) ? stack : `${message}\n${stack}`];
  const assertion = {
    ancestorTitles: [suiteName],
    fullName: testName,
    title: testName,
    status: "failed",
    failureMessages,
    duration: 1,
  };
  const result = {
    name: file,
    status: "failed",
    startTime: 1_700_000_000_000,
    endTime: 1_700_000_001_000,
    message: "",
    assertionResults: [assertion],
  };
  return JSON.stringify({
    numTotalTests: 1,
    numFailedTests: 1,
    numPassedTests: 0,
    success: false,
    startTime: 1_700_000_000_000,
    testResults: [result],
  });
}

function cucumber({ testName, suiteName, file, message, stack }: Report): string {
  const error = stack === "" ? message : stack.startsWith(message) ? stack : `${message}\n${stack}`;
  const step = {
    keyword: "Then ",
    name: "it works",
    line: 4,
    result: { status: "failed", duration: 1_000_000, error_message: error },
  };
  const element = { id: "a;b", keyword: "Scenario", type: "scenario", name: testName, line: 3, steps: [step] };
  return JSON.stringify([
    {
      id: "a",
      uri: file === "" ? "a.feature" : file,
      keyword: "Feature",
      name: suiteName,
      line: 1,
      elements: [element],
    },
  ]);
}

function karate({ testName, suiteName, file, message, attached }: Report): string {
  const step = {
    step: { index: 0, line: 4, prefix: "*", text: "it works" },
    result: { status: "failed", nanos: 1_000_000, errorMessage: message },
    stepLog: attached,
  };
  const scenario = { name: testName, line: 3, failed: true, error: message, exampleIndex: -1, stepResults: [step] };
  return JSON.stringify({
    name: suiteName,
    relativePath: file,
    failedCount: 1,
    passedCount: 0,
    scenarioResults: [scenario],
  });
}

function newman({ testName, suiteName, message, stack, attached }: Report): string {
  const item = { id: "i", name: suiteName };
  const response = responseIn(attached);
  const execution = {
    cursor: { ref: "r", iteration: 0, cycles: 1 },
    item,
    id: "i",
    ...(response !== undefined && { response }),
    assertions: [{ assertion: testName, skipped: false, error: { message, ...(stack !== "" && { stack }) } }],
  };
  const stats = { assertions: { total: 1, pending: 0, failed: 1 } };
  return JSON.stringify({ collection: { item: [item], info: { name: "c" } }, run: { stats, executions: [execution] } });
}

/** Returns the response in an attached text, as Newman writes it. */
function responseIn(attached: string) {
  const [line, code, status = "", body = ""] = /^response: (\d{3}) ?(.*)\n?([^]*)$/m.exec(attached) ?? [];
  return line === undefined
    ? undefined
    : { code: Number(code), status, stream: { type: "Buffer", data: [...Buffer.from(body)] } };
}

function trx({ testName, suiteName, message, stack, attached }: Report): string {
  return `<TestRun id="r" name="n" xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results><UnitTestResult executionId="e" testId="t" testName="${xml(testName)}" outcome="Failed" duration="00:00:01"><Output><StdOut>${xml(attached)}</StdOut><ErrorInfo><Message>${xml(message)}</Message><StackTrace>${xml(stack)}</StackTrace></ErrorInfo></Output></UnitTestResult></Results><TestDefinitions><UnitTest name="${xml(testName)}" id="t"><Execution id="e"/><TestMethod className="${xml(suiteName)}" name="${xml(testName)}"/></UnitTest></TestDefinitions></TestRun>`;
}

function testng({ testName, suiteName, message, stack }: Report): string {
  const type = /^[\w.]+(?:Error|Exception)/.exec(stack.trim())?.[0] ?? "java.lang.AssertionError";
  return `<testng-results passed="0" failed="1" skipped="0" total="1" ignored="0"><suite name="${xml(suiteName)}"><test name="t"><class name="${xml(suiteName)}"><test-method name="${xml(testName)}" signature="a()" status="FAIL" duration-ms="1" started-at="2026-01-01T00:00:00Z" finished-at="2026-01-01T00:00:01Z"><exception class="${type}"><message>${xml(message)}</message><full-stacktrace>${xml(stack)}</full-stacktrace></exception></test-method></class></test></suite></testng-results>`;
}

function nunit({ testName, suiteName, message, stack, attached }: Report): string {
  return `<test-run id="2" testcasecount="1" result="Failed" total="1" passed="0" failed="1"><test-suite type="TestFixture" id="1" name="${xml(suiteName)}" fullname="${xml(suiteName)}" result="Failed"><test-case id="2" name="${xml(testName)}" fullname="${xml(suiteName)}.${xml(testName)}" result="Failed" duration="1"><failure><message>${xml(message)}</message><stack-trace>${xml(stack)}</stack-trace></failure><output>${xml(attached)}</output></test-case></test-suite></test-run>`;
}

function playwright({ testName, suiteName, file, message, stack }: Report): string {
  const result = {
    workerIndex: 0,
    status: "failed",
    duration: 1,
    errors: [{ message, ...(stack !== "" && { stack }) }],
    stdout: [],
    stderr: [],
    retry: 0,
    startTime: "2026-01-01T00:00:00.000Z",
    attachments: [],
  };
  const test = {
    timeout: 30_000,
    annotations: [],
    expectedStatus: "passed",
    projectId: "p",
    projectName: "p",
    results: [result],
    status: "unexpected",
  };
  const spec = { title: testName, ok: false, tags: [], tests: [test], id: "a", file, line: 1, column: 1 };
  const suite = {
    title: file,
    file,
    line: 0,
    column: 0,
    specs: [],
    suites: [{ title: suiteName, file, line: 1, column: 1, specs: [spec] }],
  };
  const stats = {
    startTime: "2026-01-01T00:00:00.000Z",
    duration: 1,
    expected: 0,
    unexpected: 1,
    flaky: 0,
    skipped: 0,
  };
  return JSON.stringify({
    config: { rootDir: "/ci", version: "1.50.0", projects: [{ id: "p", name: "p" }] },
    suites: [suite],
    errors: [],
    stats,
  });
}
