import {
  type ModelAttempt,
  type ModelTest,
  rootDir,
  runStartedAt,
  type SpecFile,
  specFiles,
  workers,
} from "./results-model.ts";

/** Yields a report of Playwright's JSON reporter with its indentation, about 1.8 kB per test. */
export function* playwrightJsonReport(
  count: number,
  seed: number,
  run: { readonly run?: number; readonly startedAt?: number } = {},
): Generator<string> {
  yield `{\n  "config": ${indented(config, "  ")},\n  "suites": [\n`;
  const totals = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
  let separator = "";
  for (const spec of specFiles(count, seed, run)) {
    for (const { outcome } of spec.tests) totals[playwrightOutcome[outcome]]++;
    yield `${separator}    ${indented(suite(spec), "    ")}`;
    separator = ",\n";
  }
  const stats = {
    startTime: new Date(run.startedAt ?? runStartedAt).toISOString(),
    duration: count * 260.5,
    ...totals,
  };
  yield `\n  ],\n  "errors": [],\n  "stats": ${indented(stats, "  ")}\n}\n`;
}

const playwrightOutcome = { passed: "expected", failed: "unexpected", flaky: "flaky", skipped: "skipped" } as const;

function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, undefined, 2).replaceAll("\n", `\n${indent}`);
}

const config = {
  configFile: `${rootDir}/../playwright.config.ts`,
  rootDir,
  forbidOnly: true,
  fullyParallel: true,
  metadata: { actualWorkers: workers },
  projects: [
    {
      outputDir: `${rootDir}/../test-results`,
      repeatEach: 1,
      retries: 1,
      metadata: {},
      id: "chromium",
      name: "chromium",
      testDir: rootDir,
      timeout: 30_000,
    },
  ],
  shard: null,
  version: "1.65.1",
  workers,
};

function suite({ file, describe, tests }: SpecFile) {
  const specs = tests.map((test) => spec(file, test));
  return {
    title: file,
    file,
    column: 0,
    line: 0,
    specs: [],
    suites: [{ title: describe, file, line: 5, column: 6, specs }],
  };
}

function spec(file: string, test: ModelTest) {
  const skipped = test.outcome === "skipped";
  return {
    title: test.title,
    ok: test.outcome !== "failed",
    tags: [],
    tests: [
      {
        timeout: 30_000,
        annotations: skipped ? [{ type: "skip", description: "not on this browser" }] : [],
        expectedStatus: skipped ? "skipped" : "passed",
        projectId: "chromium",
        projectName: "chromium",
        results: test.attempts.map((attempt, retry) => result(file, test, attempt, retry)),
        status: playwrightOutcome[test.outcome],
      },
    ],
    id: test.id,
    file,
    line: test.line,
    column: 3,
  };
}

function result(file: string, test: ModelTest, attempt: ModelAttempt, retry: number) {
  const location = { file: `${rootDir}/${file}`, column: 42, line: test.line + 6 };
  const { error } = attempt;
  return {
    workerIndex: attempt.worker,
    parallelIndex: attempt.worker,
    status: attempt.status,
    duration: attempt.durationMs,
    ...(error === null ? {} : { error: { ...error, location } }),
    errors: error === null ? [] : [{ location, message: `${error.message}\n\n${error.snippet}` }],
    stdout: attempt.stdout === null ? [] : [{ text: attempt.stdout }],
    stderr: [],
    retry,
    steps: attempt.steps.map(({ title, durationMs }) => ({ title, duration: durationMs })),
    startTime: new Date(attempt.startedAt).toISOString(),
    annotations: [],
    attachments:
      error === null
        ? []
        : [
            {
              name: "screenshot",
              contentType: "image/png",
              path: `${rootDir}/../test-results/${test.id}-retry${retry}/test-failed-1.png`,
            },
          ],
    ...(error === null ? {} : { errorLocation: location }),
  };
}
