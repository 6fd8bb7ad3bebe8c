import { expect, test } from "vitest";
import { countsOf, only, readText } from "#testing/read-sample.ts";
import { formatById } from "./registry.ts";
import type { ReportFormat } from "./report-format.ts";

const gtest = (suites: string, failures: number, more = "") =>
  `<testsuites tests="1" failures="${failures}" disabled="0" errors="0" time="0.1" timestamp="2026-11-28T10:00:00.000" name="AllTests">${suites}${more}</testsuites>`;
const gtestSuite = (name: string, cases: string, failures = 0) =>
  `<testsuite name="${name}" tests="1" failures="${failures}" disabled="0" skipped="0" errors="0" time="0.1" timestamp="2026-11-28T10:00:00.000">${cases}</testsuite>`;
const gtestCase = (name: string, content = "", result = "completed") =>
  `<testcase name="${name}" file="till.cc" line="9" status="run" result="${result}" time="0.1" classname="Till">${content}</testcase>`;
const gradle = (cases: string, failures = 0, skipped = 0) =>
  `<testsuite name="shop.TillSpec" tests="2" skipped="${skipped}" failures="${failures}" errors="0" timestamp="2026-11-28T10:00:00.000Z" hostname="agent" time="0.1"><properties/>${cases}</testsuite>`;
const fails = '<failure message="shut">shut</failure>';
const dart = (...events: readonly object[]) =>
  [
    { protocolVersion: "0.1.1", runnerVersion: "1.25.0", pid: 1, type: "start", time: 0 },
    { suite: { id: 0, platform: "vm", path: "test/till_test.dart" }, type: "suite", time: 1 },
    ...events,
  ]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join("");
const dartTest = (id: number, name: string) => ({
  test: { id, name, suiteID: 0, groupIDs: [], metadata: { skip: false }, line: 3 },
  type: "testStart",
  time: 2,
});
const dartDone = (testID: number, result: string) => ({
  testID,
  result,
  hidden: false,
  skipped: false,
  type: "testDone",
  time: 9,
});
const dartError = (testID: number) => ({
  testID,
  error: "shut",
  stackTrace: "",
  isFailure: false,
  type: "error",
  time: 8,
});
const jest = (file: object, more: object = {}) =>
  JSON.stringify({
    numFailedTestSuites: 0,
    numFailedTests: 0,
    numPassedTests: 1,
    numTotalTests: 1,
    success: true,
    startTime: 1_795_176_000_000,
    ...more,
    testResults: [{ name: "/w/till.test.ts", status: "passed", message: "", assertionResults: [], ...file }],
  });
const jestTest = (more: object) => ({
  ancestorTitles: [],
  fullName: "opens",
  title: "opens",
  status: "passed",
  ...more,
});
const trx = (info: string, outcome: string) =>
  `<TestRun xmlns="http://microsoft.com/schemas/VisualStudio/TeamTest/2010"><Results><UnitTestResult testName="Opens" outcome="Passed" testId="1" executionId="1"/></Results><ResultSummary outcome="${outcome}"><Counters total="1" passed="1" failed="0"/><RunInfos>${info}</RunInfos></ResultSummary></TestRun>`;
const nunit = (run: string, suite: string, content = "") =>
  `<test-run id="2" testcasecount="1" total="1" ${run}><test-suite type="TestFixture" id="1" name="Till" fullname="Shop.Till" ${suite}>${content}<test-case id="2" name="Opens" fullname="Shop.Till.Opens" result="Passed"/></test-suite></test-run>`;
const cucumber = (elements: readonly object[]) =>
  JSON.stringify([{ uri: "till.feature", id: "till", keyword: "Feature", name: "Till", elements }]);
const step = (status: string) => ({ keyword: "Given ", name: "a till", line: 3, result: { status, duration: 1 } });
const scenario = (steps: readonly object[], more: object = {}) => ({
  id: "till;opens",
  keyword: "Scenario",
  name: "opens",
  type: "scenario",
  line: 2,
  steps,
  ...more,
});

type Expected = readonly [
  passed: number,
  failed: number,
  error: number,
  skipped: number,
  flaky: number,
  run: "" | "red",
];
type Row = readonly [source: string, situation: string, format: string, text: string, expected: Expected];

/** Situations from public bug trackers, and the meaning that the tool gives them. "red": the run fails outside its tests. */
const rows: readonly Row[] = [
  [
    "google/googletest#5034",
    "a failed global environment, which the root leaves out of its totals",
    "junit",
    gtest(gtestSuite("Till", gtestCase("Opens")) + gtestSuite("NonTestSuiteFailure", gtestCase("", fails), 1), 0),
    [1, 1, 0, 0, 0, ""],
  ],
  [
    "google/googletest#2187",
    "a failed SetUpTestSuite, as a case without a name that the suite does not count",
    "junit",
    gtest(gtestSuite("Till", gtestCase("Opens", "<skipped/>", "skipped") + gtestCase("", fails)), 0),
    [0, 1, 0, 1, 0, ""],
  ],
  [
    "google/googletest#4929",
    "errors of the environment in an element of their own",
    "junit",
    gtest(
      gtestSuite("Till", gtestCase("Opens")),
      0,
      "<global_environment_errors><failure>no till</failure></global_environment_errors>",
    ),
    [1, 0, 0, 0, 0, "red"],
  ],
  [
    "google/googletest#3780",
    "reports of two programs in one file, one after the other",
    "junit",
    gtest(gtestSuite("Till", gtestCase("Opens")), 0) + gtest(gtestSuite("Till", gtestCase("Pays", fails), 1), 1),
    [1, 1, 0, 0, 0, ""],
  ],
  [
    "boostorg/test#206",
    "disabled test cases that the totals leave out",
    "junit",
    '<testsuite tests="1" skipped="1" errors="0" failures="0" id="0" name="Till" time="0.1"><testcase assertions="1" name="opens" time="0.1"/><testcase assertions="0" name="pays" time="0"><skipped/></testcase></testsuite>',
    [1, 0, 0, 1, 0, ""],
  ],
  [
    "boostorg/test#153",
    "a fatal error: the case has an error and no failure",
    "junit",
    '<testsuite tests="1" skipped="0" errors="1" failures="0" id="0" name="Till" time="0.1"><testcase assertions="1" name="opens" time="0.1"><error message="signal: SIGABRT" type="fatal error">signal</error></testcase></testsuite>',
    [0, 0, 1, 0, 0, ""],
  ],
  [
    "mgalloy/mgunit#18",
    "a skip written as a failure, without any other sign",
    "junit",
    '<testsuites name="All tests"><testsuite name="till_ut"><testcase name="test_opens"><failure>skipped: no till</failure></testcase></testsuite></testsuites>',
    [0, 1, 0, 0, 0, ""],
  ],
  [
    "aespinosa/minitest-junit#2",
    "a skip of minitest, which also writes it as a failure and has no totals",
    "junit",
    '<testsuite><testcase classname="Minitest::Result" name="test_opens" time="2.9" assertions="0"><skipped/><failure message="Skipped:&#10;TillTest#test_opens [nothing]:&#10;Not working&#10;">nothing</failure></testcase></testsuite>',
    [0, 0, 0, 1, 0, ""],
  ],
  [
    "mikepenz/action-junit-report#1394",
    "a flaky test of Surefire 3.5",
    "junit",
    '<testsuite noNamespaceSchemaLocation="surefire-test-report-3.0.2.xsd" name="shop.TillTest" tests="1" errors="0" skipped="0" failures="0" flakes="1"><testcase name="opens" classname="shop.TillTest" time="0.1"><flakyFailure message="shut" type="java.lang.AssertionError"><stackTrace>java.lang.AssertionError: shut</stackTrace></flakyFailure></testcase></testsuite>',
    [1, 0, 0, 0, 1, ""],
  ],
  [
    "microsoft/playwright#39464",
    "all attempts of a test that failed at last",
    "junit",
    '<testsuites id="" name="" tests="1" failures="1" skipped="0" errors="0" time="1"><testsuite name="till.spec.ts" timestamp="2026-11-28T10:00:00.000Z" hostname="chromium" tests="1" failures="1" skipped="0" time="1" errors="0"><testcase name="opens" classname="till.spec.ts" time="1"><failure message="shut" type="FAILURE">shut</failure><rerunFailure message="shut again"><stackTrace>Error: shut again</stackTrace></rerunFailure></testcase></testsuite></testsuites>',
    [0, 1, 0, 0, 0, ""],
  ],
  [
    "dorny/test-reporter#531",
    "gdUnit4 counts each failed execution of a test that passed at last",
    "junit",
    '<testsuites id="2024-09-03" name="report_4" tests="2" failures="2" skipped="0" flaky="1"><testsuite id="0" name="TillTest" package="test" tests="2" failures="2" errors="0" skipped="0" flaky="1"><testcase name="opens" classname="TillTest"/><testcase name="pays" classname="TillTest"><failure message="FAILED: res://till.gd:90" type="FAILURE">failure 1: at retry 1</failure><failure message="FAILED: res://till.gd:90" type="FAILURE">failure 2: at retry 2</failure></testcase></testsuite></testsuites>',
    [2, 0, 0, 0, 1, ""],
  ],
  [
    "nextest-rs/nextest#3148",
    "a flaky test that fails the run by configuration",
    "junit",
    '<testsuites name="nextest-run" tests="1" failures="1" errors="0"><testsuite name="till" tests="1" failures="1" errors="0"><testcase name="opens" classname="till"><failure type="flaky failure" message="test passed on attempt 2/2 but is configured to fail when flaky"/><flakyFailure type="test failure">shut</flakyFailure></testcase></testsuite></testsuites>',
    [0, 1, 0, 0, 0, ""],
  ],
  [
    "gatling/gatling#2636",
    "an assertion of Gatling, by its attribute only",
    "junit",
    '<testsuite name="till" tests="2" errors="0" failures="1" time="0"><testcase name="Global: max of response time is less than 50.0" status="true" time="0"/><testcase name="Global: percentage of failed events is 0.0" status="false" time="0"/></testsuite>',
    [1, 1, 0, 0, 0, ""],
  ],
  [
    "grafana/jslib.k6.io#32",
    "a threshold of k6 that was crossed",
    "junit",
    '<testsuites tests="2" failures="1"><testsuite name="k6 thresholds" tests="2" failures="1"><testcase name="http_req_duration - p(95)&lt;500"><failure message="failed"/></testcase><testcase name="checks - rate&gt;0.9"/></testsuite></testsuites>',
    [1, 1, 0, 0, 0, ""],
  ],
  [
    "catchorg/Catch2#2360",
    "a generator whose first row skips and whose second row fails",
    "junit",
    '<testsuites><testsuite name="till" errors="0" failures="1" skipped="1" tests="2" hostname="tbd" time="0.1"><testcase classname="till.global" name="opens" time="0.1" status="run"><skipped type="SKIP">SKIPPED</skipped><failure message="1 == 2" type="CHECK">FAILED</failure></testcase></testsuite></testsuites>',
    [0, 1, 0, 0, 0, ""],
  ],
  [
    "spockframework/spock#1267",
    "the failure of an iteration is also reported for its feature",
    "junit",
    gradle(
      `<testcase name="opens [door: a, #0]" classname="shop.TillSpec"/><testcase name="opens" classname="shop.TillSpec">${fails}</testcase>`,
      1,
    ),
    [1, 1, 0, 0, 0, ""],
  ],
  [
    "spockframework/spock#1095",
    "a pending feature that failed as expected is skipped",
    "junit",
    gradle('<testcase name="opens" classname="shop.TillSpec"><skipped/></testcase>', 0, 1),
    [0, 0, 0, 1, 0, ""],
  ],
  [
    "conforma/cli#3111",
    "an undefined step, which godog writes as an error",
    "junit",
    '<testsuites name="till" tests="1" skipped="0" failures="0" errors="1"><testsuite name="Till" tests="1" skipped="0" failures="0" errors="1"><testcase name="opens" status="undefined"><error message="Step a till: undefined" type="undefined"/></testcase></testsuite></testsuites>',
    [0, 0, 1, 0, 0, ""],
  ],
  [
    "esl/MongooseIM#4433",
    "Common Test: a failed clean-up of a suite",
    "junit",
    '<testsuites><testsuite name="till_SUITE" tests="2" failures="1" errors="0" skipped="0"><testcase name="opens" time="0.1" timestamp="2026-11-28T10:00:00Z" log="a.html"/><testcase name="end_per_suite" time="0.1" timestamp="2026-11-28T10:00:00Z" log="b.html"><failure message="Test end_per_suite in till_SUITE failed!" type="crash">shut</failure></testcase></testsuite></testsuites>',
    [1, 0, 0, 0, 0, "red"],
  ],
  [
    "testng-team/testng#1080",
    "JUnitReportReporter of TestNG: a skip, counted as ignored",
    "junit",
    '<testsuite hostname="agent" ignored="1" name="shop.TillTest" tests="2" failures="0" timestamp="2026-11-28T10:00:00 UTC" time="0.1" errors="0"><testcase name="opens" time="0.1" classname="shop.TillTest"/><testcase name="pays" time="0" classname="shop.TillTest"><skipped/></testcase></testsuite>',
    [1, 0, 0, 1, 0, ""],
  ],
  [
    "orta/danger-junit#32",
    "executions that fastlane's trainer marks",
    "junit",
    '<testsuites tests="2" failures="1"><testsuite name="Till" tests="2" failures="1"><testcase classname="Till" name="testOpens()"><properties><property name="repetition" value="First Run"/></properties><failure message="shut (Till.swift:3)"/></testcase><testcase classname="Till" name="testOpens()"><properties><property name="repetition" value="Retry 1"/></properties></testcase></testsuite></testsuites>',
    [1, 0, 0, 0, 1, ""],
  ],
  [
    "dart-lang/test#1652",
    "a test that fails after it completed",
    "dart-json",
    dart(dartTest(3, "opens"), dartDone(3, "success"), dartError(3), { success: false, type: "done", time: 20 }),
    [1, 0, 0, 0, 0, "red"],
  ],
  [
    "dorny/test-reporter#474",
    "a file that does not compile",
    "dart-json",
    dart(dartTest(1, "loading test/till_test.dart"), dartError(1), dartDone(1, "error"), {
      success: false,
      type: "done",
      time: 20,
    }),
    [0, 0, 1, 0, 0, ""],
  ],
  [
    "dart-lang/test#2212",
    "a failed setUpAll",
    "dart-json",
    dart(dartTest(2, "(setUpAll)"), dartError(2), dartDone(2, "error"), { success: false, type: "done", time: 20 }),
    [0, 0, 1, 0, 0, ""],
  ],
  [
    "storybookjs/test-runner#359",
    "a story file without tests",
    "jest-json",
    jest({ status: "failed", message: "Your test suite must contain at least one test." }, { success: false }),
    [0, 0, 0, 0, 0, "red"],
  ],
  [
    "jest-community/jest-junit#157",
    "a test that passed with jest.retryTimes",
    "jest-json",
    jest({ assertionResults: [jestTest({ invocations: 2, retryReasons: ["Error: shut"] })] }),
    [1, 0, 0, 0, 1, ""],
  ],
  [
    "denoland/deno#35055",
    "success is false although no test failed",
    "jest-json",
    jest({ assertionResults: [jestTest({})] }, { success: false }),
    [1, 0, 0, 0, 0, "red"],
  ],
  [
    "jestjs/jest",
    "a file that could not run, which only the totals count, beside a failed test",
    "jest-json",
    jest(
      { status: "failed", assertionResults: [jestTest({ status: "failed", failureMessages: ["shut"] })] },
      { success: false, numFailedTests: 1, numRuntimeErrorTestSuites: 1 },
    ),
    [0, 1, 0, 0, 0, "red"],
  ],
  [
    "DevExpress/testcafe",
    "fewer tests passed than the total, beside a failed test",
    "testcafe-json",
    JSON.stringify({
      startTime: "2026-11-28T10:00:00.000Z",
      endTime: "2026-11-28T10:00:01.000Z",
      userAgents: ["Chrome 141.0 / Linux"],
      passed: 1,
      total: 3,
      skipped: 0,
      fixtures: [
        {
          name: "Till",
          path: "till.js",
          tests: [
            { name: "opens", errs: [], durationMs: 1 },
            { name: "pays", errs: ["shut"], durationMs: 1 },
          ],
        },
      ],
      warnings: [],
    }),
    [1, 1, 0, 0, 0, "red"],
  ],
  [
    "nunit/nunit3-vs-adapter#1290",
    "a failed one-time teardown in TRX",
    "trx",
    trx(
      '<RunInfo computerName="a" outcome="Error"><Text>TearDown failed for test fixture Till</Text></RunInfo>',
      "Failed",
    ),
    [1, 0, 0, 0, 0, "red"],
  ],
  [
    "nunit/nunit-console#282",
    "a run that failed without a failed test",
    "nunit",
    nunit('result="Failed" passed="1" failed="0"', 'result="Passed"'),
    [1, 0, 0, 0, 0, "red"],
  ],
  [
    "nunit/nunit-console#1499",
    "a failed one-time teardown",
    "nunit",
    nunit(
      'result="Failed" passed="1" failed="0"',
      'result="Failed" site="TearDown"',
      "<failure><message>TearDown : shut</message></failure>",
    ),
    [1, 0, 0, 0, 0, "red"],
  ],
  [
    "jenkinsci/cucumber-reports-plugin#65",
    "a failed background, after which the steps of the scenario were skipped",
    "cucumber-json",
    cucumber([
      { keyword: "Background", name: "", type: "background", line: 1, steps: [step("failed")] },
      scenario([step("skipped")]),
    ]),
    [0, 1, 0, 0, 0, ""],
  ],
  [
    "damianszczepanik/cucumber-reporting#310",
    "a failed hook after a scenario",
    "cucumber-json",
    cucumber([
      scenario([step("passed")], {
        after: [{ match: {}, result: { status: "failed", duration: 1, error_message: "shut" } }],
      }),
    ]),
    [0, 1, 0, 0, 0, ""],
  ],
  [
    "cucumber/cucumber-ruby#992",
    "a scenario that --retry lists again",
    "cucumber-json",
    cucumber([scenario([step("failed")]), scenario([step("passed")])]),
    [1, 0, 0, 0, 1, ""],
  ],
  [
    "damianszczepanik/cucumber-reporting#513",
    "an ambiguous step",
    "cucumber-json",
    cucumber([scenario([step("ambiguous")])]),
    [0, 1, 0, 0, 0, ""],
  ],
  [
    "cucumber/cucumber-jvm#284",
    "an undefined step of a version in which it fails only with --strict",
    "cucumber-json",
    cucumber([scenario([step("undefined")])]),
    [0, 0, 0, 1, 0, ""],
  ],
  [
    "xunit/xunit#3586",
    "theories whose rows print alike",
    "xunit",
    '<assemblies><assembly name="Shop.dll" total="2" passed="1" failed="1" skipped="0" errors="0"><collection total="2"><test name="Till.Opens(how: Card {})" type="Till" method="Opens" time="0.1" result="Pass"/><test name="Till.Opens(how: Card {})" type="Till" method="Opens" time="0.1" result="Fail"><failure exception-type="X"><message>shut</message></failure></test></collection></assembly></assemblies>',
    [1, 1, 0, 0, 0, ""],
  ],
];

test.for(rows)("%s: %s", async ([, , id, text, [passed, failed, error, skipped, flaky, run]]) => {
  const format = formatById(id) as ReportFormat;
  expect(format.recognises(text, "report")).toBe(true);
  const events = await readText(format, text, 1000);
  const red = only("problem", events).some(({ severity }) => severity === "error");
  expect({ ...countsOf(events), red }).toMatchObject({ passed, failed, error, skipped, flaky, red: run === "red" });
});
