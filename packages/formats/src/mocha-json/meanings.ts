import type { Meaning } from "#meanings.ts";

const json = "https://github.com/mochajs/mocha/blob/main/lib/reporters/json.js";
const hooks = "https://mochajs.org/features/hooks/";

const pays = { title: "pays", fullTitle: "Till pays", file: "/app/till.js", duration: 5, speed: "fast", err: {} };

function report({ tests = [] as object[], failures = [] as object[], pending = [] as object[], stats = {} }): string {
  return JSON.stringify({ stats: { tests: tests.length, ...stats }, tests, pending, failures, passes: [] });
}

/** Meaning of the lists in Mocha's reporter `json`. */
export const mochaJsonMeanings: readonly Meaning[] = [
  {
    sign: "`tests` alone",
    means: "passed",
    tool: "Mocha, Cypress",
    source: json,
    sample: report({ tests: [pays] }),
  },
  {
    sign: "`failures`",
    means: "failed",
    tool: "Mocha, Cypress",
    source: json,
    sample: report({
      tests: [{ ...pays, err: { message: "not paid" } }],
      failures: [{ ...pays, err: { message: "not paid" } }],
    }),
  },
  {
    sign: "`pending`",
    means: "skipped",
    tool: "Mocha, Cypress",
    source: json,
    sample: report({ tests: [pays], pending: [pays] }),
  },
  {
    sign: '`"currentRetry": 1`',
    means: "attempt",
    tool: "Mocha",
    source: json,
    sample: report({ tests: [{ ...pays, currentRetry: 1 }] }),
  },
  {
    sign: 'A failure named `"before all" hook`',
    means: "outside",
    tool: "Mocha, Cypress",
    source: hooks,
    sample: report({ tests: [pays], failures: [{ title: '"before all" hook for "pays"', err: { message: "no db" } }] }),
  },
  {
    sign: '`"failures": 1` of `stats`, where none is listed',
    means: "run failed",
    tool: "Mocha, Cypress",
    source: json,
    sample: report({ tests: [pays], stats: { failures: 1 } }),
  },
];
