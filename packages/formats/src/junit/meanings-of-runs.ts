import type { Meaning } from "#meanings.ts";

const passed = '<testcase classname="shop.Till" name="opens"/>';
const ginkgo = "https://github.com/onsi/ginkgo/blob/master/reporters/junit_report.go";
const ginkgoSuite = (content: string, properties = "") =>
  `<testsuites><testsuite name="Till"><properties><property name="RandomSeed" value="7"/>${properties}</properties><testcase name="[It] opens" classname="Till" status="passed"/>${content}</testsuite></testsuites>`;
const ant = "https://github.com/apache/ant/blob/master/src/main/org/apache/tools/ant/taskdefs/optional/junitlauncher";
const nextest = "https://nexte.st/docs/configuration/setup-scripts/";
const commonTest = "https://github.com/erlang/otp/blob/master/lib/common_test/src/cth_surefire.erl";
const nextestSuite = (content: string) =>
  `<testsuites name="nextest-run"><testsuite name="@setup-script:db"><testcase name="db" classname="@setup-script:db">${content}</testcase></testsuite><testsuite name="till"><testcase name="opens" classname="till"/></testsuite></testsuites>`;

/** Failures outside the tests in JUnit XML, and entries that are not tests. */
export const outsideMeanings: readonly Meaning[] = [
  {
    sign: "`<error` or `<failure` of a suite or of the root",
    means: "outside",
    tool: "many",
    source: "https://github.com/testmoapp/junitxml",
    sample: `<testsuite name="shop"><error message="no shop"/>${passed}</testsuite><testsuite name="till"><failure message="no till"/>${passed}</testsuite>`,
  },
  {
    sign: '`failures="1"` or `errors="1"` of a suite that lists no failed tests',
    means: "outside",
    tool: "Newman, PHPUnit 10 and others",
    source: "https://github.com/postmanlabs/newman/blob/develop/lib/reporters/junit/index.js",
    sample: `<testsuite name="shop" tests="1" failures="1">${passed}</testsuite><testsuite name="till" tests="1" errors="1">${passed}</testsuite>`,
  },
  {
    sign: '`SuiteSucceeded` with `value="false"` and a `SpecialSuiteFailureReason`',
    means: "run failed",
    tool: "Ginkgo",
    source: ginkgo,
    sample: ginkgoSuite(
      "",
      '<property name="SuiteSucceeded" value="false"/><property name="SpecialSuiteFailureReason" value="Suite Timeout Elapsed"/>',
    ),
  },
  {
    sign: "`[BeforeSuite]`, `[AfterSuite]`, `[ReportAfterSuite]` and the like, passed",
    means: "no test",
    tool: "Ginkgo",
    source: ginkgo,
    sample: ginkgoSuite(
      '<testcase name="[BeforeSuite]" status="passed"/><testcase name="[AfterSuite]" status="passed"/><testcase name="[ReportAfterSuite] junit" status="passed"/>',
    ),
  },
  {
    sign: "`[BeforeSuite]` with `<failure`",
    means: "outside",
    tool: "Ginkgo",
    source: ginkgo,
    sample: ginkgoSuite(
      '<testcase name="[BeforeSuite]" status="failed"><failure message="no till" type="failed"/></testcase>',
    ),
  },
  {
    sign: "`<system-err>Error - ` of a suite",
    means: "run failed",
    tool: "JunitXml.TestLogger (dotnet test)",
    source: "https://github.com/spekt/testlogger/blob/master/src/JUnit.Xml.TestLogger/JunitXmlSerializer.cs",
    sample: `<testsuites><testsuite name="Till.Tests.dll" tests="1" failures="0" errors="0">${passed}<system-err>Error - The active test run was aborted.</system-err></testsuite></testsuites>`,
  },
  {
    sign: "`@setup-script:`, passed",
    means: "no test",
    tool: "cargo-nextest",
    source: nextest,
    sample: nextestSuite(""),
  },
  {
    sign: "`@setup-script:` with `<failure`",
    means: "outside",
    tool: "cargo-nextest",
    source: nextest,
    sample: nextestSuite('<failure message="exit code 1"/>'),
  },
  {
    sign: "`init_per_suite`, `end_per_group` and the like, passed",
    means: "no test",
    tool: "Erlang Common Test",
    source: commonTest,
    sample:
      '<testsuites><testsuite name="till_SUITE"><testcase name="init_per_suite" time="0.1" timestamp="2026-03-01T10:00:00Z" log=""/><testcase name="opens" time="0.1" timestamp="2026-03-01T10:00:00Z" log=""/><testcase name="end_per_group" time="0.1" timestamp="2026-03-01T10:00:00Z" log=""/></testsuite></testsuites>',
  },
  {
    sign: '`status="failed"`, `result="aborted"`, `success="false"`, `aborted="true"` or `exitcode="1"` of a suite or of the root',
    means: "run failed",
    tool: "others",
    source: "https://github.com/testmoapp/junitxml",
    sample: `<testsuite name="a" status="failed">${passed}</testsuite><testsuite name="b" result="aborted">${passed}</testsuite><testsuites success="false">${passed}</testsuites><testsuites aborted="true">${passed}</testsuites><testsuites exitcode="1">${passed}</testsuites>`,
  },
  {
    sign: '`aborted="1"` of a suite with one `<aborted` test: a count',
    means: "skipped",
    tool: "Ant's junitlauncher",
    source: `${ant}/LegacyXmlResultFormatter.java`,
    sample:
      '<testsuite name="till" tests="1" failures="0" skipped="0" aborted="1"><testcase classname="shop.Till" name="opens()"><aborted message="no printer"/></testcase></testsuite>',
  },
  {
    sign: '`failures="2"` of a suite that lists one failed test',
    means: "failed",
    tool: "ScalaTest (an aborted suite) and others",
    source: "https://github.com/scalatest/scalatest/issues/1801",
    sample:
      '<testsuite name="till" tests="1" failures="2"><testcase classname="shop.Till" name="opens"><failure/></testcase></testsuite>',
  },
  {
    sign: "`<!-- fail 1 -->` or `<!-- cancelled 1 -->` of a report that lists no failed tests",
    means: "run failed",
    tool: "node:test",
    source: "https://github.com/nodejs/node/blob/main/lib/internal/test_runner/reporter/junit.js",
    sample: `<testsuites><testsuite name="till" tests="1" failures="0">${passed}</testsuite><!-- fail 1 --><!-- cancelled 1 --></testsuites>`,
  },
  {
    sign: "`<failureMessage>` in `<failsafe-summary`",
    means: "outside",
    tool: "Failsafe: a crashed process",
    source: "https://github.com/apache/maven-surefire/issues/545",
    sample:
      '<failsafe-summary result="255" timeout="false"><errors>0</errors><failures>0</failures><failureMessage>The forked VM terminated</failureMessage></failsafe-summary>',
  },
  {
    sign: '`result="255"` or `timeout="true"` of `<failsafe-summary` without failures',
    means: "outside",
    tool: "Failsafe",
    source:
      "https://github.com/apache/maven-surefire/blob/master/surefire-api/src/main/java/org/apache/maven/surefire/api/suite/RunResult.java",
    sample: {
      "a.xml":
        '<failsafe-summary result="255" timeout="false"><errors>0</errors><failures>0</failures></failsafe-summary>',
      "b.xml": '<failsafe-summary timeout="true"><errors>0</errors><failures>0</failures></failsafe-summary>',
    },
  },
  {
    sign: "`Bail out!` or fewer points than planned, `1..3`, in the `<system-out>` of a suite",
    means: "outside",
    tool: "Meson",
    source: "https://github.com/mesonbuild/meson/issues/13795",
    sample:
      '<testsuites tests="1" errors="0" failures="0"><testsuite name="till" tests="1" errors="0" failures="0" skipped="0" time="0.1"><testcase name="1 opens" classname="till"/><system-out>1..3\nok 1 opens\nBail out! no till</system-out></testsuite></testsuites>',
  },
  {
    sign: "`(test program exited with status code 1)` or `TAP parsing error: ` in the `<system-err>` of a suite",
    means: "outside",
    tool: "Meson",
    source: "https://github.com/mesonbuild/meson/blob/master/mesonbuild/mtest.py",
    sample:
      '<testsuites tests="2" errors="0" failures="0"><testsuite name="till" tests="1" errors="0" failures="0" skipped="0" time="0.1"><testcase name="1 opens" classname="till"/><system-err>(test program exited with status code 1)</system-err></testsuite><testsuite name="bell" tests="1" errors="0" failures="0" skipped="0" time="0.1"><testcase name="1 rings" classname="bell"/><system-err>\nTAP parsing error: unexpected input</system-err></testsuite></testsuites>',
  },
  {
    sign: "`<system-err>` of a report that lists no test",
    means: "outside",
    tool: "Newman, RSpec and others",
    source: "https://github.com/sj26/rspec_junit_formatter/blob/main/lib/rspec_junit_formatter.rb",
    sample:
      '<testsuites><testsuite name="shop" tests="0"><system-err>cannot load the shop</system-err></testsuite></testsuites>',
  },
  {
    sign: '`tests="8"` where 1 test is listed',
    means: "passed",
    tool: "Catch2 and doctest (assertions), pytest (subtests), Newman (iterations), Mocha, jest-junit, TestCafe, TestNG",
    source: "https://github.com/catchorg/Catch2/issues/529",
    sample: `<testsuites><testsuite name="till" errors="0" failures="0" tests="8" hostname="tbd">${passed}</testsuite></testsuites>`,
  },
];
