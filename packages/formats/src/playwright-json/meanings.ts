import type { Meaning } from "#meanings.ts";

const statuses = "https://playwright.dev/docs/api/class-testresult#test-result-status";
const outcome = "https://playwright.dev/docs/api/class-testcase#test-case-outcome";
const json = "https://github.com/microsoft/playwright/blob/main/packages/playwright/src/reporters/json.ts";
const flakyRuns = "https://playwright.dev/docs/api/class-testconfig#test-config-fail-on-flaky-tests";

function report(test: object, more: object = {}): string {
  const specs = [{ title: "pays", file: "till.spec.ts", tests: [{ projectName: "", ...test }] }];
  return JSON.stringify({ config: {}, ...more, suites: [{ title: "till.spec.ts", file: "till.spec.ts", specs }] });
}

/** Meaning of outcomes, statuses and errors in Playwright. */
export const playwrightJsonMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "expected"`',
    means: "passed",
    tool: "Playwright",
    source: outcome,
    sample: report({ status: "expected", results: [{ status: "passed" }] }),
  },
  {
    sign: '`"expectedStatus": "failed"` of a test that failed',
    means: "passed",
    tool: "Playwright",
    source: outcome,
    sample: report({ expectedStatus: "failed", status: "expected", results: [{ status: "failed" }] }),
  },
  {
    sign: '`"status": "unexpected"`',
    means: "failed",
    tool: "Playwright",
    source: outcome,
    sample: report({ status: "unexpected", results: [{ status: "failed" }] }),
  },
  {
    sign: '`"status": "timedOut"`',
    means: "failed",
    tool: "Playwright",
    source: statuses,
    sample: report({ results: [{ status: "timedOut" }] }),
  },
  {
    sign: '`"status": "flaky"`',
    means: "flaky",
    tool: "Playwright",
    source: outcome,
    sample: report({ status: "flaky", results: [{ status: "failed" }, { status: "passed" }] }),
  },
  {
    sign: '`"status": "skipped"`: marked, or not reached',
    means: "skipped",
    tool: "Playwright",
    source: outcome,
    sample: report({ status: "skipped", results: [{ status: "skipped" }] }),
  },
  {
    sign: '`"status": "interrupted"`',
    means: "skipped",
    tool: "Playwright",
    source: statuses,
    sample: report({ results: [{ status: "interrupted" }] }),
  },
  {
    sign: '`"status": "flaky"` of a test that failed and then skipped itself',
    means: "skipped",
    tool: "Playwright",
    source: "https://github.com/microsoft/playwright/issues/17652",
    sample: report({
      status: "flaky",
      expectedStatus: "skipped",
      results: [{ status: "failed" }, { status: "skipped" }],
    }),
  },
  {
    sign: "Several `results` of one test",
    means: "attempt",
    tool: "Playwright",
    source: json,
    sample: report({ results: [{ status: "failed" }, { status: "passed" }] }),
  },
  {
    sign: "`errors` of the run: a set-up of all tests, a file that could not be loaded",
    means: "outside",
    tool: "Playwright",
    source: json,
    sample: report({ results: [{ status: "passed" }] }, { errors: [{ message: "Error: no server" }] }),
  },
  {
    sign: '`"unexpected": 1` of `stats`, where no test failed',
    means: "run failed",
    tool: "Playwright",
    source: json,
    sample: report({ results: [{ status: "passed" }] }, { stats: { unexpected: 1 } }),
  },
  {
    sign: '`"failOnFlakyTests": true` and a flaky test',
    means: "run failed",
    tool: "Playwright 1.52 and later",
    source: flakyRuns,
    sample: report({ results: [{ status: "failed" }, { status: "passed" }] }, { config: { failOnFlakyTests: true } }),
  },
  {
    sign: "Tests without results: a listing",
    means: "run failed",
    tool: "Playwright --list",
    source: json,
    sample: report({ results: [] }),
  },
];
