import type { ResultEvent, TestError, TestEvent } from "@plumb/contract/result-event.ts";
import { asObject, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { browserIn } from "#text/browser-name.ts";
import { isSourceFile } from "#text/source-file.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { attachmentEvents } from "./attachment-events.ts";
import { labelsOf, type Labels } from "./labels.ts";
import { durationBetween, zonedMs } from "#text/loose-timestamp.ts";
import { skipReasonOf, statusOf } from "./outcome.ts";
import { variantOf } from "./parameters.ts";
import { type AttemptOf, stepEvents } from "./step-events.ts";

export interface RawAttempt extends AttemptOf {
  readonly result: JsonObject;
  /** Outermost first. */
  readonly containers: readonly JsonObject[];
  readonly worker: number | undefined;
  /** Status of the attempt. It can differ from the status in the file for an earlier attempt. */
  readonly status: TestEvent["status"];
}

/** Appends the events of a result file. */
export function attemptEvents(events: ResultEvent[], repairs: Set<string>, attempt: RawAttempt): void {
  const { result, containers, test, attempt: index, worker, status } = attempt;
  const befores = containers.flatMap((container) => objectsOf(container["befores"]));
  const afters = containers.toReversed().flatMap((container) => objectsOf(container["afters"]));
  events.push({
    kind: "attempt",
    test,
    index,
    status,
    startedAt: zonedMs(result["start"]),
    durationMs: durationBetween(result["start"], result["stop"]),
    errors: status === "failed" || status === "error" ? [errorOf([result, ...befores, ...afters])] : [],
    ...(worker === undefined ? {} : { worker }),
  });
  for (const fixture of befores) stepEvents(events, repairs, attempt, [fixture], "fixture");
  stepEvents(events, repairs, attempt, result["steps"], "test.step");
  for (const fixture of afters) stepEvents(events, repairs, attempt, [fixture], "fixture");
  attachmentEvents(events, repairs, { test, attempt: index }, result["attachments"]);
}

/** Returns the error of the result, or of the fixture that caused it. */
function errorOf(candidates: readonly JsonObject[]): TestError {
  for (const candidate of candidates) {
    if (statusOf(candidate) === "passed") continue;
    const details = asObject(candidate["statusDetails"]);
    const message = asString(details?.["message"]) ?? "";
    const trace = asString(details?.["trace"]) ?? "";
    if (message.trim() === "" && trace.trim() === "") continue;
    const first = message.trim() === "" ? (trace.trim().split("\n", 1)[0] ?? "") : message;
    return {
      message: cleanText(first, limits.message),
      ...(trace === "" ? {} : { stack: cleanText(trace, limits.stack) }),
    };
  }
  return { message: "Failed without a message" };
}

/** Returns the test event for these attempts, which are in order. The last attempt decides. */
export function testEvent(
  id: string,
  statuses: readonly TestEvent["status"][],
  result: JsonObject,
  categories: readonly string[],
): TestEvent {
  const labels = labelsOf(result["labels"]);
  const status = statusOf(result);
  const file = fileOf(result);
  const name = cleanTitle(asString(result["name"]) ?? asString(result["fullName"]) ?? "", limits.title);
  const variant = variantOf(result["parameters"]);
  const [author] = labels.all("owner");
  const tags = labels.all("tag").slice(0, limits.tagsPerTest);
  const browser = browserIn(variant) ?? browserIn(labels.first("browser") ?? "");
  const reason = status === "skipped" ? skipReasonOf(result) : undefined;
  const annotations = annotationsOf(result, labels, categories);
  return {
    kind: "test",
    id,
    file,
    titlePath: [...suitesOf(result, labels, file), name.trim() === "" ? "(unnamed)" : name],
    variant,
    status,
    flaky: status === "passed" && statuses.slice(0, -1).some((before) => before === "failed" || before === "error"),
    ...(browser === undefined ? {} : { browser }),
    ...(tags.length === 0 ? {} : { tags: tags.map((tag) => tag.replace(/^@/, "")) }),
    ...(author === undefined ? {} : { author }),
    ...(annotations.length === 0 ? {} : { annotations }),
    ...(reason === undefined ? {} : { skipReason: cleanText(reason, limits.message) }),
  };
}

/** Returns the suites as in Allure's tree "Suites". Without suite labels, uses the title path, or packages and classes. */
function suitesOf(result: JsonObject, labels: Labels, file: string | null): string[] {
  const suites = ["parentSuite", "suite", "subSuite"].flatMap((label) => labels.first(label) ?? []);
  if (suites.length > 0) return suites.map((title) => title.replaceAll("\\", "/"));
  const path = withoutLocation(result, file).map((title) => cleanTitle(title, limits.title));
  if (path.length > 0) return path.slice(0, limits.suiteDepth);
  const owner = labels.first("testClass") ?? labels.first("class") ?? labels.first("package");
  return owner === undefined ? [] : [owner];
}

/** Removes the package and the folders of the file from the title path. Adapters include them since version 3. */
function withoutLocation(result: JsonObject, file: string | null): readonly string[] {
  const path = stringsOf(result["titlePath"]);
  const [, owner] = locationInFullName.exec(asString(result["fullName"]) ?? "") ?? [];
  if (owner === undefined || file === null || path[0] !== owner) return path;
  const folders = file.split("/");
  const below = path.slice(1);
  const end = below.findIndex((part, index) => part !== folders[index]);
  return end < 0 ? [] : below.slice(end);
}

/** Matches `package:tests/cart.spec.ts#title`, or without the package before version 3. */
const locationInFullName = /^(?:([^:#›/\\]+):)?([^#:›]+\.\w{1,7})(?=\s*[#:›])/;

/** Returns the file in the full name, or the part of the title path that looks like a file. */
function fileOf(result: JsonObject): string | null {
  const [, , named] = locationInFullName.exec(asString(result["fullName"]) ?? "") ?? [];
  const labelledFile = named !== undefined && isSourceFile(named) ? named : undefined;
  const path = stringsOf(result["titlePath"]);
  const end = path.findLastIndex(isSourceFile);
  const file = labelledFile ?? (end < 0 ? undefined : path.slice(0, end + 1).join("/"));
  return file === undefined ? null : cleanTitle(file.replaceAll("\\", "/"), limits.title);
}

type Annotation = NonNullable<TestEvent["annotations"]>[number];

/** Labels that become annotations. */
const visibleLabels = ["severity", "epic", "feature", "story", "layer", "AS_ID", "ALLURE_ID"];

function annotationsOf(result: JsonObject, labels: Labels, categories: readonly string[]): Annotation[] {
  const details = asObject(result["statusDetails"]);
  const description = asString(result["description"]) ?? withoutTags(asString(result["descriptionHtml"]) ?? "");
  const annotations: Annotation[] = [
    ...visibleLabels.flatMap((type) => labels.all(type).map((value) => ({ type, description: value }))),
    ...objectsOf(result["links"]).flatMap(linkAnnotation),
    ...categories.map((category) => ({ type: "category", description: category })),
    ...(description.trim() === "" ? [] : [{ type: "description", description }]),
    ...["known", "muted", "flaky"].filter((mark) => details?.[mark] === true).map((type) => ({ type })),
  ];
  return annotations.slice(0, limits.annotationsPerTest).map(({ type, description: text }) => ({
    type: cleanTitle(type, limits.annotationValue),
    ...(text === undefined ? {} : { description: cleanText(text, limits.annotationValue) }),
  }));
}

/** Keeps the address only for links to web pages. Other links only keep their name. */
function linkAnnotation(link: JsonObject): Annotation[] {
  const type = asString(link["type"]) ?? "link";
  const url = asString(link["url"]) ?? "";
  const name = asString(link["name"]) ?? "";
  const address = /^https?:\/\//i.test(url) ? url : "";
  const text = name === "" || name === address ? address : address === "" ? name : `${name} ${address}`;
  return text === "" ? [] : [{ type, description: text }];
}

function withoutTags(html: string): string {
  return html
    .slice(0, limits.message)
    .replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}
