import type { Meaning } from "#meanings.ts";

const utils = "https://github.com/adamgruber/mochawesome/blob/master/src/utils.js";
const stats = "https://github.com/adamgruber/mochawesome/blob/master/src/mochawesome.js";

function report(test: object, suite: object = {}, stats: object = {}): string {
  const tests = [{ title: "pays", fullTitle: "Till pays", duration: 5, err: {}, ...test }];
  const results = [
    {
      title: "",
      fullFile: "/app/till.js",
      file: "/till.js",
      beforeHooks: [],
      afterHooks: [],
      tests,
      suites: [],
      ...suite,
    },
  ];
  return JSON.stringify({ stats: { testsRegistered: 1, passPercent: 100, ...stats }, results });
}

/** Meaning of test and hook fields in mochawesome. */
export const mochawesomeMeanings: readonly Meaning[] = [
  {
    sign: '`"pass": true`',
    means: "passed",
    tool: "mochawesome",
    source: utils,
    sample: report({ pass: true, state: "passed" }),
  },
  {
    sign: '`"fail": true`',
    means: "failed",
    tool: "mochawesome",
    source: utils,
    sample: report({ fail: true, state: "failed" }),
  },
  {
    sign: '`"pending": true`',
    means: "skipped",
    tool: "mochawesome",
    source: utils,
    sample: report({ pending: true, state: "pending" }),
  },
  {
    sign: '`"skipped": true`: a hook failed before it started',
    means: "skipped",
    tool: "mochawesome",
    source: utils,
    sample: report({ skipped: true }),
  },
  {
    sign: '`"isHook": true` with `"fail": true`',
    means: "outside",
    tool: "mochawesome",
    source: utils,
    sample: report(
      { pass: true },
      { beforeHooks: [{ title: "set-up", isHook: true, fail: true, err: { message: "no db" } }] },
    ),
  },
  {
    sign: '`"isHook": true`',
    means: "no test",
    tool: "mochawesome",
    source: utils,
    sample: report({ pass: true }, { beforeHooks: [{ title: "set-up", isHook: true, pass: true }] }),
  },
  {
    sign: '`"failures": 1` of `stats`, where no test failed',
    means: "run failed",
    tool: "mochawesome",
    source: stats,
    sample: report({ pass: true }, {}, { failures: 1 }),
  },
];
