import type { Meaning } from "#meanings.ts";

const ant = "https://github.com/apache/ant/blob/master/src/main/org/apache/tools/ant/taskdefs/optional/junit";

function suite(content: string, attributes = ""): string {
  return `<testsuite name="shop"${attributes}><testcase classname="shop.Till" name="opens">${content}</testcase></testsuite>`;
}

/** What the tools that write JUnit XML mean by its elements and attributes. */
export const junitMeanings: readonly Meaning[] = [
  {
    sign: "`<testcase` without any of the elements below",
    means: "passed",
    tool: "all",
    source: `${ant}/XMLJUnitResultFormatter.java`,
    sample: suite(""),
  },
  {
    sign: "`<failure>`",
    means: "failed",
    tool: "all",
    source: `${ant}/XMLJUnitResultFormatter.java`,
    sample: suite("<failure>the till is shut</failure>"),
  },
  {
    sign: "`<error>`",
    means: "error",
    tool: "all",
    source: `${ant}/XMLJUnitResultFormatter.java`,
    sample: suite("<error>no till</error>"),
  },
  {
    sign: "`<skipped`",
    means: "skipped",
    tool: "all",
    source: `${ant}/XMLJUnitResultFormatter.java`,
    sample: suite("<skipped/>"),
  },
];
