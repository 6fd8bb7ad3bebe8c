import type { Meaning } from "#meanings.ts";

const reporter = "https://github.com/DevExpress/testcafe-reporter-json/blob/master/src/index.js";
const quarantine = "https://testcafe.io/documentation/403841/guides/advanced-guides/quarantine-mode";

function report(test: object, more: object = {}): string {
  const tests = [{ name: "pays", meta: {}, durationMs: 5, unstable: false, skipped: false, ...test }];
  const fixtures = [{ name: "Till", path: "/app/till.js", meta: {}, tests }];
  return JSON.stringify({
    startTime: "2026-03-01T10:00:00.000Z",
    endTime: "2026-03-01T10:00:01.000Z",
    userAgents: ["Chrome 120"],
    passed: 1,
    total: 1,
    skipped: 0,
    ...more,
    fixtures,
  });
}

/** Meaning of the test fields of TestCafe. */
export const testcafeMeanings: readonly Meaning[] = [
  {
    sign: "`errs` is empty",
    means: "passed",
    tool: "TestCafe",
    source: reporter,
    sample: report({ errs: [] }),
  },
  {
    sign: "`errs`",
    means: "failed",
    tool: "TestCafe",
    source: reporter,
    sample: report({ errs: ["not paid"] }),
  },
  {
    sign: '`"skipped": true`',
    means: "skipped",
    tool: "TestCafe",
    source: reporter,
    sample: report({ errs: [], skipped: true }),
  },
  {
    sign: '`"unstable": true` of a test that passed',
    means: "attempt",
    tool: "TestCafe with quarantine mode",
    source: quarantine,
    sample: report({ errs: [], unstable: true }),
  },
  {
    sign: "`passed` is less than `total`, where no test failed",
    means: "run failed",
    tool: "TestCafe",
    source: reporter,
    sample: report({ errs: [] }, { passed: 0, total: 1 }),
  },
];
