import type { ResultEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { asCount, asPositiveInteger, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { browserIn } from "#text/browser-name.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { tagsIn } from "#text/tags-in-titles.ts";
import { assertionsIn } from "./assertions.ts";
import { attemptEvents, neverFinished } from "./attempt-events.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

export interface SpecSuite {
  readonly title: string | undefined;
  readonly file: string | undefined;
}

export interface WrittenSpec {
  readonly events: readonly ResultEvent[];
  /** Messages about cut or dropped parts. */
  readonly repairs: readonly string[];
}

type Annotation = NonNullable<TestEvent["annotations"]>[number];

/** Converts specs to events. A spec contains one test per project, or several if tests are repeated. */
export class SpecWriter {
  /** Root from the configuration, once it is known. Error locations are relative to it. */
  rootDir: string | undefined;
  /** Retries by the id or name of a project, for tests that do not contain theirs. */
  #retriesOfProject: ReadonlyMap<string, number> = new Map();
  /** False if the categories of steps are derived from their titles. */
  countsAssertions = true;
  /** Number of tests and of attempts written so far. */
  tests = 0;
  attempts = 0;

  /** Learns the root and the retries of the projects. */
  configure(config: JsonObject): void {
    this.rootDir = asString(config["rootDir"]);
    this.#retriesOfProject = retriesOfProjects(config);
  }

  write(spec: JsonObject, suites: readonly SpecSuite[]): WrittenSpec {
    const events: ResultEvent[] = [];
    const repairs = new Set<string>();
    const { file, titlePath, cut } = locationOf(spec, suites);
    if (cut) repairs.add(`A title is longer than ${limits.title} characters and was cut`);
    for (const test of objectsOf(spec["tests"])) {
      const results = objectsOf(test["results"]);
      const id = String(++this.tests);
      this.attempts += results.length;
      if (results.length > limits.attemptsPerTest) {
        repairs.add(`A test has more than ${limits.attemptsPerTest} attempts; the oldest were left out`);
      }
      for (const [index, result] of results.slice(-limits.attemptsPerTest).entries()) {
        attemptEvents(events, repairs, { id, index, test, result, file, rootDir: this.rootDir });
      }
      events.push({
        ...testEvent({ id, spec, test, results, file, titlePath }),
        maxRetries: this.#retriesOf(test),
        assertions: this.countsAssertions ? assertionsIn(results.at(-1)?.["steps"]) : undefined,
      });
    }
    return { events, repairs: [...repairs] };
  }

  #retriesOf(test: JsonObject): number | undefined {
    const project = asString(test["projectId"]) ?? asString(test["projectName"]) ?? "";
    return asCount(test["retries"]) ?? this.#retriesOfProject.get(project);
  }
}

/** Location of a spec. Together with the variant, it is the identity of its tests. */
export interface SpecLocation {
  readonly file: string | undefined;
  readonly titlePath: string[];
  /** True if a title was cut because of its length. */
  readonly cut: boolean;
}

export function locationOf(spec: JsonObject, suites: readonly SpecSuite[]): SpecLocation {
  const file = asString(spec["file"]) ?? suites.findLast((suite) => suite.file !== undefined)?.file;
  const titles = [...describes(suites, file), asString(spec["title"]) ?? ""];
  const titlePath = titles.map((title) => cleanTitle(title, limits.title));
  if (titlePath.at(-1)?.trim() === "") titlePath[titlePath.length - 1] = "(unnamed)";
  return { file, titlePath, cut: titles.some((title) => title.length > limits.title) };
}

/** The outermost suite is the file. An anonymous `describe` has no title. */
function describes(suites: readonly SpecSuite[], file: string | undefined): string[] {
  const [outermost, ...inner] = suites.map(({ title }) => title ?? "");
  const own = suites[0]?.file ?? file;
  const isFile = outermost === undefined || own === undefined || posix(own).endsWith(posix(outermost));
  return (isFile ? inner : [outermost, ...inner]).filter((title) => title !== "");
}

function posix(path: string): string {
  return path.includes("\\") ? path.replaceAll("\\", "/") : path;
}

export interface SpecTest {
  readonly id: string;
  readonly spec: JsonObject;
  readonly test: JsonObject;
  readonly results: readonly JsonObject[];
  readonly file: string | undefined;
  readonly titlePath: string[];
  /** Browser of the project; used if the project's name does not contain one. */
  readonly browser?: string | undefined;
}

const finalStatus: Readonly<Record<Outcome, TestEvent["status"]>> = {
  expected: "passed",
  flaky: "passed",
  unexpected: "failed",
  skipped: "skipped",
};

/** Returns the test event, based on all results of the test. */
export function testEvent({ id, spec, test, results, file, titlePath, browser: used }: SpecTest): TestEvent {
  const outcome = outcomeOf(test, results);
  const variant = cleanTitle(asString(test["projectName"]) ?? asString(test["projectId"]) ?? "", limits.title);
  const annotations = annotationsOf(test, results);
  const tags = tagsOf(spec, titlePath);
  const author = annotations.find(
    ({ type, description }) => /^(author|owner)$/i.test(type) && description !== undefined,
  );
  const browser = browserIn(variant) ?? used;
  const line = asPositiveInteger(spec["line"]);
  const reason = outcome === "skipped" ? skipReason(test, results, annotations) : undefined;
  return {
    kind: "test",
    id,
    file: file === undefined ? null : cleanTitle(posix(file), limits.title),
    titlePath,
    variant,
    status: finalStatus[outcome],
    flaky: outcome === "flaky",
    line,
    browser,
    tags: tags.length === 0 ? undefined : tags,
    author: author?.description,
    annotations: annotations.length === 0 ? undefined : annotations,
    maxRetries: asCount(test["retries"]),
    timeoutMs: asCount(test["timeout"]),
    skipReason: reason,
  };
}

/** Newer versions repeat the annotations of a test in each of its results. */
function annotationsOf(test: JsonObject, results: readonly JsonObject[]): Annotation[] {
  const seen = new Map<string, Annotation>();
  for (const owner of [test, ...results]) {
    for (const entry of objectsOf(owner["annotations"])) {
      const type = asString(entry["type"]);
      if (type === undefined || seen.size >= limits.annotationsPerTest) continue;
      const text = asString(entry["description"]);
      const description = text === undefined ? undefined : cleanText(text, limits.annotationValue);
      const annotation = {
        type: cleanTitle(type, limits.annotationValue),
        ...(description === undefined ? {} : { description }),
      };
      seen.set(JSON.stringify(annotation), annotation);
    }
  }
  return [...seen.values()];
}

/** Returns the tags in `tags`, without `@`. Before 1.42, they are only in the titles. */
function tagsOf(spec: JsonObject, titlePath: readonly string[]): string[] {
  const all = [...stringsOf(spec["tags"]), ...tagsIn(titlePath)].map((tag) => cleanTitle(tag, 200).replace(/^@/, ""));
  return [...new Set(all)].filter((tag) => tag !== "").slice(0, limits.annotationsPerTest);
}

/** Returns why a test was skipped. Playwright also reports tests as "skipped" that were never reached. */
function skipReason(test: JsonObject, results: readonly JsonObject[], annotations: readonly Annotation[]): string {
  const marked = annotations.find(({ type }) => type === "skip" || type === "fixme");
  if (results.some(({ status }) => neverFinished(status))) return "Interrupted: the run was stopped before it finished";
  if (marked?.description !== undefined) return marked.description;
  if (marked !== undefined || test["expectedStatus"] === "skipped")
    return marked?.type === "fixme" ? "Marked as fixme" : "Skipped";
  return "Did not run: the run ended, or an earlier failure stopped its group, before it started";
}

function retriesOfProjects(config: JsonObject): Map<string, number> {
  const retriesOf = new Map<string, number>();
  for (const project of objectsOf(config["projects"])) {
    const retries = asCount(project["retries"]);
    const id = asString(project["id"]) ?? asString(project["name"]);
    if (retries !== undefined && id !== undefined) retriesOf.set(id, retries);
  }
  return retriesOf;
}
