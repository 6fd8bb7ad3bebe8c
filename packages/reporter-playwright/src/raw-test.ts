import { relative, sep } from "node:path";
import type { JsonObject } from "@plumb/formats/json/json-value.ts";
import { assertionsIn } from "@plumb/formats/playwright-json/assertions.ts";
import { locationOf, type SpecLocation, type SpecSuite } from "@plumb/formats/playwright-json/spec-writer.ts";
import { browserIn } from "@plumb/formats/text/browser-name.ts";
import type { Suite, TestCase, TestResult, TestStep } from "@playwright/test/reporter";

// Tests in the form in which Playwright's own reporters write them to files, so that both ways give a test the same identity.

/** A running test in the format of the JSON report. */
export interface RawTest {
  readonly id: string;
  readonly spec: JsonObject;
  readonly place: SpecLocation;
  readonly browser: string | undefined;
}

export function rawTest(test: TestCase, rootDir: string): RawTest {
  const spec = {
    title: test.title,
    file: posixRelative(rootDir, test.location.file),
    line: test.location.line,
    tags: test.tags,
  };
  return { id: test.id, spec, place: locationOf(spec, suitesOf(test, rootDir)), browser: browserOf(test) };
}

/** Returns the test with its results so far. */
export function testWithResults(test: TestCase): JsonObject {
  return {
    projectName: test.parent.project()?.name ?? "",
    expectedStatus: test.expectedStatus,
    annotations: test.annotations,
    retries: test.retries,
    timeout: test.timeout,
    results: test.results.map(({ status, annotations }) => ({ status, annotations })),
  };
}

/** Returns the number of assertions in the last attempt; undefined if there was none. */
export function assertionsOf(test: TestCase): number | undefined {
  const result = test.results.at(-1);
  return result && assertionsIn(result.steps.map((step) => rawStep(step, result)));
}

export function rawResult(result: TestResult): JsonObject {
  return {
    workerIndex: result.workerIndex,
    status: result.status,
    startTime: result.startTime.toISOString(),
    duration: result.duration,
    error: result.error,
    errors: result.errors,
    errorLocation: result.error?.location,
    steps: result.steps.map((step) => rawStep(step, result)),
    stdout: result.stdout.map(rawOutput),
    stderr: result.stderr.map(rawOutput),
    attachments: result.attachments.map(({ name, contentType, path, body }) => ({
      name,
      contentType,
      path,
      body: body?.toString("base64"),
    })),
  };
}

function rawStep(step: TestStep, result: TestResult): JsonObject {
  const { title, subtitle, category, duration, error, location } = step;
  // Since 1.50. As in a blob report, these are indexes into the attachments of the result.
  const attached = (step.attachments as TestStep["attachments"] | undefined) ?? [];
  return {
    title,
    subtitle,
    category,
    // A step that never ended has a duration of -1.
    duration: duration < 0 ? undefined : duration,
    error,
    location,
    // Since 1.51.
    annotations: (step as { readonly annotations?: TestStep["annotations"] }).annotations,
    attachments: attached.map((attachment) => result.attachments.indexOf(attachment)),
    steps: step.steps.map((inner) => rawStep(inner, result)),
  };
}

function rawOutput(chunk: string | Buffer): JsonObject {
  return typeof chunk === "string" ? { text: chunk } : { buffer: chunk.toString("base64") };
}

/** Returns the suites from the file to the innermost. */
function suitesOf(test: TestCase, rootDir: string): SpecSuite[] {
  const suites: SpecSuite[] = [];
  for (let suite: Suite | undefined = test.parent; suite !== undefined; suite = suite.parent) {
    if (suite.type !== "file" && suite.type !== "describe") break;
    const file = suite.location === undefined ? undefined : posixRelative(rootDir, suite.location.file);
    suites.unshift({ title: suite.title, file });
  }
  return suites;
}

/** Returns the browser of the test's project (by default Chromium), or undefined for a test without a project. */
function browserOf(test: TestCase): string | undefined {
  const use = test.parent.project()?.use;
  if (use === undefined) return undefined;
  return browserIn(use.channel ?? "") ?? use.browserName ?? use.defaultBrowserType ?? "chromium";
}

function posixRelative(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}
