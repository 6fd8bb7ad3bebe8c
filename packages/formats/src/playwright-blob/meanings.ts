import type { Meaning } from "#meanings.ts";

const statuses = "https://playwright.dev/docs/api/class-testresult#test-result-status";
const outcome = "https://playwright.dev/docs/api/class-testcase#test-case-outcome";
const events = "https://github.com/microsoft/playwright/blob/main/packages/playwright/src/isomorphic/teleReceiver.ts";
const full = "https://playwright.dev/docs/api/class-reporter#reporter-on-end";

const line = (method: string, params: object) => `${JSON.stringify({ method, params })}\n`;

function result(status: string, retry = 0): string {
  const id = `r${retry}`;
  return (
    line("onTestBegin", { testId: "t", result: { id, retry, startTime: 1_772_359_200_000 + retry } }) +
    line("onTestEnd", {
      test: { testId: "t", expectedStatus: "passed" },
      result: { id, status, duration: 5, errors: [] },
    })
  );
}

function blob(results: string, status = "passed"): string {
  const suites = [
    {
      title: "till.spec.ts",
      location: { file: "till.spec.ts" },
      entries: [{ testId: "t", title: "pays", location: { file: "till.spec.ts", line: 3 } }],
    },
  ];
  return (
    line("onBlobReportMetadata", { version: 2 }) +
    line("onConfigure", { config: { rootDir: "/app" } }) +
    line("onProject", { project: { name: "", suites } }) +
    results +
    line("onEnd", { result: { status, startTime: 1_772_359_200_000, duration: 9 } })
  );
}

/** Meaning of the events in a blob. */
export const playwrightBlobMeanings: readonly Meaning[] = [
  {
    sign: '`"status": "passed"`',
    means: "passed",
    tool: "Playwright",
    source: statuses,
    sample: blob(result("passed")),
  },
  {
    sign: '`"status": "failed"`',
    means: "failed",
    tool: "Playwright",
    source: statuses,
    sample: blob(result("failed"), "failed"),
  },
  {
    sign: '`"status": "timedOut"`',
    means: "failed",
    tool: "Playwright",
    source: statuses,
    sample: blob(result("timedOut"), "failed"),
  },
  {
    sign: '`"status": "skipped"`',
    means: "skipped",
    tool: "Playwright",
    source: statuses,
    sample: blob(result("skipped")),
  },
  {
    sign: "A listed test without a result",
    means: "skipped",
    tool: "Playwright",
    source: outcome,
    sample: blob(""),
  },
  {
    sign: "Several events `onTestEnd` of one test",
    means: "attempt",
    tool: "Playwright",
    source: events,
    sample: blob(result("failed", 0) + result("passed", 1)),
  },
  {
    sign: "`onError`",
    means: "outside",
    tool: "Playwright",
    source: events,
    sample: blob(`${result("passed")}${line("onError", { error: { message: "no server" } })}`, "failed"),
  },
  {
    sign: '`"status": "failed"` of `onEnd`, where nothing else failed',
    means: "run failed",
    tool: "Playwright",
    source: full,
    sample: blob(result("passed"), "failed"),
  },
  {
    sign: '`"status": "timedout"` of `onEnd`: the time of the whole run was over',
    means: "run failed",
    tool: "Playwright",
    source: full,
    sample: blob(result("passed"), "timedout"),
  },
  {
    sign: '`"status": "interrupted"` of `onEnd`',
    means: "interrupted",
    tool: "Playwright",
    source: full,
    sample: blob(result("passed"), "interrupted"),
  },
  {
    sign: "No event at the end",
    means: "interrupted",
    tool: "Playwright",
    source: full,
    // bounded-pattern: the text is a sample of ours
    sample: blob(result("passed")).replace(/.*onEnd.*\n/, ""),
  },
];
