import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { writeReport } from "./report-file.ts";
import { type ModelAttempt, type ModelTest, rootDir, runStartedAt, specFiles, workers } from "./results-model.ts";

const screenshot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const resource = `resources/${createHash("sha1").update(screenshot).digest("hex")}.png`;

/** Writes the results as a blob report for `playwright merge-reports`: a zip in a separate folder. */
export async function writePlaywrightBlob(folder: string, count: number, seed: number): Promise<void> {
  const lines = await writeReport(`${folder}.jsonl`, count, events(count, seed));
  const zip = new ZipFile();
  zip.addBuffer(screenshot, resource);
  zip.addFile(lines.path, "report.jsonl");
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(`${folder}/report.zip`)));
}

function* events(count: number, seed: number): Generator<string> {
  const files = [...specFiles(count, seed)];
  yield event("onBlobReportMetadata", {
    version: 2,
    userAgent: "Playwright/1.65.1 (x64; debian 12) node/24.9",
    pathSeparator: "/",
  });
  yield event("onConfigure", {
    config: {
      rootDir,
      configFile: "../playwright.config.ts",
      version: "1.65.1",
      workers,
      metadata: { actualWorkers: workers },
      globalTimeout: 0,
      maxFailures: 0,
      tags: [],
      webServer: null,
    },
  });
  const suites = files.map(({ file, describe, tests }) => ({
    title: file,
    location: { file, line: 0, column: 0 },
    entries: [
      { title: describe, location: { file, line: 5, column: 6 }, entries: tests.map((test) => entry(file, test)) },
    ],
  }));
  yield event("onProject", {
    project: {
      name: "chromium",
      metadata: {},
      outputDir: "../test-results",
      repeatEach: 1,
      retries: 1,
      testDir: "",
      testIgnore: [],
      testMatch: [],
      timeout: 30_000,
      suites,
      grep: [],
      grepInvert: [],
      dependencies: [],
      snapshotDir: "",
      use: {},
    },
  });
  yield event("onBegin");
  for (const { file, tests } of files) {
    for (const test of tests)
      yield* test.attempts.length === 0
        ? skipped(test)
        : test.attempts.flatMap((attempt, retry) => [...ran(file, test, attempt, retry)]);
  }
  yield event("onEnd", { result: { status: "failed", startTime: runStartedAt, duration: count * 260.5 } });
}

function event(method: string, params?: unknown): string {
  return `${JSON.stringify({ method, params })}\n`;
}

function entry(file: string, test: ModelTest) {
  const annotations = test.outcome === "skipped" ? [{ type: "skip", description: "not on this browser" }] : [];
  return {
    testId: test.id,
    title: test.title,
    location: { file, line: test.line, column: 3 },
    retries: 1,
    tags: [],
    repeatEachIndex: 0,
    annotations,
  };
}

function* skipped({ id: testId }: ModelTest): Generator<string> {
  const id = `${testId}-0`;
  yield event("onTestBegin", {
    testId,
    result: { id, retry: 0, workerIndex: -1, parallelIndex: -1, startTime: runStartedAt },
  });
  yield event("onTestEnd", {
    test: {
      testId,
      expectedStatus: "skipped",
      timeout: 30_000,
      annotations: [{ type: "skip", description: "not on this browser" }],
    },
    result: { id, duration: 0, status: "skipped", errors: [] },
  });
}

function* ran(file: string, { id: testId, line }: ModelTest, attempt: ModelAttempt, retry: number): Generator<string> {
  const resultId = `${testId}-${retry}`;
  const { worker, error } = attempt;
  yield event("onTestBegin", {
    testId,
    result: { id: resultId, retry, workerIndex: worker, parallelIndex: worker, startTime: attempt.startedAt },
  });
  let at = attempt.startedAt;
  for (const [index, { title, durationMs }] of attempt.steps.entries()) {
    const id = `${resultId}-${index}`;
    yield event("onStepBegin", {
      testId,
      resultId,
      step: { id, title, category: "test.step", startTime: at, location: { file, line: line + index, column: 5 } },
    });
    yield event("onStepEnd", { testId, resultId, step: { id, duration: durationMs } });
    at += durationMs;
  }
  if (attempt.stdout !== null)
    yield event("onStdIO", { type: "stdout", testId, resultId, data: attempt.stdout, isBase64: false });
  if (error !== null)
    yield event("onAttach", {
      testId,
      resultId,
      attachments: [{ name: "screenshot", path: resource, contentType: "image/png" }],
    });
  const location = { file, column: 42, line: line + 6 };
  yield event("onTestEnd", {
    test: { testId, expectedStatus: "passed", timeout: 30_000, annotations: [] },
    result: {
      id: resultId,
      duration: attempt.durationMs,
      status: attempt.status,
      errors: error === null ? [] : [{ ...error, location }],
    },
  });
}
