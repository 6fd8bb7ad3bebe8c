import type { Meaning } from "#meanings.ts";

const schema = "https://github.com/robotframework/robotframework/tree/master/doc/schema";
const teardown =
  "https://robotframework.org/robotframework/latest/RobotFrameworkUserGuide.html#suite-setup-and-teardown";
const merge = "https://robotframework.org/robotframework/latest/RobotFrameworkUserGuide.html#merging-re-executed-tests";

function output(test: object, suite: object = {}): string {
  const tests = [{ id: "t", name: "Pays", elapsed_time: 0.1, body: [], ...test }];
  return JSON.stringify({
    generator: "Robot 7.2 (Python 3.12.1 on linux)",
    rpa: false,
    suite: { id: "s", name: "Till", tests, ...suite },
  });
}

/** Meaning of the statuses in Robot Framework's JSON output. */
export const robotJsonMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "PASS"`',
    means: "passed",
    tool: "Robot Framework 7.1 and later",
    source: schema,
    sample: output({ status: "PASS" }),
  },
  {
    sign: '`"status": "FAIL"`',
    means: "failed",
    tool: "Robot Framework 7.1 and later",
    source: schema,
    sample: output({ status: "FAIL" }),
  },
  {
    sign: '`"status": "SKIP"`',
    means: "skipped",
    tool: "Robot Framework 7.1 and later",
    source: schema,
    sample: output({ status: "SKIP" }),
  },
  {
    sign: '`"status": "NOT RUN"`',
    means: "skipped",
    tool: "Robot Framework 7.1 and later",
    source: schema,
    sample: output({ status: "NOT RUN" }),
  },
  {
    sign: "`teardown` of a suite that failed: it fails the tests of the suite",
    means: "failed",
    tool: "Robot Framework 7.1 and later",
    source: teardown,
    sample: output({ status: "PASS" }, { teardown: { name: "Close", status: "FAIL", message: "no bank" } }),
  },
  {
    sign: "`Old status:` in the message of a merged test",
    means: "attempt",
    tool: "rebot --merge",
    source: merge,
    sample: output({
      status: "PASS",
      message:
        "Test has been re-executed and results merged.\n- - -\nNew status: PASS\n- - -\nOld status: FAIL\nOld message: busy",
    }),
  },
];
