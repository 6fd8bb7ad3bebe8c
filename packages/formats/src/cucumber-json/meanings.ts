import type { Meaning } from "#meanings.ts";

const jvm =
  "https://github.com/cucumber/cucumber-jvm/blob/main/cucumber-plugin/src/main/java/io/cucumber/plugin/event/Status.java";
const strict = "https://github.com/cucumber/cucumber-jvm/issues/1788";
const js = "https://github.com/cucumber/cucumber-js/blob/main/docs/retry.md";
const jsFailures = "https://github.com/cucumber/cucumber-js/blob/main/src/runtime/helpers.ts";
const ruby = "https://github.com/cucumber/cucumber-ruby/blob/main/lib/cucumber/formatter/json.rb";
const testng = "https://github.com/damianszczepanik/cucumber-reporting/issues/940";
const behave = "https://github.com/behave/behave/blob/main/behave/model_core.py";

const location = { id: "till;pays", line: 3 };

function scenario(status: string, step: object = {}) {
  return {
    type: "scenario",
    name: "pays",
    steps: [{ keyword: "Given ", name: "a till", result: { status }, ...step }],
  };
}

function feature(...elements: object[]): string {
  return JSON.stringify([{ uri: "a.feature", name: "Till", elements }]);
}

/** Meaning of step statuses in Cucumber implementations. */
export const cucumberJsonMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "passed"` of every step',
    means: "passed",
    tool: "all",
    source: jvm,
    sample: feature(scenario("passed")),
  },
  {
    sign: '`"status": "failed"` of a step or hook',
    means: "failed",
    tool: "all",
    source: jvm,
    sample: feature(scenario("failed")),
  },
  {
    sign: '`"status": "ambiguous"`',
    means: "failed",
    tool: "Cucumber-JVM, Cucumber.js",
    source: jvm,
    sample: feature(scenario("ambiguous")),
  },
  {
    sign: '`"status": "undefined"` in a report with `start_timestamp`',
    means: "failed",
    tool: "Cucumber-JVM 6 and later",
    source: strict,
    sample: feature({ ...scenario("undefined"), start_timestamp: "2026-03-01T10:00:00.000Z" }),
  },
  {
    sign: '`"status": "pending"` in a report with `start_timestamp`',
    means: "failed",
    tool: "Cucumber-JVM 6 and later",
    source: strict,
    sample: feature({ ...scenario("pending"), start_timestamp: "2026-03-01T10:00:00.000Z" }),
  },
  {
    sign: '`"status": "undefined"` of a step with `arguments`',
    means: "failed",
    tool: "Cucumber.js",
    source: jsFailures,
    sample: feature(scenario("undefined", { arguments: [] })),
  },
  {
    sign: '`"status": "undefined"` in a feature with a `location`',
    means: "failed",
    tool: "behave",
    source: behave,
    sample: JSON.stringify([{ location: "a.feature:1", name: "Till", elements: [scenario("undefined")] }]),
  },
  {
    sign: '`"status": "undefined"` or pending anywhere else, with a warning: these versions are strict only on demand',
    means: "skipped",
    tool: "Cucumber-JVM before 6, Ruby",
    source: ruby,
    sample: feature(scenario("undefined")),
  },
  {
    sign: '`"status": "skipped"`',
    means: "skipped",
    tool: "all",
    source: jvm,
    sample: feature(scenario("skipped")),
  },
  {
    sign: '`"status": "failed"` of a scenario whose steps passed: a hook after them failed',
    means: "outside",
    tool: "behave",
    source: behave,
    sample: JSON.stringify([
      { location: "a.feature:1", name: "Till", elements: [{ ...scenario("passed"), status: "failed" }] },
    ]),
  },
  {
    sign: "A scenario with the same `id` and `line`, right after its failure",
    means: "attempt",
    tool: "Cucumber-Ruby, Cucumber.js",
    source: js,
    sample: feature({ ...scenario("failed"), ...location }, { ...scenario("passed"), ...location }),
  },
  {
    sign: "A scenario with the same `id` and `line` that begins after its failure has ended",
    means: "attempt",
    tool: "Cucumber-JVM with TestNG",
    source: testng,
    sample: feature(
      { ...scenario("failed"), ...location, start_timestamp: "2026-03-01T10:00:00.000Z" },
      { ...scenario("passed"), ...location, start_timestamp: "2026-03-01T10:00:05.000Z" },
    ),
  },
  {
    sign: '`"type": "background"`',
    means: "no test",
    tool: "all",
    source: ruby,
    sample: feature({ ...scenario("passed"), type: "background" }, scenario("passed")),
  },
];
