import { relative, sep } from "node:path";
import type { JsonObject } from "@plumb/formats/json/json-value.ts";
import { placeOf, type SpecPlace, type SpecSuite } from "@plumb/formats/playwright-json/spec-writer.ts";
import { browserIn } from "@plumb/formats/text/browser-name.ts";
import type { Suite, TestCase, TestResult, TestStep } from "@playwright/test/reporter";

// Tests as Playwright's own reporters write them into files: what turns these into events gives both the same identity.

/** A test while it runs, in the words of the JSON report. */
export interface RawTest {
  readonly id: string;
  readonly spec: JsonObject;
  readonly place: SpecPlace;
  readonly browser: string | undefined;
}

export function rawTest(test: TestCase, rootDir: string): RawTest {
  const spec = {
    title: test.title,
    file: posixRelative(rootDir, test.location.file),
    line: test.location.line,
    tags: test.tags,
  };
  return { id: test.id, spec, place: placeOf(spec, suitesOf(test, rootDir)), browser: browserOf(test) };
}

/** The test with the results that it has so far. */
export function testWithResults(test: TestCase): JsonObject {
  return {
    projectName: test.parent.project()?.name ?? "",
    expectedStatus: test.expectedStatus,
    annotations: test.annotations,
    results: test.results.map(({ status, annotations }) => ({ status, annotations })),
  };
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
  // Since 1.50; as a blob has it, the places among those of the result.
  const attached = (step.attachments as TestStep["attachments"] | undefined) ?? [];
  return {
    title,
    subtitle,
    category,
    // One that never came to its end lasts -1.
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

/** From the file inwards. */
function suitesOf(test: TestCase, rootDir: string): SpecSuite[] {
  const suites: SpecSuite[] = [];
  for (let suite: Suite | undefined = test.parent; suite !== undefined; suite = suite.parent) {
    if (suite.type !== "file" && suite.type !== "describe") break;
    const file = suite.location === undefined ? undefined : posixRelative(rootDir, suite.location.file);
    suites.unshift({ title: suite.title, file });
  }
  return suites;
}

/** The browser of the test's project, which is Chromium by default; undefined outside of projects. */
function browserOf(test: TestCase): string | undefined {
  const use = test.parent.project()?.use;
  if (use === undefined) return undefined;
  return browserIn(use.channel ?? "") ?? use.browserName ?? use.defaultBrowserType ?? "chromium";
}

function posixRelative(from: string, to: string): string {
  return relative(from, to).split(sep).join("/");
}
