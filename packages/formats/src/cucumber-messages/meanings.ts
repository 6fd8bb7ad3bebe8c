import type { Meaning } from "#meanings.ts";

const status = "https://github.com/cucumber/messages/blob/main/jsonschema/src/TestStepResult.schema.json";
const finished = "https://github.com/cucumber/messages/blob/main/jsonschema/src/TestRunFinished.schema.json";
const retried = "https://github.com/cucumber/messages/blob/main/jsonschema/src/TestCaseFinished.schema.json";
const parse = "https://github.com/cucumber/messages/blob/main/jsonschema/src/ParseError.schema.json";

const line = (message: object) => `${JSON.stringify(message)}\n`;

const plan =
  line({ meta: { protocolVersion: "27.0.0", implementation: { name: "cucumber-js" } } }) +
  line({ testRunStarted: { timestamp: { seconds: 1_772_359_200, nanos: 0 } } }) +
  line({
    pickle: {
      id: "p",
      uri: "a.feature",
      name: "pays",
      astNodeIds: [],
      steps: [{ id: "ps", text: "a till", astNodeIds: [] }],
    },
  }) +
  line({ testCase: { id: "c", pickleId: "p", testSteps: [{ id: "s", pickleStepId: "ps" }] } });

function execution(status: string, willBeRetried = false, attempt = 0): string {
  const id = `e${attempt}`;
  const timestamp = { seconds: 1_772_359_200 + attempt, nanos: 0 };
  const result = { status, duration: { seconds: 0, nanos: 1 } };
  return (
    line({ testCaseStarted: { id, testCaseId: "c", attempt, timestamp } }) +
    line({ testStepFinished: { testCaseStartedId: id, testStepId: "s", testStepResult: result, timestamp } }) +
    line({ testCaseFinished: { testCaseStartedId: id, willBeRetried, timestamp } })
  );
}

function stream(executions: string, success: boolean): string {
  return plan + executions + line({ testRunFinished: { success, timestamp: { seconds: 1_772_359_209, nanos: 0 } } });
}

/** Meaning of Cucumber messages. */
export const cucumberMessagesMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "PASSED"`',
    means: "passed",
    tool: "all",
    source: status,
    sample: stream(execution("PASSED"), true),
  },
  {
    sign: '`"status": "FAILED"`',
    means: "failed",
    tool: "all",
    source: status,
    sample: stream(execution("FAILED"), false),
  },
  {
    sign: '`"status": "AMBIGUOUS"`',
    means: "failed",
    tool: "all",
    source: status,
    sample: stream(execution("AMBIGUOUS"), false),
  },
  {
    sign: '`"status": "SKIPPED"`',
    means: "skipped",
    tool: "all",
    source: status,
    sample: stream(execution("SKIPPED"), true),
  },
  {
    sign: '`"status": "PENDING"` in a run with `"success": true`',
    means: "skipped",
    tool: "Cucumber without strict",
    source: status,
    sample: stream(execution("PENDING"), true),
  },
  {
    sign: '`"status": "UNDEFINED"` in a run with `"success": false`',
    means: "run failed",
    tool: "strict Cucumber",
    source: finished,
    sample: stream(execution("UNDEFINED"), false),
  },
  {
    sign: '`"willBeRetried": true`',
    means: "attempt",
    tool: "all",
    source: retried,
    sample: stream(execution("FAILED", true) + execution("PASSED", false, 1), true),
  },
  {
    sign: '`"success": false`',
    means: "run failed",
    tool: "all",
    source: finished,
    sample: stream(execution("PASSED"), false),
  },
  {
    sign: "`parseError`",
    means: "outside",
    tool: "all",
    source: parse,
    sample: `{"parseError":{"source":{"uri":"a.feature"},"message":"expected: #EOF"}}\n${stream(execution("PASSED"), true)}`,
  },
  {
    sign: "No end of the run at the end",
    means: "interrupted",
    tool: "all",
    source: finished,
    sample: plan + execution("PASSED"),
  },
];
