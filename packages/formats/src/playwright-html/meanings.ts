import type { Meaning } from "#meanings.ts";

const source = "https://github.com/microsoft/playwright/blob/main/packages/html-reporter/src/types.d.ts";
const builder = "https://github.com/microsoft/playwright/blob/main/packages/playwright/src/reporters/html.ts";

function report(tests: string, errors = "", files = '{"fileId":"a"}'): Record<string, string> {
  return {
    "a.json": `{"fileId":"a","fileName":"a.spec.ts","tests":[${tests}]}`,
    "report.json": `{"startTime":1,"files":[${files}],"errors":[${errors}]}`,
  };
}

function test(outcome: string, ...statuses: readonly string[]): string {
  const results = statuses.map((status) => `{"status":"${status}","errors":[]}`).join(",");
  return `{"title":"pays","path":[],"outcome":"${outcome}","results":[${results}]}`;
}

/** Meaning of the files in Playwright's HTML report. */
export const playwrightHtmlMeanings: readonly Meaning[] = [
  {
    sign: '`"outcome":"expected"`, also with `"status":"failed"` of a test that is expected to fail',
    means: "passed",
    tool: "Playwright",
    source,
    sample: report(`${test("expected", "passed")},${test("expected", "failed")}`),
  },
  {
    sign: '`"outcome":"unexpected"`',
    means: "failed",
    tool: "Playwright",
    source,
    sample: report(test("unexpected", "failed")),
  },
  {
    sign: '`"outcome":"flaky"`',
    means: "flaky",
    tool: "Playwright",
    source,
    sample: report(test("flaky", "failed", "passed")),
  },
  {
    sign: '`"outcome":"skipped"`',
    means: "skipped",
    tool: "Playwright",
    source,
    sample: report(test("skipped", "skipped")),
  },
  {
    sign: 'An entry of `"errors"` of the report',
    means: "outside",
    tool: "Playwright",
    source: builder,
    sample: report(test("expected", "passed"), '"Error: no tests found"'),
  },
];
