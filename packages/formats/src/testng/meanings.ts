import type { Meaning } from "#meanings.ts";

const reporter =
  "https://github.com/testng-team/testng/blob/master/testng-core/src/main/java/org/testng/reporters/XMLSuiteResultWriter.java";
const retried = "https://github.com/testng-team/testng/issues/878";
const percentage = "https://testng.org/#_annotations";

function method(status: string, attributes = "", time = "10:00:00", content = ""): string {
  return `<test-method status="${status}" ${attributes} signature="pays()" name="pays" duration-ms="5" started-at="2026-03-01T${time} UTC">${content}</test-method>`;
}

function results(methods: string, attributes = ""): string {
  return `<testng-results ${attributes}><suite name="Till"><test name="Till"><class name="shop.Till">${methods}</class></test></suite></testng-results>`;
}

/** Meaning of method attributes in TestNG. */
export const testngMeanings: readonly Meaning[] = [
  {
    sign: '`status="PASS"`',
    means: "passed",
    tool: "TestNG",
    source: reporter,
    sample: results(method("PASS")),
  },
  {
    sign: '`status="FAIL"`',
    means: "failed",
    tool: "TestNG",
    source: reporter,
    sample: results(method("FAIL")),
  },
  {
    sign: '`status="SKIP"`',
    means: "skipped",
    tool: "TestNG",
    source: reporter,
    sample: results(method("SKIP")),
  },
  {
    sign: '`status="SUCCESS_PERCENTAGE_FAILURE"`: it may fail that often',
    means: "skipped",
    tool: "TestNG",
    source: percentage,
    sample: results(method("SUCCESS_PERCENTAGE_FAILURE")),
  },
  {
    sign: '`retried="true"`',
    means: "attempt",
    tool: "TestNG 7 and later",
    source: retried,
    sample: results(method("SKIP", 'retried="true"') + method("PASS", "", "10:00:05")),
  },
  {
    sign: '`status="SKIP"` with an exception other than its own, followed by another execution',
    means: "attempt",
    tool: "TestNG before 7",
    source: retried,
    sample: results(
      method(
        "SKIP",
        "",
        "10:00:00",
        `<exception class="java.lang.AssertionError"><message>busy</message></exception>`,
      ) + method("PASS", "", "10:00:05"),
    ),
  },
  {
    sign: '`is-config="true"` with `status="FAIL"`',
    means: "outside",
    tool: "TestNG",
    source: reporter,
    sample: results(method("FAIL", 'is-config="true"') + method("PASS")),
  },
  {
    sign: '`is-config="true"`',
    means: "no test",
    tool: "TestNG",
    source: reporter,
    sample: results(method("PASS", 'is-config="true"') + method("PASS")),
  },
  {
    sign: '`failed="1"` of the whole, where no method failed',
    means: "run failed",
    tool: "TestNG",
    source: reporter,
    sample: results(method("PASS"), 'total="1" failed="1"'),
  },
];
