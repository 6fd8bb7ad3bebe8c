import type { Meaning } from "#meanings.ts";

const format = "https://xunit.net/docs/format-xml-v3";
const version2 = "https://xunit.net/docs/format-xml-v2";

function run(test: string, assembly = "", errors = ""): string {
  const tests = `<collection name="Till"><test name="Shop.Till.Pays" type="Shop.Till" method="Pays" time="0.1" ${test}/></collection>`;
  return `<assemblies><assembly name="/app/Shop.dll" ${assembly}>${errors}${tests}</assembly></assemblies>`;
}

/** Meaning of results and errors in xUnit.net. */
export const xunitMeanings: readonly Meaning[] = [
  {
    sign: '`result="Pass"`',
    means: "passed",
    tool: "xUnit.net",
    source: format,
    sample: run('result="Pass"'),
  },
  {
    sign: '`result="Fail"`',
    means: "failed",
    tool: "xUnit.net",
    source: format,
    sample: run('result="Fail"'),
  },
  {
    sign: '`result="Skip"`',
    means: "skipped",
    tool: "xUnit.net",
    source: format,
    sample: run('result="Skip"'),
  },
  {
    sign: '`result="NotRun"`: explicit',
    means: "skipped",
    tool: "xUnit.net 3",
    source: format,
    sample: run('result="NotRun"'),
  },
  {
    sign: "`<error`: a fixture or its clean-up failed",
    means: "outside",
    tool: "xUnit.net",
    source: format,
    sample: run(
      'result="Pass"',
      "",
      `<errors><error type="test-class-cleanup" name="Till"><failure><message>disk full</message></failure></error></errors>`,
    ),
  },
  {
    sign: '`errors="1"` of an assembly that lists none',
    means: "run failed",
    tool: "xUnit.net",
    source: version2,
    sample: run('result="Pass"', 'errors="1"'),
  },
  {
    sign: '`failed="1"` of an assembly, where no test failed',
    means: "run failed",
    tool: "xUnit.net",
    source: version2,
    sample: run('result="Pass"', 'total="1" failed="1"'),
  },
];
