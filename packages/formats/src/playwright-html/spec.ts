import { Buffer } from "node:buffer";
import { asObject, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import type { SpecSuite } from "#playwright-json/spec-writer.ts";
import { printedError } from "./printed-error.ts";

interface SpecWithSuites {
  readonly spec: JsonObject;
  readonly suites: readonly SpecSuite[];
}

/** Returns a test as a spec of Playwright's JSON report, so that it has the same identity. */
export function specOf(test: JsonObject, fileName: string | undefined): SpecWithSuites {
  const location = asObject(test["location"]);
  const results = objectsOf(test["results"]);
  const outcome = test["outcome"];
  const written = {
    projectName: test["projectName"],
    annotations: test["annotations"],
    expectedStatus: expectedStatusOf(test, results),
    status: outcome,
    results: results.map(resultOf),
  };
  const spec = {
    title: test["title"],
    file: asString(location?.["file"]) ?? fileName,
    line: location?.["line"],
    tags: test["tags"],
    tests: [written],
  };
  const file = { title: fileName, file: fileName };
  return { spec, suites: [file, ...stringsOf(test["path"]).map((title) => ({ title, file: undefined }))] };
}

/** The report has the outcome of a test instead of the status that was expected. */
function expectedStatusOf(test: JsonObject, results: readonly JsonObject[]): string {
  const last = asString(results.at(-1)?.["status"]);
  if (last !== undefined && (test["outcome"] === "expected" || test["outcome"] === "flaky")) return last;
  return objectsOf(test["annotations"]).some(({ type }) => type === "fail") ? "failed" : "passed";
}

function resultOf(result: JsonObject): JsonObject {
  const attachments = objectsOf(result["attachments"]);
  const errors: unknown[] = Array.isArray(result["errors"]) ? result["errors"] : [];
  return {
    ...result,
    errors: errors.flatMap((error) => {
      const text = asString(error) ?? asString(asObject(error)?.["message"]);
      return text === undefined ? [] : [printedError(text)];
    }),
    steps: stepsOf(result["steps"], 0),
    stdout: printed(attachments, "stdout"),
    stderr: printed(attachments, "stderr"),
    attachments: attachments.map(attachmentOf),
  };
}

function stepsOf(steps: unknown, depth: number): JsonObject[] {
  if (depth > limits.stepDepth) return [];
  return objectsOf(steps).map((step) => {
    const error = asString(step["error"]);
    return {
      ...step,
      category: categoryOf(step),
      error: error === undefined ? undefined : printedError(error),
      annotations: step["skipped"] === true ? [{ type: "skip" }] : [],
      steps: stepsOf(step["steps"], depth + 1),
    };
  });
}

/** The report has no categories. Those of hooks, fixtures and assertions follow from the titles that Playwright gives them. */
function categoryOf({ title, subtitle }: JsonObject): string | undefined {
  const name = asString(title) ?? "";
  if (/^(?:Before Hooks|After Hooks|Worker Cleanup)$|^(?:before|after)(?:Each|All) hook/.test(name)) return "hook";
  if (/^[Ff]ixture[ :]/.test(name)) return "fixture";
  if (/^(?:Expect "|expect\.)/.test(name)) return "expect";
  return subtitle === undefined ? undefined : "pw:api";
}

/** Output is listed among the attachments. */
function isOutput({ name, contentType, path }: JsonObject): boolean {
  return (name === "stdout" || name === "stderr") && contentType === "text/plain" && path === undefined;
}

function printed(attachments: readonly JsonObject[], stream: string): JsonObject[] {
  return attachments
    .filter((attachment) => isOutput(attachment) && attachment["name"] === stream)
    .map(({ body }) => ({ text: asString(body) ?? "" }));
}

/** The bodies of attachments are plain text. Output keeps its place in the list, which steps refer to, under an internal name. */
function attachmentOf(attachment: JsonObject): JsonObject {
  if (isOutput(attachment)) return { name: "_output" };
  const body = asString(attachment["body"]);
  return body === undefined ? attachment : { ...attachment, body: Buffer.from(body).toString("base64") };
}
