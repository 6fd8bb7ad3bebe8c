import type { Meaning } from "#meanings.ts";

const docs = "https://google.github.io/googletest/advanced.html#generating-a-json-report";
const source = "https://github.com/google/googletest/blob/main/googletest/src/gtest.cc";

function report(test: object, more: object = {}): string {
  const testsuite = [{ name: "Pays", classname: "Till", ...test }];
  return JSON.stringify({ tests: 1, name: "AllTests", ...more, testsuites: [{ name: "Till", tests: 1, testsuite }] });
}

/** Meaning of the test fields of GoogleTest. */
export const gtestMeanings: readonly Meaning[] = [
  {
    sign: '`"result": "COMPLETED"`',
    means: "passed",
    tool: "GoogleTest",
    source: docs,
    sample: report({ status: "RUN", result: "COMPLETED" }),
  },
  {
    sign: "`failures`",
    means: "failed",
    tool: "GoogleTest",
    source: docs,
    sample: report({ status: "RUN", result: "COMPLETED", failures: [{ failure: "a.cc:3\n1 is not 2" }] }),
  },
  {
    sign: '`"status": "RUN"` with any other result: the process died',
    means: "error",
    tool: "GoogleTest",
    source: source,
    sample: report({ status: "RUN", result: "INTERRUPTED" }),
  },
  {
    sign: '`"result": "SKIPPED"`',
    means: "skipped",
    tool: "GoogleTest",
    source: source,
    sample: report({ status: "RUN", result: "SKIPPED" }),
  },
  {
    sign: '`"result": "SUPPRESSED"`: disabled, or left out by a filter',
    means: "skipped",
    tool: "GoogleTest",
    source: source,
    sample: report({ status: "NOTRUN", result: "SUPPRESSED" }),
  },
  {
    sign: '`"status": "NOTRUN"`',
    means: "skipped",
    tool: "GoogleTest",
    source: source,
    sample: report({ status: "NOTRUN" }),
  },
  {
    sign: "`failures` of a test without a name",
    means: "outside",
    tool: "GoogleTest",
    source: source,
    sample: report({ name: "", failures: [{ failure: "set-up failed" }] }),
  },
  {
    sign: "`failures` of the whole, where no test failed",
    means: "run failed",
    tool: "GoogleTest",
    source: docs,
    sample: report({ status: "RUN", result: "COMPLETED" }, { failures: 1 }),
  },
];
