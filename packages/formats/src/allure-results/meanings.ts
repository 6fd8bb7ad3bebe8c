import type { Meaning } from "#meanings.ts";

const resultFile = "https://allurereport.org/docs/how-it-works-test-result-file/";
const retries = "https://allurereport.org/docs/history-and-retries/";
const testng = "https://github.com/allure-framework/allure-java/issues/452";
const hooks = "https://github.com/allure-framework/allure-js/pull/502";
const globals = "https://github.com/allure-framework/allure-js/blob/main/packages/js-commons/src/sdk/types.ts";

const started = 1_772_359_200_000;

function file(uuid: string, change: object): Record<string, string> {
  const result = { uuid, name: "pays", fullName: `shop.Till#${uuid}`, start: started, stop: started + 5, ...change };
  return { [`${uuid}-result.json`]: JSON.stringify(result) };
}

/** Meaning of the fields in Allure files. */
export const allureMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "passed"`',
    means: "passed",
    tool: "all adapters",
    source: resultFile,
    sample: file("1", { status: "passed" }),
  },
  {
    sign: '`"status": "failed"`',
    means: "failed",
    tool: "all adapters",
    source: resultFile,
    sample: file("1", { status: "failed" }),
  },
  {
    sign: '`"status": "broken"`',
    means: "error",
    tool: "all adapters",
    source: resultFile,
    sample: file("1", { status: "broken" }),
  },
  {
    sign: '`"status": "skipped"`',
    means: "skipped",
    tool: "all adapters",
    source: resultFile,
    sample: file("1", { status: "skipped" }),
  },
  {
    sign: '`"status": "unknown"`, or no status at all',
    means: "skipped",
    tool: "all adapters",
    source: resultFile,
    sample: file("1", { status: "unknown", stop: started + 1 }),
  },
  {
    sign: "Several results with the same `historyId` and the same counted parameters",
    means: "attempt",
    tool: "all adapters",
    source: retries,
    sample: {
      ...file("1", { historyId: "h", status: "failed" }),
      ...file("2", { historyId: "h", status: "passed", start: started + 9 }),
    },
  },
  {
    sign: '`"status": "skipped"` with the stack of an error other than `SkipException`, followed by another attempt',
    means: "flaky",
    tool: "allure-testng",
    source: testng,
    sample: {
      ...file("1", {
        historyId: "h",
        status: "skipped",
        statusDetails: { trace: "java.lang.AssertionError: not org.testng.SkipException" },
      }),
      ...file("2", { historyId: "h", status: "passed", start: started + 9 }),
    },
  },
  {
    sign: 'A failed `"before all" hook for "pays"` of which `pays` passed later',
    means: "no test",
    tool: "allure-mocha, WebdriverIO",
    source: hooks,
    sample: {
      ...file("1", { name: '"before all" hook for "pays"', status: "broken" }),
      ...file("2", { status: "passed", start: started + 9 }),
    },
  },
  {
    sign: "`errors` of `globals.json`",
    means: "outside",
    tool: "allure-js 3",
    source: globals,
    sample: {
      ...file("1", { status: "passed" }),
      "2-globals.json": JSON.stringify({ errors: [{ message: "afterAll failed" }] }),
    },
  },
];
