import type { Meaning } from "#meanings.ts";

const reporter = "https://github.com/webdriverio/webdriverio/blob/main/packages/wdio-json-reporter/src/index.ts";
const retries = "https://webdriver.io/docs/retry/";

const pays = { name: "pays", duration: 5 };

function report(suite: object, more: object = {}): string {
  const capabilities = { browserName: "chrome" };
  return JSON.stringify({
    start: "2026-03-01T10:00:00.000Z",
    capabilities,
    framework: "mocha",
    suites: [{ name: "Till", hooks: [], ...suite }],
    specs: ["till.js"],
    ...more,
  });
}

/** Meaning of test and hook states in WebdriverIO. */
export const wdioMeanings: readonly Meaning[] = [
  {
    sign: '`"state": "passed"`',
    means: "passed",
    tool: "WebdriverIO",
    source: reporter,
    sample: report({ tests: [{ ...pays, state: "passed" }] }),
  },
  {
    sign: '`"state": "failed"`',
    means: "failed",
    tool: "WebdriverIO",
    source: reporter,
    sample: report({ tests: [{ ...pays, state: "failed" }] }),
  },
  {
    sign: '`"state": "skipped"`',
    means: "skipped",
    tool: "WebdriverIO",
    source: reporter,
    sample: report({ tests: [{ ...pays, state: "skipped" }] }),
  },
  {
    sign: '`"state": "pending"`',
    means: "skipped",
    tool: "WebdriverIO",
    source: reporter,
    sample: report({ tests: [{ ...pays, state: "pending" }] }),
  },
  {
    sign: 'A test of the same name right after `"state": "failed"`',
    means: "attempt",
    tool: "WebdriverIO",
    source: retries,
    sample: report({
      tests: [
        { ...pays, state: "failed" },
        { ...pays, state: "passed" },
      ],
    }),
  },
  {
    sign: '`hooks` with `"state": "failed"`',
    means: "outside",
    tool: "WebdriverIO",
    source: reporter,
    sample: report({ tests: [{ ...pays, state: "passed" }], hooks: [{ title: '"before all" hook', state: "failed" }] }),
  },
  {
    sign: '`"failed": 1` of `state`, where nothing failed',
    means: "run failed",
    tool: "WebdriverIO",
    source: reporter,
    sample: report({ tests: [{ ...pays, state: "passed" }] }, { state: { failed: 1 } }),
  },
];
