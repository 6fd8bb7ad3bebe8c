import type { Meaning } from "#meanings.ts";

const status = "https://ctrf.io/docs/specification/status";
const schema = "https://github.com/ctrf-io/ctrf/blob/main/schema/ctrf.schema.json";
const playwright = "https://github.com/ctrf-io/playwright-ctrf-json-report/blob/main/src/generate-report.ts";

function report(test: object): string {
  return JSON.stringify({
    results: { tool: { name: "x" }, summary: {}, tests: [{ name: "pays", duration: 5, ...test }] },
  });
}

/** Meaning of CTRF statuses and original statuses. */
export const ctrfMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "passed"`',
    means: "passed",
    tool: "all reporters",
    source: status,
    sample: report({ status: "passed" }),
  },
  {
    sign: '`"status": "failed"`',
    means: "failed",
    tool: "all reporters",
    source: status,
    sample: report({ status: "failed" }),
  },
  {
    sign: '`"status": "skipped"`',
    means: "skipped",
    tool: "all reporters",
    source: status,
    sample: report({ status: "skipped" }),
  },
  {
    sign: '`"status": "pending"`',
    means: "skipped",
    tool: "all reporters",
    source: status,
    sample: report({ status: "pending" }),
  },
  {
    sign: '`"status": "other"`',
    means: "skipped",
    tool: "all reporters",
    source: status,
    sample: report({ status: "other" }),
  },
  {
    sign: '`"status": "other"` with `"rawStatus": "timedout"`, or another failure',
    means: "failed",
    tool: "all reporters",
    source: status,
    sample: report({ status: "other", rawStatus: "timedout" }),
  },
  {
    sign: '`"flaky": true`',
    means: "flaky",
    tool: "all reporters",
    source: schema,
    sample: report({ status: "passed", flaky: true }),
  },
  {
    sign: "`retryAttempts`",
    means: "attempt",
    tool: "all reporters",
    source: schema,
    sample: report({ status: "passed", retryAttempts: [{ attempt: 1, status: "failed" }] }),
  },
  {
    sign: '`"retries": 1`, where the attempts are not listed',
    means: "attempt",
    tool: "all reporters",
    source: playwright,
    sample: report({ status: "passed", retries: 1 }),
  },
  {
    sign: "`failed` of the summary, where no test failed",
    means: "run failed",
    tool: "all reporters",
    source: schema,
    sample: JSON.stringify({ results: { tool: { name: "x" }, summary: { tests: 0, failed: 1 }, tests: [] } }),
  },
];
