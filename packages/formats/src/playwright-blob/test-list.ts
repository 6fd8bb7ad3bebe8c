import { asObject, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import type { SpecSuite } from "#playwright-json/spec-writer.ts";

/** A test in the list of its project, before any test ran. */
export interface ListedTest {
  readonly projectName: string;
  readonly suites: readonly SpecSuite[];
  /** Spec in the structure of the JSON reporter, without its tests. */
  readonly spec: JsonObject;
  readonly annotations: unknown;
  readonly retries: unknown;
}

interface OpenSuite {
  readonly entry: JsonObject;
  readonly suites: readonly SpecSuite[];
}

/**
 * Yields the tests of a project with their ids, in the order of their files. Version 1 lists the suites and tests of a suite separately,
 * version 2 in one list. Iterative, because a hostile report may nest suites deeply.
 */
export function* listedTests(project: JsonObject, botName: string | undefined): Generator<[string, ListedTest]> {
  const projectName = asString(project["name"]) ?? "";
  const waiting: OpenSuite[] = objectsOf(project["suites"])
    .toReversed()
    .map((entry) => ({ entry, suites: [suiteOf(entry)] }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { entry, suites } = next;
    const testId = asString(entry["testId"]);
    if (testId !== undefined) {
      const location = asObject(entry["location"]);
      const tags = [...stringsOf(entry["tags"]), ...(botName === undefined ? [] : [botName])];
      const spec = { title: entry["title"], file: location?.["file"], line: location?.["line"], tags };
      yield [testId, { projectName, suites, spec, annotations: entry["annotations"], retries: entry["retries"] }];
      continue;
    }
    if (suites.length > limits.suiteDepth) continue;
    const children = [...objectsOf(entry["entries"]), ...objectsOf(entry["suites"]), ...objectsOf(entry["tests"])];
    for (const child of children.toReversed()) {
      const isTest = asString(child["testId"]) !== undefined;
      waiting.push({ entry: child, suites: isTest ? suites : [...suites, suiteOf(child)] });
    }
  }
}

function suiteOf(entry: JsonObject): SpecSuite {
  return { title: asString(entry["title"]) ?? "", file: asString(asObject(entry["location"])?.["file"]) };
}
