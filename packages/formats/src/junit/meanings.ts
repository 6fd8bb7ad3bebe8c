import type { Meaning } from "#meanings.ts";
import { attemptMeanings } from "./meanings-of-attempts.ts";
import { outsideMeanings } from "./meanings-of-runs.ts";

type Row = readonly [sign: string, means: Meaning["means"], tool: string, source: string, sample: string];

const ant = "https://github.com/apache/ant/blob/master/src/main/org/apache/tools/ant/taskdefs/optional/junit";
const phpunit = "https://github.com/sebastianbergmann/phpunit/blob/9.6/src/Util/Log/JUnit.php";
const ctest = "https://github.com/Kitware/CMake/blob/master/Source/CTest/cmCTestTestHandler.cxx";
const surefire = "https://maven.apache.org/surefire/maven-surefire-plugin/examples/rerun-failing-tests.html";
const gtest = "https://google.github.io/googletest/advanced.html#generating-an-xml-report";
const qt = "https://github.com/qt/qtbase/blob/5.15/src/testlib/qxunittestlogger.cpp";
const behave = "https://github.com/behave/behave/blob/main/behave/reporter/junit.py";
const behat =
  "https://github.com/Behat/Behat/blob/master/src/Behat/Behat/Output/Node/EventListener/JUnit/JUnitFeatureElementListener.php";

const phpCase = (content: string) =>
  `<testsuites><testsuite name="TillTest" file="TillTest.php" assertions="1"><testcase name="testOpens" class="TillTest" file="TillTest.php" assertions="1">${content}</testcase></testsuite></testsuites>`;
const ctestCase = (status: string, content = "") =>
  `<testsuite name="(empty)" tests="1" failures="0" hostname=""><testcase name="opens" classname="opens" status="${status}">${content}</testcase></testsuite>`;

function testcase(content: string, attributes = "", suite = ""): string {
  return `<testsuite name="shop"${suite}><testcase classname="shop.Till" name="opens"${attributes}>${content}</testcase></testsuite>`;
}

const rows: readonly Row[] = [
  [
    "`<testcase` without any of the elements below",
    "passed",
    "all",
    `${ant}/XMLJUnitResultFormatter.java`,
    testcase(""),
  ],
  [
    "`<failure>`",
    "failed",
    "all",
    `${ant}/XMLJUnitResultFormatter.java`,
    testcase("<failure>the till is shut</failure>"),
  ],
  ["`<error>`", "error", "all", `${ant}/XMLJUnitResultFormatter.java`, testcase("<error>no till</error>")],
  ["`<skipped`", "skipped", "all", `${ant}/XMLJUnitResultFormatter.java`, testcase("<skipped/>")],
  [
    '`ignored="true"`',
    "skipped",
    "Eclipse",
    "https://github.com/eclipse-jdt/eclipse.jdt.ui/blob/master/org.eclipse.jdt.junit.core/src/org/eclipse/jdt/internal/junit/model/TestRunSessionSerializer.java",
    testcase("", ' ignored="true"'),
  ],
  [
    '`status="notrun"` or `status="disabled"`',
    "skipped",
    "GoogleTest",
    gtest,
    '<testsuites><testsuite name="Till"><testcase name="Opens" status="notrun" result="suppressed" classname="Till"/><testcase name="Shuts" status="disabled" result="suppressed" classname="Till"/></testsuite></testsuites>',
  ],
  ['`result="skipped"`', "skipped", "GoogleTest", gtest, testcase("", ' status="run" result="skipped"')],
  [
    '`status="notrun"` with `<skipped message="Unable to find executable"`, a failed fixture or another reason',
    "error",
    "CTest",
    ctest,
    ctestCase("notrun", '<skipped message="Unable to find executable"/>'),
  ],
  [
    '`status="notrun"` with `SKIP_RETURN_CODE=` or `SKIP_REGULAR_EXPRESSION_MATCHED`',
    "skipped",
    "CTest",
    ctest,
    `<testsuite name="(empty)" tests="2"><testcase name="opens" classname="opens" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase><testcase name="shuts" classname="shuts" status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/></testcase></testsuite>`,
  ],
  ['`status="disabled"`', "skipped", "CTest", ctest, ctestCase("disabled", '<skipped message="Disabled"/>')],
  [
    '`type="PHPUnit\\Framework\\RiskyTestError"` of an `<error`',
    "passed",
    "PHPUnit up to 9, ParaTest",
    phpunit,
    phpCase('<error type="PHPUnit\\Framework\\RiskyTestError">no assertions</error>'),
  ],
  [
    '`type="PHPUnit_Framework_IncompleteTestError"` or `SkippedTestError` of an `<error`',
    "skipped",
    "PHPUnit up to 5",
    "https://github.com/sebastianbergmann/phpunit/blob/5.7/src/Util/Log/JUnit.php",
    phpCase('<error type="PHPUnit_Framework_IncompleteTestError">later</error>').replace(
      "</testcase>",
      '</testcase><testcase name="testShuts" class="TillTest" assertions="0"><error type="PHPUnit_Framework_SkippedTestError">no till</error></testcase>',
    ),
  ],
  [
    '`<error>Useless Test</error>` that a suite counts in `useless="1"`',
    "passed",
    "Codeception 5",
    "https://github.com/Codeception/Codeception/blob/5.0/src/Codeception/Reporter/JUnitReporter.php",
    '<testsuites><testsuite name="unit" tests="1" assertions="0" errors="0" failures="0" useless="1"><testcase name="opens" class="TillCest" assertions="0"><error>Useless Test</error></testcase></testsuite></testsuites>',
  ],
  [
    '`<error` that a suite counts in `todo="1"` and not in `failures="0"`',
    "skipped",
    "Testem (QUnit todo)",
    "https://github.com/testem/testem/blob/master/lib/reporters/xunit_reporter.js",
    '<testsuite name="Testem Tests" tests="1" skipped="0" todo="1" failures="0"><testcase classname="Chrome 140.0" name="opens"><error message="later"/></testcase></testsuite>',
  ],
  ["`<warning`", "passed", "PHPUnit 9", phpunit, phpCase('<warning type="PHPUnit\\Framework\\Warning">old</warning>')],
  [
    "`<skipped/>` and `<failure` in one test",
    "skipped",
    "Karma",
    "https://github.com/karma-runner/karma-junit-reporter/blob/master/index.js",
    '<testsuite name="Chrome 156.0.0.0 (Linux)" tests="1" failures="0"><testcase name="opens" classname="Till"><skipped/><failure type="">expected 1 to be 2</failure></testcase></testsuite>',
  ],
  [
    '`<skipped` and `<failure` in one test that the suite\'s `failures="0"` leaves out',
    "skipped",
    "others",
    "https://github.com/aespinosa/minitest-junit/issues/2",
    testcase('<skipped/><failure message="Skipped: later"/>', "", ' tests="1" failures="0"'),
  ],
  [
    '`<skipped/>` and `<failure message="Skipped:` in one test',
    "skipped",
    "minitest-junit",
    "https://github.com/aespinosa/minitest-junit/issues/2",
    '<testsuite><testcase classname="Minitest::Result" name="test_opens" assertions="0"><skipped/><failure message="Skipped:&#10;later">nothing</failure></testcase></testsuite>',
  ],
  [
    '`status="false"` without an element',
    "failed",
    "Gatling (assertions)",
    "https://github.com/gatling/gatling/issues/2636",
    '<testsuite name="till" tests="1" errors="0" failures="1"><testcase name="Global: percentage of failed events is 0.0" status="false"/></testsuite>',
  ],
  [
    "`<skipped` and `<error` in one test",
    "error",
    "pytest",
    "https://github.com/pytest-dev/pytest/issues/5891",
    '<testsuites name="pytest tests"><testsuite name="pytest" tests="1" errors="1" skipped="1"><testcase classname="test_till" name="test_opens"><skipped message="no till"/><error message="failed on teardown"/></testcase></testsuite></testsuites>',
  ],
  [
    '`<skipped type="pytest.xfail"`',
    "skipped",
    "pytest",
    "https://github.com/pytest-dev/pytest/blob/main/src/_pytest/junitxml.py",
    testcase('<skipped type="pytest.xfail" message="known"/>'),
  ],
  [
    '`<skipped message="TEST_CASE tagged with !mayfail"` with or without `<failure`',
    "skipped",
    "Catch2",
    "https://github.com/catchorg/Catch2/issues/2116",
    '<testsuites><testsuite name="till" errors="0" failures="0" tests="3" hostname="tbd"><testcase classname="till.global" name="opens" status="run"><skipped message="TEST_CASE tagged with !mayfail"/><failure message="1 == 2" type="CHECK"/></testcase></testsuite></testsuites>',
  ],
  [
    '`type="todo"`',
    "skipped",
    "node:test, node-tap, tap-junit",
    "https://nodejs.org/api/test.html#todo-tests",
    testcase('<skipped type="todo" message="later"/><failure message="1 == 2"/>'),
  ],
  ['`status="undefined"` without an element', "error", "behave, Behat", behave, testcase("", ' status="undefined"')],
  [
    '`<error` with `type="undefined"` or `type="pending"`',
    "error",
    "Behat",
    behat,
    testcase('<error message="nobody wrote it" type="undefined"/>').replace(
      "</testcase>",
      '</testcase><testcase classname="shop.Till" name="shuts"><error message="later" type="pending"/></testcase>',
    ),
  ],
  ['`status="untested"`', "skipped", "behave", behave, testcase("", ' status="untested"')],
  [
    '`result="xpass"`',
    "failed",
    "Qt Test",
    qt,
    testcase('<failure message="unexpected pass" result="xpass"/>', ' result="xpass"'),
  ],
  [
    '`result="xfail"` or `result="bpass"`',
    "passed",
    "Qt Test",
    qt,
    '<testsuite name="tst_till"><testcase result="xfail" name="opens"/><testcase result="bpass" name="shuts"/></testsuite>',
  ],
  ['`result="bfail"`', "skipped", "Qt Test", qt, testcase("", ' result="bfail"')],
  [
    "`{tc_auto_skip,` in `<skipped`: its set-up failed",
    "error",
    "Erlang Common Test",
    "https://github.com/erlang/otp/blob/master/lib/common_test/src/cth_surefire.erl",
    '<testsuites><testsuite name="till_SUITE" tests="1"><testcase name="opens" time="0.1" timestamp="2026-03-01T10:00:00Z" log=""><skipped type="skip" message="Test opens in till_SUITE skipped!">{tc_auto_skip,{failed,{till_SUITE,init_per_suite,no_till}}}</skipped></testcase></testsuite></testsuites>',
  ],
  [
    '`status="aborted"`, `crashed`, `interrupted` or `panicked` without an element',
    "error",
    "Ginkgo and others",
    "https://github.com/onsi/ginkgo/blob/master/types/types.go",
    testcase("", ' status="aborted"').replace(
      "</testcase>",
      ["crashed", "interrupted", "panicked"].reduce(
        (cases, status) => `${cases}<testcase name="${status}" status="${status}"/>`,
        "</testcase>",
      ),
    ),
  ],
  [
    '`status="disabled"` with a `<failure` that the suite leaves out of `failures="0"`',
    "skipped",
    "others",
    "https://github.com/mikepenz/action-junit-report/issues/761",
    testcase("<failure>known</failure>", ' status="disabled"', ' failures="0"'),
  ],
  [
    "`<skipped` of a test that was cancelled: `timeout`, a failed set-up",
    "error",
    "EUnit",
    "https://github.com/erlang/otp/blob/master/lib/eunit/src/eunit_surefire.erl",
    '<testsuite tests="1" failures="0" errors="0" skipped="1" time="5.001" name="till_tests"><testcase time="0.000" name="till_tests:9 opens"><skipped type="timeout"/></testcase></testsuite>',
  ],
  [
    '`status="canceled"`, `blocked`, `inconclusive` or `pending` without an element',
    "skipped",
    "others",
    "https://github.com/testmoapp/junitxml",
    '<testsuite name="shop"><testcase name="a" status="canceled"/><testcase name="b" status="blocked"/><testcase name="c" status="inconclusive"/><testcase name="d" status="pending"/></testsuite>',
  ],
  [
    "`<flakyFailure` or `<flakyError` in a test",
    "flaky",
    "Surefire, Failsafe, cargo-nextest, Playwright, bashunit",
    surefire,
    testcase('<flakyFailure message="late"/><flakyError message="gone"/>'),
  ],
];

/** Meaning of elements and attributes in JUnit XML. */
export const junitMeanings: readonly Meaning[] = [
  ...rows.map(([sign, means, tool, source, sample]) => ({ sign, means, tool, source, sample })),
  ...attemptMeanings,
  ...outsideMeanings,
];
