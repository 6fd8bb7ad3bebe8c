import type { Meaning } from "#meanings.ts";

const schema = "https://github.com/robotframework/robotframework/tree/master/doc/schema";
const teardown =
  "https://robotframework.org/robotframework/latest/RobotFrameworkUserGuide.html#suite-setup-and-teardown";
const merge = "https://robotframework.org/robotframework/latest/RobotFrameworkUserGuide.html#merging-re-executed-tests";

function output(status: string, after = "", message = ""): string {
  const test = `<test id="t" name="Pays"><status status="${status}" start="2026-03-01T10:00:00" elapsed="0.1">${message}</status></test>`;
  return `<robot generator="Robot 7.2 (Python 3.12.1 on linux)"><suite id="s" name="Till">${test}${after}<status status="PASS"/></suite></robot>`;
}

/** Meaning of the statuses in Robot Framework's output. */
export const robotOutputMeanings: readonly Meaning[] = [
  {
    sign: '`status="PASS"`',
    means: "passed",
    tool: "Robot Framework",
    source: schema,
    sample: output("PASS"),
  },
  {
    sign: '`status="FAIL"`',
    means: "failed",
    tool: "Robot Framework",
    source: schema,
    sample: output("FAIL"),
  },
  {
    sign: '`status="SKIP"`',
    means: "skipped",
    tool: "Robot Framework 4 and later",
    source: schema,
    sample: output("SKIP"),
  },
  {
    sign: '`status="NOT RUN"`',
    means: "skipped",
    tool: "Robot Framework",
    source: schema,
    sample: output("NOT RUN"),
  },
  {
    sign: '`type="TEARDOWN"` of a suite that failed: it fails the tests of the suite',
    means: "failed",
    tool: "Robot Framework",
    source: teardown,
    sample: output("PASS", `<kw name="Close" type="TEARDOWN"><status status="FAIL">no bank</status></kw>`),
  },
  {
    sign: "`Old status:` in the message of a merged test",
    means: "attempt",
    tool: "rebot --merge",
    source: merge,
    sample: output(
      "PASS",
      "",
      "Test has been re-executed and results merged.\n- - -\nNew status: PASS\n- - -\nOld status: FAIL\nOld message: busy",
    ),
  },
];
