import type { Meaning } from "#meanings.ts";

const jest = "https://github.com/jestjs/jest/blob/main/packages/jest-test-result/src/types.ts";
const format = "https://github.com/jestjs/jest/blob/main/packages/jest-test-result/src/formatTestResults.ts";
const vitest = "https://github.com/vitest-dev/vitest/blob/main/packages/vitest/src/node/reporters/json.ts";

function report(test: object, run: object = {}, file: object = {}): string {
  const assertionResults = [{ ancestorTitles: [], title: "pays", failureMessages: [], duration: 5, ...test }];
  const testResults = [{ name: "/app/till.test.js", status: "passed", message: "", assertionResults, ...file }];
  return JSON.stringify({ numTotalTests: 1, ...run, testResults });
}

/** Meaning of the JSON fields of Jest and Vitest. */
export const jestMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "passed"`',
    means: "passed",
    tool: "Jest, Vitest",
    source: jest,
    sample: report({ status: "passed" }),
  },
  {
    sign: '`"status": "failed"`',
    means: "failed",
    tool: "Jest, Vitest",
    source: jest,
    sample: report({ status: "failed" }),
  },
  {
    sign: '`"status": "failed"` of an entry without a title: its file could not run',
    means: "error",
    tool: "Jest 30.5",
    source: format,
    sample: report({ status: "failed", title: "" }),
  },
  {
    sign: '`"status": "pending"`: skipped, or left out by a filter',
    means: "skipped",
    tool: "Jest, Vitest",
    source: jest,
    sample: report({ status: "pending" }),
  },
  {
    sign: '`"status": "skipped"`',
    means: "skipped",
    tool: "Vitest",
    source: vitest,
    sample: report({ status: "skipped" }),
  },
  {
    sign: '`"status": "todo"`',
    means: "skipped",
    tool: "Jest, Vitest",
    source: jest,
    sample: report({ status: "todo" }),
  },
  {
    sign: '`"status": "disabled"`',
    means: "skipped",
    tool: "Jest with Jasmine",
    source: jest,
    sample: report({ status: "disabled" }),
  },
  {
    sign: "`retryReasons`",
    means: "attempt",
    tool: "Jest",
    source: jest,
    sample: report({ status: "passed", invocations: 2, retryReasons: ["Error: busy"] }),
  },
  {
    sign: "`failureMessages` of a test that passed",
    means: "attempt",
    tool: "Vitest",
    source: vitest,
    sample: report({ status: "passed", failureMessages: ["Error: busy"] }),
  },
  {
    sign: '`"status": "failed"` of a file none of whose tests failed',
    means: "outside",
    tool: "Jest, Vitest",
    source: format,
    sample: report({ status: "passed" }, {}, { status: "failed", message: "afterAll broke" }),
  },
  {
    sign: "`● Test suite failed to run` in the message of a file",
    means: "outside",
    tool: "Jest",
    source: format,
    sample: report(
      { status: "passed" },
      {},
      { status: "failed", message: "  ● Test suite failed to run\n\n    no db" },
    ),
  },
  {
    sign: '`"success": false`',
    means: "run failed",
    tool: "Jest, Vitest",
    source: jest,
    sample: report({ status: "passed" }, { success: false }),
  },
  {
    sign: '`"wasInterrupted": true`',
    means: "run failed",
    tool: "Jest",
    source: jest,
    sample: report({ status: "passed" }, { wasInterrupted: true }),
  },
  {
    sign: "`numFailedTests`, where no test failed",
    means: "run failed",
    tool: "Jest, Vitest",
    source: jest,
    sample: report({ status: "passed" }, { numFailedTests: 1 }),
  },
  {
    sign: "`numRuntimeErrorTestSuites`, where no file failed",
    means: "run failed",
    tool: "Jest",
    source: jest,
    sample: report({ status: "passed" }, { numRuntimeErrorTestSuites: 1 }),
  },
];
