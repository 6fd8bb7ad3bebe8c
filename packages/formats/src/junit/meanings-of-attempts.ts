import type { Meaning } from "#meanings.ts";

const surefire = "https://maven.apache.org/surefire/maven-surefire-plugin/examples/rerun-failing-tests.html";
const pytest = "https://github.com/pytest-dev/pytest/blob/main/src/_pytest/junitxml.py";

const suite = (cases: string, attributes = "") => `<testsuite name="shop.TillTest"${attributes}>${cases}</testsuite>`;
const pytestSuite = (cases: string, tests: number) =>
  `<testsuites name="pytest tests"><testsuite name="pytest" tests="${tests}">${cases}</testsuite></testsuites>`;

/** Signs in JUnit XML that a test ran more than once. */
export const attemptMeanings: readonly Meaning[] = [
  {
    sign: "`<rerunFailure` or `<rerunError` beside `<failure`",
    means: "failed",
    tool: "Surefire, Failsafe, cargo-nextest",
    source: surefire,
    sample: suite(
      '<testcase name="opens" classname="shop.TillTest"><failure message="late"/><rerunFailure message="late again"/><rerunError message="gone"/></testcase>',
    ),
  },
  {
    sign: '`<failure type="flaky failure"` beside `<flakyFailure`',
    means: "failed",
    tool: 'cargo-nextest with flaky-result = "fail"',
    source: "https://nexte.st/docs/machine-readable/junit/",
    sample:
      '<testsuites name="nextest-run"><testsuite name="till"><testcase name="opens" classname="till"><failure type="flaky failure"/><flakyFailure message="late"/></testcase></testsuite></testsuites>',
  },
  {
    sign: '`flaky="true"` of a test',
    means: "flaky",
    tool: "Firebase Test Lab, Flank",
    source: "https://github.com/Flank/flank/issues/796",
    sample: suite('<testcase name="opens" flaky="true"><failure>late</failure></testcase>'),
  },
  {
    sign: '`flaky="1"` of a suite that counts as many as have `FAILED: res://` failures',
    means: "flaky",
    tool: "gdUnit4",
    source: "https://github.com/dorny/test-reporter/issues/531",
    sample: suite(
      '<testcase name="opens"><failure message="FAILED: res://till.gd:9">retry 1</failure></testcase>',
      ' tests="1" failures="1" flaky="1"',
    ),
  },
  {
    sign: "A test that failed, and again the same name with `time=`, which passed, where no test passed twice",
    means: "attempt",
    tool: "gotestsum --rerun-fails",
    source: "https://github.com/gotestyourself/gotestsum/blob/main/internal/junitxml/report.go",
    sample: suite(
      '<properties><property name="go.version" value="go1.24"/></properties><testcase name="TestOpens" time="0.1"><failure message="Failed"/></testcase><testcase name="TestShuts" time="0.1"/><testcase name="TestOpens" time="0.1"/>',
    ),
  },
  {
    sign: "`<flakyFailure` of a test of Gradle's test-retry plugin, with `mergeReruns`",
    means: "flaky",
    tool: "Gradle with reports.junitXml.mergeReruns = true",
    source:
      "https://docs.gradle.org/current/dsl/org.gradle.api.tasks.testing.JUnitXmlReport.html#org.gradle.api.tasks.testing.JUnitXmlReport:mergeReruns",
    sample: suite(
      '<properties/><!-- mergeReruns --><testcase name="pays()" classname="shop.TillTest"><flakyFailure message="late"/></testcase>',
      ' tests="1" skipped="0" failures="0" errors="0" timestamp="2026-03-01T10:00:00" hostname="ci" time="0.2"',
    ),
  },
  {
    sign: "`pays()` twice in a class without such a mark: rows of a parameterized class, or executions that nothing tells apart from them",
    means: "failed",
    tool: "Gradle",
    source: "https://github.com/gradle/gradle/issues/36658",
    sample: suite(
      '<properties/><testcase name="pays()" classname="shop.TillTest"><failure message="late"/></testcase><testcase name="pays()" classname="shop.TillTest"><failure message="late"/></testcase>',
      ' tests="2" skipped="0" failures="2" errors="0" timestamp="2026-03-01T10:00:00" hostname="ci" time="0.2"',
    ),
  },
  {
    sign: '`<skipped message="expected` an assertion says, and later the same name',
    means: "attempt",
    tool: "TestNG's retry analysers, in the XML of Surefire, Gradle and TestNG",
    source: "https://github.com/apache/maven-surefire/issues/2106",
    sample: suite(
      '<testcase name="pays" classname="shop.TillTest"><skipped message="expected [true] but found [false]"/></testcase><testcase name="pays" classname="shop.TillTest"/>',
      ' xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd"',
    ),
  },
  {
    sign: "`<skipped/>` with an error in `<system-err>`, and later the same name",
    means: "attempt",
    tool: "WebdriverIO",
    source: "https://github.com/webdriverio/webdriverio/issues/7104",
    sample: suite(
      '<properties><property name="specId" value="0"/><property name="capabilities" value="chrome.142.linux"/></properties><testcase name="pays"><skipped/><system-err>Error: refused</system-err></testcase><testcase name="pays"/>',
    ),
  },
  {
    sign: "A failure and a success of one name in `openshift-tests`",
    means: "attempt",
    tool: "openshift-tests",
    source: "https://github.com/openshift/origin/pull/25053",
    sample:
      '<testsuite name="openshift-tests"><testcase name="till opens"/><testcase name="till opens"><failure>late</failure></testcase></testsuite>',
  },
  {
    sign: 'A test without a verdict, again immediately, not counted in `tests="1"`',
    means: "attempt",
    tool: "pytest-rerunfailures",
    source: "https://github.com/pytest-dev/pytest-rerunfailures/issues/97",
    sample: pytestSuite('<testcase name="test_opens"/><testcase name="test_opens"/>', 1),
  },
  {
    sign: 'The same, each counted in `tests="2"`',
    means: "passed",
    tool: "pytest-xdist --dist each",
    source: "https://pytest-xdist.readthedocs.io/en/stable/distribution.html",
    sample: pytestSuite('<testcase name="test_opens"/><testcase name="test_opens"/>', 2),
  },
  {
    sign: '`<error message="failed on teardown` of a test that failed: a second error of it',
    means: "failed",
    tool: "pytest",
    source: pytest,
    sample: pytestSuite(
      '<testcase name="test_opens"><failure message="assert 0"/></testcase><testcase name="test_opens"><error message="failed on teardown with &quot;gone&quot;"/></testcase>',
      1,
    ),
  },
  {
    sign: "`crashed while running`, and the same name on another worker",
    means: "error",
    tool: "pytest-xdist",
    source: "https://github.com/pytest-dev/pytest-xdist/issues/932",
    sample: pytestSuite(
      '<testcase name="test_opens"><error message="failed on setup with &quot;worker \'gw0\' crashed while running \'test_till.py::test_opens\'&quot;"/></testcase><testcase name="test_opens"/>',
      2,
    ),
  },
  {
    sign: "The same name once for each assertion that failed, without `time=`: errors of one test",
    means: "failed",
    tool: "xcpretty, xcbeautify",
    source: "https://github.com/xcpretty/xcpretty/blob/master/lib/xcpretty/reporters/junit.rb",
    sample:
      '<testsuites tests="2" failures="2"><!-- passing tests have time= --><testsuite name="Till.Tests" tests="2" failures="2"><testcase classname="Till.Tests" name="testOpens"><failure message="1 is not 2">Tests.swift:4</failure></testcase><testcase classname="Till.Tests" name="testOpens"><failure message="2 is not 3">Tests.swift:5</failure></testcase></testsuite></testsuites>',
  },
  {
    sign: "Property `repetition`: `First Run`, `Retry 1`, `Repetition 1 of 3`",
    means: "attempt",
    tool: "fastlane trainer (Xcode)",
    source: "https://github.com/fastlane/fastlane/tree/master/trainer",
    sample: suite(
      '<!-- or Repetition 1 of 3 --><testcase name="opens"><properties><property name="repetition" value="First Run"/></properties><failure message="late"/></testcase><testcase name="opens"><properties><property name="repetition" value="Retry 1"/></properties></testcase>',
    ),
  },
  {
    sign: "`Attempt #1 Failed.  Retrying` in the log of a test",
    means: "flaky",
    tool: "Ginkgo --flake-attempts",
    source: "https://onsi.github.io/ginkgo/#repeating-spec-runs-and-managing-flaky-specs",
    sample:
      '<testsuites><testsuite name="Till"><testcase name="[It] opens" classname="Till" status="passed"><system-err>Attempt #1 Failed.  Retrying</system-err></testcase></testsuite></testsuites>',
  },
  {
    sign: "`(unstable)` behind the name",
    means: "flaky",
    tool: "TestCafe in quarantine mode",
    source: "https://github.com/DevExpress/testcafe-reporter-xunit/blob/master/src/index.js",
    sample:
      '<testsuite name="TestCafe Tests: Chrome 142.0 / Debian 12"><testcase classname="Till" name="opens (unstable)"/></testsuite>',
  },
];
