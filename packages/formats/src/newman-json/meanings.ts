import type { Meaning } from "#meanings.ts";

const source = "https://github.com/postmanlabs/newman/blob/develop/lib/run/summary.js";

function run(execution: string, more = ""): string {
  return `{"collection":{"item":[{"id":"a","name":"Get cart"}],"info":{"name":"Shop"}},"run":{"executions":[${execution}]${more}}}`;
}

function execution(facts: string): string {
  return `{"cursor":{"ref":"r"},"item":{"id":"a","name":"Get cart"},"response":{"code":200},${facts}}`;
}

const passed = '"assertions":[{"assertion":"status is 200","skipped":false}]';

/** Meaning of the fields in Newman's summary. */
export const newmanMeanings: readonly Meaning[] = [
  {
    sign: 'An entry of `"assertions"` without an error',
    means: "passed",
    tool: "Newman",
    source,
    sample: run(execution(passed)),
  },
  {
    sign: 'An entry of `"assertions"` with an `"error"`',
    means: "failed",
    tool: "Newman",
    source,
    sample: run(execution('"assertions":[{"assertion":"status is 200","error":{"message":"no"}}]')),
  },
  {
    sign: '`"skipped":true` of an assertion',
    means: "skipped",
    tool: "Newman",
    source,
    sample: run(execution('"assertions":[{"assertion":"status is 200","skipped":true}]')),
  },
  {
    sign: 'An entry of `"executions"` without assertions',
    means: "passed",
    tool: "Newman",
    source,
    sample: run(execution('"id":"a"')),
  },
  {
    sign: '`"requestError"` of an execution in which no assertion failed',
    means: "error",
    tool: "Newman",
    source,
    sample: run(execution('"requestError":{"code":"ECONNREFUSED"}')),
  },
  {
    sign: 'An `"error"` in `"testScript"` or `"prerequestScript"`',
    means: "error",
    tool: "Newman",
    source,
    sample: run(execution('"testScript":[{"error":{"message":"no"}}],"prerequestScript":[{"error":{"message":"no"}}]')),
  },
  {
    sign: 'An entry of `"failures"` whose request is not in `"executions"`',
    means: "error",
    tool: "Newman",
    source,
    sample: run(
      "",
      ',"failures":[{"error":{"message":"no"},"at":"prerequest-script","source":{"id":"a"},"cursor":{"ref":"r"}}]',
    ),
  },
  {
    sign: 'An entry of `"failures"` without a `"source"`',
    means: "outside",
    tool: "Newman",
    source: "https://github.com/postmanlabs/newman/blob/develop/lib/run/summary.js#L255",
    sample: run(execution(passed), ',"failures":[{"error":{"message":"no data"},"at":"iteration"}]').replace(
      "no data",
      'no \\"source\\"',
    ),
  },
  {
    sign: '`"error"` of the run',
    means: "outside",
    tool: "Newman",
    source,
    sample: run(execution(passed), ',"error":{"message":"stopped"}'),
  },
];
