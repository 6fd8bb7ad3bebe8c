import type { Meaning } from "#meanings.ts";

const docs = "https://docs.nunit.org/articles/nunit/technical-notes/usage/Test-Result-XML-Format.html";
const states = "https://github.com/nunit/nunit/blob/main/src/NUnitFramework/framework/Interfaces/ResultState.cs";
const version2 = "https://github.com/nunit/nunitv2/blob/master/src/NUnitCore/interfaces/ResultState.cs";

function run(test: string, suite = ""): string {
  const attributes = `type="TestFixture" name="Till" fullname="Shop.Till"`;
  return `<test-run><test-suite ${attributes} ${suite}><test-case name="Pays" fullname="Shop.Till.Pays" ${test}/></test-suite></test-run>`;
}

/** Meaning of case and suite results in NUnit. */
export const nunitMeanings: readonly Meaning[] = [
  {
    sign: '`result="Passed"`',
    means: "passed",
    tool: "NUnit 3 and later",
    source: docs,
    sample: run('result="Passed"'),
  },
  {
    sign: '`result="Warning"`',
    means: "passed",
    tool: "NUnit 3 and later",
    source: states,
    sample: run('result="Warning"'),
  },
  {
    sign: '`result="Failed"`',
    means: "failed",
    tool: "NUnit 3 and later",
    source: docs,
    sample: run('result="Failed"'),
  },
  {
    sign: '`result="Failed" label="Error"`',
    means: "error",
    tool: "NUnit 3 and later",
    source: states,
    sample: run('result="Failed" label="Error"'),
  },
  {
    sign: '`result="Failed" label="Invalid"`: it could not run',
    means: "error",
    tool: "NUnit 3 and later",
    source: states,
    sample: run('result="Failed" label="Invalid"'),
  },
  {
    sign: '`result="Failed" label="Cancelled"`',
    means: "error",
    tool: "NUnit 3 and later",
    source: states,
    sample: run('result="Failed" label="Cancelled"'),
  },
  {
    sign: '`result="Skipped"`: ignored or explicit',
    means: "skipped",
    tool: "NUnit 3 and later",
    source: docs,
    sample: run('result="Skipped" label="Ignored"'),
  },
  {
    sign: '`result="Inconclusive"`: an assumption did not hold',
    means: "skipped",
    tool: "NUnit 3 and later",
    source: docs,
    sample: run('result="Inconclusive"'),
  },
  {
    sign: '`result="Success"`',
    means: "passed",
    tool: "NUnit 2",
    source: version2,
    sample: run('executed="True" result="Success"'),
  },
  {
    sign: '`result="Failure"`',
    means: "failed",
    tool: "NUnit 2",
    source: version2,
    sample: run('executed="True" result="Failure"'),
  },
  {
    sign: '`result="Error"`',
    means: "error",
    tool: "NUnit 2",
    source: version2,
    sample: run('executed="True" result="Error"'),
  },
  {
    sign: '`result="NotRunnable"`',
    means: "error",
    tool: "NUnit 2",
    source: version2,
    sample: run('executed="False" result="NotRunnable"'),
  },
  {
    sign: '`result="Ignored"`',
    means: "skipped",
    tool: "NUnit 2",
    source: version2,
    sample: run('executed="False" result="Ignored"'),
  },
  {
    sign: '`executed="False"` without a result',
    means: "skipped",
    tool: "NUnit 2",
    source: version2,
    sample: run('executed="False"'),
  },
  {
    sign: '`success="False"` without a result',
    means: "failed",
    tool: "NUnit 2",
    source: version2,
    sample: run('executed="True" success="False"'),
  },
  {
    sign: 'A suite with `site="TearDown"` that failed',
    means: "outside",
    tool: "NUnit 3 and later",
    source: docs,
    sample: run('result="Passed"', 'result="Failed" site="TearDown"'),
  },
  {
    sign: "A suite that failed and holds no case that did",
    means: "outside",
    tool: "NUnit",
    source: docs,
    sample: run('result="Passed"', 'result="Failed"'),
  },
  {
    sign: '`result="Failed"` of `<test-run`, where nothing else failed',
    means: "run failed",
    tool: "NUnit 3 and later",
    source: docs,
    sample: run('result="Passed"').replace("<test-run", '<test-run result="Failed"'),
  },
  {
    sign: '`failed="1"` of `<test-run`, where nothing failed',
    means: "run failed",
    tool: "NUnit 3 and later",
    source: docs,
    sample: run('result="Passed"').replace("<test-run", '<test-run total="1" failed="1"'),
  },
];
