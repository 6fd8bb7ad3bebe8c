import type { TestEvent, TestStatus } from "@plumb/contract/result-event.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { limits } from "@plumb/formats/limits.ts";
import type { Item } from "./item.ts";
import { tagOf } from "#ingest/sources/reportportal/launches/launch-details.ts";
import { describedError } from "#ingest/sources/reportportal/logs/logs.ts";

type Annotation = NonNullable<TestEvent["annotations"]>[number];

/** Returns a test from its executions: the first one determines its identity, the last one its current values. */
export function testEvent(
  first: Item,
  last: Item,
  { status, flaky }: { readonly status: TestStatus; readonly flaky: boolean },
): TestEvent {
  const { said } = first;
  const browser = parameterOf(first, "browser");
  const author = attributeOf(last, /^(?:author|owner)$/i);
  const annotations = annotationsOf(first, last);
  const reason = status === "skipped" ? skipReason(last) : undefined;
  const tags = tagsOf(first, last);
  return {
    kind: "test",
    id: first.key,
    file: said.file ?? null,
    titlePath: [...said.above, said.name],
    variant: variantOf(first),
    status,
    flaky,
    ...(said.line !== undefined && { line: said.line }),
    ...(tags.length > 0 && { tags }),
    ...(browser !== undefined && { browser }),
    ...(author !== undefined && { author }),
    ...(annotations.length > 0 && { annotations }),
    ...(reason !== undefined && { skipReason: reason }),
  };
}

/** Returns the test's variant: the project, and parameters that are not part of its name. */
function variantOf({ said }: Item): string {
  const parameters = (said.parameters ?? []).filter(({ value = "" }) => value !== "");
  const isNamed = parameters.length > 0 && parameters.every(({ value = "" }) => said.name.includes(value));
  const reported = isNamed ? [] : parameters.map(parameterText);
  return [...(said.variant === undefined ? [] : [said.variant]), ...reported].join(", ").slice(0, limits.title);
}

/** Returns the value of a parameter. Removes the version from browsers, because it changes: `chrome.120_0_1.linux`. */
function parameterText({ key = "", value = "" }: NonNullable<Item["said"]["parameters"]>[number]): string {
  if (key === "") return value;
  return key.toLowerCase() === "browser" ? (/^[a-z]+/i.exec(value)?.[0] ?? value) : `${key}=${value}`;
}

function parameterOf({ said }: Item, name: string): string | undefined {
  return said.parameters?.find(({ key }) => key?.toLowerCase() === name)?.value;
}

function attributeOf({ said }: Item, name: RegExp): string | undefined {
  return said.attributes?.find(({ key, system }) => system !== true && key !== undefined && name.test(key))?.value;
}

function tagsOf(first: Item, last: Item): string[] {
  const reported = [...(first.said.attributes ?? []), ...(last.said.attributes ?? [])];
  const visible = reported.filter(({ system, value = "" }) => system !== true && value.trim() !== "");
  return [...new Set(visible.map(tagOf))].slice(0, limits.tagsPerTest);
}

/** ReportPortal's defect types by prefix of their ids. */
const defects: readonly (readonly [prefix: string, name: string])[] = [
  ["pb", "Product bug"],
  ["ab", "Automation bug"],
  ["si", "System issue"],
  ["nd", "No defect"],
  ["ti", "To investigate"],
];

function annotationsOf(first: Item, last: Item): Annotation[] {
  const { codeRef, testCaseId, uniqueId, file } = { ...first.said, ...last.said };
  const description = describedError(last.said.description).rest.replace(skipMark, "").trim();
  const own =
    testCaseId !== undefined && codeRef !== undefined && testCaseId.startsWith(codeRef) ? undefined : testCaseId;
  const annotations: (readonly [type: string, text: string | undefined])[] = [
    ["description", description],
    ["testCaseId", own],
    ["uniqueId", uniqueId],
    ["codeRef", file === undefined ? codeRef : undefined],
    ...issuesOf(last),
  ];
  return annotations.flatMap(([type, text]) =>
    text === undefined || text.trim() === "" ? [] : [{ type, description: cut(text.trim(), limits.annotationValue) }],
  );
}

function issuesOf({ said }: Item): (readonly [string, string | undefined])[] {
  const { issue } = said;
  if (issue === undefined) return [];
  const id = issue.issueType ?? issue.issue_type ?? "";
  const defect = defects.find(([prefix]) => id.toLowerCase().startsWith(prefix))?.[1];
  const comment = issue.comment?.trim() ?? "";
  const named = defect === undefined || defect === "To investigate" ? "" : defect;
  const reported = [named, comment].filter((text) => text !== "").join(": ");
  return [
    ["defect", reported],
    ...issue.externalSystemIssues.map(({ ticketId, url }) => ["issue", url ?? ticketId] as const),
  ];
}

/** Agents write the skip reason into the description in this format. */
const skipMark = /\*\*Skip reason: ([\s\S]*?)\*\*\n?/;

function skipReason({ said }: Item): string | undefined {
  const reported = skipMark.exec(said.description ?? "")?.[1]?.trim();
  if (reported !== undefined && reported !== "") return reported;
  const comment = said.issue?.comment?.trim() ?? "";
  if (comment !== "") return comment;
  if (said.brokeOff !== undefined) return said.brokeOff;
  if (said.status === "stopped") return "Stopped";
  return said.status === "cancelled" ? "Cancelled" : undefined;
}
