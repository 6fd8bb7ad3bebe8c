import type { Meaning } from "#meanings.ts";

const status =
  "https://github.com/extent-framework/extentreports-java/blob/master/src/main/java/com/aventstack/extentreports/Status.java";
const model =
  "https://github.com/extent-framework/extentreports-java/blob/master/src/main/java/com/aventstack/extentreports/model/Test.java";

function node(status: string) {
  return { name: "pays", status, categorySet: [], logs: [], children: [] };
}

function nodes(...tests: object[]): string {
  return JSON.stringify(tests);
}

/** Meaning of node statuses in ExtentReports. */
export const extentMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "PASS"`',
    means: "passed",
    tool: "ExtentReports",
    source: status,
    sample: nodes(node("PASS")),
  },
  {
    sign: '`"status": "WARNING"` or a remark',
    means: "passed",
    tool: "ExtentReports",
    source: status,
    sample: nodes(node("WARNING")),
  },
  {
    sign: '`"status": "FAIL"`',
    means: "failed",
    tool: "ExtentReports",
    source: status,
    sample: nodes(node("FAIL")),
  },
  {
    sign: '`"status": "FATAL"`',
    means: "failed",
    tool: "ExtentReports 4 and earlier",
    source: status,
    sample: nodes(node("FATAL")),
  },
  {
    sign: '`"status": "ERROR"`',
    means: "failed",
    tool: "ExtentReports 4 and earlier",
    source: status,
    sample: nodes(node("ERROR")),
  },
  {
    sign: '`"status": "SKIP"`',
    means: "skipped",
    tool: "ExtentReports",
    source: status,
    sample: nodes(node("SKIP")),
  },
  {
    sign: '`"status": "SKIP"` with an exception other than a skip\'s, followed by a node of the same name',
    means: "attempt",
    tool: "ExtentReports with TestNG",
    source: "https://github.com/grasshopper7/extentreports-cucumber6-adapter/issues/57",
    sample: nodes({ ...node("SKIP"), exceptions: [{ name: "AssertionError", stackTrace: "busy" }] }, node("PASS")),
  },
  {
    sign: '`"status": "FAIL"` of a node whose nodes did not fail',
    means: "outside",
    tool: "ExtentReports",
    source: model,
    sample: nodes({ ...node("FAIL"), children: [node("PASS")] }),
  },
  {
    sign: "A node with `children`",
    means: "no test",
    tool: "ExtentReports",
    source: model,
    sample: nodes({ ...node("PASS"), children: [node("PASS")] }),
  },
];
